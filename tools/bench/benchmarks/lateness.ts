/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import type { LocalService } from '../../../demo-service';
import { alsoConnect, call, CREATE, presenter, submitVideo } from '../../n8n/presenterWorkflow';
import { waitFor } from '../../n8n/program';
import { chain, type NodeSpec, packNode, type WorkflowFile } from '../../n8n/workflows';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { type Application, EACH, startSinks, SUBMIT, tokensOf } from '../lib/service';
import type { Setting } from '../lib/setting';
import asExported from './byHand.json';
import { type Build, publishFor, tell } from '../lib/workflows';

/** Applications of each contender, and their videos. */
const APPLICATIONS = 2;
const TASKS = APPLICATIONS * EACH;

/** How long the tasks take, in seconds. */
const [SHORTEST, LONGEST] = [20, 600];

/** Longest time for all videos to be submitted, and for the last one to be noticed, in seconds. */
const SUBMITTED_WITHIN = 180;
const NOTICED_WITHIN = 420;

interface Contender {
	name: string;
	/** Submits a video when the webhook is called, and tells the service once that has finished. */
	build: Build;
	/** Whether a trigger starts the workflow when a video has finished, so that others submit it. */
	isTrigger?: true;
}

const compose = (completion: string): NodeSpec => {
	const node = presenter(completion);
	return { ...node, parameters: { ...node.parameters, text: '={{ $json.body.text }}' } };
};

/** What n8n's own nodes do: ask every thirty seconds for the list. */
function byHand(start: NodeSpec): WorkflowFile {
	const file = asExported as unknown as WorkflowFile;
	const nodes = file.nodes.map((node) => (node.name === start.name ? { ...node, ...start } : node));
	return { ...file, nodes };
}

function pausingLoop(start: NodeSpec, application: Application): WorkflowFile {
	const parameters = { whenNotFinished: 'pauseAndLoop', downloadResult: false };
	const look = packNode('digitalHumanGetTask', 'Get Task', parameters);
	const file = chain('Pause and Loop', start, compose('return'), look, tell(application));
	return alsoConnect(alsoConnect(file, 'Get Task', 0, 'Get Task'), 'Get Task', 1, 'After');
}

const contenders: Contender[] = [
	{
		name: 'Wait for Result',
		build: (start, application) => chain('Wait', start, compose('wait'), tell(application)),
	},
	{
		name: 'Pause Until Finished',
		build: (start, application) => chain('Pause', start, compose('pause'), tell(application)),
	},
	{ name: 'Get Task, Pause and Loop', build: pausingLoop },
	{
		name: 'Task Poll Trigger, every minute',
		isTrigger: true,
		build: (_, application) => {
			const poll = packNode('digitalHumanTaskPollTrigger', 'Poll', {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				taskKinds: ['composedVideo'],
				downloadResult: false,
			});
			return chain('Poll', poll, tell(application));
		},
	},
	{ name: 'HTTP Request, Wait 30 s and If', build: byHand },
];

/** A contender, and the access tokens of its applications. */
type Live = Contender & { tokens: string[] };

/** Publishes each contender for its applications, and submits their videos. A trigger has taken stock before. */
async function begin(setting: Setting, { url, journal }: LocalService, all: Live[]): Promise<void> {
	const rest = await setting.afresh();
	const paths = new Map<string, string>();
	for (const { tokens, build } of all) {
		for (const token of tokens) paths.set(token, await publishFor(rest, { url, token }, build));
	}
	for (const { tokens, isTrigger } of all) {
		for (const token of tokens) {
			const hasAsked = () => journal.count({ token }) > 0;
			if (isTrigger) await waitFor(hasAsked, 150, 'the trigger has not asked');
			for (let index = 0; index < EACH; index++) {
				const text = `Video ${index}`;
				if (isTrigger) await submitVideo({ url, token }, text);
				else await call(rest.url, paths.get(token) ?? '', { text, service: url });
			}
		}
	}
	const submitted = () => journal.count({ endpoint: CREATE }) >= all.length * TASKS;
	await waitFor(submitted, SUBMITTED_WITHIN, 'not all videos were submitted');
}

/** The same durations for each contender, in seconds: spread evenly, and as odd as random ones. */
const durations = Array.from(
	{ length: TASKS },
	(_, index) => SHORTEST + ((index * 0.618) % 1) * (LONGEST - SHORTEST),
);

/** Ends all videos, each in its time. @returns when each has ended, in Unix milliseconds */
async function endAll(
	{ journal, settle }: LocalService,
	all: Live[],
): Promise<Map<string, { endedAt: number; seconds: number }>> {
	const ended = new Map<string, { endedAt: number; seconds: number }>();
	const ends = all.flatMap(({ tokens }) => {
		const entries = tokens.flatMap((token) => journal.entries({ token, endpoint: CREATE }));
		return entries.map(async ({ id = '' }, index) => {
			const seconds = durations[index] ?? LONGEST;
			await delay(seconds * 1000);
			ended.set(id, { endedAt: Date.now(), seconds });
			settle(id);
		});
	});
	await Promise.all(ends);
	return ended;
}

/** Runs all contenders side by side. @throws Error when an end is not noticed, or noticed twice */
async function measure(setting: Setting): Promise<Result[]> {
	const tokens = tokensOf(contenders.length * APPLICATIONS);
	const all = contenders.map((contender, index) => {
		const first = index * APPLICATIONS;
		return { ...contender, tokens: tokens.slice(first, first + APPLICATIONS) };
	});
	const service = await startSinks({ tokens });
	service.fate({ seconds: Infinity });
	await begin(setting, service, all);
	const ended = await endAll(service, all);
	const noticed = () => service.journal.count({ endpoint: SUBMIT }) >= ended.size;
	await waitFor(noticed, NOTICED_WITHIN, 'not all ends were noticed');
	return all.map(({ name, tokens: own }) => {
		const entries = own.flatMap((token) => service.journal.entries({ token }));
		const seen = entries.filter(({ endpoint }) => endpoint === SUBMIT);
		const late = seen.map(({ body, time }) => {
			const { ref_prompt: id } = body as { ref_prompt: string };
			const { endedAt = NaN, seconds = NaN } = ended.get(id) ?? {};
			return { seconds: (time - endedAt) / 1000, share: (time - endedAt) / 10 / seconds };
		});
		if (late.length !== TASKS) throw new Error(`${name}: ${late.length} ends of ${TASKS}`);
		const asked = entries.filter(({ endpoint }) => ![CREATE, SUBMIT].includes(endpoint));
		return {
			contender: name,
			task: `${TASKS} videos`,
			figures: {
				medianSeconds: median(late.map(({ seconds }) => seconds)),
				mostSeconds: Math.max(...late.map(({ seconds }) => seconds)),
				medianShare: median(late.map(({ share }) => share)),
				requests: asked.length,
			},
		};
	});
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
