import { describe, expect, it } from '@jest/globals';

import { read } from '../../../tools/docs/documents';

interface Figures {
	milliseconds: number;
	extraMib: number;
}

interface Result {
	contender: string;
	task: string;
	figures: Figures;
}

/** What 'about' stands for: figures differ that much from one run to another. */
const ABOUT = 1.15;

const { upload } = JSON.parse(read('docs/benchmarks.json')) as { upload: { results: Result[] } };

/** What a contender took for a file of 1 GiB. */
function gibibyte(contender: string, task = '1024 MiB'): Figures {
	const found = upload.results.find(
		(result) => result.task === task && result.contender.startsWith(contender),
	);
	if (!found) throw new Error(`docs/benchmarks.json has no '${contender}' for ${task}`);
	return found.figures;
}

const FRACTIONS: Readonly<Record<string, number>> = { half: 2, 'a third': 3, 'a quarter': 4 };

describe('what the documents say of an upload of 1 GiB', () => {
	const own = [
		gibibyte('Upload File, from input file'),
		gibibyte('Upload File, by URL', '1024 MiB by URL'),
	];
	const others = [gibibyte('HTTP Request node'), gibibyte('HTTP Request node', '1024 MiB by URL')];

	it('is true of the time in the README', () => {
		const [, words = ''] =
			read('README.md').match(/1 GiB uploads in about (.+?) of the time/) ?? [];
		const share = 1 / (FRACTIONS[words] ?? Infinity);
		own.forEach(({ milliseconds }, index) => {
			const other = others[index]?.milliseconds ?? 0;
			expect(milliseconds / other).toBeLessThanOrEqual(share * ABOUT);
		});
	});

	it('is true of the memory in docs/admin.md', () => {
		const [, mib] =
			read('docs/admin.md').match(/1 GiB takes about (\d+) MiB of extra memory/) ?? [];
		for (const { extraMib } of own) expect(extraMib).toBeLessThanOrEqual(Number(mib) * ABOUT);
	});
});
