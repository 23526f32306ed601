import { describe, expect, test } from '@jest/globals';

import { leadsBack } from '../../../nodes/GetTask/pauseAndLoop';

type Lines = Record<string, Array<[node: string, index: number]>>;

const back = (lines: Lines) =>
	leadsBack('Get Task', (node) => [
		null,
		(lines[node] ?? []).map(([name, index]) => ({ node: name, index })),
	]);

describe('the connection of Pause and Loop', () => {
	test.each<[string, Lines, boolean]>([
		[
			'straight back',
			{
				'Get Task': [
					['Start', 0],
					['Get Task', 0],
				],
			},
			true,
		],
		['through another node', { 'Get Task': [['Edit', 0]], Edit: [['Get Task', 0]] }, true],
		[
			'from Succeeded only',
			{
				'Get Task': [
					['Start', 0],
					['Get Task', 1],
				],
			},
			false,
		],
		['none', { 'Get Task': [['Start', 0]] }, false],
		['a loop of others', { 'Get Task': [['A', 0]], A: [['B', 0]], B: [['A', 0]] }, false],
	])('%s', (_, lines, expected) => expect(back(lines)).toBe(expected));
});
