import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../n8n/executions';
import {
	chain,
	httpRequest,
	manualTrigger,
	packNode,
	withPinned,
	type WorkflowFile,
} from '../../n8n/workflows';
import type { Benchmark, Result } from '../lib/benchmark';
import { runWorkflow } from '../lib/workflows';
import { newTasks, requestCount, startSinks, submitPicture, type Sinks } from '../lib/service';
import { credentialFor } from '../lib/setting';

const TASK_SECONDS = 15;
const TASKS = [1, 20, 50, 120, 1000];

interface Way {
	contender: string;
	own?: true;
	file(sinks: Sinks): WorkflowFile;
}

const ways: Way[] = [
	{ contender: 'Get Task, Wait', own: true, file: getTask },
	{ contender: 'Loop by hand', file: loopByHand },
];

/** The loop that one builds by hand: ask for each task, wait five seconds, ask again for those not finished. */
function loopByHand({ url }: Sinks): WorkflowFile {
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
	const file = chain('Benchmark: loop by hand', manualTrigger, ask, finished);
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

function getTask(): WorkflowFile {
	const node = packNode('digitalHumanGetTask', 'Get Task', {
		operation: 'get',
		taskId: { __rl: true, mode: 'id', value: '={{ $json.taskId }}' },
		whenNotFinished: 'wait',
		downloadResult: false,
	});
	return chain('Benchmark: Get Task', manualTrigger, node);
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
		const credential = await credentialFor(rest, sinks);
		const results: Result[] = [];
		for (const count of TASKS) {
			for (const { contender, own, file } of ways) {
				setting.report(`${count} tasks: ${contender}`);
				const work = async (tasks: IDataObject[]) =>
					await runWorkflow(rest, withPinned(file(sinks), tasks), credential);
				const figures = await measure(sinks, count, work);
				results.push({ contender, own, task: count === 1 ? '1 task' : `${count} tasks`, figures });
			}
		}
		return results;
	},
};

/** Submits tasks, and waits for them with a workflow. */
async function measure(
	sinks: Sinks,
	count: number,
	run: (tasks: IDataObject[]) => Promise<Execution>,
): Promise<Result['figures']> {
	const tasks: IDataObject[] = [];
	while (tasks.length < count) tasks.push({ taskId: await submitPicture(sinks) });
	const ends = Date.now() + TASK_SECONDS * 1000;
	const before = await requestCount(sinks);
	const { startedAt, stoppedAt } = await run(tasks);
	return {
		requests: (await requestCount(sinks)) - before,
		seconds: (stoppedAt - startedAt) / 1000,
		late: (stoppedAt - ends) / 1000,
	};
}
