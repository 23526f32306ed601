/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { read } from '../../../tools/docs/documents';
import { root } from '../../../tools/docs/pack';
import { labelsIn, labelsInNote, N8N_LABELS, packLabels } from '../../support/documents/labels';

const own = packLabels();
const isLabel = (label: string) => own.has(label) || N8N_LABELS.has(label);

const forUsers = [
	'README.md',
	'SECURITY.md',
	'SUPPORT.md',
	'docs/admin.md',
	'docs/errors.md',
	'docs/nodes.md',
	'docs/service.md',
	'examples/README.md',
];

const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));

interface Example {
	name: string;
	nodes: Array<{ name: string; parameters: { content?: string } }>;
}

const exampleOf = (file: string) => JSON.parse(read(`examples/${file}`)) as Example;

describe('the labels that the documents name', () => {
	it.each(forUsers)('%s names fields and buttons as the editor shows them', (document) => {
		const unknown = labelsIn(read(document)).filter((label) => !isLabel(label));
		expect([...new Set(unknown)]).toEqual([]);
	});

	it.each(examples)('the note of %s does so too', (name) => {
		const { nodes } = exampleOf(name);
		const others = [...nodes, ...examples.map(exampleOf)].map((one) => one.name);
		const named = nodes.flatMap(({ parameters }) => labelsInNote(parameters.content ?? ''));
		expect(named.filter((label) => !isLabel(label) && !others.includes(label))).toEqual([]);
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
