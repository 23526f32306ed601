import { describe, expect, it, jest } from '@jest/globals';

type Sizes = Record<string, Record<string, number>>;
type Change = (now: Sizes, budget: Sizes) => Sizes;

const { lowered, overBudget, renamed, sizesOf } = jest.requireActual<{
	lowered: Change;
	overBudget(now: Sizes, budget: Sizes): string[];
	renamed: Change;
	sizesOf(files: Array<{ path: string; text: string }>): Sizes;
}>('../../../tools/budget/budget');

const room = (lines: number) => ({ 'nodes/A': { lines } });

/** How many names the text of a module exports. */
const exportsOf = (text: string) => sizesOf([{ path: 'nodes/A/a.ts', text }])['nodes/A']?.exports;

describe('the size budget', () => {
	it('fails for more, for a room without a budget and for a budget without a room', () => {
		expect(overBudget(room(10), room(10))).toEqual([]);
		expect(overBudget(room(11), room(10))).toEqual(['nodes/A has 11 lines, and may have 10']);
		expect(overBudget(room(1), {})).toEqual(['nodes/A has no budget of lines; it has 1']);
		expect(overBudget({}, room(1))).toEqual(['nodes/A has a budget, and no lines']);
	});

	it('goes down with --lower, and never up', () => {
		expect(lowered(room(9), room(10))).toEqual(room(9));
		expect(lowered(room(11), room(10))).toEqual(room(10));
		expect(lowered({ ...room(10), 'nodes/B': { lines: 1 } }, room(10))).toEqual(room(10));
	});

	it('with --set gets what is new, loses what is gone, and keeps the rest', () => {
		expect(renamed(room(11), { ...room(10), 'nodes/B': { lines: 1 } })).toEqual(room(10));
		expect(renamed({ 'nodes/B': { lines: 5 } }, room(10))).toEqual({ 'nodes/B': { lines: 5 } });
	});
});

describe('what is counted', () => {
	it('is a room for each folder of a node and in nodes/shared, with the folders in it, and their sum', () => {
		const paths = ['nodes/A/a.ts', 'nodes/A/b/c.ts', 'nodes/shared/x/y/z.ts', 'credentials/C.ts'];
		const other = ['nodes/A/a.json', 'docs/images/a.md', 'LICENSE.md', '.eslintrc.js'];
		const files = [...paths, ...other].map((path) => ({
			path,
			text: 'const a = 1;\nconst b = 2;\n',
		}));
		expect(sizesOf(files)).toEqual({
			credentials: { lines: 2, files: 1, exports: 0 },
			'nodes/A': { lines: 4, files: 2, exports: 0 },
			'nodes/shared/x': { lines: 2, files: 1, exports: 0 },
			'nodes + credentials': { lines: 8, files: 4, exports: 0, 'wide lines': 0 },
		});
	});

	it.each([
		['export const a = 1, b = 2; const c = 3;', 2],
		['export const { a, b: [c, , d] } = e;', 3],
		["export { a, b as c } from './d'; export {};", 2],
		["export * from './a'; export * as b from './b'; export * from './c';", 3],
		['export default class A {}', 1],
		['export function a(): void; export function a(b?: 1): void {}', 1],
		['export type A = 1; export interface B {} export enum C {} export abstract class D {}', 4],
	])('exports of %s', (text, count) => {
		expect(exportsOf(text)).toBe(count);
	});

	it('are the words that people wrote, of a changelog those of the newest version', () => {
		const text =
			'# A b\n\n## 2.0\n\nc | 3 | d\n<!-- t: written by `x` -->\ne\n<!-- /t -->\n## 1.0\n\nf';
		const words = (path: string) => sizesOf([{ path, text }])[path];
		expect(words('docs/a.md')).toEqual({ words: 5 });
		expect(words('CHANGELOG.md')).toEqual({ words: 2 });
	});

	it('are lines that are wider than the formatter makes them', () => {
		const text = `\t${'/'.repeat(99)}\n\t${'/'.repeat(98)}\n`;
		expect(sizesOf([{ path: 'nodes/A/a.ts', text }])['nodes + credentials']).toMatchObject({
			'wide lines': 1,
		});
	});
});
