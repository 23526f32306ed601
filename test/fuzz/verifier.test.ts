import { describe, expect, it, jest } from '@jest/globals';

type Read = (path: string) => string;
type Check = (
	tarball: { paths: string[]; packedBytes: number },
	read: Read,
	inProject: (path: string) => boolean,
) => string[];

const { maxPackedBytes, ...checks } = jest.requireActual<
	Record<'checkFileList' | 'checkRegistered' | 'checkOwnWork', Check> & { maxPackedBytes: number }
>('../../tools/verify/contents');

const { checkOldest } = jest.requireActual<{
	checkOldest(root: string, files?: string[]): { findings: string[] };
}>('../../tools/verify/oldest');

const node = 'dist/nodes/A/A.node.js';
const codex = 'dist/nodes/A/A.node.json';
const texts: Record<string, string> = {
	'LICENSE.md': 'MIT License',
	'README.md': '',
	'package.json':
		'{ "name": "pack", "license": "MIT", "n8n": { "nodes": ["dist/nodes/A/A.node.js"], "credentials": [] } }',
	[node]: 'require("zod");',
	[codex]: '{ "node": "pack", "categories": ["Marketing"], "resources": {} }',
	'dist/known/credentials.json': '{}',
	'dist/known/nodes.json': '{}',
	'dist/types/credentials.json': '[]',
	'dist/types/nodes.json': '[]',
};

/** The findings of one check on a package with these files. */
function inspect(check: keyof typeof checks, changes: Record<string, string | undefined> = {}) {
	const all = Object.entries({ ...texts, ...changes }).filter(([, text]) => text !== undefined);
	const paths = all.map(([path]) => path);
	const read: Read = (path) => Object.fromEntries(all)[path] ?? '';
	return checks[check]({ paths, packedBytes: maxPackedBytes }, read, (path) => sources.has(path));
}

/** The files of the project. */
const sources = new Set(['nodes/A/A.node.ts', 'nodes/A/A.node.json']);

const manifestWith = (fields: object) => {
	const usual = JSON.parse(texts['package.json'] ?? '') as object;
	return { 'package.json': JSON.stringify({ ...usual, ...fields }) };
};

describe('the verification of the package', () => {
	it('finds nothing in a package as it should be', () => {
		expect(inspect('checkFileList')).toEqual([]);
		expect(inspect('checkRegistered')).toEqual([]);
		expect(inspect('checkOwnWork')).toEqual([]);
	});

	it.each<[string, Record<string, string>, RegExp]>([
		['another package', { 'node_modules/a/index.js': '' }, /index\.js is another package/],
		['dependencies', manifestWith({ dependencies: { a: '1' } }), /dependencies/],
		['bundled ones', manifestWith({ bundleDependencies: ['a'] }), /bundleDep/],
		['a script', manifestWith({ scripts: { postinstall: 'node a' } }), /a script on postinstall/],
		['code without source', { 'dist/nodes/A/vendor.js': '' }, /vendor\.js has no source/],
		['a notice of others', { [node]: '/*! @license BSD */' }, /A\.node\.js carries a license/],
		['another license', manifestWith({ license: 'ISC' }), /MIT/],
		['another license text', { 'LICENSE.md': 'Apache License' }, /MIT/],
	])('refuses %s', (_case, changes, finding) => {
		expect(inspect('checkOwnWork', changes)).toEqual([expect.stringMatching(finding)]);
	});

	it.each([
		'CHANGELOG.md',
		'gulpfile.js',
		'dist/nodes/A/A.node.js.map',
		'dist/nodes/A/A.node.d.ts',
		'dist/docs/screenshot.png',
		'dist/nodes/A/A.test.js',
	])('refuses %s in it', (path) => {
		expect(inspect('checkFileList', { [path]: '' })).toContainEqual(expect.stringContaining(path));
	});

	it('refuses a package without README, and source map references', () => {
		expect(inspect('checkFileList', { 'README.md': undefined })).toEqual(['README.md is missing']);
		expect(inspect('checkFileList', { [node]: '//# sourceMappingURL=A.node.js.map' })).toHaveLength(
			1,
		);
	});

	it('refuses a node that is missing', () => {
		expect(inspect('checkRegistered', { [node]: undefined })).toHaveLength(1);
	});
});

it('what is newer than the oldest n8n is found where it is used without a guard', () => {
	const file = 'test/support/versions/newerApi.ts';
	const { findings } = checkOldest('.', [file]);
	expect(findings).toEqual([expect.stringContaining(`${file}:4: Property 'isToolExecution'`)]);
}, 120_000);
