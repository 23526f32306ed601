/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import { freePort } from '../../../tools/n8n/processes';
import { onShutdown, progress } from '../../../tools/n8n/program';
import { installHost } from '../../../tools/n8n/install';
import { endN8n, N8n, type N8nOptions, processFile, type Role } from '../../../tools/n8n/n8n';
import { installPack } from '../../../tools/n8n/pack';
import { installPackages } from '../installPackages';

const pgVirtualenv = '/usr/bin/pg_virtualenv';
const redisServer = '/usr/bin/redis-server';

/**
 * Finds PostgreSQL and Redis as Debian installs them; where they are missing, a Debian that we administer gets them.
 *
 * @throws Error that says what to install
 */
async function ensurePrograms(): Promise<void> {
	const missing = [
		...(existsSync(pgVirtualenv) ? [] : ['postgresql']),
		...(existsSync(redisServer) ? [] : ['redis-server']),
	];
	if (missing.length === 0) return;
	await installPackages('Queue mode needs PostgreSQL and Redis', missing);
	// Debian starts what it installs; these tests have servers of their own.
	for (const name of missing) spawnSync('service', [name, 'stop']);
}

/** Starts Redis beside PostgreSQL, says how to reach the latter, and ends Redis with the input. */
const besidePostgres = `
	${redisServer} --port "$1" --bind 127.0.0.1 --save '' >&2 & redis=$!
	echo "$PGPORT $PGUSER $PGPASSWORD"
	cat
	kill $redis`;

/**
 * Starts a PostgreSQL that Debian throws away in the end, and a Redis that keeps nothing on disk, both on loopback. They end with
 * the program that has started them, in whatever way it ends.
 *
 * @param folder for their log
 * @throws Error with the log when they do not start
 */
async function startServers(folder: string) {
	const logFile = join(folder, 'servers.log');
	const redisPort = String(await freePort());
	const command = ['sh', '-c', besidePostgres, 'sh', redisPort];
	const cluster = ['-t', '-c', '--encoding=UTF8 --locale=C', '-o', 'full_page_writes=off'];
	const child = spawn(pgVirtualenv, [...cluster, ...command], {
		cwd: folder,
		detached: true,
	});
	child.stderr.pipe(createWriteStream(logFile));
	const ended = once(child, 'exit');
	for await (const line of createInterface({ input: child.stdout })) {
		const [, port, user, password] = /^(\d+) (\S+) (\S+)$/.exec(line) ?? [];
		if (port === undefined || user === undefined || password === undefined) continue;
		return {
			async stop(): Promise<void> {
				child.stdin.end();
				await ended;
			},
			/** The settings of n8n for both. */
			env: {
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: '127.0.0.1',
				DB_POSTGRESDB_PORT: port,
				DB_POSTGRESDB_DATABASE: 'postgres',
				DB_POSTGRESDB_USER: user,
				DB_POSTGRESDB_PASSWORD: password,
				QUEUE_BULL_REDIS_HOST: '127.0.0.1',
				QUEUE_BULL_REDIS_PORT: redisPort,
			},
		};
	}
	throw new Error(`PostgreSQL does not start. ${logFile}:\n${readFileSync(logFile, 'utf8')}`);
}

/** A file above this is refused by n8n's storage in the database; n8n's own default is 512. */
export const MAX_STORED_MIB = 24;

/** After this time without a sign of life n8n gives a worker's executions up; its own defaults are 60 and 30 seconds. */
const LOCK_MS = 5_000;
const STALLED_EVERY_MS = 2_000;

/** Time after which the others know that a worker is dead. */
export const STALLED_AFTER_MS = LOCK_MS + STALLED_EVERY_MS;

/** What n8n needs to know in queue mode, apart from where its servers are. */
const queueMode = {
	EXECUTIONS_MODE: 'queue',
	// As n8n will do always in its next major version, and as it recommends now.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE: String(MAX_STORED_MIB),
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

/** Starts PostgreSQL, Redis, and of n8n one main process, one for webhooks and two workers. */
export async function startCluster(folder: string): Promise<ClusterNote> {
	await ensurePrograms();
	const userFolder = join(folder, 'n8n');
	mkdirSync(userFolder, { recursive: true });
	const host = await installHost();
	await installPack(userFolder, host);
	const start = async () => await startServers(folder);
	const servers = await progress('Starting PostgreSQL and Redis', start);
	onShutdown(servers.stop);
	const [main, webhook] = [await freePort(), await freePort()];
	const webhookUrl = `http://127.0.0.1:${webhook}`;
	const env = { ...queueMode, ...servers.env, WEBHOOK_URL: `${webhookUrl}/` };
	const note = { userFolder, url: `http://127.0.0.1:${main}`, webhookUrl, env };
	onShutdown(async () => {
		const names = readdirSync(userFolder).filter((name) => name.endsWith('.pid'));
		for (const name of names) await killProcess(note, basename(name, '.pid'));
	});
	await progress('Starting n8n: the main process', async () => {
		await startProcess(note, 'start', 'main', main);
	});
	await progress('Starting n8n: a webhook process and two workers', async () => {
		await Promise.all([
			startProcess(note, 'webhook', 'webhook', webhook),
			startProcess(note, 'worker', 'worker-1'),
			startProcess(note, 'worker', 'worker-2'),
		]);
	});
	return note;
}

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
	await endN8n(Number(readFileSync(processFile(userFolder, name), 'utf8')));
}
