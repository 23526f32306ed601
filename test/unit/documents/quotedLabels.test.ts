import { describe, expect, it } from '@jest/globals';

import { N8N_LABELS, packLabels } from '../../support/documents/labels';
import { editorTexts, messageTexts } from '../../support/documents/userTexts';

/** A name in quotation marks that starts with a capital letter, such as 'Video URL'. */
const QUOTED_LABEL = /(?<![\p{L}\p{N}])'(\p{Lu}(?:[^'…]|(?<=\p{L})'(?=\p{L}))*)'(?!\p{L})/gu;

/** Labels that a text names, also those of a path such as 'Options › File Name'. */
function quotedLabels(text: string): string[] {
	return [...text.matchAll(QUOTED_LABEL)].flatMap(([, label = '']) => label.split(' › '));
}

describe('The labels that descriptions and messages name in quotation marks', () => {
	const texts = [...editorTexts(), ...messageTexts()];
	const own = packLabels();

	it('are found', () => {
		const text = "Set 'Options › File Name' of the item's 'Video URL' in 'Remove the Person's Wig'";
		expect(quotedLabels(text)).toEqual([
			'Options',
			'File Name',
			'Video URL',
			"Remove the Person's Wig",
		]);
		expect(texts.flatMap(({ text: one }) => quotedLabels(one)).length).toBeGreaterThan(60);
	});

	it('are labels that the editor shows', () => {
		const unknown = texts.flatMap(({ at, text }) =>
			quotedLabels(text)
				.filter((label) => !own.has(label) && !N8N_LABELS.has(label))
				.map((label) => `${at}: '${label}'`),
		);
		expect(unknown).toEqual([]);
	});
});
