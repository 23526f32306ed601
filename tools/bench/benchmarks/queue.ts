/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';

import { chain, httpRequest, type NodeSpec, packNode, webhookNode } from '../../n8n/workflows';
import { dataFolder, onShutdown } from '../../n8n/program';
import {
	call,
	countExecutions,
	forgedVideo,
	listExecutions,
	passing,
} from '../../n8n/presenterWorkflow';
import { startCluster, startWorker } from '../../n8n/queue';
import { Rest } from '../../n8n/rest';
import { type Benchmark, median, type Result, takeTurns } from '../lib/benchmark';
import {
	believingTrigger,
	callAll,
	createPicture,
	postPicture,
	publish,
	settled,
} from '../lib/workflows';
import { MIB } from '../lib/memory';
import { finishedTask, newTasks, startSinks, type Sinks } from '../lib/service';
import { credentialFor, type Setting } from '../lib/setting';

const WORKERS = [1, 2, 4];
const AT_ONCE = 20;
const RUNS = 2;
const RESULT_MIB = 3;

/** Executions by what they do. */
const CALLS = { submits: 100, callbacks: 100, downloads: 30 };

interface Contender {
	name: string;
	what: keyof typeof CALLS;
	/** The nodes after the webhook; the first one is the webhook itself where the callback is what counts. */
	nodes: NodeSpec[];
	/** Path of the webhook, below `/webhook/`. */
	path: string;
	body(): object;
}

interface Published extends Contender {
	workflowId: string;
	/** How often it was called so far. */
	called: number;
}

/** What more workers bring. */
export const queue: Benchmark = {
	name: 'queue',
	title: 'Queue mode',
	about: `n8n in queue mode with PostgreSQL, Redis, one main, one webhook and up to four worker processes, each of which works on five executions at once. Each execution is started by a webhook, ${AT_ONCE} calls at a time: ${CALLS.submits} submits of one AI task, ${CALLS.callbacks} callbacks, ${CALLS.downloads} downloads of a result of ${RESULT_MIB} MiB into the database. Counted from the first call until the last execution has finished. n8n's own nodes do the same in turn.`,
	explained:
		'All of this, the service included, shares the processor cores of one machine: with one worker, the webhook process and PostgreSQL already need a part of them, so further workers cannot multiply the throughput here.',
	figures: {
		perSecond: { heading: 'Executions/s', digits: 1 },
		timesOne: { heading: '× one worker', digits: 2 },
	},
	compared: { 'HTTP Request': 'perSecond', 'Webhook node': 'perSecond' },
	async run(setting) {
		await setting.n8n.stop();
		const folder = join(dataFolder, 'bench', 'queue');
		mkdirSync(folder, { recursive: true });
		const cluster = await startCluster(folder, onShutdown, { workers: 0, env: asInstalled });
		const rest = await Rest.signIn(cluster.url);
		const all = await publishAll(rest, await startSinks());
		const pool = new Pool(cluster.webhookUrl, { connections: AT_ONCE });
		const results: Result[] = [];
		let started = 0;
		for (const workers of WORKERS) {
			while (started < workers) await startWorker(cluster, ++started);
			results.push(
				...(await measureAll(setting, rest, { url: cluster.webhookUrl, pool }, all, workers)),
			);
		}
		await pool.close();
		return results.map((result) => ({ ...result, figures: withGrowth(result, results) }));
	},
};

/** The defaults of n8n in place of what the tests of queue mode need. */
const asInstalled = {
	N8N_LOG_LEVEL: 'info',
	QUEUE_WORKER_LOCK_DURATION: '60000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '10000',
	QUEUE_WORKER_STALLED_INTERVAL: '30000',
};

/** A workflow that begins with n8n's webhook. */
function calledByWebhook(
	contender: Omit<Contender, 'path' | 'nodes' | 'body'> & { node: NodeSpec },
): Contender {
	const path = randomUUID();
	return {
		...contender,
		path,
		nodes: [webhookNode(path), contender.node],
		body: () => ({ prompt: `Fox ${randomUUID()}` }),
	};
}

async function contenders(sinks: Sinks): Promise<Contender[]> {
	const { taskId, url } = await finishedTask(sinks, RESULT_MIB * MIB);
	await newTasks(sinks, { seconds: 3600 });
	const trigger = believingTrigger();
	const callback = () => forgedVideo(randomUUID());
	return [
		calledByWebhook({
			name: 'AI Create, Return Task ID',
			what: 'submits',
			node: createPicture('Submit', '$json.body.prompt'),
		}),
		calledByWebhook({
			name: 'HTTP Request node, the same post',
			what: 'submits',
			node: postPicture('Submit', sinks, '$json.body.prompt'),
		}),
		{ ...trigger, what: 'callbacks', nodes: [trigger.node, passing('After')], body: callback },
		{
			...calledByWebhook({ name: 'Webhook node', what: 'callbacks', node: passing('After') }),
			body: callback,
		},
		calledByWebhook({
			name: 'Get Task, Download Result',
			what: 'downloads',
			node: packNode('digitalHumanGetTask', 'Download', {
				operation: 'get',
				taskId: { __rl: true, mode: 'id', value: taskId },
				downloadResult: true,
			}),
		}),
		calledByWebhook({
			name: 'HTTP Request node, file response',
			what: 'downloads',
			node: httpRequest('Download', {
				url,
				authentication: 'none',
				options: { response: { response: { responseFormat: 'file' } } },
			}),
		}),
	];
}

async function publishAll(rest: Rest, sinks: Sinks): Promise<Published[]> {
	const credential = await credentialFor(rest, sinks);
	const published: Published[] = [];
	for (const contender of await contenders(sinks)) {
		const file = chain(`Benchmark: ${contender.name}`, ...contender.nodes);
		const workflow = await publish(rest, file, credential);
		published.push({ ...contender, workflowId: workflow.id, called: 0 });
	}
	return published;
}

async function measureAll(
	setting: Setting,
	rest: Rest,
	{ url, pool }: { url: string; pool: Pool },
	all: Published[],
	workers: number,
): Promise<Result[]> {
	for (const contender of all) {
		await call(url, contender.path, contender.body());
		contender.called += 1;
		await finished(rest, contender);
	}
	setting.report(inWords(workers));
	const rates = await takeTurns(setting, all, RUNS, async (contender, round) => {
		const count = round === 0 ? AT_ONCE : CALLS[contender.what];
		return await throughput(rest, pool, contender, count);
	});
	return all.map((contender) => ({
		contender: contender.name,
		task: `${CALLS[contender.what]} ${contender.what}, ${inWords(workers)}`,
		figures: { perSecond: median(rates(contender)) },
	}));
}

const inWords = (workers: number) => (workers === 1 ? '1 worker' : `${workers} workers`);

/**
 * @returns executions per second
 * @throws Error when one of them has not succeeded
 */
async function throughput(
	rest: Rest,
	pool: Pool,
	contender: Published,
	count: number,
): Promise<number> {
	const { path, body, workflowId } = contender;
	const calls = Array.from({ length: count }, () => ({ path, body: body() }));
	const began = Date.now();
	await callAll(pool, calls, AT_ONCE);
	contender.called += count;
	await finished(rest, contender);
	const executions = await listExecutions(rest, workflowId);
	const ended = Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
	return count / ((ended - began) / 1000);
}

/**
 * Waits until each call of a workflow so far has been executed.
 *
 * @throws Error when not every call has led to exactly one success
 */
async function finished(rest: Rest, { name, workflowId, called }: Published): Promise<void> {
	for (let round = 0; ; round++) {
		await settled(rest);
		const succeeded = await countExecutions(rest, { workflowId, status: ['success'] });
		if (succeeded === called && (await countExecutions(rest, { workflowId })) === called) return;
		// A worker may be about to take an execution that n8n does not list yet.
		if (round >= 50) throw new Error(`${name}: ${succeeded} of ${called} have succeeded`);
	}
}

function withGrowth({ contender, figures }: Result, results: Result[]): Result['figures'] {
	const one = results.find((result) => result.contender === contender)?.figures.perSecond;
	const { perSecond } = figures;
	return { ...figures, timesOne: perSecond && one && perSecond / one };
}
