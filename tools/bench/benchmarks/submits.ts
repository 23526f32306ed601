import { chain, manualTrigger, type NodeSpec, withPinned } from '../../n8n/workflows';
import type { Rest, StoredCredential } from '../../n8n/rest';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { MemoryWatch, MIB } from '../lib/memory';
import { startSinks } from '../lib/service';
import { credentialFor, type Setting } from '../lib/setting';
import { createPicture, prompts, runWorkflow, timingOf } from '../lib/workflows';

const ITEMS = [10, 1_000, 10_000];

/** Up to so many items, a run is repeated. */
const FEW_ITEMS = 1_000;

/** Items with which n8n loads all code before. */
const WARM_UP = 10;

const NAME = 'Benchmark: submits';

const create = createPicture('Create');

/** Uses the store in such a way that n8n refuses every other use by a node with this ID. */
const occupy: NodeSpec = {
	name: 'Occupy',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	id: 'occupied',
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsUpToStoredIncrementalKey',
		incrementalDedupeValue: '={{ 1 }}',
		options: { scope: 'node' },
	},
};

const contenders = [
	{ name: "AI Create, noting its submits in n8n's store", isNoting: true },
	{ name: 'AI Create, where that store cannot be used', isNoting: false },
];

/** What it costs that nothing is paid twice: the same runs with n8n's store of processed items, and without it. */
export const submits: Benchmark = {
	name: 'submits',
	title: 'What it takes to remember submits',
	about:
		"One workflow submits an AI task for each item; the service has no rate limits and answers at once. Each submit is noted in n8n's store before it is sent, and with its task afterwards, or the store refuses to be used. Each number on an n8n that was started again; the median of three runs, of 10,000 items one run. Extra memory is the most that the process grows in a run, before garbage collection.",
	explained:
		'n8n reads and writes all that it has stored for a node at each change, so the notes of many submits are written together. The ratio is that of processor time. Extra memory is mostly garbage that is still to be collected, and differs widely from run to run.',
	figures: {
		milliseconds: { heading: 'ms' },
		perItem: { heading: 'ms per item', digits: 2 },
		cpuSeconds: { heading: 'CPU, s', digits: 1 },
		extraMib: { heading: 'Extra memory, MiB' },
	},
	// Other work on the machine changes the time, and not this.
	compared: { 'cannot be used': 'cpuSeconds' },
	async run(setting) {
		const results: Result[] = [];
		for (const count of ITEMS) {
			for (const { name, isNoting } of contenders) {
				setting.report(`${count} items: ${name}`);
				const figures = await measure(setting, count, isNoting);
				setting.report(
					`${figures.milliseconds?.toFixed()} ms, ${figures.cpuSeconds?.toFixed(1)} s of CPU`,
				);
				results.push({ contender: name, task: `${count} items`, figures });
			}
		}
		return results;
	},
};

async function measure(
	setting: Setting,
	count: number,
	isNoting: boolean,
): Promise<Result['figures']> {
	const rest = await setting.afresh();
	const credential = await credentialFor(rest, await startSinks());
	const node = { ...create, id: isNoting ? 'noting' : occupy.id };
	await run(rest, credential, occupy, 1);
	await run(rest, credential, node, WARM_UP);
	const times: number[] = [];
	const processor: number[] = [];
	const growths: number[] = [];
	for (let round = 0; round < (setting.runs ?? (count > FEW_ITEMS ? 1 : 3)); round++) {
		const watch = new MemoryWatch(setting.processId());
		const { startTime, executionTime } = await run(rest, credential, node, count);
		watch.stop();
		times.push(executionTime);
		processor.push(watch.processor(startTime, startTime + executionTime) / 1000);
		growths.push(watch.growth(startTime, startTime + executionTime) / MIB);
	}
	const milliseconds = median(times);
	return {
		milliseconds,
		perItem: milliseconds / count,
		cpuSeconds: median(processor),
		extraMib: median(growths),
	};
}

/** Runs a node with so many items. @returns when, as n8n has recorded it */
async function run(rest: Rest, credential: StoredCredential, node: NodeSpec, count: number) {
	const file = withPinned(chain(NAME, manualTrigger, node), prompts(count));
	return timingOf(await runWorkflow(rest, file, credential), node.name);
}
