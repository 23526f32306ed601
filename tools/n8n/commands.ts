/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { runRelease } from '../release/dryRun';
import { findRunning, runDemo, type Running, startLocal } from './local';
import { dataFolder, runProgram, say } from './program';
import { owner, Rest } from './rest';
import { runTests, runVersions } from './runTests';

/** What each command does; returns the exit code. */
const commands: Record<string, () => Promise<number>> = {
	start,
	demo,
	/** `npm run test:n8n`: the example workflows and what only a real n8n can show. */
	test: async () => await runTests('tests'),
	versions: runVersions,
	release: runRelease,
};

/** Runs the work of a command; false where there is none of that name. */
export function runCommand(name: string): boolean {
	const work = commands[name];
	if (work !== undefined) runProgram(work);
	return work !== undefined;
}

/** `npm start`: a local n8n to try the pack in, until Ctrl-C. */
async function start(): Promise<number> {
	const running = findRunning();
	if (running !== undefined) {
		say('n8n is already running. Press Ctrl-C in the terminal where it was started to stop it.');
		describe(running);
		return 0;
	}
	const { n8n, access } = await startLocal();
	describe({ url: n8n.url, access });
	say('  Press Ctrl-C to stop everything.');
	while (n8n.running()) await delay(500);
	say(`n8n has stopped. See ${n8n.logFile}`);
	return 1;
}

function describe({ url, access }: Running): void {
	const { email, password } = owner();
	say(`
  n8n with the Digital Human nodes:
    Address   ${url}/home/workflows
    Email     ${email}
    Password  ${password}

  Demo service (simulates the real one, costs nothing): ${access.baseUrl}
  A credential and the example workflows are ready: open an example and click "Execute workflow".
`);
}

/** `npm run demo`: runs an example in the n8n of this checkout, which it starts if it is not running. */
async function demo(): Promise<number> {
	const running = findRunning();
	if (running !== undefined) say(`Using the n8n that is running at ${running.url}`);
	const { rest, access } = running
		? { rest: await Rest.signIn(running.url), access: running.access }
		: await startLocal();
	return await runDemo(rest, access, join(dataFolder, 'demo'));
}
