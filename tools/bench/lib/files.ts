/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Result } from './benchmark';
import { MEASURED, type Contender, type Credentials, type Task } from './contenders';
import { MemoryWatch, MIB, residentBytes } from './memory';
import type { Setting } from './setting';
import { median } from './stats';
import { timingOf } from './timing';
import { readyWorkflow } from './workflowRun';

/** Figures of a file that is moved. */
export const fileFigures = {
	speed: { heading: 'MiB/s' },
	extraMib: { heading: 'Extra memory, MiB' },
	processorSeconds: { heading: 'CPU, s', digits: 1 },
	milliseconds: { heading: 'ms' },
};

/** A file to be moved, and a small one with which n8n loads all code before. */
export interface Tasks {
	mib: number;
	task: Task;
	warmUp: Task;
}

/**
 * Medians of several runs of one contender, on an n8n that is started again. Extra memory is the most that n8n has
 * during the run beyond what it has after doing the same with a file of 1 MiB.
 */
export async function measureFile(
	setting: Setting,
	contender: Contender,
	{ mib, task, warmUp }: Tasks,
	credentials: Credentials,
): Promise<Result> {
	const rest = await setting.afresh();
	const processId = processIdOf(setting);
	const times: number[] = [];
	const extras: number[] = [];
	const processor: number[] = [];
	await (await readyWorkflow(rest, contender, warmUp, credentials)).run();
	const warm = residentBytes(processId);
	for (let run = 0; run < (setting.runs ?? 3); run++) {
		const workflow = await readyWorkflow(rest, contender, task, credentials);
		const watch = new MemoryWatch(processId);
		const execution = await workflow.run();
		watch.stop();
		const timings = execution.nodes
			.filter((node) => node.startsWith(MEASURED))
			.map((node) => timingOf(execution, node));
		times.push(timings.reduce((sum, { executionTime }) => sum + executionTime, 0));
		const from = Math.min(...timings.map(({ startTime }) => startTime));
		const until = Math.max(...timings.map((timing) => timing.startTime + timing.executionTime));
		extras.push((watch.peak(from, until) - warm) / MIB);
		processor.push(watch.processor(from, until) / 1000);
	}
	return fileResult(contender, mib, median(times), {
		extraMib: median(extras),
		processorSeconds: median(processor),
	});
}

/** @param milliseconds for the whole file */
export function fileResult(
	{ name, own }: Pick<Contender, 'name' | 'own'>,
	mib: number,
	milliseconds: number,
	more: Result['figures'] = {},
): Result {
	return {
		contender: name,
		own,
		task: `${mib} MiB`,
		figures: { milliseconds, speed: mib / (milliseconds / 1000), ...more },
	};
}

/** Id of n8n's process. */
export function processIdOf({ n8n }: Setting): number {
	return Number(readFileSync(join(n8n.userFolder, 'n8n.pid'), 'utf8'));
}
