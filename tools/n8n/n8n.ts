/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error */
import { dirname, join } from 'node:path';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import {
	endTree,
	knowsSignals,
	surroundingsOf,
	treeAlive,
	treeOptions,
	withPathFirst,
} from '../platform';
import type { Host } from './install';
import { freePort } from './processes';
import { say, waitFor } from './program';
import { type InstalledPack, installPack, nodeTypesOf } from './pack';
import { Rest } from './rest';

/**
 * The environment of an n8n that listens on loopback only, keeps everything in its user folder and asks nothing of
 * the person at the editor. Settings for n8n or a proxy that happen to be around us stay out.
 */
function n8nEnvironment(
	{ node }: Host,
	userFolder: string,
	ports: Record<'editor' | 'runners', number>,
	more: Record<string, string>,
): NodeJS.ProcessEnv {
	return {
		...withPathFirst(dirname(node.executable), surroundingsOf()),
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(ports.editor),
		N8N_RUNNERS_BROKER_PORT: String(ports.runners),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...more,
	};
}

/** How long n8n may take to start: on a slow or busy computer, its first start takes many minutes. */
const READY_SECONDS = 20 * 60;
/** From when on it is said that n8n is slow. */
const SLOW_SECONDS = 120;
const SLOW =
	'  n8n is slow to start here: leave it running, and close other programs if you can. The next start is faster.';
const RUN_AGAIN = 'Run it again when the computer is less busy: a second start is faster';
const STOP_SECONDS = 15;
const TAIL_LINES = 25;

/** What a process of n8n does, and the command for it; all but `start` exist in queue mode only. */
export type Role = 'start' | 'webhook' | 'worker';

export interface N8nOptions {
	host: Host;
	/** `start` unless given. */
	role?: Role;
	/** Tells the processes that share a user folder apart; `n8n` unless given. */
	name?: string;
	/** N8N_USER_FOLDER: database, files, installed packages and the log. */
	userFolder: string;
	/** Port of the editor, of a worker's health check; any free one unless given. */
	port?: number;
	/** Further settings of n8n, by the names of its environment variables. */
	env?: Record<string, string>;
}

/** Where the id of a process stands, for those that did not start it. */
export const processFile = (userFolder: string, name: string): string =>
	join(userFolder, `${name}.pid`);

/** Ends a process of n8n at once, without a chance to put anything in order, and waits until it is gone. */
export async function endN8n(processId: number): Promise<void> {
	endTree(processId);
	while (treeAlive(processId)) await delay(20);
}

/** One n8n process with a user folder of its own, and the processes that it starts. */
export class N8n {
	private process: ChildProcess | undefined;

	/** @param options whose port stays the same over restarts */
	private constructor(private readonly options: Required<N8nOptions>) {}

	/** Starts n8n and waits until it answers. */
	static async start(options: N8nOptions): Promise<N8n> {
		const port = options.port ?? (await freePort());
		const n8n = new N8n({ role: 'start', name: 'n8n', env: {}, ...options, port });
		await n8n.launch();
		return n8n;
	}

	/** Address of the editor, without a slash at the end. */
	get url(): string {
		return `http://127.0.0.1:${this.options.port}`;
	}

	get userFolder(): string {
		return this.options.userFolder;
	}

	get host(): Host {
		return this.options.host;
	}

	get logFile(): string {
		return join(this.userFolder, `${this.options.name}.log`);
	}

	/** Id of the process while it runs. */
	get processId(): number | undefined {
		return this.process?.pid;
	}

	/** Everything that n8n has printed in this user folder, over restarts too. */
	log(): string {
		return readFileSync(this.logFile, 'utf8');
	}

	/** Ends n8n as Ctrl-C does where that can be done, and by force if that takes longer than 15 seconds. */
	async stop(): Promise<void> {
		if (!knowsSignals()) return await this.kill();
		if (this.running()) this.process?.kill('SIGTERM');
		await waitFor(() => !this.running(), STOP_SECONDS).catch(() => undefined);
		await this.kill();
	}

	/** Ends n8n at once, without a chance to put anything in order. */
	async kill(): Promise<void> {
		if (this.process?.pid === undefined) return;
		await endN8n(this.process.pid);
		this.process = undefined;
	}

	/** Starts n8n again, on the same port and with the same user folder, after `stop` or `kill`. */
	async launch(): Promise<void> {
		if (this.process !== undefined) throw new Error('This n8n is running already');
		const { host, userFolder, env, role, name, port } = this.options;
		mkdirSync(userFolder, { recursive: true });
		const ports = { editor: port, runners: await freePort() };
		const log = openSync(this.logFile, 'a');
		const command = role === 'worker' ? ['worker', '--concurrency=5'] : [role];
		const guarded = ['--require', join(__dirname, 'hostGuard.js'), host.command];
		this.process = spawn(host.node.executable, [...guarded, ...command], {
			cwd: userFolder,
			env: n8nEnvironment(host, userFolder, ports, env),
			// It ends with its input: see hostGuard.js.
			stdio: ['pipe', log, log],
			...treeOptions(),
		});
		closeSync(log);
		writeFileSync(processFile(userFolder, name), String(this.process.pid));
		try {
			await this.ready();
		} catch (error) {
			await this.kill();
			throw error;
		}
	}

	/** Whether the process is there. */
	running(): boolean {
		return this.process?.exitCode === null && this.process.signalCode === null;
	}

	private async ready(): Promise<void> {
		const slow = setTimeout(() => say(SLOW), SLOW_SECONDS * 1000);
		const isReady = async () => {
			if (!this.running()) throw new Error('it ended while it was starting');
			return await this.answers();
		};
		try {
			await waitFor(isReady, READY_SECONDS, `it is not ready. ${RUN_AGAIN}`);
		} catch (error) {
			throw new Error(`n8n does not start: ${(error as Error).message}. ${this.tail()}`);
		} finally {
			clearTimeout(slow);
		}
	}

	/** The health check answers before the routes of the editor are in place, so both are asked. */
	private async answers(): Promise<boolean> {
		try {
			const health = await fetch(`${this.url}/healthz/readiness`);
			if (!health.ok || this.options.role !== 'start') return health.ok;
			const settings = await fetch(`${this.url}/rest/settings`);
			return settings.ok && (settings.headers.get('content-type') ?? '').includes('json');
		} catch {
			return false;
		}
	}

	private tail(): string {
		const lines = this.log().trimEnd().split('\n').slice(-TAIL_LINES);
		return `The last lines of ${this.logFile}:\n${lines.join('\n')}`;
	}
}

interface NodeType {
	name: string;
	displayName: string;
	version: number | number[];
}

/** Enters the pack in n8n's list of installed community packages. @throws Error when n8n has not loaded every node of it */
async function recordPack(n8n: N8n, rest: Rest, pack: InstalledPack): Promise<void> {
	const loaded = (await (await rest.fetch('/types/nodes.json')).json()) as NodeType[];
	const nodes = nodeTypesOf(pack).map((name) => {
		const type = loaded.find((entry) => entry.name === name);
		if (type === undefined) throw new Error(`n8n has not loaded ${name}; see ${n8n.logFile}`);
		return { name, displayName: type.displayName, version: [type.version].flat().at(-1) };
	});
	const database = join(n8n.userFolder, '.n8n', 'database.sqlite');
	const script = join(__dirname, 'databaseEntry.js');
	const { status, stderr } = spawnSync(n8n.host.node.executable, [script, database], {
		cwd: n8n.host.folder,
		input: JSON.stringify({ pack, nodes }),
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`The pack could not be entered in n8n's database: ${stderr}`);
}

/** An n8n with the pack installed and an owner signed in. */
interface Instance {
	n8n: N8n;
	rest: Rest;
}

/** Installs the built pack into a user folder, starts n8n there and signs in. */
export async function startInstance(options: N8nOptions): Promise<Instance> {
	const pack = await installPack(options.userFolder, options.host);
	const n8n = await N8n.start(options);
	try {
		const rest = await Rest.signIn(n8n.url);
		await recordPack(n8n, rest, pack);
		return { n8n, rest };
	} catch (error) {
		await n8n.kill();
		throw error;
	}
}
