/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import manifest from '../../../package.json';

const root = join(__dirname, '..', '..', '..');

/** Source files of a folder with one ending, as the paths of what the build makes of them. */
const built = (folder: string, ending: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith(ending))
		.map((path) => `dist/${folder}/${path.replaceAll('\\', '/').replace(/ts$/, 'js')}`)
		.sort();

const sourceOf = (path: string): string =>
	join(root, path.replace(/^dist\//, '').replace(/js$/, 'ts'));

const { nodes, credentials } = manifest.n8n;

describe('nodes and credentials that package.json registers', () => {
	it('are all nodes of the source', () => {
		expect([...nodes].sort()).toEqual(built('nodes', '.node.ts'));
	});

	it('are all credentials of the source', () => {
		expect([...credentials].sort()).toEqual(built('credentials', '.credentials.ts'));
	});

	it.each([...nodes, ...credentials])('%s exports the class of its name', (path) => {
		const [className] = basename(path).split('.');
		expect(readFileSync(sourceOf(path), 'utf8')).toMatch(
			new RegExp(`^export class ${className} `, 'm'),
		);
	});

	it.each(nodes)('%s has a codex file that n8n accepts', (path) => {
		const codexPath = sourceOf(path).replace(/ts$/, 'json');
		expect(existsSync(codexPath)).toBe(true);
		const codex: unknown = JSON.parse(readFileSync(codexPath, 'utf8'));
		expect(codex).toMatchObject({
			node: manifest.name,
			nodeVersion: expect.stringMatching(/^\d+\.\d+$/),
			codexVersion: '1.0',
			categories: expect.arrayContaining([expect.stringMatching(/\S/)]),
			resources: { primaryDocumentation: [{ url: expect.stringMatching(/^https:\/\//) }] },
		});
	});
});
