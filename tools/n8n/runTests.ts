/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { remove } from '../folders';
import { build } from './pack';
import { hostVersions, installHost } from './install';
import { dataFolder, endOf, onShutdown, root, say, shutDown } from './program';
import { endAllBelow, endChild } from './processes';

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
	// Chromium and the cluster of queue mode are there once.
	const oneByOne = suite === 'tests' ? [] : ['--runInBand'];
	const args = [jest, `--roots=${roots}`, '--config', config, ...oneByOne];
	const child = runNode(args, env);
	onShutdown(() => void child.kill('SIGKILL'));
	const code = exitCode(await endOf(child));
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

function exitCode(ended: number | string): number {
	return typeof ended === 'number' ? ended : 1;
}

/** How long one version may take, with its installation; then the next one has its turn. */
const MINUTES = 60;

/** How much of an error the table shows. */
const ERROR_LENGTH = 300;

/** What the reporter notes about a test file. */
interface FileResult {
	testFile: string;
	passed: number;
	skipped: number;
	failures: Array<{ test: string; message: string }>;
}

interface VersionResult {
	version: string;
	code: number;
	files: FileResult[];
}

const folder = join(dataFolder, 'versions');

/**
 * Runs `npm run test:n8n` with each version of n8n that there is a host for, and ends with a table. The words of the
 * command line go to jest, as the names of test files.
 *
 * @returns 0 when every test of every version has passed
 */
export async function runVersions(): Promise<number> {
	remove(folder);
	mkdirSync(folder, { recursive: true });
	const results: VersionResult[] = [];
	for (const version of hostVersions()) {
		say(`\n=== n8n ${version}\n`);
		const code = await runVersion(version);
		results.push({ version, code, files: readResults(version) });
	}
	const report = [...table(results), '', ...results.flatMap(failures)].join('\n');
	const file = join(folder, 'table.md');
	writeFileSync(file, `${report}\n`);
	say(`\n${report}\nThis is also in ${relative(root, file)}.`);
	return results.every(({ code }) => code === 0) ? 0 : 1;
}

/** @returns the exit code */
async function runVersion(version: string): Promise<number> {
	const reporter = join(root, 'test', 'support', 'n8n', 'noteResults.js');
	const reporters = ['--reporters=default', `--reporters=${reporter}`];
	const child = runNode([join(__dirname, 'run.js'), 'test', ...reporters], {
		...process.env,
		N8N_VERSION: version,
		N8N_TEST_RESULTS: resultsFile(version),
	});
	const ended = endOf(child);
	onShutdown(async () => {
		endChild(child);
		await ended;
	});
	const timer = setTimeout(
		() => {
			say(`n8n ${version} has taken ${MINUTES} minutes and is stopped.`);
			endChild(child);
		},
		MINUTES * 60 * 1000,
	);
	const code = exitCode(await ended);
	clearTimeout(timer);
	return code;
}

function resultsFile(version: string): string {
	return join(folder, `${version}.jsonl`);
}

function readResults(version: string): FileResult[] {
	const file = resultsFile(version);
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line) as FileResult);
}

/** A row for each test file, a column for each version. */
function table(results: VersionResult[]): string[] {
	const names = results.flatMap(({ files }) => files.map(({ testFile }) => testFile));
	const rows = [...new Set(names)].sort().map((name) => {
		return [name, ...results.map(({ files }) => cell(files.find((one) => one.testFile === name)))];
	});
	const head = ['Test file', ...results.map(({ version }) => version)];
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`);
}

function cell(result: FileResult | undefined): string {
	if (result === undefined) return 'not run';
	const { passed, failures, skipped } = result;
	const counts = { passed, failed: failures.length, skipped };
	const parts = Object.entries(counts).filter(([, count]) => count > 0);
	return parts.map(([word, count]) => `${count} ${word}`).join(', ');
}

/** What has failed with one version, each with the beginning of its error. */
function failures({ version, code, files }: VersionResult): string[] {
	const lines = files.flatMap(({ testFile, failures: all }) =>
		all.map(({ test, message }) => `- ${version}, ${testFile}, "${test}": ${beginning(message)}`),
	);
	const unexplained = code !== 0 && lines.length === 0;
	return unexplained ? [`- ${version}: ended with ${code}, without a failed test`] : lines;
}

function beginning(message: string): string {
	const [text = ''] = stripVTControlCharacters(message).split(/\n +at /);
	return text.replace(/\s+/g, ' ').trim().slice(0, ERROR_LENGTH);
}
