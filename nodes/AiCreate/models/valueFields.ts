import { map, upperFirst } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Size } from '../../shared/util/pictureSize';
import { choicesOf } from '../../shared/fields/choices';
import { atMostCharacters, type BodyField, type SentField } from '../../shared/fields/field';
import {
	fitting,
	numberParser,
	openChoiceParser,
	type Parser,
	parserOf,
} from '../../shared/fields/parse';
import { shapeMeant, sidesIn, sidesMeant } from '../../shared/fields/shapes';
import { isErrorInJson } from '../../shared/speech/jsonAnswers';
import { isNoPrompt } from '../../shared/speech/noScript';
import { speechMessages } from '../../shared/speech/speechMessages';
import type { Message } from '../../shared/util/catalogue';
import { formatValue } from '../../shared/util/quote';
import { alphabetically, formatList } from '../../shared/util/text';
import { descriptionOf, type FieldBasics, type ValueField } from './modelField';
import { modelMessages } from './modelMessages';
import type { FieldRule } from './modelRules';
import type { FieldValue } from './serviceFields';
import { resultRatios } from './takes';

/*
 * The fields of a model that take a value. The editor asks for it by a text of several lines (the prompt), by a
 * dropdown (where the values are known), or by an input for any number or word. The property of the editor is at the
 * same time the rule by which the value is read.
 */

/**
 * The field that follows from a rule for a value: how the editor asks for it, and how it is read, checked and sent.
 */
export function valueField(basics: FieldBasics): ValueField {
	const property = propertyOf(basics);
	return { ...basics, holds: 'value', properties: [property], body: bodyField(basics, property) };
}

/**
 * How the editor asks for a value. No property is marked as required, even where a value must be set: where an
 * expression chooses the model, n8n would ask for the required fields of all models.
 */
function propertyOf(basics: FieldBasics): INodeProperties {
	const { name, label: displayName, description: usualDescription, rule } = basics;
	const input = inputOf(basics);
	// That the model decides is not said of a dropdown, whose first choice says it; nor of the prompt, without which
	// there may be nothing to generate.
	const isDecidedByModel = !rule.required && input !== PROMPT && input.type !== 'options';
	const whenEmpty = isDecidedByModel ? 'If empty, the model decides' : undefined;
	const limit = limitOfText(rule);
	const description = descriptionOf(usualDescription, limit, rule.note, whenEmpty);
	return { displayName, name, description, ...input };
}

/**
 * What a property has beyond its names and its description: its type, its limits or choices, and what it starts with.
 */
type EditorInput = Omit<INodeProperties, 'displayName' | 'name' | 'description'>;

/** The input for the prompt: a text of several lines. */
const PROMPT: EditorInput = {
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. A lighthouse at dawn, soft light, waves rolling in',
};

/** The input in which the editor takes a value: for the prompt, a dropdown, or one for any value. */
function inputOf(basics: FieldBasics): EditorInput {
	if (basics.kind === 'prompt') return PROMPT;
	const values = dropdownValues(basics.rule);
	return values ? dropdown(basics, values) : openInput(basics);
}

/**
 * The values that a dropdown offers: those of a closed list, or suggestions that have names. Undefined for any other
 * field: its value is entered by hand.
 */
function dropdownValues({ takes }: FieldRule): readonly FieldValue[] | undefined {
	if (takes?.is !== 'oneOf') return undefined;
	const isEnteredByHand = takes.isOpen && !takes.names;
	return isEnteredByHand ? undefined : takes.values;
}

/**
 * A dropdown of values. For a field that may be left out, its first choice is 'Model Default', which sends nothing.
 *
 * @param values at least one
 */
function dropdown(basics: FieldBasics, values: readonly FieldValue[]): EditorInput {
	const { rule } = basics;
	const given = values.map((value) => ({ name: nameOf(value, basics), value }));
	// By n8n's convention, five or more entries are sorted by their names. Numbers stay in their own order.
	const isByName = given.length >= 5 && typeof values[0] !== 'number';
	const choices: INodePropertyOptions[] = isByName ? alphabetically(given, 'name') : given;
	if (rule.required) {
		// There is always a value to start with, because a dropdown has one at least. The empty text satisfies the
		// compiler.
		return { type: 'options', options: choices, default: startingValue(basics) ?? '' };
	}
	const omitted = omittedValue(rule);
	// The value that applies when none is sent, where the specification says it: " (1080p)".
	const detail = omitted === undefined ? '' : ` (${nameOf(omitted, basics)})`;
	choices.unshift({ name: `Model Default${detail}`, value: '' });
	return { type: 'options', options: choices, default: '' };
}

/** Names of resolutions: those of videos are heights, and those of images, in pixels, are widths. */
const RESOLUTION_NAMES: Readonly<Record<string, string>> = {
	480: '480p',
	720: '720p',
	1080: '1080p',
	1440: '1440p',
	2160: '2160p',
	1024: '1024 Pixels',
	2048: '2048 Pixels',
	4096: '4096 Pixels',
	'2K': '2K (Same as 1440p)',
	'4K': '4K (Same as 2160p)',
};

/**
 * What the editor calls a value: by the name that the model has for it, or by the usual name of a resolution, or else
 * by the value itself with a capital.
 */
function nameOf(value: FieldValue, { kind, rule }: FieldBasics): string {
	const { takes } = rule;
	const nameForModel = takes?.is === 'oneOf' ? takes.names?.[value] : undefined;
	if (nameForModel !== undefined) return nameForModel;
	const usualName = kind === 'resolution' ? RESOLUTION_NAMES[value] : undefined;
	return usualName ?? upperFirst(String(value));
}

/** The value that applies when a field is not sent; undefined where the specification names none. */
export function omittedValue({ takes }: FieldRule): FieldValue | undefined {
	return takes?.is === 'oneOf' ? takes.whenOmitted : undefined;
}

/**
 * An input for any value: for a number that must be set, n8n's input for numbers; otherwise a text. A number that may
 * stay empty is a text, too, because n8n's input for numbers cannot be empty.
 */
function openInput(basics: FieldBasics): EditorInput {
	const { rule } = basics;
	// What a number input starts with, and the example in a text.
	const value = startingValue(basics) ?? 1;
	const isNumberInput = rule.required && isNumeric(basics);
	const input: EditorInput = isNumberInput
		? { type: 'number', typeOptions: WHOLE_NUMBER, default: value }
		: { type: 'string', default: '', placeholder: `e.g. ${value}` };
	if (rule.takes?.is === 'oneOf') {
		const common = formatList(rule.takes.values);
		input.hint = `Common values: ${common}. The service may reject others.`;
	}
	return input;
}

/** Whether a field takes numbers. */
function isNumeric({ kind }: FieldBasics): boolean {
	return kind === 'number' || kind === 'resolution';
}

/** The limits of a number that is entered by hand, in n8n's terms: it is a whole number of 1 or more. */
const WHOLE_NUMBER = { minValue: 1, numberPrecision: 0 };

/** The limit of a text as a sentence for its description; undefined for a field without one. */
function limitOfText({ takes }: FieldRule): string | undefined {
	if (takes?.is !== 'text') return undefined;
	return `At most ${takes.mostCharacters} characters`;
}

/**
 * What a required field starts with, or the example for any other: what the rule names for that; else the first of the
 * usual values that the model takes; else the first that it takes. Undefined where neither the rule nor the usual
 * values say any.
 */
function startingValue({ usual = [], rule: { takes } }: FieldBasics): FieldValue | undefined {
	if (takes?.is !== 'oneOf') return usual[0];
	const { values, initial } = takes;
	return initial ?? usual.find((value) => values.includes(value)) ?? values[0];
}

/** How a value is read, checked and sent. @param property with which the editor asks for the value */
function bodyField(basics: FieldBasics, property: INodeProperties): SentField {
	const { field, kind, rule } = basics;
	// A prompt that is not required may be left empty by the user. An expression that gives nothing is refused, because
	// something else than the user wants would be generated, and charged.
	const requiredIfOptional = kind === 'prompt' ? 'byExpression' : false;
	return {
		path: field,
		property,
		isProse: kind === 'prompt',
		required: rule.required ?? requiredIfOptional,
		parse: parserFor(basics, property),
		check: checkFor(basics, property),
	};
}

/**
 * The parser that brings a value into the form in which it is checked. Mostly, the type and the choices of its
 * property decide which parser that is. They do not for numbers that are entered by hand, for ratios and resolutions,
 * and for choices that are only suggestions.
 */
function parserFor(basics: FieldBasics, property: INodeProperties): Parser {
	const { kind, unit, rule } = basics;
	const isDropdown = property.type === 'options';
	const isEnteredNumber = isNumeric(basics) && !isDropdown;
	// A number that may stay empty is a text in the editor, so that its property does not say that it is a number.
	if (isEnteredNumber) return numberParser(WHOLE_NUMBER, unit);
	const areSuggestions = rule.takes?.is === 'oneOf' && rule.takes.isOpen;
	// Suggestions are not all values that the model takes, so an expression may give any text.
	const parse =
		isDropdown && areSuggestions ? openChoiceParser(property) : parserOf(property, { unit });
	switch (kind) {
		case 'ratio':
			return ratioParser(property, parse);
		case 'resolution':
			return resolutionParser(property);
		default:
			// A text, or a choice that may be given with its unit, such as "5 seconds".
			return parse;
	}
}

/**
 * A parser for a ratio. A size or an orientation is read as the ratio among the choices that has it, if only one has:
 * "1920x1080" is read as 16:9. Where the property has no choices, these are the ratios of other models.
 *
 * @param parse reads anything else
 */
function ratioParser(property: INodeProperties, parse: Parser): Parser {
	const choices = map(choicesOf(property), 'value');
	const ratios: Array<Size & { value: unknown }> = [];
	for (const value of choices.length > 0 ? choices : resultRatios) {
		const sides = sidesIn(value);
		// The choices "auto" and "Model Default" have no sides.
		if (sides) ratios.push({ value, width: sides.width, height: sides.height });
	}
	return (given) => {
		// Undefined where no ratio has this shape, or several have it.
		const meant = shapeMeant(ratios, given);
		return meant ? fitting(meant.value) : parse(given);
	};
}

/**
 * What else resolutions are called, by their numbers: those of videos are heights, and those of images are widths.
 * "2k" and "4k" are widths of images here; where a video may be of "2K" or "4K", its field has a choice of this name,
 * which comes first.
 */
const OTHER_WORDS = {
	480: ['sd'],
	720: ['hd', 'hd 720p', '720p hd'],
	1080: ['full hd', 'fhd', 'full hd 1080p', '1080p full hd', '1080p hd'],
	1440: ['qhd', '2k 1440p'],
	2160: ['uhd', '4k uhd', 'ultra hd', '4k ultra hd', '4k 2160p'],
	1024: ['1k'],
	2048: ['2k'],
	4096: ['4k'],
};

/**
 * A parser for a resolution. The size of a picture is read as its shorter side, if there is a choice for that:
 * "1920x1080" is read as 1080. Anything else has to mean one of the choices, by its number, its label or another word
 * for it.
 */
function resolutionParser(property: INodeProperties): Parser {
	const parse = parserOf(property, { unit: 'lines', otherWords: OTHER_WORDS });
	return (given) => {
		// Undefined for what is no size.
		const size = sidesMeant(given);
		if (!size) return parse(given);
		const shorterSide = Math.min(size.width, size.height);
		const parsedSide = parse(shorterSide);
		return parsedSide.fits ? parsedSide : parse(given);
	};
}

/**
 * The check of a value beyond its type and its choices: a prompt, the length of another text, or a resolution that was
 * entered by hand. Undefined where there is nothing more to check.
 */
function checkFor({ kind, rule }: FieldBasics, property: INodeProperties): BodyField['check'] {
	const { takes } = rule;
	const checkLength = takes?.is === 'text' ? atMostCharacters(takes.mostCharacters) : undefined;
	if (kind === 'prompt') {
		return (value, place) => checkLength?.(value, place) ?? problemOfPrompt(String(value), place);
	}
	if (checkLength) return checkLength;
	// In a dropdown, no resolution is offered that would be refused.
	const isEntered = property.type !== 'options';
	return kind === 'resolution' && isEntered ? problemOfResolution : undefined;
}

/** An expression of n8n, which it only evaluates in the field itself: "{{ $json.product }}". */
const EXPRESSION_OF_N8N = /\{\{\s*\$(?:json|node|input|item|vars|\()[^{}]*\}\}/;

/**
 * Why nothing should be generated from a prompt: it is the refusal of a language model or the error of a service, or
 * has an expression that came with the item, as in a sheet of templates. Undefined for any other prompt.
 */
function problemOfPrompt(prompt: string, place: string): Message | undefined {
	if (isNoPrompt(prompt)) return modelMessages.noPrompt(place, formatValue(prompt.trim()));
	if (isErrorInJson(prompt)) return speechMessages.isError(place, formatValue(prompt.trim()));
	const [expression] = EXPRESSION_OF_N8N.exec(prompt) ?? [];
	if (expression === undefined) return undefined;
	return modelMessages.expressionInPrompt(place, formatValue(expression));
}

/** Numbers that the service uses for resolutions internally and refuses in requests (service.md 4.3). */
const INTERNAL_RESOLUTIONS = ['48001', '72001', '108001'];

/**
 * What is wrong with a resolution that was entered by hand: it is an internal number of the service. Undefined for any
 * other.
 */
const problemOfResolution: BodyField['check'] = (value, place) => {
	const text = String(value);
	if (!INTERNAL_RESOLUTIONS.includes(text)) return undefined;
	return modelMessages.internalResolution(place, text);
};
