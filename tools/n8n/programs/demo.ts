/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';

import { runDemo } from '../demo';
import { startLocal } from '../local';
import { dataFolder } from '../paths';
import { say } from '../progress';
import { Rest } from '../rest';
import { findRunning } from '../running';
import { runProgram } from '../shutdown';

/** `npm run demo`: runs an example in the n8n of this checkout, which it starts if it is not running. */
runProgram(async () => {
	const running = findRunning();
	if (running !== undefined) say(`Using the n8n that is running at ${running.url}`);
	const { rest, access } = running
		? { rest: await Rest.signIn(running.url), access: running.access }
		: await startLocal();
	return await runDemo(rest, access, join(dataFolder, 'demo'));
});
