import type { Rest, StoredCredential } from '../../n8n/rest';
import { chain, manualTrigger, withPinned, type NodeSpec } from '../../n8n/workflows';
import { type Benchmark, median, type Result, takeTurns } from '../lib/benchmark';
import { createPicture, postPicture, prompts, runWorkflow, timingOf } from '../lib/workflows';
import { newTasks, startSinks, type Sinks } from '../lib/service';
import { credentialFor } from '../lib/setting';

const ITEMS = 1000;
const RUNS = 5;

const measured = 'Measured';

const contenders = (sinks: Sinks): Array<{ name: string; own?: true; node: NodeSpec }> => [
	{ name: 'AI Create, Return Task ID', own: true, node: createPicture(measured) },
	{ name: 'HTTP Request node, the same posts', node: postPicture(measured, sinks) },
];

/** What a node costs for each item. */
export const items: Benchmark = {
	name: 'items',
	title: 'Many items',
	about: `${ITEMS} items, one accepted submit each, with a service that has no rate limits. AI Create checks every request against the rules of its model and remembers every accepted task; the HTTP Request node does neither. The two nodes alternate.`,
	figures: {
		milliseconds: { heading: 'ms' },
		perItem: { heading: 'ms per item', digits: 2 },
	},
	compared: { 'HTTP Request': 'milliseconds' },
	async run(setting) {
		const sinks = await startSinks();
		await newTasks(sinks, { seconds: 3600 });
		const rest = await setting.afresh();
		const credential = await credentialFor(rest, sinks);
		const all = contenders(sinks);
		const times = await takeTurns(setting, all, RUNS, async ({ name, node }) => {
			return await submitAll(rest, name, node, credential);
		});
		return all.map((contender): Result => {
			const { name, own } = contender;
			const milliseconds = median(times(contender));
			const figures = { milliseconds, perItem: milliseconds / ITEMS };
			return { contender: name, own, task: `${ITEMS} items`, figures };
		});
	},
};

/** @returns how long the node took, in milliseconds */
async function submitAll(
	rest: Rest,
	name: string,
	node: NodeSpec,
	credential: StoredCredential,
): Promise<number> {
	const file = chain(`Benchmark: ${name}`, manualTrigger, node);
	const execution = await runWorkflow(rest, withPinned(file, prompts(ITEMS)), credential);
	const put = execution.json(measured).length;
	if (put !== ITEMS) throw new Error(`${name}: ${put} items`);
	return timingOf(execution, measured).executionTime;
}
