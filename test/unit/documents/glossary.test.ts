import { describe, expect, it } from '@jest/globals';

import { exceptions, glossary } from '../../support/documents/glossary';
import {
	demoTexts,
	documentTexts,
	editorTexts,
	messageTexts,
	type UserText,
} from '../../support/documents/userTexts';

/** Each term that should not be there: its place, what to write instead, and the text around it. */
function slipsIn(texts: readonly UserText[]): string[] {
	const slips = texts.flatMap(({ at, text }) =>
		glossary.flatMap(({ not, instead }) => {
			const match = not.exec(text);
			if (!match || isException(at, text)) return [];
			const { 0: found, index } = match;
			const around = text.slice(Math.max(0, index - 40), index + found.length + 30).trim();
			return [`${at}: '${found}' → ${instead}: …${around}…`];
		}),
	);
	return [...new Set(slips)];
}

function isException(at: string, text: string): boolean {
	return exceptions.some((one) => at.includes(one.at) && one.text.test(text));
}

describe('one term per thing', () => {
	it('in the descriptions of nodes and credential', () => {
		expect(slipsIn(editorTexts())).toEqual([]);
	});

	it('in every message', () => {
		expect(slipsIn(messageTexts())).toEqual([]);
	});

	it('in every document and example', () => {
		expect(slipsIn(documentTexts())).toEqual([]);
	});

	it('in what the demo prints', () => {
		expect(slipsIn(demoTexts())).toEqual([]);
	});
});

describe('the glossary', () => {
	it.each([
		'Each node hands on the file',
		'n8n hands it on in small pieces',
		'puts the failed task out',
		'Put Out the Failed Task',
		'Time between two looks',
		'for every task that came to its end, well or not',
		'Longest wait',
		'may have been created all the same',
		'The stand-in for the service',
		'What the service tells',
		'Fast (Accelerated, Dearer)',
		'Web address of the file',
	])('finds: %s', (text) => {
		expect(slipsIn([{ at: 'x', text }])).not.toEqual([]);
	});

	it.each([
		'Look up the file',
		'A lookup of the person',
		'The answer looks like a web page',
		'Looks for it in the list',
		'Put Output File in Field',
		'put out of order',
		'hands-on example',
		'Handing the file to the next node',
		'Tell two tasks apart',
		'The final frame',
		'prepaid credits',
		'custom persons',
		'Not if Subtitles is None',
	])('leaves alone: %s', (text) => {
		expect(slipsIn([{ at: 'x', text }])).toEqual([]);
	});

	it('sees the texts', () => {
		for (const texts of [editorTexts(), messageTexts(), documentTexts(), demoTexts()]) {
			expect(texts.length).toBeGreaterThan(10);
		}
	});

	it('has no exception that nothing needs', () => {
		const all = [...editorTexts(), ...messageTexts(), ...documentTexts(), ...demoTexts()];
		const unused = exceptions.filter(
			(one) =>
				!all.some(
					({ at, text }) =>
						at.includes(one.at) &&
						one.text.test(text) &&
						glossary.some(({ not }) => not.test(text)),
				),
		);
		expect(unused).toEqual([]);
	});
});
