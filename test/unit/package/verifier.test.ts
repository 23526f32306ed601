import { describe, expect, it, jest } from '@jest/globals';

interface Contents {
	maxPackedBytes: number;
	checkFileList(
		tarball: { files: Array<{ path: string }>; packedBytes: number },
		read: (path: string) => string,
	): string[];
	checkRegistered(tarball: { files: Array<{ path: string }> }, read: Read): string[];
}
type Read = (path: string) => string;

const { checkFileList, checkRegistered, maxPackedBytes } = jest.requireActual<Contents>(
	'../../../tools/verify/contents',
);
const { requiredNames } = jest.requireActual<{ requiredNames(text: string): unknown[] }>(
	'../../../tools/verify/requires',
);

const { checkOldest } = jest.requireActual<{
	checkOldest(root: string, files?: string[]): { findings: string[] };
}>('../../../tools/verify/oldest');

const node = 'dist/nodes/A/A.node.js';
const codex = 'dist/nodes/A/A.node.json';
const texts: Record<string, string> = {
	'LICENSE.md': '',
	'README.md': '',
	'package.json':
		'{ "name": "pack", "n8n": { "nodes": ["dist/nodes/A/A.node.js"], "credentials": [] } }',
	[node]: 'require("zod");',
	[codex]: '{ "node": "pack", "categories": ["Marketing"], "resources": {} }',
	'dist/known/credentials.json': '{}',
	'dist/known/nodes.json': '{}',
	'dist/types/credentials.json': '[]',
	'dist/types/nodes.json': '[]',
};

/** A package with these files, and the findings of one check on it. */
function inspect(check: 'files' | 'registered', changes: Record<string, string | undefined> = {}) {
	const all = Object.entries({ ...texts, ...changes }).filter(([, text]) => text !== undefined);
	const files = all.map(([path]) => ({ path }));
	const read: Read = (path) => Object.fromEntries(all)[path] ?? '';
	return check === 'files'
		? checkFileList({ files, packedBytes: maxPackedBytes }, read)
		: checkRegistered({ files }, read);
}

describe('the verification of the package', () => {
	it('finds nothing in a package as it should be', () => {
		expect(inspect('files')).toEqual([]);
		expect(inspect('registered')).toEqual([]);
	});

	it.each([
		'CHANGELOG.md',
		'gulpfile.js',
		'dist/package.json',
		'dist/nodes/A/A.node.js.map',
		'dist/nodes/A/A.node.d.ts',
		'dist/docs/screenshot.png',
		'dist/nodes/A/screenshot.png',
		'dist/nodes/A/A.test.js',
		'dist/test/unit/a.js',
	])('refuses %s in it', (path) => {
		expect(inspect('files', { [path]: '' })).toContainEqual(expect.stringContaining(path));
	});

	it('accepts dist/package.json for code that reads it', () => {
		const changes = { 'dist/package.json': '{}', [node]: 'require("../../package.json");' };
		expect(inspect('files', changes)).toEqual([]);
	});

	it('refuses a package without README, and source map references', () => {
		expect(inspect('files', { 'README.md': undefined })).toEqual(['README.md is missing']);
		expect(inspect('files', { [node]: '//# sourceMappingURL=A.node.js.map' })).toHaveLength(1);
	});

	it.each([
		['a node that is missing', { [node]: undefined }],
		['a codex file that is missing', { [codex]: undefined }],
		['a codex file that does not parse', { [codex]: '{' }],
		[
			'a codex file without resources',
			{ [codex]: '{ "node": "pack", "categories": ["Marketing"] }' },
		],
		[
			'a codex file of another package',
			{ [codex]: '{ "node": "x", "categories": ["Y"], "resources": {} }' },
		],
	])('refuses %s', (_case, changes) => {
		expect(inspect('registered', changes)).toHaveLength(1);
	});

	it('sees every way to load a module, and no mere mention of one', () => {
		const code = `
			const a = require("zod"); const b = __importStar(require('./b'));
			// require("comment")
			const c = 'require("text")'; other.require("d");
			const e = () => require(\`luxon\`); const f = require(name); import("fs");
		`;
		expect(requiredNames(code)).toEqual(['zod', './b', 'luxon', undefined, 'fs']);
	});
});

describe('what is newer than the oldest n8n', () => {
	it('is found where it is used without a guard', () => {
		const file = 'test/support/versions/newerApi.ts';
		const { findings } = checkOldest('.', [file]);
		expect(findings).toEqual([expect.stringContaining(`${file}:4: Property 'isToolExecution'`)]);
	}, 120_000);
});
