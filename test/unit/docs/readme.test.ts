/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withModelTable } from '../../docs/modelTable';

describe('README', () => {
	it('has the table of models as the catalogue says it (npm run docs writes it)', () => {
		const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
		expect(withModelTable(readme)).toBe(readme);
	});
});
