import { randomUUID } from 'node:crypto';

import type { LocalService } from '../../../demo-service';
import { chain, httpPost, type NodeSpec } from '../../n8n/workflows';
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
import { EACH, startSinks, SUBMIT, tokensOf } from '../lib/service';
import { type Build, callAll, publishFor, tell } from '../lib/workflows';
import { heapBytes, inspectable, MemoryWatch, MIB } from '../lib/memory';
import type { Setting } from '../lib/setting';

const PAUSED = 1000;
const AT_ONCE = 20;

/** Longest time for all of them to pause, and to continue. */
const SECONDS = 600;

/** States of executions. */
const PAUSING = ['waiting'];
const OPEN = [...PAUSING, 'running', 'new'];
const DONE = ['success'];

interface Contender {
	name: string;
	/** Submits a video, waits for its callback, and tells the service that it has continued. */
	build: Build;
}

const waitForCallback = (): NodeSpec => ({
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
	webhookId: randomUUID(),
});

const contenders: Contender[] = [
	{
		name: 'Pause Until Finished, called back',
		build(webhook, application) {
			const node = presenter('pause');
			const parameters = { ...node.parameters, text: '={{ $json.body.text }}' };
			return chain('Pause', webhook, { ...node, parameters }, tell(application));
		},
	},
	{
		name: 'HTTP Request node and Wait node, called back',
		build(webhook, application) {
			const body = videoBody('{{ $json.body.text }}', '{{ $execution.resumeUrl }}');
			const submit = httpPost('Submit', `${application.url}/open/v1/${CREATE}`, body);
			const after = tell(application, '$json.body.id');
			return chain('By hand', webhook, submit, waitForCallback(), after);
		},
	},
];

/**
 * Pauses a thousand executions, lets all callbacks arrive, and waits until all have finished.
 *
 * @throws Error when one execution has not continued exactly once, by the books of the service
 */
async function measure(setting: Setting, { name, build }: Contender): Promise<Result> {
	const service = await startSinks({ tokens: tokensOf(PAUSED / EACH + 1) });
	const port = await freePort();
	const rest = await setting.afresh(inspectable(port));
	const paths: string[] = [];
	for (const token of service.options.tokens) {
		paths.push(await publishFor(rest, { url: service.url, token }, build));
	}
	const warmUp = paths.pop() ?? '';
	const startOne = async () => await call(rest.url, warmUp, { text: 'Warm-up' });
	await pauseAndResume(rest, service, 1, startOne);
	const base = await heapBytes(port);
	const calls = Array.from({ length: PAUSED }, (_, index) => ({
		path: paths[index % paths.length] ?? '',
		body: { text: `Video ${index}` },
	}));
	const watch = new MemoryWatch(setting.n8n.processId);
	let paused = base;
	const startAll = async () => await callAll(rest.url, calls, AT_ONCE);
	const { began, ended } = await pauseAndResume(rest, service, PAUSED, startAll, async () => {
		paused = await heapBytes(port);
	});
	watch.stop();
	return {
		contender: name,
		task: `${PAUSED} executions`,
		figures: {
			extraMib: (paused - base) / MIB,
			processorSeconds: watch.processor(began, ended) / 1000,
			seconds: (ended - began) / 1000,
		},
	};
}

/**
 * @param count how many executions there are to be
 * @param start starts them
 * @param whilePaused is called when all are paused
 * @returns when the callbacks were sent and when the last execution had finished, in Unix milliseconds
 */
async function pauseAndResume(
	rest: Rest,
	service: LocalService,
	count: number,
	start: () => Promise<unknown>,
	whilePaused: () => Promise<void> = async () => {},
): Promise<{ began: number; ended: number }> {
	service.reset();
	service.fate({ seconds: Infinity });
	const counted = async (status: string[]) => await countExecutions(rest, { status });
	// Executions of earlier benchmarks may still be paused.
	const [open, paused] = [await counted(OPEN), await counted(PAUSING)];
	const succeeded = await counted(DONE);
	await start();
	const allPaused = async () =>
		(await counted(PAUSING)) === paused + count && (await counted(OPEN)) === open + count;
	await waitFor(allPaused, SECONDS, `not ${count} executions are paused`);
	await whilePaused();
	service.callbacks.hold();
	const taskIds = service.tasks().map(({ id }) => id);
	for (const id of taskIds) service.settle(id);
	const areHeld = () => service.callbacks.heldCount === taskIds.length;
	await waitFor(areHeld, 10, 'callbacks are missing');
	const began = Date.now();
	await service.callbacks.release();
	const allEnded = async () => (await counted(OPEN)) === open;
	await waitFor(allEnded, SECONDS, 'not all executions have finished');
	const ended = await lastEnd(rest);
	const failed = succeeded + count - (await counted(DONE));
	if (failed > 0) throw new Error(`${failed} of ${count} executions have failed`);
	requireSame(taskIds, continuedWith(service), count);
	return { began, ended };
}

/** When the last execution ended, in Unix milliseconds. */
async function lastEnd(rest: Rest): Promise<number> {
	const executions = await listExecutions(rest);
	const ends = executions.flatMap(({ stoppedAt }) => (stoppedAt ? [Date.parse(stoppedAt)] : []));
	return Math.max(...ends);
}

/** The videos that the node after the pause was reached with, by the books of the service. */
function continuedWith({ journal }: LocalService): string[] {
	const entries = journal.entries({ endpoint: SUBMIT });
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
		for (const contender of contenders) results.push(await measure(setting, contender));
		return results;
	},
};
