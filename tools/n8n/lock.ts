/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Lets one process at a time do a piece of work; the others wait until it has ended or died.
 *
 * @param file the lock file; holds the id of the process at work
 * @param onWait called once when another process is at work
 */
export async function withLock<T>(
	file: string,
	work: () => Promise<T>,
	onWait: (processId: number) => void = () => {},
): Promise<T> {
	mkdirSync(dirname(file), { recursive: true });
	for (let tries = 0; !take(file); tries += 1) {
		const holder = holderOf(file);
		if (holder !== undefined && tries === 0) onWait(holder);
		if (holder === undefined) discard(file);
		await delay(500);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}

/** The process that a file names, if it is still alive. */
export function holderOf(file: string): number | undefined {
	let processId = 0;
	try {
		processId = Number(readFileSync(file, 'utf8').split('\n')[0]);
		process.kill(processId, 0);
		return processId;
	} catch (error) {
		const foreign = (error as NodeJS.ErrnoException).code === 'EPERM';
		return foreign ? processId : undefined;
	}
}

function take(file: string): boolean {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		return false;
	}
}

/** By a rename, which succeeds for one of several processes that find the same dead lock. */
function discard(file: string): void {
	const aside = `${file}.${process.pid}`;
	try {
		renameSync(file, aside);
		rmSync(aside, { force: true });
	} catch {
		// Another process was quicker.
	}
}
