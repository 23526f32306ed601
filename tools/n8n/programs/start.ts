/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { startLocal } from '../local';
import { say } from '../progress';
import { owner } from '../rest';
import type { Running } from '../running';
import { findRunning } from '../running';
import { runProgram } from '../shutdown';

/** `npm start`: a local n8n to try the pack in, until Ctrl-C. */
runProgram(async () => {
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
});

function describe({ url, access }: Running): void {
	say('');
	say('  n8n with the Digital Human nodes:');
	say(`    Address   ${url}`);
	say(`    Email     ${owner.email}`);
	say(`    Password  ${owner.password}`);
	say('');
	say(`  Demo service (simulates the real one, costs nothing): ${access.baseUrl}`);
	say(
		'  A credential and the example workflows are ready: open an example and click "Execute workflow".',
	);
	say('');
}
