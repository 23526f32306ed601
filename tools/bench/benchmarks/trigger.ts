import { randomUUID } from 'node:crypto';

import type { Rest } from '../../n8n/rest';
import { chain, type NodeSpec, webhookNode } from '../../n8n/workflows';
import { forgedVideo, isLive, taskTrigger } from '../../n8n/presenterWorkflow';
import { type Benchmark, median, type Result } from '../lib/benchmark';
import { callAll, publish, settled } from '../lib/workflows';
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

/** A Task Callback Trigger that believes its callers. */
function believingTrigger(): Contender {
	const id = randomUUID();
	const options = { verify: false, secretFrom: 'own', secret: 'benchmark' };
	return {
		name: 'Task Callback Trigger, not verifying',
		path: `${id}/digital-human?secret=${options.secret}`,
		node: taskTrigger({ options }, id),
	};
}

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
			results.push(...(await measureAll(setting, await setting.afresh(env), task)));
		}
		return results;
	},
};

async function measureAll({ runs = RUNS }: Setting, rest: Rest, task: string): Promise<Result[]> {
	const all = contenders();
	for (const contender of all) await goLive(rest, contender);
	/** Posts callbacks about new tasks. */
	const call = async ({ path }: Contender, atOnce: number) => {
		const calls = Array.from({ length: CALLS }, () => ({ path, body: forgedVideo(randomUUID()) }));
		const called = await callAll(rest.url, calls, atOnce);
		await settled(rest);
		return called;
	};
	// The first round only loads what is loaded late.
	for (const contender of all) await call(contender, AT_ONCE);
	const measured = all.map((contender) => ({
		contender,
		rounds: [] as Array<Awaited<ReturnType<typeof callAll>>>,
	}));
	for (let round = 0; round < runs; round++) {
		for (const { contender, rounds } of measured) rounds.push(await call(contender, AT_ONCE));
	}
	const results: Result[] = [];
	for (const { contender, rounds } of measured) {
		const figures = {
			perSecond: median(rounds.map(({ seconds }) => CALLS / seconds)),
			worstMs: median(rounds.map(({ worstMs }) => worstMs)),
			stormMs: (await call(contender, CALLS)).worstMs,
		};
		results.push({ contender: contender.name, task, figures });
	}
	return results;
}

async function goLive(rest: Rest, { name, path, node }: Contender): Promise<void> {
	await publish(rest, {
		...chain(`Benchmark: ${name}`, node),
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await isLive(`${rest.url}/webhook/${path}`);
}
