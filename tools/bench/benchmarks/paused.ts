import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

import { chain, httpPost, type NodeSpec, webhookNode } from '../../n8n/workflows';
import { waitFor } from '../../n8n/program';
import type { Rest } from '../../n8n/rest';
import { freePort } from '../../n8n/processes';
import {
	call,
	countExecutions,
	CREATE,
	listExecutions,
	presenter,
	videoBody,
} from '../../n8n/presenterWorkflow';
import type { Benchmark, Result } from '../lib/benchmark';
import {
	applications,
	callBackNow,
	forgetEverything,
	journal,
	newTasks,
	type Sinks,
	startSinks,
} from '../lib/service';
import { callAll, postPicture, publish } from '../lib/workflows';
import { heapBytes, inspectable, MemoryWatch, MIB } from '../lib/memory';
import { credentialFor, type Setting } from '../lib/setting';

const PAUSED = 1000;

/** Each of the service's applications may create ten videos a minute. */
const EACH = 10;
const AT_ONCE = 20;

/** Longest time for all of them to pause, and to continue. */
const SECONDS = 600;
const SUBMIT = 'ai_creation/task/submit';

/** States of executions. */
const PAUSING = ['waiting'];
const OPEN = [...PAUSING, 'running', 'new'];
const DONE = ['success'];

interface Contender {
	name: string;
	/** Submits a video and waits for its callback. */
	nodes(sinks: Sinks): NodeSpec[];
	/** The id of the video in what comes after the callback. */
	taskId: string;
}

const contenders: Contender[] = [
	{
		name: 'Pause Until Finished, called back',
		nodes() {
			const node = presenter('pause');
			return [{ ...node, parameters: { ...node.parameters, text: '={{ $json.body.text }}' } }];
		},
		taskId: '$json.taskId',
	},
	{
		name: 'HTTP Request node and Wait node, called back',
		nodes: ({ url }) => [
			httpPost(
				'Submit',
				`${url}/open/v1/${CREATE}`,
				videoBody('{{ $json.body.text }}', '{{ $execution.resumeUrl }}'),
			),
			{
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
				webhookId: randomUUID(),
			},
		],
		taskId: '$json.body.id',
	},
];

/**
 * Pauses a thousand executions, lets all callbacks arrive, and waits until all have finished.
 *
 * @throws Error when one execution has not continued exactly once, by the books of the service
 */
async function measure(setting: Setting, contender: Contender): Promise<Result> {
	const sinks = await startSinks({ tokens: applications(PAUSED / EACH + 1) });
	const port = await freePort();
	const rest = await setting.afresh(inspectable(port));
	const paths: string[] = [];
	for (const token of sinks.tokens) paths.push(await live(rest, contender, { ...sinks, token }));
	setting.report('published');
	const pool = new Pool(rest.url, { connections: AT_ONCE });
	const warmUp = paths.pop() ?? '';
	const startOne = async () => await call(rest.url, warmUp, { text: 'Warm-up' });
	await pauseAndResume(rest, sinks, 1, startOne);
	const base = await heapBytes(port);
	const calls = Array.from({ length: PAUSED }, (_, index) => ({
		path: paths[index % paths.length] ?? '',
		body: { text: `Video ${index}` },
	}));
	const watch = new MemoryWatch(setting.processId());
	let paused = base;
	const startAll = async () => await callAll(pool, calls, AT_ONCE);
	const { began, ended } = await pauseAndResume(rest, sinks, PAUSED, startAll, async () => {
		setting.report('paused');
		paused = await heapBytes(port);
	});
	watch.stop();
	await pool.close();
	return {
		contender: contender.name,
		task: `${PAUSED} executions`,
		figures: {
			extraMib: (paused - base) / MIB,
			processorSeconds: watch.processor(began, ended) / 1000,
			seconds: (ended - began) / 1000,
		},
	};
}

/**
 * Publishes a webhook, the nodes of the contender, and a submit from which the service sees who continued.
 *
 * @returns path of the webhook, below `/webhook/`
 */
async function live(rest: Rest, { name, nodes, taskId }: Contender, sinks: Sinks): Promise<string> {
	const path = randomUUID();
	const title = `Benchmark: ${name}, ${sinks.token}`;
	const after = postPicture('After', sinks, taskId);
	const file = chain(title, webhookNode(path), ...nodes(sinks), after);
	await publish(rest, file, await credentialFor(rest, sinks, title));
	return path;
}

/**
 * @param count how many executions there are to be
 * @param start starts them
 * @param whilePaused is called when all are paused
 * @returns when the callbacks were sent and when the last execution had finished, in Unix milliseconds
 */
async function pauseAndResume(
	rest: Rest,
	sinks: Sinks,
	count: number,
	start: () => Promise<unknown>,
	whilePaused: () => Promise<void> = async () => {},
): Promise<{ began: number; ended: number }> {
	await forgetEverything(sinks);
	await newTasks(sinks, { seconds: 360_000 });
	const counted = async (status: string[]) => await countExecutions(rest, { status });
	// Executions of earlier benchmarks may still be paused.
	const [open, paused] = [await counted(OPEN), await counted(PAUSING)];
	const succeeded = await counted(DONE);
	await start();
	const allPaused = async () =>
		(await counted(PAUSING)) === paused + count && (await counted(OPEN)) === open + count;
	await waitFor(allPaused, SECONDS, `not ${count} executions are paused`);
	await whilePaused();
	const { began, taskIds } = await callBackNow(sinks, CREATE);
	const allEnded = async () => (await counted(OPEN)) === open;
	await waitFor(allEnded, SECONDS, 'not all executions have finished');
	const ended = await lastEnd(rest);
	const failed = succeeded + count - (await counted(DONE));
	if (failed > 0) throw new Error(`${failed} of ${count} executions have failed`);
	requireSame(taskIds, await continuedWith(sinks), count);
	return { began, ended };
}

/** When the last execution ended, in Unix milliseconds. */
async function lastEnd(rest: Rest): Promise<number> {
	const executions = await listExecutions(rest);
	const ends = executions.flatMap(({ stoppedAt }) => (stoppedAt ? [Date.parse(stoppedAt)] : []));
	return Math.max(...ends);
}

/** The videos that the node after the pause was reached with, by the books of the service. */
async function continuedWith(sinks: Sinks): Promise<string[]> {
	const entries = await journal(sinks, { endpoint: SUBMIT });
	return entries.map(({ body }) => (body as { ref_prompt: string }).ref_prompt);
}

/** Checks that nothing is lost and nothing happened twice. */
function requireSame(taskIds: string[], continued: string[], count: number): void {
	const lost = taskIds.filter((id) => !continued.includes(id)).length;
	const twice = continued.length - new Set(continued).size;
	if (lost === 0 && twice === 0 && taskIds.length === count && continued.length === count) return;
	throw new Error(
		`Of ${count} executions with ${taskIds.length} videos, ${lost} were lost and ${twice} continued twice`,
	);
}

/** What it costs n8n that tasks are not finished yet, and that they finish at the same time. */
export const paused: Benchmark = {
	name: 'paused',
	title: 'Tasks under way',
	about: `${PAUSED} executions with one video each are paused at the same time and all called back; each submits a picture when it continues, and every one has to do so exactly once. n8n's HTTP Request and Wait do the same, but believe every caller. CPU and seconds are from the first callback until the last execution has finished. Memory is what n8n uses after garbage collection, while all are paused, beyond that after the first execution.`,
	figures: {
		extraMib: { heading: 'Extra memory, MiB', digits: 1 },
		processorSeconds: { heading: 'CPU, s', digits: 1 },
		seconds: { heading: 'Until all have finished, s', digits: 1 },
	},
	compared: { 'Wait node': 'seconds' },
	async run(setting) {
		const results: Result[] = [];
		for (const contender of contenders) {
			setting.report(contender.name);
			results.push(await measure(setting, contender));
		}
		return results;
	},
};
