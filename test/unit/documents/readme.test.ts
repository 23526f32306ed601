import { describe, expect, it } from '@jest/globals';

import { read } from '../../../tools/docs/documents';

const text = read('README.md');

/** Words as a reader sees them: without addresses of links and lines of tables. */
function wordsIn(markdown: string): string[] {
	const visible = markdown.replace(/\]\([^)]*\)/g, ']');
	return visible.split(/\s+/).filter((word) => /\w/.test(word));
}

describe('README.md', () => {
	it('stays short enough to be read: longer texts belong in docs/', () => {
		expect(wordsIn(text).length).toBeLessThanOrEqual(1_850);
	});

	it('leads to the first video in numbered steps, each with a picture', () => {
		const [, steps = ''] = text.match(/## Your first presenter video\n([^]*?)\n## /) ?? [];
		const numbers = [...steps.matchAll(/^(\d+)\. [^]*?!\[[^\]]+\]\(docs\/images\/steps\//gm)].map(
			([, number]) => Number(number),
		);
		expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
	});

	it('says near the top how to try the nodes, before how to install them', () => {
		expect(text.indexOf('`npm start`')).toBeGreaterThan(0);
		expect(text.indexOf('`npm start`')).toBeLessThan(text.indexOf('## Install'));
	});
});
