import { describe, expect, it } from '@jest/globals';

import manifest from '../../../package.json';

type Fields = Record<string, unknown>;

const fields: Fields = manifest;
const scripts: Record<string, string> = manifest.scripts;

describe('package.json, as n8n demands it of a verified package', () => {
	it.each(['dependencies', 'optionalDependencies', 'bundledDependencies', 'bundleDependencies'])(
		'has no %s: n8n provides what runs',
		(field) => {
			expect(fields[field]).toBeUndefined();
		},
	);

	it.each(['overrides', 'resolutions'])('has no %s', (field) => {
		expect(fields[field]).toBeUndefined();
	});

	it.each([
		'prepare',
		'preinstall',
		'install',
		'postinstall',
		'prepublish',
		'preprepare',
		'postprepare',
	])('runs nothing on %s', (script) => {
		expect(scripts[script]).toBeUndefined();
	});

	it('asks its host for n8n-workflow only, in any version', () => {
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('is a strict package of API version 1', () => {
		expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	});

	it('ships its build only', () => {
		expect(manifest.files).toEqual(['dist']);
		expect(fields.main).toBeUndefined();
	});

	it('can be found and attributed', () => {
		expect(manifest.name).toMatch(/^n8n-nodes-/);
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.license).toBe('MIT');
		expect(manifest.author).toEqual({
			name: expect.stringMatching(/\S/),
			email: expect.stringMatching(/^\S+@\S+$/),
		});
		expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\/.+\.git$/);
		expect(new URL(manifest.homepage).protocol).toBe('https:');
	});

	it('has no placeholder of a template left', () => {
		expect(JSON.stringify(manifest)).not.toMatch(/<[^>]*>|\{\{[^}]*\}\}/);
	});

	it.each(Object.keys(scripts))('needs nothing to run before or after %s', (script) => {
		// The .npmrc lets npm run no script on its own, these neither.
		expect(scripts[`pre${script}`]).toBeUndefined();
		expect(scripts[`post${script}`]).toBeUndefined();
	});

	it('is built and released by the official tool, then finished by gulp', () => {
		expect(scripts.build).toBe('node tools/setup.js && n8n-node build && gulp build');
		expect(scripts.lint).toBe(
			'node tools/setup.js && n8n-node lint && npm run floors && npm run lint:workflows',
		);
		expect(scripts.prepublishOnly).toBe('n8n-node prerelease');
	});

	it("checks against the very zod that n8n provides, never a newer one's types", () => {
		expect(manifest.devDependencies.zod).toBe('3.25.76');
	});
});
