/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports,
   @typescript-eslint/no-require-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, jest } from '@jest/globals';

/**
 * The libraries that n8n brings, in the oldest versions that a supported n8n has: those of n8n 1.123.0. The unit tests
 * whose sources use them run once more with these.
 */
const oldest: Record<string, string> = { zod: 'zod-oldest', luxon: 'luxon-oldest' };

const root = join(__dirname, '..', '..');
const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.ts'))
	.map((path) => readFileSync(join(root, 'nodes', path), 'utf8'));

for (const [, name = ''] of sources.flatMap((text) => [...text.matchAll(/'lodash\/(\w+)'/g)])) {
	oldest[`lodash/${name}`] = `lodash-oldest/${name}`;
}
for (const [name, old] of Object.entries(oldest)) {
	jest.doMock(name, () => jest.requireActual<object>(old));
}

const versionOf = (name: string) =>
	jest.requireActual<{ version: string }>(`${name}/package.json`).version;

const load = (path: string): unknown => require(join(root, path));

describe('with the oldest zod, luxon and lodash', () => {
	it('uses them, and all nodes load', () => {
		expect(require('luxon')).toHaveProperty('VERSION', '3.4.4');
		expect(['zod-oldest', 'lodash-oldest'].map(versionOf)).toEqual(['3.25.67', '4.17.21']);
		expect(require('zod')).toBe(jest.requireActual('zod-oldest'));
		const { n8n } = jest.requireActual<{ n8n: Record<'nodes' | 'credentials', string[]> }>(
			'../../package.json',
		);
		for (const path of [...n8n.nodes, ...n8n.credentials]) {
			const source = path.replace('dist/', '').replace('.js', '');
			const [type] = Object.values(load(source) as Record<string, new () => object>);
			expect(type && new type()).toBeTruthy();
		}
	});

	for (const path of ['callbacks', 'fields', 'modelRules', 'serviceAnswers', 'tasks']) {
		describe(path, () => void load(`test/unit/${path}.test`));
	}
});
