/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { startExecution } from '../../n8n/executions';
import { freePort } from '../../n8n/ports';
import type { Rest } from '../../n8n/rest';
import { saveWorkflow } from '../../n8n/workflows';
import { chain, manualTrigger } from '../../n8n/buildWorkflow';
import { presenter } from '../../n8n/presenterWorkflow';
import type { Benchmark, Result } from '../lib/benchmark';
import { callThousandBack, PAUSED } from './calledBack';
import { processIdOf } from '../lib/files';
import { heapBytes, inspectable } from '../lib/heap';
import { MemoryWatch, MIB } from '../lib/memory';
import { withOwn, withPinned } from '../lib/pinned';
import { newTasks, requestCount, startSinks, type Sinks } from '../lib/service';
import { credentialsFor } from '../lib/setting';

/** Each of the service's applications may create ten videos a minute. */
const ITEMS = 10;
const WATCHED_SECONDS = 60;

const ways = [
	{ contender: 'Pause Until Finished', own: true as const, completion: 'pause', status: 'waiting' },
	{ contender: 'Wait for Result', own: true as const, completion: 'wait', status: 'running' },
];

/** What it costs n8n that tasks are not finished yet. */
export const paused: Benchmark = {
	name: 'paused',
	title: 'Tasks under way',
	about: `Twenty executions with ten long-running videos each: once paused until the callback, once waiting. Measured for ${WATCHED_SECONDS} seconds after all videos were submitted. Then ${PAUSED} executions with one video each are paused at the same time and all called back; each submits a picture when it continues, and every one has to do so exactly once. The same with n8n's HTTP Request node and Wait node shows what n8n itself is capable of; it believes every caller, while Pause Until Finished asks the service. CPU and seconds are from the first callback until the last execution has finished. Memory is what n8n still uses after garbage collection, while all are paused, beyond what it uses after the first execution.`,
	figures: {
		extraMib: { heading: 'Extra memory, MiB', digits: 1 },
		processorSeconds: { heading: 'CPU, s', digits: 1 },
		requests: { heading: 'Requests' },
		seconds: { heading: 'Until all have finished, s', digits: 1 },
	},
	compared: { 'Wait for Result': 'processorSeconds', 'Wait node': 'seconds' },
	async run(setting) {
		const results: Result[] = [];
		for (const way of ways.filter(({ contender }) => contender.includes(setting.only))) {
			setting.report(way.contender);
			const sinks = await startSinks('count');
			await newTasks(sinks, { seconds: 36_000 });
			const port = await freePort();
			const rest = await setting.afresh(inspectable(port));
			const watch = new MemoryWatch(processIdOf(setting));
			const [first = '', ...others] = sinks.tokens;
			await submit(rest, sinks, first, way);
			const base = await heapBytes(port);
			for (const token of others) await submit(rest, sinks, token, way);
			await delay(5000);
			const before = await requestCount(sinks);
			const started = Date.now();
			await delay(WATCHED_SECONDS * 1000);
			const until = Date.now();
			watch.stop();
			results.push({
				contender: way.contender,
				own: way.own,
				task: `${sinks.tokens.length * ITEMS} tasks`,
				figures: {
					extraMib: ((await heapBytes(port)) - base) / MIB,
					processorSeconds: watch.processor(started, until) / 1000,
					requests: (await requestCount(sinks)) - before,
				},
			});
		}
		return [...results, ...(await callThousandBack(setting))];
	},
};

/** Starts an execution and returns when it waits as it should. */
async function submit(
	rest: Rest,
	sinks: Sinks,
	token: string,
	{ contender, completion, status }: (typeof ways)[number],
): Promise<void> {
	const name = `Benchmark: ${contender}, ${token}`;
	const credentials = await credentialsFor(rest, { ...sinks, token }, name);
	const node = withOwn(presenter(completion), credentials);
	const items = Array.from({ length: ITEMS }, (_, index) => ({ text: `Video ${index}` }));
	const file = withPinned(chain(name, manualTrigger, node), items);
	const workflow = await saveWorkflow(rest, file, true);
	const submitted = await requestCount(sinks);
	const id = await startExecution(rest, workflow.id, manualTrigger.name);
	for (let round = 0; round < 300; round++) {
		await delay(200);
		const execution = await rest.get<{ status: string }>(`executions/${id}`);
		if (execution.status === status && (await requestCount(sinks)) >= submitted + ITEMS) return;
	}
	throw new Error(`${name}: the execution is not "${status}"`);
}
