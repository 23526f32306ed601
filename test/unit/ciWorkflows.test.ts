/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { remove } from '../../tools/folders';

const root = join(__dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((name): [string, string] => [
	name,
	readFileSync(join(folder, name), 'utf8').replace(/^ *#.*\n/gm, ''),
]);

/** The jobs of a workflow by their names, each as its text. */
function jobsOf(workflow: string): Record<string, string> {
	const [, jobs = ''] = workflow.split(/^jobs:\n/m);
	const parts = jobs.split(/^ {2}(\w+):\n/m).slice(1);
	return Object.fromEntries(
		parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : [])),
	);
}

const matches = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, found = '']) => found.trim());

const texts = Object.fromEntries(workflows);
const jobs = jobsOf(texts['publish.yml'] ?? '');
const checks = jobsOf(texts['ci.yml'] ?? '');

/** The machines of a job's matrix, each as its system with a version of Node. */
function machinesOf(job = ''): string[] {
	const [, list = '', versions = ''] =
		/^ {8}os: \[(.*)\]\n {8}node-version: \[(.*)\]$/m.exec(job) ?? [];
	const words = (text: string) => text.split(', ').filter(Boolean);
	const product = words(list).flatMap((os) =>
		words(versions).map((version) => `${os} ${version.replaceAll("'", '')}`),
	);
	const included = [...job.matchAll(/^ {10}- \{ os: (\S+), node-version: '(\d+)' \}$/gm)];
	return [...product, ...included.map(([, os, version]) => `${os} ${version}`)];
}

describe('the workflows', () => {
	it.each(workflows)('%s takes every action by its commit, with its version', (_name, text) => {
		const used = matches(text, /uses:(.*)$/gm);
		expect(used.length).toBeGreaterThan(0);
		for (const action of used) {
			expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	it.each(workflows)(
		'%s gives its jobs the right to read, and no token to what they run',
		(_name, text) => {
			expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n(?! )/m);
			expect(text).not.toMatch(/secrets\.|write-all|pull_request_target/);
			expect(matches(text, /(actions\/checkout)@/g)).toHaveLength(
				matches(text, /(persist-credentials: false)/g).length,
			);
		},
	);

	it.each(workflows)('%s puts no text of others into a script', (_name, text) => {
		const scripts = matches(text, /run:(.*)$/gm);
		expect(scripts.length).toBeGreaterThan(0);
		expect(scripts.filter((script) => /\$\{\{|^[|>]/.test(script))).toEqual([]);
	});

	it('let one job prove its identity, the one that publishes', () => {
		const rights = workflows.flatMap(([, text]) => matches(text, /^ +([\w-]+: write)$/gm));
		expect(rights).toEqual(['id-token: write']);
		expect(jobs.publish).toMatch(/^ {4}permissions:\n {6}id-token: write\n(?! {6})/m);
	});
});

/** What the linter says of the workflows in a folder. */
function linted(where: string[]): { status: number | null; findings: string[] } {
	const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const program = [tsx, join(root, 'tools', 'workflows.mjs'), ...where];
	const { status, stdout } = spawnSync(process.execPath, program, { encoding: 'utf8' });
	return { status, findings: stdout.split('\n').filter(Boolean) };
}

describe('the linter of workflows', () => {
	it('finds nothing wrong', () => {
		expect(linted([])).toEqual({ status: 0, findings: [] });
	}, 60_000);

	it('finds what would make a release fail', () => {
		const slips: Array<[from: string, to: string, finding: RegExp]> = [
			['id-token: write', 'id-tokens: write', /Unexpected value 'id-tokens'/],
			['needs: package', 'needs: pack', /depends on unknown job 'pack'/],
			['retention-days: 7', 'retention-days: 7\n        wit: 1', /Unexpected value 'wit'/],
			['github.ref_name,', 'github.ref_nam,', /Context access might be invalid: ref_nam/],
			['contains(', 'contain(', /Unrecognized function: 'contain'/],
		];
		const folder = mkdtempSync(join(tmpdir(), 'digital-human-workflows-'));
		try {
			for (const [index, [from, to]] of slips.entries()) {
				const text = (texts['publish.yml'] ?? '').replace(from, to);
				writeFileSync(join(folder, `${index}.yml`), text);
			}
			const { status, findings } = linted([folder]);
			expect(status).toBe(1);
			for (const [index, [, , finding]] of slips.entries()) {
				const own = findings.filter((line) => line.startsWith(`${index}.yml:`));
				expect(own).toContainEqual(expect.stringMatching(finding));
			}
		} finally {
			remove(folder);
		}
	}, 60_000);
});

describe('publishing', () => {
	it('is protected by an environment', () => {
		expect(jobs.publish).toMatch(/^ {4}environment: publish$/m);
	});

	it('sends the tarball of another job, and runs nothing else', () => {
		expect(jobs.publish).toMatch(/^ {4}needs: package$/m);
		expect(matches(jobs.publish ?? '', /uses: (.*)@/g)).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
		expect(matches(jobs.publish ?? '', /run: (.*)$/gm)).toEqual([
			'npm publish ./*.tgz --provenance --access public --ignore-scripts --tag "$DIST_TAG"',
		]);
		expect(matches(jobs.package ?? '', /run: (.*)$/gm).slice(-5)).toEqual([
			'npm test',
			'npm run lint',
			'npm run build',
			'npm pack --pack-destination "$RUNNER_TEMP"',
			'npm run verify -- --tarball "$RUNNER_TEMP"/*.tgz',
		]);
	});

	it('fails outside of a workflow', () => {
		expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^provenance=true$/m);
	});
});

describe('npm install', () => {
	it('runs no script of any package, so that it succeeds on a fresh clone', () => {
		expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
	});
});

describe('the checks of a change', () => {
	it('are made on every platform, with the oldest and the newest Node', () => {
		expect(machinesOf(checks.package)).toEqual([
			'ubuntu-latest 20',
			'ubuntu-latest 22',
			'ubuntu-latest 24',
			'windows-latest 20',
			'windows-latest 24',
			'macos-latest 20',
			'macos-latest 24',
		]);
		expect(matches(checks.package ?? '', /^ {6}- run: (.*)$/gm)).toEqual([
			'node tools/setup.js',
			'npm test',
			'npm run typecheck',
			'npm run format:check',
			'npm run lint',
			'npx eslint . --max-warnings 0',
			'npm run build',
			'npm run verify',
		]);
	});

	it('start a real n8n on Windows and macOS too', () => {
		expect(machinesOf(checks.demo)).toEqual(['windows-latest 20', 'macos-latest 24']);
		expect(matches(checks.demo ?? '', /run: (.*)$/gm)).toEqual(['npm run demo']);
	});

	it.each(['package', 'demo'])('of %s run on the machine and the Node of the matrix', (name) => {
		const job = checks[name] ?? '';
		expect(job).toContain('runs-on: ${{ matrix.os }}');
		expect(job).toContain('node-version: ${{ matrix.node-version }}');
		expect(job).toContain('fail-fast: false');
	});
});
