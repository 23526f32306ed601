/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { contractRecords, differences, recordedContract } from '../../tools/docs/contract';

const WHAT_TO_DO = `The public interface of the package has changed. Workflows that people have saved rely on it.
If this is not meant, undo it. If it is: read "Versions" in CONTRIBUTING.md, then record it with
"npm run docs -- --record", and write a line for CHANGELOG.md.`;

describe('the public interface', () => {
	it.each(contractRecords)('$name is as recorded', (record) => {
		const found = differences(recordedContract(record), record.present);
		expect(found.length > 0 ? [WHAT_TO_DO, ...found] : []).toEqual([]);
	});

	it('has no record of something that is gone', () => {
		const [{ path } = { path: '' }] = contractRecords;
		const files = contractRecords.map((record) => basename(record.path));
		expect(readdirSync(dirname(path)).sort()).toEqual(files.sort());
	});
});

describe('the comparison', () => {
	const node = {
		version: 1,
		properties: [
			{ name: 'model', default: 'a', options: ['a', 'b'] },
			{ name: 'size', default: 1 },
		],
	};

	it('finds nothing in what is the same', () => {
		expect(differences(node, JSON.parse(JSON.stringify(node)) as object)).toEqual([]);
	});

	it.each<[string, object, string]>([
		[
			'a value that cannot be chosen any more',
			{
				...node,
				properties: [{ name: 'model', default: 'a', options: ['a'] }, node.properties[1]],
			},
			'properties[model].options[b] is gone (was "b")',
		],
		[
			'another default',
			{ ...node, properties: [node.properties[0], { name: 'size', default: 2 }] },
			'properties[size].default was 1, is 2',
		],
		['another version', { ...node, version: [1, 2] }, 'version is gone (was 1)'],
		[
			'a new field',
			{ ...node, properties: [...node.properties, { name: 'tone' }] },
			'properties[tone].name is new: "tone"',
		],
	])('names %s', (_case, changed, line) => {
		expect(differences(node, changed)).toContain(line);
	});
});
