/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { endAtOnce, forgetProcess, noteProcess } from '../processGroup';

const READY_SECONDS = 60;

export interface ServerOptions {
	/** Names the log and the note of the process. */
	name: string;
	/** Where log and note are. */
	folder: string;
	program: string;
	args: string[];
	/** The user it runs as, where that is another one. */
	user?: { uid: number; gid: number };
	/** Whether it answers. */
	ready(): Promise<boolean>;
}

/** A server that these tests have started. */
export interface Server {
	stop(): Promise<void>;
}

/**
 * Starts a server and waits until it answers.
 *
 * @throws Error with its log when it does not
 */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { name, folder, program, args, user } = options;
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
	for (const deadline = Date.now() + READY_SECONDS * 1000; !(await options.ready()); ) {
		if (!alive(child) || Date.now() > deadline) {
			await stop();
			throw new Error(`${name} does not answer. ${logFile}:\n${readFileSync(logFile, 'utf8')}`);
		}
		await delay(100);
	}
	return { stop };
}

function alive({ pid, exitCode, signalCode }: ChildProcess): boolean {
	return pid !== undefined && exitCode === null && signalCode === null;
}
