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
		say('n8n is running already; end it with Ctrl-C where it was started.');
		describe(running);
		return 0;
	}
	const { n8n, access } = await startLocal();
	describe({ url: n8n.url, access });
	say('  Ctrl-C stops everything.');
	while (n8n.running()) await delay(500);
	say(`n8n has ended by itself. See ${n8n.logFile}`);
	return 1;
});

function describe({ url, access }: Running): void {
	say('');
	say('  n8n with the pack installed:');
	say(`    Address   ${url}`);
	say(`    Email     ${owner.email}`);
	say(`    Password  ${owner.password}`);
	say('');
	say(`  Demo service (simulates the real one, costs nothing): ${access.baseUrl}`);
	say('  Credential and example workflows are in place: open one and press "Execute workflow".');
	say('');
}
