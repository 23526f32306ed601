/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { read } from '../../tools/docs/documents';
import { packCredential, packNodes, root } from '../../tools/docs/pack';
import { completed } from '../../tools/n8n/demoExamples';
import { exampleNames, readExample } from '../../tools/n8n/workflows';
import manifest from '../../package.json';
import { contractRecords, recordedContract } from '../../tools/docs/contract';

it.each(exampleNames())(
	'the example %s has no placeholder, and no empty URL with the demo service',
	(name) => {
		const example = readExample(name);
		expect(JSON.stringify(example)).not.toMatch(/example\.(com|org|net)/);
		const demo = completed(example, 'http://127.0.0.1:8787');
		const parameters = JSON.stringify(demo.nodes.map((node) => node.parameters));
		expect(parameters).not.toMatch(/"name":"\w*Url","type":"string","value":""/);
	},
);

const names = readdirSync(join(root, 'icons')).sort();
const readIcon = (name: string): string => read(`icons/${name}`);
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
	it.each(names)('%s is a small square drawing without text, links or scripts', (name) => {
		const svg = readIcon(name);
		const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
		expect(width).toBeDefined();
		expect(width).toBe(height);
		expect(svg).not.toMatch(/<(text|image|script|style|use)\b|href|url\((?!#)/);
		expect(svg.length).toBeLessThan(2_000);
	});

	it.each(owners)('%s: the light and the dark one differ in their colors only', (_name, icon) => {
		const [light = '', dark = ''] = iconsOf(icon).map(readIcon);
		expect(dark).not.toBe(light);
		expect(withoutColors(dark)).toBe(withoutColors(light));
	});

	it('belong to one node or the credential each, and none is left over', () => {
		expect(owners.flatMap(([, icon]) => iconsOf(icon)).sort()).toEqual(names);
	});

	it('of two nodes never look the same', () => {
		const drawings = owners.map(([, icon]) => readIcon(iconsOf(icon)[0] ?? ''));
		expect(new Set(drawings).size).toBe(owners.length);
	});
});

/** All else that n8n demands of it is checked by n8n's own lint. */
it('the package is a strict one of API version 1, with an address of its source', () => {
	expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\/.+\.git$/);
});

interface LockedPackage {
	version?: string;
	resolved?: string;
}

describe('package-lock.json', () => {
	const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };

	it('names no address to download from, so that every mirror will do', () => {
		expect(Object.values(lock.packages).filter(({ resolved }) => resolved)).toEqual([]);
	});

	it("has n8n's own zod, once", () => {
		const zods = Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/zod'));
		expect(lock.packages['node_modules/zod']?.version).toBe('3.25.76');
		expect(zods.filter((path) => /n8n-(core|workflow)\/node_modules/.test(path))).toEqual([]);
	});
});

const WHAT_TO_DO = `The public interface of the package has changed. Workflows that people have saved rely on it.
If this is not meant, undo it. If it is: read "Versions" in CONTRIBUTING.md, then record it with
"npm run docs -- --record", and write a line for CHANGELOG.md.`;

describe('the public interface', () => {
	it.each(contractRecords)('$name is as recorded', (record) => {
		try {
			expect(record.present).toStrictEqual(recordedContract(record));
		} catch (error) {
			throw new Error(`${WHAT_TO_DO}\n\n${(error as Error).message}`);
		}
	});

	it('has no record of something that is gone', () => {
		const [{ path } = { path: '' }] = contractRecords;
		const files = contractRecords.map((record) => basename(record.path));
		expect(readdirSync(dirname(path)).sort()).toEqual(files.sort());
	});
});

const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.ts'))
	.map((path) => ({ path, text: read(join('nodes', path)) }));

it('no time limit is only led to by AbortSignal.any, which Node 20 would collect', () => {
	const joined = sources.flatMap(({ path, text }) =>
		[...text.matchAll(/AbortSignal\.any\(([^)]*)\)/g)].map(([, sources]) => ({ path, sources })),
	);
	// The signals of controllers, which somebody holds.
	const path = join('shared', 'api', 'client.ts');
	for (const one of joined) expect(one).toEqual({ path, sources: '[own, further]' });
	const limits = sources.filter(({ text }) => /AbortSignal\.timeout\(|signalAt\(/.test(text));
	expect(limits.length).toBeGreaterThan(2);
	for (const { path, text } of limits) {
		const kept = /(anySignal|onAbort|raceAbort)\(/.test(text);
		expect({ path, kept }).toEqual({ path, kept: true });
	}
});
