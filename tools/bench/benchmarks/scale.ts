import type { Rest } from '../../n8n/rest';
import { finishedExecution, startExecution } from '../../n8n/executions';
import { saveWorkflow } from '../../n8n/workflows';
import { chain, manualTrigger, packNode, type NodeSpec } from '../../n8n/buildWorkflow';
import type { Benchmark, Result } from '../lib/benchmark';
import type { Credentials } from '../lib/contenders';
import { processIdOf } from '../lib/files';
import { MemoryWatch, MIB, residentBytes } from '../lib/memory';
import { withOwn, withPinned } from '../lib/pinned';
import { newTasks, pictureBody, startSinks, submitPictures } from '../lib/service';
import { credentialsFor, type Setting } from '../lib/setting';
import { timingOf } from '../lib/timing';

const ITEMS = [1_000, 3_000, 10_000];
const LISTED = [1_000, 10_000, 30_000];

const create: NodeSpec = packNode('digitalHumanAiCreate', 'AI Create, Return Task ID', {
	resource: 'image',
	operation: 'generate',
	modelCode: pictureBody('').model_code,
	refPrompt: '={{ $json.prompt }}',
	completion: 'return',
});

const look: NodeSpec = packNode('digitalHumanGetTask', 'Get Task', {
	operation: 'get',
	taskId: { __rl: true, mode: 'id', value: '={{ $json.taskId }}' },
	whenNotFinished: 'now',
	downloadResult: false,
});

const list: NodeSpec = packNode('digitalHumanGetTask', 'Get Task, Get Many', {
	operation: 'getAll',
	taskKind: 'aiCreation',
	returnAll: true,
});

/** Whether time and memory grow with the number of items as they should, in proportion. */
export const scale: Benchmark = {
	name: 'scale',
	title: 'Ten thousand items',
	about:
		'One workflow submits an AI task for each item and looks all of them up once; the service has no rate limits. Then all tasks of an application are listed. For each number on an n8n that was started again; extra memory is the most that n8n has while a node runs beyond what it has after a run with ten items.',
	figures: {
		milliseconds: { heading: 'ms' },
		perItem: { heading: 'ms per item', digits: 2 },
		extraMib: { heading: 'Extra memory, MiB' },
	},
	async run(setting) {
		const results: Result[] = [];
		for (const count of ITEMS) {
			setting.report(`${count} items`);
			results.push(...(await measure(setting, [create, look], count, 0)));
		}
		for (const count of LISTED) {
			setting.report(`${count} listed tasks`);
			results.push(...(await measure(setting, [list], 1, count)));
		}
		return results;
	},
};

/**
 * Runs nodes behind each other on an n8n that has run them before.
 *
 * @param items what goes into the first node
 * @param tasks how many tasks there are before
 */
async function measure(
	setting: Setting,
	nodes: NodeSpec[],
	items: number,
	tasks: number,
): Promise<Result[]> {
	const sinks = await startSinks('count');
	await newTasks(sinks, { seconds: 0 });
	const rest = await setting.afresh();
	const credentials = await credentialsFor(rest, sinks);
	await run(rest, nodes, 10, credentials);
	await submitPictures(sinks, tasks);
	setting.report('submitted');
	const processId = processIdOf(setting);
	const warm = residentBytes(processId);
	const watch = new MemoryWatch(processId);
	const execution = await run(rest, nodes, items, credentials);
	watch.stop();
	return nodes.map(({ name }): Result => {
		const { startTime, executionTime } = timingOf(execution, name);
		const count = tasks || items;
		const put = execution.json(name).length;
		if (put < count) throw new Error(`${name}: ${put} of ${count} items`);
		return {
			contender: name,
			own: true,
			task: `${count} ${tasks ? 'tasks' : 'items'}`,
			figures: {
				milliseconds: executionTime,
				perItem: executionTime / count,
				extraMib: (watch.peak(startTime, startTime + executionTime) - warm) / MIB,
			},
		};
	});
}

async function run(rest: Rest, nodes: NodeSpec[], items: number, credentials: Credentials) {
	const own = nodes.map((node) => withOwn(node, credentials));
	const prompts = Array.from({ length: items }, (_, index) => ({ prompt: `Fox ${index}` }));
	const file = withPinned(chain('Benchmark: scale', manualTrigger, ...own), prompts);
	const workflow = await saveWorkflow(rest, file, true);
	const id = await startExecution(rest, workflow.id, manualTrigger.name);
	const execution = await finishedExecution(rest, id, 900);
	if (execution.status === 'success') return execution;
	throw new Error(execution.error?.message ?? execution.status);
}
