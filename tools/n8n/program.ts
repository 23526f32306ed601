/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error */
import { dirname, join } from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import pLimit from 'p-limit';

import { here, npmCommand } from '../platform';

/** The checkout. */
export const root = join(__dirname, '..', '..');

/** Everything that the commands keep inside the checkout; not under version control. */
export const dataFolder = join(root, '.data');

/** Logs of builds and installations. */
const logFolder = join(dataFolder, 'logs');

const TAIL_LINES = 15;

interface CommandOptions {
	cwd: string;
	/** Name of the log file, without folder and ending. */
	log: string;
	env?: NodeJS.ProcessEnv;
}

/** Runs a program and keeps all that it prints in a log. @throws Error with its path and last lines when it does not end with 0 */
export async function run(program: string, args: string[], options: CommandOptions): Promise<void> {
	const logFile = join(logFolder, `${options.log}.log`);
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const line = [program, ...args].join(' ');
	try {
		writeSync(log, `$ ${line}\n`);
		const ended = await endOf(
			spawn(program, args, {
				cwd: options.cwd,
				env: options.env ?? process.env,
				stdio: ['ignore', log, log],
			}),
		);
		if (ended === 0) return;
		const end = typeof ended === 'string' ? ended : `ended with ${ended}`;
		throw new Error(`"${line}" ${end}. The last lines of ${logFile}:\n${tailOf(logFile)}`);
	} finally {
		closeSync(log);
	}
}

/** Waits for a program. @returns its exit code, or what happened instead */
export async function endOf(child: ChildProcess): Promise<number | string> {
	return await new Promise((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) => resolve(code ?? `was ended by ${signal}`));
	});
}

/** Runs npm, on our Node unless another is given, and without what the npm around us says about this package. */
export async function runNpm(
	args: string[],
	{ env = process.env, ...options }: CommandOptions,
	node?: string,
): Promise<void> {
	const command = npmCommand(args, here, node);
	await run(command.program, command.args, { ...options, env: withoutOurNpm(env) });
}

/** The last lines of a log; each step of a progress animation counts as a line. */
function tailOf(logFile: string): string {
	const text = readFileSync(logFile, 'utf8').replaceAll('\u001b[J', '\n');
	return stripVTControlCharacters(text).trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}

function withoutOurNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const own =
		/^npm_(package|lifecycle)_|^npm_(command|config_local_prefix|config_prefix)$|^INIT_CWD$/i;
	const entries = Object.entries(env).filter(([name]) => !own.test(name));
	return { ...Object.fromEntries(entries), npm_config_update_notifier: 'false' };
}

const EVERY_SECONDS = 10;

/** Shows that a step has begun, that it still runs, and how long it took until it was done or has failed. */
export async function progress<T>(text: string, work: () => Promise<T>): Promise<T> {
	const started = Date.now();
	const seconds = (): number => Math.round((Date.now() - started) / 1000);
	say(`${text} ...`);
	const timer = setInterval(() => say(`  ... ${seconds()} s`), EVERY_SECONDS * 1000);
	try {
		const result = await work();
		say(`  done (${seconds()} s)`);
		return result;
	} catch (error) {
		say(`  failed (${seconds()} s)`);
		throw error;
	} finally {
		clearInterval(timer);
	}
}

/** Asks until there is an answer. @throws Error with `otherwise` when none has come in time */
export async function waitFor<T>(
	ask: () => Promise<T> | T,
	seconds = 600,
	otherwise = 'nothing has come',
	everyMs = 200,
): Promise<NonNullable<Exclude<T, false>>> {
	for (const deadline = Date.now() + seconds * 1000; ; await delay(everyMs)) {
		const answer = await ask();
		if (answer) return answer as NonNullable<Exclude<T, false>>;
		if (Date.now() > deadline) throw new Error(`After ${seconds} s, ${otherwise}`);
	}
}

/** Does a piece of work for each item, so many at the same time. */
export async function inLanes<T>(
	lanes: number,
	items: Iterable<T>,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const limit = pLimit(lanes);
	const all = Array.from(items, async (item) => await limit(async () => await work(item)));
	await Promise.all(all);
}

/** One line for the person at the terminal. */
export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

type Step = () => Promise<void> | void;

const steps: Step[] = [];
let shuttingDown = false;

/** Something to do before the program ends, however it ends; the last one goes first. */
export function onShutdown(step: Step): void {
	steps.push(step);
}

/** Does everything that was asked for with `onShutdown`, once. */
export async function shutDown(): Promise<void> {
	for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}

/** Runs the work of a program, which returns the exit code, and stops what it started, also on Ctrl-C (a second one does not wait). */
export function runProgram(work: () => Promise<number>): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (shuttingDown) process.exit(130);
			shuttingDown = true;
			say('\nStopping ...');
			void shutDown().finally(() => process.exit(signal === 'SIGINT' ? 0 : 143));
		});
	}
	const finish = async (): Promise<void> => {
		let code = 1;
		try {
			code = await work();
		} catch (error) {
			if (!shuttingDown) say(`\n${inWords(error)}`);
		}
		if (shuttingDown) return;
		shuttingDown = true;
		await shutDown();
		process.exit(code);
	};
	void finish();
}

/** What went wrong, for the person at the terminal. */
export function inWords(error: unknown): string {
	const { code, message = String(error) } = error as NodeJS.ErrnoException;
	if (code !== 'ENOSPC') return message;
	return `The disk is full (${message}). Make room on it and run the command again.`;
}
