/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
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
		const packing = matches(jobs.package ?? '', /run: (.*)$/gm);
		expect(packing.at(-1)).toBe('npm run verify -- --tarball "$RUNNER_TEMP"/*.tgz');
		expect(packing).toEqual(expect.arrayContaining(['npm test', 'npm run lint', 'npm run build']));
	});

	it('fails outside of a workflow', () => {
		expect(read('.npmrc')).toMatch(/^provenance=true$/m);
		// No install needs a script of a package, so none is run.
		expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
	});
});

describe('the checks of a change', () => {
	it('are made on every platform, with the oldest and the newest Node', () => {
		for (const [job, systems] of [
			['package', ['ubuntu-latest', 'windows-latest', 'macos-latest']],
			['demo', ['windows-latest', 'macos-latest']],
		] as const) {
			const text = checks[job] ?? '';
			for (const system of systems) expect(text).toContain(system);
			expect(text).toMatch(/'20'/);
			expect(text).toMatch(/'24'/);
			expect(text).toContain('runs-on: ${{ matrix.os }}');
			expect(text).toContain('node-version: ${{ matrix.node-version }}');
			expect(text).toContain('fail-fast: false');
		}
	});

	it('are those of .ci/run', () => {
		const all = Object.values(checks).join('\n');
		const commands = [...read('.ci/run').matchAll(/(?:npm run |jest_step '[^']*' )([\w:]+)/g)];
		const needed = commands.map(([, command = '']) => command);
		expect(needed).toContain('test:fuzz');
		const others = ['release:dry', 'test:faults'];
		for (const command of needed.filter((one) => !others.includes(one))) {
			expect(all).toMatch(new RegExp(`run: npm (run )?${command}$`, 'm'));
		}
	});
});
