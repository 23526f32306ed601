/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string): string =>
	readFileSync(join(__dirname, '..', '..', '..', 'icons', name), 'utf8');

const light = read('digitalHuman.svg');
const dark = read('digitalHuman.dark.svg');
const withoutColours = (svg: string): string => svg.replace(/#[0-9a-f]{3,6}/g, '#');

describe('icons', () => {
	it.each([
		['light', light],
		['dark', dark],
	])('the %s one is a square drawing without text, links or scripts', (_theme, svg) => {
		const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
		expect(width).toBeDefined();
		expect(width).toBe(height);
		expect(svg).not.toMatch(/<(text|image|script|style|use)\b|href|url\((?!#)/);
	});

	it('differ in their colours only', () => {
		expect(dark).not.toBe(light);
		expect(withoutColours(dark)).toBe(withoutColours(light));
	});
});
