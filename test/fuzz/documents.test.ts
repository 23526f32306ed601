import { describe, expect, it } from '@jest/globals';

import {
	documents,
	FILE_CODES,
	read,
	sectionNames,
	sectionsIn,
	withSections,
} from '../../tools/docs/documents';

describe('what the documents take over from the code', () => {
	it.each(documents)('%s is up to date ("npm run docs" writes it)', (path) => {
		const text = read(path);
		expect(withSections(text)).toBe(text);
	});

	it('says what to do about every code of service.md 7', () => {
		const text = read('docs/errors.md');
		const codes = [
			[400, 10400, 40000, 40001, 40002, 50000, 51000, 50003, 50005, 50011],
			[120002, 120004, 120005, 170002, 170003, 170006, 170008, 170009, 170010],
		].flat();
		const rows = codes.map((code) =>
			text.match(new RegExp(`^\\| [^|]+ \\| [^|]+ \\| [^|]* \\| ${code} \\|$`, 'm')),
		);
		expect(rows.filter((row) => row === null)).toEqual([]);
	});

	it('speaks of submits only for codes that a submit may be answered with', () => {
		const rows = [
			...read('docs/developers/service.md').matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|$/gm),
		];
		const ofFiles = rows.flatMap(([, code, listedIn]) => (listedIn === '4.1' ? Number(code) : []));
		expect(ofFiles).toEqual([...FILE_CODES].sort((a, b) => a - b));
		for (const code of ofFiles) {
			const [row = ''] =
				read('docs/errors.md').match(new RegExp(`^.* \\| ${code} \\|$`, 'm')) ?? [];
			expect(row).toContain(`| ${code} |`);
			expect(row).not.toContain('submit');
		}
	});

	it('is complete, each section in one place', () => {
		const found = documents.flatMap((path) => sectionsIn(read(path)));
		expect(found.sort()).toEqual([...sectionNames].sort());
	});
});
