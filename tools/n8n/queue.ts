/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
	chownSync,
	closeSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';

import {
	endAllBelow,
	endAtOnce,
	endGroup,
	forgetProcess,
	freePort,
	groupAlive,
	notedProcess,
	noteProcess,
} from './processes';
import { installPackages, progress } from './program';
import { installHost } from './install';
import { N8n, type N8nOptions, type Role } from './n8n';
import { installPack } from './pack';

const READY_SECONDS = 60;

interface ServerOptions {
	/** Names the log and the note of the process. */
	name: string;
	/** Where log and note are. */
	folder: string;
	program: string;
	args: string[];
	/** The user it runs as, where that is another one. */
	user?: { uid: number; gid: number };
	env: Server['env'];
	/** The program that ends with 0 as soon as the server answers, with its arguments. */
	ready: string[];
}

/** A server that these tests have started, and the settings of n8n for it. */
interface Server {
	stop(): Promise<void>;
	env: Record<string, string>;
}

/**
 * Starts a server and waits until it answers.
 *
 * @throws Error with its log when it does not
 */
async function startServer(options: ServerOptions): Promise<Server> {
	const { name, folder, program, args, user, env } = options;
	const [asks = '', ...question] = options.ready;
	const logFile = join(folder, `${name}.log`);
	const note = join(folder, `${name}.pid`);
	const log = openSync(logFile, 'a');
	const child = spawn(program, args, {
		...user,
		cwd: '/',
		stdio: ['ignore', log, log],
		detached: true,
	});
	closeSync(log);
	child.once('error', () => {});
	noteProcess(note, child.pid);
	const stop = async (): Promise<void> => {
		if (child.pid !== undefined && alive(child)) endAtOnce(child.pid);
		while (alive(child)) await delay(20);
		forgetProcess(note);
	};
	const deadline = Date.now() + READY_SECONDS * 1000;
	while (spawnSync(asks, question).status !== 0) {
		if (!alive(child) || Date.now() > deadline) {
			await stop();
			throw new Error(`${name} does not answer. ${logFile}:\n${readFileSync(logFile, 'utf8')}`);
		}
		await delay(100);
	}
	return { stop, env };
}

function alive({ pid, exitCode, signalCode }: ChildProcess): boolean {
	return pid !== undefined && exitCode === null && signalCode === null;
}

const USER = 'n8n';

/**
 * Starts a PostgreSQL on a free port of loopback, which is thrown away at the end. It refuses to run as root, so root starts it as Debian's user
 * `postgres`.
 *
 * @param programs folder with its programs
 * @param folder for its log; its data too, unless its user may not go there
 */
async function startPostgres(programs: string, folder: string): Promise<Server> {
	const user = otherUser();
	const data = dataFolder(folder, user);
	const initdb = spawnSync(
		join(programs, 'initdb'),
		['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
		{ ...user, cwd: '/', encoding: 'utf8' },
	);
	if (initdb.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${initdb.stderr}`);
	const port = String(await freePort());
	const server = await startServer({
		name: 'postgres',
		folder,
		program: join(programs, 'postgres'),
		args: ['-D', data, '-p', port, ...settings(['listen_addresses=127.0.0.1', ...quick])],
		user,
		ready: [join(programs, 'pg_isready'), '-h', '127.0.0.1', '-p', port],
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: USER,
		},
	});
	return {
		...server,
		async stop() {
			await server.stop();
			rmSync(data, { recursive: true, force: true });
		},
	};
}

/** Nothing here has to survive a failure of the machine. */
const quick = ['unix_socket_directories=', 'fsync=off', 'full_page_writes=off'];

const settings = (list: string[]): string[] => list.flatMap((setting) => ['-c', setting]);

function otherUser(): ServerOptions['user'] {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = ['-u', '-g'].map((flag) =>
		Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
	);
	if (!uid || !gid)
		throw new Error('PostgreSQL does not run as root, and there is no user postgres');
	return { uid, gid };
}

/** A folder that this user may write to; a checkout in a home folder may be closed to others. */
function dataFolder(folder: string, user: ServerOptions['user']): string {
	const data = mkdtempSync(join(user ? tmpdir() : folder, 'n8n-postgres-'));
	if (user) chownSync(data, user.uid, user.gid);
	return data;
}

const versions = '/usr/lib/postgresql';
const redis = '/usr/bin/redis-server';
const redisClient = '/usr/bin/redis-cli';

/**
 * Finds PostgreSQL and Redis as Debian installs them; where they are missing, a Debian that we administer gets them.
 *
 * @returns the folder of PostgreSQL's programs
 * @throws Error that says what to install
 */
async function ensurePrograms(): Promise<string> {
	const missing = [
		...(postgresFolder() === undefined ? ['postgresql'] : []),
		...(existsSync(redis) ? [] : ['redis-server']),
	];
	if (missing.length > 0) {
		await installPackages('Queue mode needs PostgreSQL and Redis', missing);
		// Debian starts what it installs; these tests have servers of their own.
		for (const name of missing) spawnSync('service', [name, 'stop']);
	}
	const postgres = postgresFolder();
	if (postgres === undefined) throw new Error(`There is no PostgreSQL below ${versions}`);
	return postgres;
}

/** The newest version that has a server. */
function postgresFolder(): string | undefined {
	const installed = existsSync(versions) ? readdirSync(versions) : [];
	return installed
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Starts a Redis on a free port of loopback that keeps nothing on disk. */
async function startRedis(folder: string): Promise<Server> {
	const port = String(await freePort());
	return await startServer({
		name: 'redis',
		folder,
		program: redis,
		args: ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder],
		ready: [redisClient, '-p', port, 'ping'],
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
	});
}

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

interface ClusterOptions {
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
		const started = await startPostgres(programs, folder);
		onStarted(started.stop);
		return [started, await startRedis(folder)];
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
