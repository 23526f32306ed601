import type { Rest } from '../../n8n/rest';
import {
	chain,
	httpRequest,
	manualTrigger,
	packNode,
	withPinned,
	type WorkflowFile,
} from '../../n8n/workflows';
import type { Benchmark, Result } from '../lib/benchmark';
import { runWorkflow, withOwn } from '../lib/workflows';
import { newTasks, requestCount, startSinks, submitPicture, type Sinks } from '../lib/service';
import { credentialsFor, type Credentials } from '../lib/setting';

const TASK_SECONDS = 15;
const TASKS = [1, 20, 50, 120, 1000];

interface Way {
	contender: string;
	own?: true;
	file(sinks: Sinks, credentials: Credentials): WorkflowFile;
}

const ways: Way[] = [
	{
		contender: 'Get Task, Wait',
		own: true,
		file: (_sinks, credentials) => getTask(credentials),
	},
	{ contender: 'Loop by hand', file: loopByHand },
];

/** The loop that one builds by hand: ask for each task, wait five seconds, ask again for those not finished. */
function loopByHand({ url }: Sinks, credentials: Credentials): WorkflowFile {
	const ask = httpRequest('Ask', {
		url: `${url}/open/v1/ai_creation/task`,
		sendQuery: true,
		queryParameters: {
			parameters: [{ name: 'unique_id', value: '={{ $json.taskId ?? $json.data.unique_id }}' }],
		},
		options: {},
	});
	const finished = {
		name: 'Finished?',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: 'finished',
						leftValue: '={{ $json.data.progress_desc }}',
						rightValue: 'Success',
						operator: { type: 'string', operation: 'equals' },
					},
				],
			},
			options: {},
		},
	};
	const done = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const wait = {
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { amount: 5 },
		position: [672, 200] as [number, number],
		webhookId: 'benchmark-wait',
	};
	const file = chain('Benchmark: loop by hand', manualTrigger, withOwn(ask, credentials), finished);
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	return {
		...file,
		nodes: [...file.nodes, { id: 'done', position: [672, 0], ...done }, { id: 'wait', ...wait }],
		connections: {
			...file.connections,
			'Finished?': { main: [to('Done'), to('Wait')] },
			Wait: { main: [to('Ask')] },
		},
	};
}

function getTask(credentials: Credentials): WorkflowFile {
	const node = packNode('digitalHumanGetTask', 'Get Task', {
		operation: 'get',
		taskId: { __rl: true, mode: 'id', value: '={{ $json.taskId }}' },
		whenNotFinished: 'wait',
		downloadResult: false,
	});
	return chain('Benchmark: Get Task', manualTrigger, withOwn(node, credentials));
}

/** How many requests it takes to wait for many tasks. */
export const status: Benchmark = {
	name: 'status',
	title: 'Waiting for many tasks',
	about: `Tasks that take ${TASK_SECONDS} seconds, until all are finished: with Get Task (up to fifty tasks per request, every 5 to 15 seconds), and with a loop built by hand from HTTP Request, If and Wait (one request per task, every 5 seconds). Late is the time between the end of the last task and that of the execution.`,
	figures: {
		requests: { heading: 'Requests' },
		seconds: { heading: 'Seconds', digits: 1 },
		late: { heading: 'Seconds late', digits: 1 },
	},
	compared: { 'by hand': 'requests' },
	async run(setting) {
		const sinks = await startSinks();
		await newTasks(sinks, { seconds: TASK_SECONDS });
		const rest = await setting.afresh();
		const credentials = await credentialsFor(rest, sinks);
		const results: Result[] = [];
		for (const count of TASKS) {
			for (const { contender, own, file } of ways) {
				setting.report(`${count} tasks: ${contender}`);
				const figures = await waitFor(rest, sinks, count, file(sinks, credentials));
				results.push({ contender, own, task: count === 1 ? '1 task' : `${count} tasks`, figures });
			}
		}
		return results;
	},
};

/** Submits tasks, and waits for them with a workflow. */
async function waitFor(
	rest: Rest,
	sinks: Sinks,
	count: number,
	file: WorkflowFile,
): Promise<Result['figures']> {
	const tasks: Array<{ taskId: string }> = [];
	while (tasks.length < count) tasks.push({ taskId: await submitPicture(sinks) });
	const ends = Date.now() + TASK_SECONDS * 1000;
	const before = await requestCount(sinks);
	const { startedAt, stoppedAt } = await runWorkflow(rest, withPinned(file, tasks));
	return {
		requests: (await requestCount(sinks)) - before,
		seconds: (stoppedAt - startedAt) / 1000,
		late: (stoppedAt - ends) / 1000,
	};
}
