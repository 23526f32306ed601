/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chunk } from 'lodash';
import { root } from '../../tools/n8n/program';
import { released } from '../../tools/release/writeChangelog';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the changelog of a release', () => {
	const now = (text: string) => released(text, '0.2.0', '2026-01-31');

	it.each(['Unreleased', '0.2.0'])(
		'dates the newest section, which is called %s before',
		(name) => {
			const text = `# Changelog\n\n## ${name}\n\n- New\n\n## 0.1.0 (2026-01-01)\n`;
			expect(now(text)).toBe(
				'# Changelog\n\n## 0.2.0 (2026-01-31)\n\n- New\n\n## 0.1.0 (2026-01-01)\n',
			);
		},
	);

	it.each(['## 0.1.0 (2026-01-01)\n', '## 0.2.0 (2026-01-01)\n', '## 0.2.1\n', ''])(
		'is refused when it has nothing about the version: %j',
		(text) => expect(() => now(text)).toThrow('nothing about 0.2.0'),
	);

	it('is about the version of package.json, or one that is not released', () => {
		const [, newest = ''] = /^## (.*)$/m.exec(read('CHANGELOG.md')) ?? [];
		const { version } = JSON.parse(read('package.json')) as { version: string };
		expect(['Unreleased', version]).toContain(newest.split(' ')[0]);
	});
});

const workflows = readdirSync(join(root, '.github', 'workflows')).map((name): [string, string] => [
	name,
	read(`.github/workflows/${name}`).replace(/^ *#.*\n/gm, ''),
]);

/** The jobs of a workflow by their names, each as its text. */
function jobsOf(workflow: string): Record<string, string> {
	const [, jobs = ''] = workflow.split(/^jobs:\n/m);
	const parts = jobs.split(/^ {2}(\w+):\n/m).slice(1);
	return Object.fromEntries(chunk(parts, 2) as Array<[string, string]>);
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

it('the checks of a change are those of .ci/run', () => {
	const all = Object.values(checks).join('\n');
	const commands = [...read('.ci/run').matchAll(/(?:npm run |jest_step '[^']*' )([\w:]+)/g)];
	const needed = commands.map(([, command = '']) => command);
	expect(needed).toContain('test:fuzz');
	// The runners have no Chromium of Debian, and the others take long.
	const others = ['release:dry', 'test:faults', 'test:ui'];
	for (const command of needed.filter((one) => !others.includes(one))) {
		expect(all).toMatch(new RegExp(`run: npm (run )?${command}$`, 'm'));
	}
});
