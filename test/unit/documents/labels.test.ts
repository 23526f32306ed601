import { describe, expect, it } from '@jest/globals';

import { read } from '../../../tools/docs/documents';
import { labelsIn, N8N_LABELS, packLabels } from '../../support/documents/labels';

const own = packLabels();
const isLabel = (label: string) => own.has(label) || N8N_LABELS.has(label);

const forUsers = [
	'README.md',
	'docs/admin.md',
	'docs/errors.md',
	'docs/nodes.md',
	'examples/README.md',
];

describe('the labels that the documents name', () => {
	it.each(forUsers)('%s names fields and buttons as the editor shows them', (document) => {
		const unknown = labelsIn(read(document)).filter((label) => !isLabel(label));
		expect([...new Set(unknown)]).toEqual([]);
	});

	it('are recognized in a text', () => {
		expect(labelsIn('Set _Completion → Return Task ID_, which you _may_ do, in `_A_`.')).toEqual([
			'Completion',
			'Return Task ID',
		]);
		expect(['Completion', 'Return Task ID', 'In Progress', 'Compose Video'].every(isLabel)).toBe(
			true,
		);
		expect(['Longest Wait', 'Create Image'].some(isLabel)).toBe(false);
	});
});
