/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { remove } from '../folders';
import { build } from './buildPack';
import { installHost } from './install';
import { dataFolder, root } from './paths';
import { endAllBelow } from './processGroup';
import { onShutdown, shutDown } from './shutdown';

/** The suites beside this folder, and how jest is set up for them. */
const configs = {
	tests: 'jest.config.js',
	ui: 'jest.config.js',
	// Some of `tests` are for queue mode as well, so its configuration names its files.
	queue: 'jest.queue.config.js',
};

/**
 * Does everything slow first, with visible progress, then runs the test files of one folder with jest.
 *
 * @param suite folder beside this one; further words of the command line go to jest
 * @param prepare starts what the tests need, below a folder of their own, and returns their environment
 * @returns the exit code of jest
 */
export async function runTests(
	suite: keyof typeof configs,
	prepare: (folder: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<number> {
	await build();
	await installHost();
	const folder = join(dataFolder, 'test', String(process.pid));
	mkdirSync(folder, { recursive: true });
	onShutdown(() => endAllBelow(folder));
	const env = { ...process.env, N8N_TEST_FOLDER: folder, ...(await prepare(folder)) };
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(root, 'test', 'n8n', configs[suite]);
	const roots = join(root, 'test', 'n8n', suite === 'queue' ? '' : suite);
	const args = [jest, `--roots=${roots}`, '--config', config, ...oneByOne(suite)];
	const child = spawn(process.execPath, [...args, ...process.argv.slice(3)], {
		cwd: root,
		env,
		stdio: 'inherit',
	});
	onShutdown(() => void child.kill('SIGKILL'));
	const code = await new Promise<number>((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (status) => resolve(status ?? 1));
	});
	await shutDown();
	// After a failure the databases and logs are kept.
	if (code === 0) remove(folder);
	return code;
}

/** Chromium and the cluster of queue mode are there once. */
function oneByOne(suite: keyof typeof configs): string[] {
	return suite === 'tests' ? [] : ['--runInBand'];
}
