/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { createHash } from 'node:crypto';
import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'node:net';
import { type ChildProcess, spawnSync } from 'node:child_process';

import { endTreeCommand, knowsSignals, processInfo, treeId } from '../platform';

/**
 * All files below a folder, sorted, or the file itself.
 *
 * @returns nothing where the path does not exist
 */
export function filesBelow(path: string): string[] {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return [];
	if (!stat.isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}

/** A short hash over names and contents of files and folders, named relative to `base`. */
export function hashOf(base: string, paths: readonly string[]): string {
	const hash = createHash('sha256');
	for (const file of paths.flatMap((path) => filesBelow(join(base, path)))) {
		hash.update(relative(base, file)).update('\0').update(readFileSync(file)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

/**
 * Lets one process at a time do a piece of work; the others wait until it has ended or died.
 *
 * @param file the lock file, a note of the process at work
 * @param onWait called once when another process is at work
 * @throws Error of the system when the file cannot be written
 */
export async function withLock<T>(
	file: string,
	work: () => Promise<T>,
	onWait: (processId: number) => void = () => {},
): Promise<T> {
	for (let tries = 0; ; tries += 1) {
		const holder = claim(file);
		if (holder === undefined) break;
		if (tries === 0) onWait(holder);
		await delay(500);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}

/**
 * Takes a lock file for this process, also in the place of a process that has died.
 *
 * @returns the living process that has it instead
 * @throws Error of the system when the file cannot be written
 */
export function claim(file: string): number | undefined {
	mkdirSync(dirname(file), { recursive: true });
	// Complete before it has its name: another process must not find half of it, which would be nobody's.
	const own = `${file}.${process.pid}`;
	try {
		noteProcess(own, process.pid);
		while (!linked(own, file)) {
			const holder = readNote(file)?.processId;
			if (holder !== undefined) return holder;
			discard(file);
		}
		return undefined;
	} finally {
		rmSync(own, { force: true });
	}
}

/** Gives a file a second name, unless there is a file of that name. */
export function linked(from: string, to: string): boolean {
	try {
		linkSync(from, to);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		return false;
	}
}

/** By a rename, which succeeds for one of several processes that find the same dead lock. */
function discard(file: string): void {
	const aside = `${file}.${process.pid}.dead`;
	try {
		renameSync(file, aside);
		rmSync(aside, { force: true });
	} catch {
		// Another process was quicker.
	}
}

/**
 * Notes a process, so that what it has left can be put in order after it has died.
 *
 * @param text further lines
 */
export function noteProcess(file: string, processId: number | undefined, text = ''): void {
	const { started = '', command = '' } = processInfo(processId ?? 0) ?? {};
	writeFileSync(file, [processId, started, JSON.stringify(command), text].join('\n'));
}

interface Note {
	processId: number;
	/** The further lines. */
	text: string;
}

/**
 * What a file notes about a process that still lives. Process ids are used again: one that was started at another time, or as
 * another program, is a stranger. Some programs change their command line; `isSame` decides about it.
 */
export function readNote(
	file: string,
	isSame = (now: string, noted: string) => now === noted,
): Note | undefined {
	if (!existsSync(file)) return undefined;
	const [id, started, command = '', ...text] = readFileSync(file, 'utf8').split('\n');
	const info = processInfo(Number(id));
	if (!info || info.started !== started) return undefined;
	if (!isSame(JSON.stringify(info.command), command)) return undefined;
	return { processId: Number(id), text: text.join('\n') };
}

export function forgetProcess(file: string): void {
	rmSync(file, { force: true });
}

/**
 * Where ports are chosen: below those that systems give to outgoing connections. One of these could be taken in the seconds
 * until a program that is being started listens on its port.
 */
const FIRST = 12_000;
const LAST = 32_000;

/**
 * A port of the loopback address that is free at this moment.
 *
 * @param requested is returned if it is free
 */
export async function freePort(requested?: number): Promise<number> {
	const port = requested ?? FIRST + Math.floor(Math.random() * (LAST - FIRST));
	return (await isFree(port)) ? port : await freePort();
}

async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** Sends a signal to a process and all that it has started; a group that is gone already is no error. */
export function endGroup(leader: number, signal: NodeJS.Signals): void {
	const command = endTreeCommand(leader);
	if (command !== undefined) {
		spawnSync(command.program, command.args, { stdio: 'ignore' });
		return;
	}
	try {
		process.kill(treeId(leader), signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

export function groupAlive(leader: number): boolean {
	try {
		process.kill(treeId(leader), 0);
		return true;
	} catch {
		return false;
	}
}

/** Asks a program of ours to end; where it cannot be asked, ends it and what it has started. */
export function endChild(child: ChildProcess): void {
	if (knowsSignals()) child.kill('SIGTERM');
	else if (child.pid !== undefined) endGroup(child.pid, 'SIGTERM');
}

/** Id of the leader of a group that a note is about, while it lives. */
export function notedProcess(file: string): number | undefined {
	return readNote(file, (now) => kinds.some(({ mark }) => now.includes(mark)))?.processId;
}

/** Ends every process that was noted below a folder, in files that end with `.pid`. */
export function endAllBelow(folder: string): void {
	// PostgreSQL has a note of its own.
	const isOurs = (file: string) => file.endsWith('.pid') && basename(file) !== 'postmaster.pid';
	for (const file of filesBelow(folder).filter(isOurs)) {
		const leader = notedProcess(file);
		if (leader !== undefined) endAtOnce(leader);
		forgetProcess(file);
	}
}

/** Ends a process that was started here, and all that it has started; any other stays. */
export function endAtOnce(leader: number): void {
	const command = processInfo(leader)?.command ?? '';
	const kind = kinds.find(({ mark }) => command.includes(mark));
	if (kind !== undefined) endGroup(leader, kind.signal);
}

/**
 * What is started here: what stands in its command line, and what ends it at once, with everything put away that it keeps
 * outside its folder.
 */
const kinds: ReadonlyArray<{ mark: string; signal: NodeJS.Signals }> = [
	{ mark: '/n8n/bin/n8n ', signal: 'SIGKILL' },
	{ mark: '/bin/postgres -D ', signal: 'SIGQUIT' },
	{ mark: 'redis-server ', signal: 'SIGKILL' },
];
