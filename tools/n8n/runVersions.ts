/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { remove } from '../folders';
import { hostVersions } from './install';
import { dataFolder, root } from './paths';
import { endChild } from './processGroup';
import { say } from './progress';
import { onShutdown } from './shutdown';

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
	const program = [join(__dirname, 'run.js'), 'test', ...reporters];
	const child = spawn(process.execPath, [...program, ...process.argv.slice(3)], {
		cwd: root,
		env: { ...process.env, N8N_VERSION: version, N8N_TEST_RESULTS: resultsFile(version) },
		stdio: 'inherit',
	});
	const ended = new Promise<number>((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (status) => resolve(status ?? 1));
	});
	const stop = async (): Promise<void> => {
		endChild(child);
		await ended;
	};
	onShutdown(stop);
	const timer = setTimeout(
		() => {
			say(`n8n ${version} has taken ${MINUTES} minutes and is stopped.`);
			void stop();
		},
		MINUTES * 60 * 1000,
	);
	const code = await ended;
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
