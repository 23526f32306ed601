/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from './build';
import { installHost } from './install';
import { dataFolder, root } from './paths';
import { endAllBelow } from './processGroup';
import { onShutdown } from './shutdown';

/**
 * Does everything slow first, with visible progress, then runs the test files of one folder with jest.
 *
 * @param suite folder beside this one; further words of the command line go to jest
 * @returns the exit code of jest
 */
export async function runTests(suite: 'tests' | 'ui'): Promise<number> {
	await build();
	await installHost();
	const folder = join(dataFolder, 'test', String(process.pid));
	mkdirSync(folder, { recursive: true });
	onShutdown(() => endAllBelow(folder));
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(root, 'test', 'n8n', 'jest.config.js');
	const roots = [`--roots=${join(root, 'test', 'n8n', suite)}`];
	const args = [jest, ...roots, '--config', config, '--runInBand', ...process.argv.slice(3)];
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
}
