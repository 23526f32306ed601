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

/** Other words for choices, by the values of these. */
export type OtherWords = Readonly<Record<string, readonly string[]>>;

/** How else choices are written than by their values and labels. */
export interface ChoiceForm extends NumberForm {
	otherWords?: OtherWords;
}

/** The text in brackets at the end of a label: the size in "Square (1080 × 1080)". */
const BRACKETS = / \(([^()]*)\)$/;

/** The ways to write a choice, each of which gives the texts for one choice; the most exact way comes first. */
const WAYS: ReadonlyArray<(choice: INodePropertyOptions) => string[]> = [
	({ name }) => [plainWords(name)],
	({ name, value }) => [wordsOnly(name), wordsOnly(String(value))],
	({ name }) => [wordsOnly(name.replace(BRACKETS, ''))],
	({ name }) => [wordsOnly(BRACKETS.exec(name)?.[1] ?? '')],
	({ name, value }) => [joinedWords(name), joinedWords(String(value))],
];

/** The words of a text without blanks, "topleft" for "Top Left"; of a text without letters with them, as "1 0" is not 10. */
function joinedWords(text: string): string {
	const words = wordsOnly(text);
	if (!/\p{L}/u.test(words)) return words;
	return words.replaceAll(' ', '');
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
	form: ChoiceForm = {},
): INodePropertyOptions | undefined {
	if (!isPlain(given) && typeof given !== 'boolean') return undefined;
	const text = withoutQuotes(plainText(String(given)).toLowerCase());
	const number = numberIn(given, form);
	const byValue =
		choices.find(({ value }) => String(value).toLowerCase() === text) ??
		choices.find(({ value }) => numberIn(value) === number);
	if (byValue) return byValue;

	const otherWordsOf = ({ value }: INodePropertyOptions) =>
		(form.otherWords?.[String(value)] ?? []).map(joinedWords);
	const written = formsOf(text);
	for (const textsOf of [otherWordsOf, ...WAYS]) {
		const fitting = choices.filter((choice) =>
			textsOf(choice).some((one) => written.includes(one)),
		);
		if (fitting.length === 1) return fitting[0];
		if (fitting.length > 1) return undefined;
	}
	return choiceBesideBrackets(choices, text, form);
}

/** The forms of a text that are compared with those of the choices. */
function formsOf(text: string): string[] {
	const words = wordsOnly(text);
	// The signs around a single number mean something: -1 is not 1.
	const isNumber = /^\d*$/.test(words);
	if (isNumber) return [plainWords(text)];
	return [plainWords(text), words, joinedWords(text)];
}

/**
 * The choice of a text with a remark in brackets, as a message or a list writes it: "'720p' (720)", "16:9 (landscape)".
 *
 * @returns undefined for a text without brackets, and where the remark is that of another choice
 */
function choiceBesideBrackets(
	choices: Choices,
	text: string,
	form: ChoiceForm,
): INodePropertyOptions | undefined {
	const [, remark] = BRACKETS.exec(text) ?? [];
	if (remark === undefined) return undefined;
	const meant = choiceMeant(choices, text.replace(BRACKETS, ''), form);
	const ofRemark = choiceMeant(choices, remark, form);
	if (ofRemark && ofRemark !== meant) return undefined;
	return meant;
}
