import { expect, test } from '@jest/globals';

import { modelTable } from '../../../tools/docs/modelTable';
import { modelCases } from '../../support/models/all';

const [heading = '', separator = '', ...rows] = modelTable().split('\n');

function cells(row: string): string[] {
	return row.slice(2, -2).split(' | ');
}

test('has a row for every model, in the order of the specification', () => {
	expect(cells(heading)).toEqual(['Model', 'Makes', 'For', 'Required fields', 'Optional fields']);
	expect(separator).toBe('| --- | --- | --- | --- | --- |');
	expect(rows.map((row) => cells(row).slice(0, 2))).toEqual(
		modelCases.map(({ code, creationType }) => [
			`\`${code}\``,
			creationType === 3 ? 'images' : 'videos',
		]),
	);
	for (const row of rows) expect(cells(row)).toHaveLength(5);
});

test('names the fields with their values', () => {
	const row = rows.find((line) => line.includes('`modelc3.0-first-last-to-video`')) ?? '';
	expect(cells(row).slice(3)).toEqual([
		'Prompt: at most 20000 characters; Aspect Ratio: auto, 16:9, 4:3, 1:1, 3:4, 9:16; Resolution: 480, 720, 1080; Duration (Seconds): 2 to 30; Number of Images: always 1; 1 or 2 images',
		'First Frame; Last Frame; Reference Images; Reference Materials: image; Resolution Mode: native, fast',
	]);
	const free = rows.find((line) => line.includes('`modelb-2.5-t2v`')) ?? '';
	expect(cells(free).at(-1)).toContain('Parameters (JSON)');
	const open = rows.find((line) => line.includes('`modele-q1`')) ?? '';
	expect(cells(open).at(-1)).toContain('Resolution: commonly 720, 1080');
});
