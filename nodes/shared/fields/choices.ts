/*
 * Which choice of a field is meant. An expression gives its value or its label, in any case and with other signs, as a table
 * or a language model writes it. It is only taken where one choice alone can be meant.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isPlain, plainText } from '../util/text';
import { type NumberForm, numberIn } from './numbers';
import { plainWords, withoutQuotes, wordsOnly } from './words';

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
	({ name, value }) => [joined(name), joined(String(value))],
];

/** The words of a text without blanks, as "topleft" for "Top Left"; none of a text without letters, as "1 0" is not 10. */
function joined(text: string): string {
	const words = wordsOnly(text);
	return /\p{L}/u.test(words) ? words.replaceAll(' ', '') : words;
}

/** Other words for choices, by the values of these. */
export type OtherWords = Readonly<Record<string, readonly string[]>>;

/** How else choices are written than by their values and labels. */
export interface ChoiceForm extends NumberForm {
	otherWords?: OtherWords;
}

/**
 * The choice that is meant.
 *
 * @param given a value or label, as an expression gives it; a table holds '3.0' as 3
 * @returns undefined where none or several can be meant
 */
export function choiceMeant(
	choices: Choices,
	given: unknown,
	{ otherWords = {}, ...numberForm }: ChoiceForm = {},
): INodePropertyOptions | undefined {
	if (!isPlain(given) && typeof given !== 'boolean') return undefined;
	const word = withoutQuotes(plainText(String(given)).toLowerCase());
	const number = numberIn(given, numberForm);
	const byValue =
		choices.find(({ value }) => String(value).toLowerCase() === word) ??
		choices.find(({ value }) => numberIn(value) === number);
	if (byValue) return byValue;
	// The signs around a single number mean something: -1 is not 1.
	const words = wordsOnly(word);
	const isNumber = /^\d*$/.test(words);
	const written = isNumber ? [plainWords(word)] : [plainWords(word), words, joined(word)];
	const otherForms = ({ value }: INodePropertyOptions) =>
		(otherWords[String(value)] ?? []).map(joined);
	for (const formsOf of [otherForms, ...FORMS]) {
		const fitting = choices.filter((choice) =>
			formsOf(choice).some((form) => written.includes(form)),
		);
		if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
	}
	return choiceBesideBrackets(choices, word, { otherWords, ...numberForm });
}

/** The same with a remark in brackets, as a message or a list writes it: "'720p' (720)", "16:9 (landscape)". */
function choiceBesideBrackets(
	choices: Choices,
	word: string,
	form: ChoiceForm,
): INodePropertyOptions | undefined {
	const [, remark] = BRACKETS.exec(word) ?? [];
	if (remark === undefined) return undefined;
	const meant = choiceMeant(choices, word.replace(BRACKETS, ''), form);
	const other = choiceMeant(choices, remark, form);
	return !other || other === meant ? meant : undefined;
}
