/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packCredential, packNodes, root } from '../../../tools/docs/pack';
import { drawIcons } from '../../../tools/icons/drawing';

const folder = join(root, 'icons');
const names = readdirSync(folder).sort();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const withoutColors = (svg: string): string => svg.replace(/#[0-9a-f]{3,6}/g, '#');

/** File names of the light and the dark icon of a node or of the credential. */
function iconsOf(icon: unknown): string[] {
	return Object.values(icon as Record<string, string>).map((path) => path.replace(/.*\//, ''));
}

const owners = [
	...packNodes.map(({ type }) => [type.description.displayName, type.description.icon] as const),
	[packCredential.displayName, packCredential.icon] as const,
];

describe('icons', () => {
	it('are what "npm run icons" draws', () => {
		expect(Object.fromEntries(names.map((name) => [name, read(name)]))).toEqual(drawIcons());
	});

	it.each(names)('%s is a small square drawing without text, links or scripts', (name) => {
		const svg = read(name);
		const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
		expect(width).toBeDefined();
		expect(width).toBe(height);
		expect(svg).not.toMatch(/<(text|image|script|style|use)\b|href|url\((?!#)/);
		expect(svg.length).toBeLessThan(2_000);
	});

	it.each(owners)('%s: the light and the dark one differ in their colors only', (_name, icon) => {
		const [light = '', dark = ''] = iconsOf(icon).map(read);
		expect(dark).not.toBe(light);
		expect(withoutColors(dark)).toBe(withoutColors(light));
	});

	it('belong to one node or the credential each, and none is left over', () => {
		expect(owners.flatMap(([, icon]) => iconsOf(icon)).sort()).toEqual(names);
	});

	it('of two nodes never look the same', () => {
		const drawings = owners.map(([, icon]) => read(iconsOf(icon)[0] ?? ''));
		expect(new Set(drawings).size).toBe(owners.length);
	});
});
