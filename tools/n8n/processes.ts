/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimes } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'node:net';
import type { ChildProcess } from 'node:child_process';

import { endTree, knowsSignals } from '../platform';

/** All files below a folder, sorted, or the file itself; nothing where the path does not exist. */
export function filesBelow(path: string): string[] {
	const stat = statSync(path, { throwIfNoEntry: false });
	if (!stat?.isDirectory()) return stat ? [path] : [];
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

/** How often the holder of a lock shows that it lives, and after which time without that it is dead. */
const SIGN_MS = 1_000;
const DEAD_MS = 10_000;

/**
 * Lets one process at a time do a piece of work; the others wait until it has ended or died.
 * @param lock a folder that is there while a process is at work
 */
export async function withLock<T>(
	lock: string,
	work: () => Promise<T>,
	onWait: () => void = () => {},
): Promise<T> {
	let release = claim(lock);
	if (release === undefined) onWait();
	for (; release === undefined; release = claim(lock)) await delay(500);
	try {
		return await work();
	} finally {
		release();
	}
}

/** Takes a lock, also that of a process that has died. @returns what gives it back; nothing when a living process has it */
export function claim(lock: string): (() => void) | undefined {
	const release = (): void => rmSync(lock, { recursive: true, force: true });
	if (!isHeld(lock)) release();
	mkdirSync(dirname(lock), { recursive: true });
	try {
		mkdirSync(lock);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		return undefined;
	}
	const sign = setInterval(() => {
		const now = new Date();
		utimes(lock, now, now, () => {});
	}, SIGN_MS).unref();
	return () => {
		clearInterval(sign);
		release();
	};
}

/** Whether a living process has a lock. */
export function isHeld(lock: string): boolean {
	const signed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return Date.now() - signed < DEAD_MS;
}

/**
 * Where ports are chosen: below those that systems give to outgoing connections. One of these could be taken in the seconds
 * until a program that is being started listens on its port.
 */
const FIRST = 12_000;
const LAST = 32_000;

/** A port of the loopback address that is free at this moment: the requested one, if it is. */
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

/** Asks a program of ours to end; where it cannot be asked, ends it and what it has started. */
export function endChild(child: ChildProcess): void {
	if (knowsSignals()) child.kill('SIGTERM');
	else if (child.pid !== undefined) endTree(child.pid);
}
