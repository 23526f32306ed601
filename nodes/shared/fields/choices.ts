/*
 * Which choice of a field is meant. An expression gives its value or its label, in any case and with other signs, as a table
 * or a language model writes it. It is only taken where one choice alone can be meant.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isPlain, plainText } from '../util/text';
import { numberIn } from './numbers';
import { plainWords, wordsOnly } from './words';

export type Choices = readonly INodePropertyOptions[];

/** The choices of a property, without the entries that are fields or collections. */
export function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((one): one is INodePropertyOptions => 'value' in one);
}

/** The text in brackets at the end of a label: the size in "Square (1080 × 1080)". */
const BRACKETS = / \(([^()]*)\)$/;

/** The forms in which a choice may be written, the most exact one first. */
const FORMS: ReadonlyArray<(choice: INodePropertyOptions) => string[]> = [
	({ name }) => [plainWords(name)],
	({ name, value }) => [wordsOnly(name), wordsOnly(String(value))],
	({ name }) => [wordsOnly(name.replace(BRACKETS, ''))],
	({ name }) => [wordsOnly(BRACKETS.exec(name)?.[1] ?? '')],
];

/**
 * The choice that is meant.
 *
 * @param given a value or label, as an expression gives it; a table holds '3.0' as 3
 * @returns undefined where none or several can be meant
 */
export function choiceMeant(choices: Choices, given: unknown): INodePropertyOptions | undefined {
	if (!isPlain(given)) return undefined;
	const word = plainText(given).toLowerCase();
	const byValue =
		choices.find(({ value }) => String(value).toLowerCase() === word) ??
		choices.find(({ value }) => numberIn(value) === numberIn(given));
	if (byValue) return byValue;
	// The signs around a single number mean something: -1 is not 1.
	const words = wordsOnly(word);
	const written = [plainWords(word), /^\d*$/.test(words) ? plainWords(word) : words];
	for (const formsOf of FORMS) {
		const fitting = choices.filter((choice) =>
			formsOf(choice).some((form) => written.includes(form)),
		);
		if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
	}
	return undefined;
}
