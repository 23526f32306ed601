/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { installHost } from '../install';
import type { N8nOptions, Role } from '../n8n';
import { N8n } from '../n8n';
import { installPack } from '../pack';
import { freePort } from '../ports';
import { endAllBelow, endGroup, groupAlive, notedProcess } from '../processGroup';
import { progress } from '../progress';
import { startPostgres } from './postgres';
import { ensurePrograms } from './programs';
import { startRedis } from './redis';

/** A file above this is refused by n8n's storage in the database; n8n's own default is 512. */
export const LARGEST_STORED_MIB = 24;

/** After this time without a sign of life n8n gives a worker's executions up; its own defaults are 60 and 30 seconds. */
const LOCK_MS = 5_000;
const STALLED_EVERY_MS = 2_000;

/** What n8n needs to know in queue mode, apart from where its servers are. */
const queueMode = {
	EXECUTIONS_MODE: 'queue',
	// As n8n will do always in its next major version, and as it recommends now.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE: String(LARGEST_STORED_MIB),
	N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
	QUEUE_WORKER_LOCK_DURATION: String(LOCK_MS),
	QUEUE_WORKER_LOCK_RENEW_TIME: String(LOCK_MS / 5),
	QUEUE_WORKER_STALLED_INTERVAL: String(STALLED_EVERY_MS),
	N8N_LOG_LEVEL: 'debug',
	npm_config_offline: 'true',
};

/** Addresses and settings of all processes; survives as text, for the tests run in contexts of their own. */
export interface ClusterNote {
	userFolder: string;
	/** The editor: the main process. */
	url: string;
	/** Takes all production webhooks and the callbacks of paused executions. */
	webhookUrl: string;
	env: Record<string, string>;
}

export interface ClusterOptions {
	/** How many worker processes; two unless given. */
	workers?: number;
	/** Settings that go before the ones made here. */
	env?: Record<string, string>;
}

/** Starts PostgreSQL, Redis, and of n8n one main, one webhook and some worker processes. */
export async function startCluster(
	folder: string,
	onStarted: OnStarted,
	{ workers = 2, env: more = {} }: ClusterOptions = {},
): Promise<ClusterNote> {
	const programs = await ensurePrograms();
	const userFolder = join(folder, 'n8n');
	mkdirSync(userFolder, { recursive: true });
	const host = await installHost();
	await installPack(userFolder, host);
	const [postgres, redis] = await progress('Starting PostgreSQL and Redis', async () => {
		const started = await startPostgres(programs.postgres, folder);
		onStarted(started.stop);
		return [started, await startRedis(programs.redis, folder)];
	});
	onStarted(redis.stop);
	const [main, webhook] = [await freePort(), await freePort()];
	const webhookUrl = `http://127.0.0.1:${webhook}`;
	const servers = { ...postgres.env, ...redis.env, WEBHOOK_URL: `${webhookUrl}/` };
	const env = { ...queueMode, ...servers, ...more };
	const note = { userFolder, url: `http://127.0.0.1:${main}`, webhookUrl, env };
	onStarted(() => endAllBelow(userFolder));
	await progress('Starting n8n: the main process', async () => {
		await startProcess(note, 'start', 'main', main);
	});
	await progress(`Starting n8n: a webhook process, workers: ${workers}`, async () => {
		await Promise.all([
			startProcess(note, 'webhook', 'webhook', webhook),
			...Array.from({ length: workers }, async (_, index) => await startWorker(note, index + 1)),
		]);
	});
	return note;
}

/** @param number counts the workers from 1 */
export async function startWorker(note: ClusterNote, number: number): Promise<void> {
	await startProcess(note, 'worker', `worker-${number}`);
}

type OnStarted = (stop: () => Promise<void> | void) => void;

/** Starts one more process of n8n, or one again that was killed. @returns its address */
export async function startProcess(
	{ userFolder, env }: ClusterNote,
	role: Role,
	name: string,
	requested?: number,
): Promise<string> {
	const port = requested ?? (await freePort());
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	const options: N8nOptions = {
		host: await installHost(),
		role,
		name,
		userFolder,
		port,
		env: { ...env, ...(role === 'worker' ? health : {}) },
	};
	return (await N8n.start(options)).url;
}

/** Ends a process of n8n at once, without a chance to put anything in order. */
export async function killProcess({ userFolder }: ClusterNote, name: string): Promise<void> {
	const leader = notedProcess(join(userFolder, `${name}.pid`));
	if (leader === undefined) throw new Error(`${name} does not run`);
	endGroup(leader, 'SIGKILL');
	while (groupAlive(leader)) await delay(20);
}
