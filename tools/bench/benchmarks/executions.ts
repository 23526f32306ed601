import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

import { freePort } from '../../n8n/processes';
import { isLive } from '../../n8n/presenterWorkflow';
import { chain, httpRequest, type NodeSpec, packNode, webhookNode } from '../../n8n/workflows';
import type { Benchmark, Result } from '../lib/benchmark';
import { heapBytes, inspectable, MIB } from '../lib/memory';
import { newTasks, type Sinks, startSinks } from '../lib/service';
import { credentialFor, type Setting } from '../lib/setting';
import { callAll, createPicture, postPicture, publish, settled } from '../lib/workflows';

const EXECUTIONS = 10_000;
const AT_ONCE = 5;

/** Executions after which n8n has loaded and filled whatever it keeps. */
const WARM_UP = 1_000;

interface Contender {
	name: string;
	/** Submits a picture, then asks for its task. */
	nodes(sinks: Sinks): NodeSpec[];
}

const contenders: Contender[] = [
	{
		name: 'AI Create and Get Task',
		nodes: () => [
			createPicture('Submit', '$json.body.prompt'),
			packNode('digitalHumanGetTask', 'Ask', {
				operation: 'get',
				taskId: { __rl: true, mode: 'id', value: '={{ $json.taskId }}' },
			}),
		],
	},
	{
		name: 'HTTP Request node twice',
		nodes: (sinks) => [
			postPicture('Submit', sinks, '$json.body.prompt'),
			httpRequest('Ask', {
				url: `=${sinks.url}/open/v1/ai_creation/task?unique_id={{ $json.data }}`,
				authentication: 'none',
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'access_token', value: sinks.token }] },
			}),
		],
	},
];

/** Whether executions that have ended leave something in memory. */
export const executions: Benchmark = {
	name: 'executions',
	title: 'Ten thousand executions',
	about: `Each is started by a webhook, ${AT_ONCE} at a time, submits a picture and asks for its task. What n8n keeps in memory after garbage collection, and what ${EXECUTIONS} more executions add.`,
	figures: {
		keptMib: { heading: `After ${WARM_UP}, MiB`, digits: 1 },
		addedMib: { heading: 'Added, MiB', digits: 1 },
	},
	async run(setting) {
		const results: Result[] = [];
		for (const contender of contenders) {
			setting.report(contender.name);
			results.push(await measure(setting, contender));
		}
		return results;
	},
};

async function measure(setting: Setting, { name, nodes }: Contender): Promise<Result> {
	const sinks = await startSinks();
	await newTasks(sinks, { seconds: 0 });
	const inspector = await freePort();
	const rest = await setting.afresh(inspectable(inspector));
	const path = randomUUID();
	const webhook = webhookNode(path);
	// Answered when the execution has ended: else n8n begins far more of them than it ends, until it refuses.
	webhook.parameters = { ...webhook.parameters, responseMode: 'lastNode' };
	const file = chain(`Benchmark: ${name}`, webhook, ...nodes(sinks));
	await publish(rest, file, await credentialFor(rest, sinks));
	await isLive(`${rest.url}/webhook/${path}`);
	const execute = async (count: number): Promise<void> => {
		// n8n closes connections that are not used, as while its memory is measured.
		const pool = new Pool(rest.url, { connections: AT_ONCE });
		const calls = Array.from({ length: count }, (_, index) => ({
			path,
			body: { prompt: `Fox ${index}` },
		}));
		await callAll(pool, calls, AT_ONCE);
		await pool.close();
		await settled(rest);
	};
	await execute(WARM_UP);
	const kept = await heapBytes(inspector);
	await execute(EXECUTIONS);
	const after = await heapBytes(inspector);
	return {
		contender: name,
		task: `${EXECUTIONS} executions`,
		figures: {
			keptMib: kept / MIB,
			addedMib: (after - kept) / MIB,
		},
	};
}
