/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { remove } from '../folders';
import { build } from './pack';
import { hostVersions, installHost } from './install';
import { dataFolder, endOf, onShutdown, root, say, shutDown } from './program';
import { endChild } from './processes';

/** The suites beside this folder, and how jest is set up for them. */
const configs = {
	tests: 'jest.config.js',
	ui: 'jest.config.js',
	// Some of `tests` are for queue mode as well, so its configuration names its files.
	queue: 'jest.queue.config.js',
};

/**
 * Does everything slow first, with visible progress, then runs the test files of one folder with jest, which gets the further words
 * of the command line.
 * @param prepare starts what the tests need, below a folder of their own, and returns their environment
 */
export async function runTests(
	suite: keyof typeof configs,
	prepare: (folder: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<number> {
	await build();
	await installHost();
	const folder = join(dataFolder, 'test', String(process.pid));
	remove(folder);
	mkdirSync(folder, { recursive: true });
	const env = { ...process.env, N8N_TEST_FOLDER: folder, ...(await prepare(folder)) };
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(root, 'test', 'n8n', configs[suite]);
	const roots = join(root, 'test', 'n8n', suite === 'queue' ? '' : suite);
	// Chromium and the cluster of queue mode are there once.
	const oneByOne = suite === 'tests' ? [] : ['--runInBand'];
	const args = [jest, `--roots=${roots}`, '--config', config, ...oneByOne];
	const child = runNode(args, env);
	onShutdown(() => void child.kill('SIGKILL'));
	const code = (await endOf(child)) === 0 ? 0 : 1;
	await shutDown();
	// After a failure the databases and logs are kept.
	if (code === 0) remove(folder);
	return code;
}

/** Runs a program that takes the further words of the command line and shows what it prints. */
function runNode(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
	return spawn(process.execPath, [...args, ...process.argv.slice(3)], {
		cwd: root,
		env,
		stdio: 'inherit',
	});
}

/** Runs `npm run test:n8n` with each version of n8n that there is a host for. */
export async function runVersions(): Promise<number> {
	const failed: string[] = [];
	for (const version of hostVersions()) {
		say(`\n=== n8n ${version}\n`);
		if (!(await passes(version))) failed.push(version);
	}
	say(
		`\n${failed.length === 0 ? 'Every version has passed.' : `Failed: n8n ${failed.join(', ')}`}`,
	);
	return failed.length === 0 ? 0 : 1;
}

async function passes(version: string): Promise<boolean> {
	const env = { ...process.env, N8N_VERSION: version };
	const child = runNode([join(__dirname, 'run.js'), 'test'], env);
	const ended = endOf(child);
	onShutdown(async () => {
		endChild(child);
		await ended;
	});
	return (await ended) === 0;
}
