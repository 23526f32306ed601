/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { here, npmCommand } from '../platform';
import { logFolder } from './paths';

const TAIL_LINES = 15;

export interface CommandOptions {
	cwd: string;
	/** Name of the log file, without folder and ending. */
	log: string;
	env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program and keeps everything that it prints in a log file.
 *
 * @throws Error with the last lines and the path of the log when it does not end with 0
 */
export async function run(program: string, args: string[], options: CommandOptions): Promise<void> {
	const logFile = join(logFolder, `${options.log}.log`);
	mkdirSync(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile);
	const line = [program, ...args].join(' ');
	log.write(`$ ${line}\n`);
	const ended = await new Promise<string>((resolve) => {
		const child = spawn(program, args, {
			cwd: options.cwd,
			env: options.env ?? process.env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		child.stdout.pipe(log, { end: false });
		child.stderr.pipe(log, { end: false });
		child.once('error', (error) => resolve(error.message));
		child.once('close', (code, signal) =>
			resolve(code === 0 ? '' : `ended with ${code ?? signal}`),
		);
	});
	await new Promise((resolve) => log.end(resolve));
	if (ended === '') return;
	throw new Error(`"${line}" ${ended}. The last lines of ${logFile}:\n${tailOf(logFile)}`);
}

/**
 * Runs npm, without what the npm around us says about this package.
 *
 * @param node the Node that npm and its scripts run on; ours unless given
 */
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
