/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import {
	alsoConnect,
	call,
	CREATE,
	presenter,
	submitVideo,
	videoBody,
} from '../../n8n/presenterWorkflow';
import { waitFor } from '../../n8n/program';
import type { Rest } from '../../n8n/rest';
import {
	chain,
	httpPost,
	type NodeSpec,
	packNode,
	webhookNode,
	type WorkflowFile,
} from '../../n8n/workflows';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { applications, journal, newTasks, settle, type Sinks, startSinks } from '../lib/service';
import { credentialFor, type Setting } from '../lib/setting';
import { postPicture, publish } from '../lib/workflows';

const TASKS = 20;

/** Each of the service's applications may create ten videos a minute. */
const EACH = 10;

/** How long the tasks take, in seconds. */
const [SHORTEST, LONGEST] = [20, 600];

/** Longest time for all videos to be submitted, and for the last one to be noticed, in seconds. */
const SUBMITTED_WITHIN = 180;
const NOTICED_WITHIN = 420;

const SUBMIT = 'ai_creation/task/submit';

/** A workflow that submits a video when its webhook is called, and submits a picture with the video's ID once that has finished. */
type Build = (start: NodeSpec, sinks: Sinks) => WorkflowFile;

interface Contender {
	name: string;
	build: Build;
	/** Whether a trigger starts the workflow when a video has finished, so that others submit it. */
	isTrigger?: true;
}

const compose = (completion: string): NodeSpec => {
	const node = presenter(completion);
	return { ...node, parameters: { ...node.parameters, text: '={{ $json.body.text }}' } };
};

const after = (sinks: Sinks, taskId = '$json.taskId') => postPicture('After', sinks, taskId);

/** What n8n's own nodes do: ask every thirty seconds for the list. */
function byHand(start: NodeSpec, sinks: Sinks): WorkflowFile {
	const address = `${sinks.url}/open/v1`;
	const id = "$('Submit').first().json.data";
	const isFinished = `={{ $json.data.List.find((video) => video.id === ${id})?.status === 30 }}`;
	const wait: NodeSpec = {
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { amount: 30, unit: 'seconds' },
		webhookId: randomUUID(),
	};
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const condition = { id: randomUUID(), leftValue: isFinished, rightValue: '', operator };
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const decide: NodeSpec = {
		name: 'If',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: { options, conditions: [condition], combinator: 'and' },
			options: {},
		},
	};
	const file = chain(
		'By hand',
		start,
		httpPost('Submit', `${address}/${CREATE}`, videoBody('{{ $json.body.text }}')),
		wait,
		httpPost('List', `${address}/video_list`, { page: 1, page_size: 50 }),
		decide,
		after(sinks, id),
	);
	return alsoConnect(file, 'If', 1, 'Wait');
}

function pausingLoop(start: NodeSpec, sinks: Sinks): WorkflowFile {
	const parameters = { whenNotFinished: 'pauseAndLoop', downloadResult: false };
	const look = packNode('digitalHumanGetTask', 'Get Task', parameters);
	const file = chain('Pause and Loop', start, compose('return'), look, after(sinks));
	return alsoConnect(alsoConnect(file, 'Get Task', 0, 'Get Task'), 'Get Task', 1, 'After');
}

const contenders: Contender[] = [
	{
		name: 'Wait for Result',
		build: (start, sinks) => chain('Wait', start, compose('wait'), after(sinks)),
	},
	{
		name: 'Pause Until Finished',
		build: (start, sinks) => chain('Pause', start, compose('pause'), after(sinks)),
	},
	{ name: 'Get Task, Pause and Loop', build: pausingLoop },
	{
		name: 'Task Poll Trigger, every minute',
		isTrigger: true,
		build: (_, sinks) => {
			const poll = packNode('digitalHumanTaskPollTrigger', 'Poll', {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				taskKinds: ['composedVideo'],
				downloadResult: false,
			});
			return chain('Poll', poll, after(sinks));
		},
	},
	{ name: 'HTTP Request, Wait 30 s and If', build: byHand },
];

/** A contender whose workflows are published, one for each of its applications. */
interface Live {
	contender: Contender;
	applications: Array<{ sinks: Sinks; path: string }>;
}

async function publishAll(rest: Rest, all: Sinks): Promise<Live[]> {
	const tokens = [...all.tokens];
	const live: Live[] = [];
	for (const contender of contenders) {
		const own: Live['applications'] = [];
		for (const token of tokens.splice(0, TASKS / EACH)) {
			const sinks = { ...all, token };
			const path = randomUUID();
			const title = `Benchmark: ${contender.name}, ${token}`;
			const file = { ...contender.build(webhookNode(path), sinks), name: title };
			await publish(rest, file, await credentialFor(rest, sinks, title));
			own.push({ sinks, path });
		}
		live.push({ contender, applications: own });
	}
	return live;
}

/** Submits all videos. A trigger has taken stock before. */
async function submitAll(rest: Rest, live: Live[]): Promise<void> {
	for (const { contender, applications: own } of live) {
		for (const { sinks, path } of own) {
			const hasAsked = async () => (await journal(sinks, { token: sinks.token })).length > 0;
			if (contender.isTrigger) await waitFor(hasAsked, 150, 'the trigger has not asked');
			for (let index = 0; index < EACH; index++) {
				const text = `Video ${index}`;
				if (contender.isTrigger) await submitVideo(sinks, text);
				else await call(rest.url, path, { text });
			}
		}
	}
}

/** The videos of an application, in the order of their submits. */
async function videosOf(sinks: Sinks): Promise<string[]> {
	const entries = await journal(sinks, { token: sinks.token, endpoint: CREATE });
	return entries.flatMap(({ id }) => id ?? []);
}

/** The same durations for each contender, in seconds: spread evenly, and as odd as random ones. */
const durations = Array.from(
	{ length: TASKS },
	(_, index) => SHORTEST + ((index * 0.618) % 1) * (LONGEST - SHORTEST),
);

/** Ends all videos, each in its time. @returns when each has ended, in Unix milliseconds */
async function endAll(live: Live[]): Promise<Map<string, { endedAt: number; seconds: number }>> {
	const ended = new Map<string, { endedAt: number; seconds: number }>();
	const begun = Date.now();
	const ends = live.map(async ({ applications: own }) => {
		const videos = await Promise.all(
			own.map(async ({ sinks }) => (await videosOf(sinks)).map((id) => ({ id, sinks }))),
		);
		const each = videos.flat().map(async ({ id, sinks }, index) => {
			const seconds = durations[index] ?? LONGEST;
			await delay(begun + seconds * 1000 - Date.now());
			ended.set(id, { endedAt: Date.now(), seconds });
			await settle(sinks, id);
		});
		await Promise.all(each);
	});
	await Promise.all(ends);
	return ended;
}

/** Runs all contenders side by side. @throws Error when an end is not noticed, or noticed twice */
async function measure(setting: Setting): Promise<Result[]> {
	const all = await startSinks({ tokens: applications(contenders.length * (TASKS / EACH)) });
	const rest = await setting.afresh();
	await newTasks(all, { seconds: 360_000 });
	const live = await publishAll(rest, all);
	await submitAll(rest, live);
	const count = contenders.length * TASKS;
	const submitted = async () => (await journal(all, { endpoint: CREATE })).length >= count;
	await waitFor(submitted, SUBMITTED_WITHIN, 'not all videos were submitted');
	setting.report(`${count} videos are in progress`);
	const ended = await endAll(live);
	setting.report('all have ended');
	const noticed = async () => (await journal(all, { endpoint: SUBMIT })).length >= count;
	await waitFor(noticed, NOTICED_WITHIN, 'not all ends were noticed');
	const results: Result[] = [];
	for (const { contender, applications: own } of live) {
		const entries = (
			await Promise.all(own.map(async ({ sinks: { token } }) => await journal(all, { token })))
		).flat();
		const seen = entries.filter(({ endpoint }) => endpoint === SUBMIT);
		const late = seen.map(({ body, time }) => {
			const { ref_prompt: id } = body as { ref_prompt: string };
			const { endedAt = NaN, seconds = NaN } = ended.get(id) ?? {};
			return { seconds: (time - endedAt) / 1000, share: (time - endedAt) / 10 / seconds };
		});
		if (late.length !== TASKS)
			throw new Error(`${contender.name}: ${late.length} ends of ${TASKS}`);
		const asked = entries.filter(({ endpoint }) => ![CREATE, SUBMIT].includes(endpoint));
		results.push({
			contender: contender.name,
			task: `${TASKS} videos`,
			figures: {
				medianSeconds: median(late.map(({ seconds }) => seconds)),
				mostSeconds: Math.max(...late.map(({ seconds }) => seconds)),
				medianShare: median(late.map(({ share }) => share)),
				requests: asked.length,
			},
		});
	}
	return results;
}

/** How late the next node starts after a task has finished at the service. */
export const lateness: Benchmark = {
	name: 'lateness',
	title: 'From the end of a task to the next node',
	about: `${TASKS} videos for each way of waiting, all at the same time, that take ${SHORTEST} seconds to ${LONGEST / 60} minutes. The time from the end of a video at the service until the next node has sent its request, and what was asked of the service until then.`,
	explained:
		'n8n resumes executions that are paused until a time about once a minute, which is why Pause and Loop is later than Wait for Result and occupies no memory in return. Pause Until Finished is resumed by the callback of the service.',
	figures: {
		medianSeconds: { heading: 'Median, s', digits: 1 },
		mostSeconds: { heading: 'Latest, s', digits: 1 },
		medianShare: { heading: 'Median, % of duration', digits: 1 },
		requests: { heading: 'Requests' },
	},
	compared: { 'HTTP Request': 'medianSeconds' },
	run: measure,
};
