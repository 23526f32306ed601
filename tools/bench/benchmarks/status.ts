import { finishedExecution, startExecution } from '../../n8n/executions';
import type { Rest } from '../../n8n/rest';
import { saveWorkflow, type WorkflowFile } from '../../n8n/workflows';
import { chain, httpRequest, manualTrigger, packNode } from '../../n8n/buildWorkflow';
import type { Benchmark, Result } from '../lib/benchmark';
import type { Credentials } from '../lib/contenders';
import { withOwn, withPinned } from '../lib/pinned';
import { newTasks, requestCount, startSinks, submitPicture, type Sinks } from '../lib/service';
import { credentialsFor } from '../lib/setting';

const TASK_SECONDS = 15;
const TASKS = [1, 20, 50, 120, 1000];

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
	about: `Tasks that take ${TASK_SECONDS} seconds, until all are finished: with Get Task (up to fifty tasks per request, every 5 to 15 seconds), and with a loop built by hand from HTTP Request, If and Wait (one request per task, every 5 seconds).`,
	figures: { requests: { heading: 'Requests' }, seconds: { heading: 'Seconds', digits: 1 } },
	compared: { figure: 'requests', with: ['by hand'] },
	async run(setting) {
		const sinks = await startSinks('count');
		await newTasks(sinks, { seconds: TASK_SECONDS });
		const rest = await setting.afresh();
		const credentials = await credentialsFor(rest, sinks);
		const ways = [
			{ contender: 'Get Task, Wait', own: true as const, file: getTask(credentials) },
			{ contender: 'Loop by hand', file: loopByHand(sinks, credentials) },
		];
		const results: Result[] = [];
		for (const count of TASKS) {
			for (const { contender, own, file } of ways) {
				setting.report(`${count} tasks: ${contender}`);
				const figures = await waitForAll(rest, sinks, file, count);
				results.push({ contender, own, task: `${count} tasks`, figures });
			}
		}
		return results;
	},
};

async function waitForAll(rest: Rest, sinks: Sinks, file: WorkflowFile, count: number) {
	const tasks: Array<{ taskId: string }> = [];
	while (tasks.length < count) tasks.push({ taskId: await submitPicture(sinks) });
	const workflow = await saveWorkflow(rest, withPinned(file, tasks), true);
	const before = await requestCount(sinks);
	const id = await startExecution(rest, workflow.id, manualTrigger.name);
	const execution = await finishedExecution(rest, id, 300);
	if (execution.status !== 'success') throw new Error(`${file.name}: ${execution.status}`);
	return {
		requests: (await requestCount(sinks)) - before,
		seconds: (execution.stoppedAt - execution.startedAt) / 1000,
	};
}
