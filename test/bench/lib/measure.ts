/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { N8n } from '../../n8n/lib/n8n';
import { Rest } from '../../n8n/lib/rest';
import { sendWithCurl, sendWithUndici } from './bare';
import type { Contender, Credentials, Task } from './contenders';
import { MemoryWatch, MIB, residentBytes } from './memory';
import { uploadAddress } from './service';
import { median, table } from './stats';
import { timingOf } from './timing';
import { readyWorkflow } from './workflowRun';

export interface Result {
	name: string;
	mib: number;
	milliseconds: number;
	mibPerSecond: number;
	/** Most memory during the run beyond what n8n has after doing the same with a file of 1 MiB, in MiB. */
	extraMib?: number;
	/** Processor time of n8n during the upload. */
	processorMs?: number;
}

/** What is possible without n8n: medians of several runs. */
export async function measureBare(task: Task, mib: number, runs: number): Promise<Result[]> {
	const times: Record<string, number[]> = {};
	for (let run = 0; run < runs; run++) {
		const undici = await sendWithUndici(task.file, await uploadAddress(task.sinks));
		const curl = await sendWithCurl(task.file, await uploadAddress(task.sinks));
		(times['undici, straight from disk'] ??= []).push(undici);
		if (curl !== undefined) (times['curl -T'] ??= []).push(curl);
	}
	return Object.entries(times).map(([name, all]) => resultOf(name, mib, median(all)));
}

/** A file to be moved, and a small one with which n8n loads all code before. */
export interface Tasks {
	mib: number;
	task: Task;
	warmUp: Task;
}

/** Medians of several runs of one contender, on an n8n that is started anew so that nobody inherits memory. */
export async function measure(
	n8n: N8n,
	contender: Contender,
	{ mib, task, warmUp }: Tasks,
	credentials: Credentials,
	runs: number,
): Promise<Result> {
	await n8n.stop();
	await n8n.launch();
	const rest = await Rest.signIn(n8n.url);
	const processId = Number(readFileSync(join(n8n.userFolder, 'n8n.pid'), 'utf8'));
	const times: number[] = [];
	const extras: number[] = [];
	const processor: number[] = [];
	await (await readyWorkflow(rest, contender, warmUp, credentials)).run();
	const warm = residentBytes(processId);
	for (let run = 0; run < runs; run++) {
		const workflow = await readyWorkflow(rest, contender, task, credentials);
		const watch = new MemoryWatch(processId);
		const { startTime, executionTime } = timingOf(await workflow.run(), 'Measured');
		watch.stop();
		const end = startTime + executionTime;
		times.push(executionTime);
		extras.push((watch.peak(startTime, end) - warm) / MIB);
		processor.push(watch.processor(startTime, end));
	}
	return {
		...resultOf(contender.name, mib, median(times)),
		extraMib: median(extras),
		processorMs: median(processor),
	};
}

function resultOf(name: string, mib: number, milliseconds: number): Result {
	return { name, mib, milliseconds, mibPerSecond: mib / (milliseconds / 1000) };
}

/** What the others are compared with, where it was measured. */
const YARDSTICKS = ['HTTP Request', 'S3', 'undici'];

/** The results in words. */
export function report(results: Result[]): string {
	const named = (name: string) => results.filter((result) => result.name.includes(name));
	const yardsticks = YARDSTICKS.filter((name) => named(name).length > 0);
	const times = ({ milliseconds, mib }: Result, other: string) =>
		(
			milliseconds / (named(other).find((result) => result.mib === mib)?.milliseconds ?? NaN)
		).toFixed(2);
	return table(
		['', 'MiB', 'MiB/s', 'extra MiB', 'CPU s', ...yardsticks.map((name) => `× ${name}`)],
		results.map((result) => [
			result.name,
			String(result.mib),
			result.mibPerSecond.toFixed(0),
			result.extraMib?.toFixed(0) ?? '',
			result.processorMs === undefined ? '' : (result.processorMs / 1000).toFixed(1),
			...yardsticks.map((name) => times(result, name)),
		]),
	);
}
