import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

import type { Rest } from '../../n8n/rest';
import { chain, type NodeSpec, webhookNode } from '../../n8n/workflows';
import { forgedVideo, isLive } from '../../n8n/presenterWorkflow';
import { type Benchmark, median, type Result, takeTurns } from '../lib/benchmark';
import { believingTrigger, callAll, publish, settled, type Called } from '../lib/workflows';
import type { Setting } from '../lib/setting';

const CALLS = 200;
const AT_ONCE = 8;
const RUNS = 5;

interface Contender {
	name: string;
	path: string;
	node: NodeSpec;
}

const webhook = (name: string, typeVersion: number): Contender => {
	const path = randomUUID();
	return { name, path, node: webhookNode(path, typeVersion) };
};

const contenders = (): Contender[] => [
	believingTrigger(),
	webhook('Webhook node', 2),
	webhook('Webhook node, version 1', 1),
];

/** How n8n is set, by what the page of results calls it. */
const settings: Record<string, Record<string, string>> = {
	'n8n as it is': {},
	'isolates only when needed': { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

/** Callbacks that start a workflow each. */
export const trigger: Benchmark = {
	name: 'trigger',
	title: 'Callbacks',
	about: `${CALLS} callbacks about different tasks, ${AT_ONCE} at a time, each of which starts an execution. The Task Callback Trigger checks a secret and drops repeated callbacks; the Webhook node accepts everything. They alternate. In the end, all ${CALLS} arrive at once, and each has to be answered.`,
	explained:
		'n8n creates an isolate for expressions with every call, which takes most of the time, except for its own Webhook node from version 2 on. With N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true, it only creates one where an expression is evaluated.',
	figures: {
		perSecond: { heading: 'Callbacks/s' },
		worstMs: { heading: 'Slowest answer, ms' },
		stormMs: { heading: `Slowest of ${CALLS} at once, ms` },
	},
	compared: { 'version 1': 'perSecond', 'Webhook node': 'perSecond' },
	async run(setting) {
		const results: Result[] = [];
		for (const [task, env] of Object.entries(settings)) {
			setting.report(task);
			results.push(...(await measureAll(setting, await setting.afresh(env), task)));
		}
		return results;
	},
};

async function measureAll(setting: Setting, rest: Rest, task: string): Promise<Result[]> {
	const all = contenders();
	for (const contender of all) await goLive(rest, contender);
	const pool = new Pool(rest.url, { connections: AT_ONCE });
	const crowd = new Pool(rest.url, { connections: CALLS });
	const call = async ({ path }: Contender, from: Pool, atOnce: number): Promise<Called> => {
		const called = await callAll(from, callbacks(path), atOnce);
		await settled(rest);
		return called;
	};
	const rounds = await takeTurns(setting, all, RUNS, async (one) => await call(one, pool, AT_ONCE));
	const results: Result[] = [];
	for (const contender of all) {
		const { worstMs: stormMs } = await call(contender, crowd, CALLS);
		const measured = rounds(contender);
		const figures = {
			perSecond: median(measured.map(({ seconds }) => CALLS / seconds)),
			worstMs: median(measured.map(({ worstMs }) => worstMs)),
			stormMs,
		};
		results.push({ contender: contender.name, task, figures });
	}
	await Promise.all([pool.close(), crowd.close()]);
	return results;
}

/** As many callbacks about new tasks. */
const callbacks = (path: string) =>
	Array.from({ length: CALLS }, () => ({ path, body: forgedVideo(randomUUID()) }));

async function goLive(rest: Rest, { name, path, node }: Contender): Promise<void> {
	await publish(rest, {
		...chain(`Benchmark: ${name}`, node),
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await isLive(`${rest.url}/webhook/${path}`);
}
