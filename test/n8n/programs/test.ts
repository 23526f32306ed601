/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from '../lib/build';
import { installHost } from '../lib/install';
import { dataFolder, root } from '../lib/paths';
import { endAllBelow } from '../lib/processGroup';
import { onShutdown, runProgram } from '../lib/shutdown';

/** `npm run test:n8n`: everything slow first, with visible progress, then the tests; further words go to jest. */
runProgram(async () => {
	await build();
	await installHost();
	const folder = join(dataFolder, 'test', String(process.pid));
	mkdirSync(folder, { recursive: true });
	onShutdown(() => endAllBelow(folder));
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(root, 'test', 'n8n', 'jest.config.js');
	const args = [jest, '--config', config, '--runInBand', ...process.argv.slice(3)];
	const child = spawn(process.execPath, args, {
		cwd: root,
		env: { ...process.env, N8N_TEST_FOLDER: folder },
		stdio: 'inherit',
	});
	onShutdown(() => void child.kill('SIGKILL'));
	const code = await new Promise<number>((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (status) => resolve(status ?? 1));
	});
	// After a failure the databases and logs stay for a look.
	if (code === 0) rmSync(folder, { recursive: true, force: true });
	return code;
});
