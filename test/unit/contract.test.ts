/* eslint-disable
   @n8n/community-nodes/no-restricted-imports,
   @n8n/community-nodes/require-node-api-error */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { contractRecords, recordedContract } from '../../tools/docs/contract';

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
