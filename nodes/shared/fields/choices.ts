/*
 * Which choice of a field is meant. An expression gives its value or its label, in any case and with other signs, as a
 * table or a language model writes it. It is only taken where one choice alone can be meant.
 */
import { compact } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isPlain, plainText } from '../util/text';
import { type NumberForm, numberIn } from './numbers';
import { plainWords, withoutQuotes, wordsOnly } from './words';

export type Choices = readonly INodePropertyOptions[];

/**
 * The choices of a property; none for a property without any. What n8n calls its `options` may also be fields or
 * collections, which are left out.
 */
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

/** A way to write choices. Of a choice, it gives the texts that stand for it when it is written in this way. */
type WayToWrite = (choice: INodePropertyOptions) => readonly string[];

/** The ways to write any choice; the most exact one comes first. Examples are for "Top-Left (0 × 0)", `corner_1`. */
const WAYS: readonly WayToWrite[] = [
	// The label or the value.
	({ name, value }) => [name, String(value)],
	// The label without its brackets: "Top-Left".
	({ name }) => [name.replace(BRACKETS, '')],
	// What stands in the brackets alone: "0 × 0".
	({ name }) => compact([BRACKETS.exec(name)?.[1]]),
];

/**
 * A text as it is compared with another one: its words without signs and blanks, "topleft00" for "Top-Left (0 × 0)".
 * Without any letter, numbers keep a blank between them, as "1 0" is not 10. A single number keeps its signs, and so
 * does a text of signs alone, because these are all that tells -1 from 1.
 */
function comparable(text: string): string {
	const words = wordsOnly(text);
	const isNumberOrSigns = /^\d*$/.test(words);
	if (isNumberOrSigns) return plainWords(text);
	const hasLetter = /\p{L}/u.test(words);
	return hasLetter ? words.replaceAll(' ', '') : words;
}

/**
 * The choice that is meant. It is looked for by its value, then by its number, by other words for it, in the `WAYS` to
 * write it, and at last without a remark in brackets behind it; the first of these that fits any choice decides.
 *
 * @param given a value or label, as an expression gives it
 * @param form other words for the choices, and what is known of their numbers, such as the unit
 * @returns undefined where none or several can be meant, as for anything but a text, a number, true or false
 */
export function choiceMeant(
	choices: Choices,
	given: unknown,
	form: ChoiceForm = {},
): INodePropertyOptions | undefined {
	const mayMeanChoice = isPlain(given) || typeof given === 'boolean';
	if (!mayMeanChoice) return undefined;
	const text = withoutQuotes(plainText(String(given)).toLowerCase());
	const ofValue = choices.find(({ value }) => String(value).toLowerCase() === text);
	if (ofValue) return ofValue;
	const ofNumber = choiceOfNumber(choices, given, form);
	if (ofNumber) return ofNumber;

	const { otherWords = {} } = form;
	const byOtherWords: WayToWrite = ({ value }) => otherWords[String(value)] ?? [];
	for (const textsFor of [byOtherWords, ...WAYS]) {
		const fitting = choices.filter((choice) => {
			return textsFor(choice).map(comparable).includes(comparable(text));
		});
		// The first way that fits any choice decides. Where it fits several, nobody knows which one is meant.
		if (fitting.length > 1) return undefined;
		if (fitting.length === 1) return fitting[0];
	}
	return choiceBesideBrackets(choices, text, form);
}

/**
 * The choice whose value is the given number, which may be written in another form, as a table has '3.0' for 3.
 * Undefined where there is no such choice, or no number is given.
 */
function choiceOfNumber(
	choices: Choices,
	given: unknown,
	form: ChoiceForm,
): INodePropertyOptions | undefined {
	// No choice has decimals, so that "1,080" can only be 1080.
	const number = numberIn(given, { ...form, isWhole: true });
	if (typeof number !== 'number') return undefined;
	return choices.find(({ value }) => numberIn(value) === number);
}

/**
 * The choice of a text with a remark in brackets, as a message or a list writes it: "'720p' (720)", "16:9 (landscape)".
 *
 * @returns undefined for a text without brackets, where the text before them means no choice, and where the remark
 *   means another one
 */
function choiceBesideBrackets(
	choices: Choices,
	text: string,
	form: ChoiceForm,
): INodePropertyOptions | undefined {
	const [, remark] = BRACKETS.exec(text) ?? [];
	if (remark === undefined) return undefined;
	const textBefore = text.replace(BRACKETS, '');
	const ofText = choiceMeant(choices, textBefore, form);
	// Undefined for a remark that names no choice, such as "landscape" behind the ratio 16:9.
	const ofRemark = choiceMeant(choices, remark, form);
	const isContradiction = ofRemark !== undefined && ofRemark !== ofText;
	return isContradiction ? undefined : ofText;
}
