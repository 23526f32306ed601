/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../../package.json';

interface LockedPackage {
	version?: string;
	resolved?: string;
}

const root = join(__dirname, '..', '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const withoutSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('package-lock.json', () => {
	const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };

	it('names no address to download from, so that every mirror will do', () => {
		const addresses = Object.entries(lock.packages).filter(
			([, { resolved }]) => resolved !== undefined,
		);
		expect(addresses).toEqual([]);
	});

	it('belongs to package.json', () => {
		expect(lock.packages['']).toMatchObject({
			name: manifest.name,
			devDependencies: manifest.devDependencies,
		});
	});

	it("has n8n's own zod, once", () => {
		const zods = Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/zod'));
		expect(lock.packages['node_modules/zod']?.version).toBe('3.25.76');
		expect(zods.filter((path) => /n8n-(core|workflow)\/node_modules/.test(path))).toEqual([]);
	});
});

describe('eslint.config.mjs', () => {
	it('is the official one, as strict mode demands', () => {
		const template = read(
			'node_modules/@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs',
		);
		expect(withoutSpace(read('eslint.config.mjs'))).toBe(withoutSpace(template));
	});
});
