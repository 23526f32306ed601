import { compact, memoize, range, upperFirst } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type BodyField, atMostCharacters } from '../../shared/fields/field';
import { override } from '../../shared/fields/properties';
import { fileField, type FileFieldSpec } from '../../shared/fields/fileFields';
import type { FileUse } from '../../shared/files/fileUse';
import type { FileType } from '../../shared/files/formats';
import { type ChoiceForm, choicesOf } from '../../shared/fields/choices';
import type { Unit } from '../../shared/fields/numbers';
import {
	type FieldParser,
	inForm,
	numberParser,
	openChoiceParser,
	type Parser,
	parserOf,
} from '../../shared/fields/parse';
import { shapeMeant, sidesIn } from '../../shared/fields/shapes';
import type { JsonField } from '../../shared/fields/parameters';
import { broken } from '../../shared/fields/violations';
import { alphabetical, formatList } from '../../shared/util/text';
import { modelMessages } from './modelMessages';
import {
	type FieldName,
	type FieldRole,
	fieldNames,
	type FieldRule,
	type FieldValue,
	fieldWords,
	type Model,
	type ValueNames,
} from './catalogue/types';

/** The field that takes the parameters of undescribed models. */
export const parametersField = {
	property: { displayName: 'Parameters (JSON)', name: 'parametersJson' },
	example: '{"video_duration": 5}',
} as const satisfies JsonField;

/** What one file of a request may be. */
export type MediumUse = FileUse & { media: { fileTypes: readonly [FileType] } };

/** One field of a model: its rule, and what follows from it for panel, check and request. */
export interface ModelField {
	field: FieldName;
	rule: FieldRule;
	role: FieldRole;
	/** As the panel shows it for this model: the list in which it usually takes files has its own. */
	label: string;
	/** Of the files that it takes; none for a field of a value. */
	fileTypes: readonly FileType[];
	/** The one file that it takes; without it, a field of files is a list. */
	file?: FileFieldSpec & MediumUse;
	frames?: Model['frames'];
	/** How the editor asks for it, without display conditions; not at all for a fixed value. */
	properties: INodeProperties[];
	/** How its value is read and checked: by the same property. */
	body?: BodyField;
}

function modelField(field: FieldName, rule: FieldRule, frames: Model['frames']): ModelField {
	const [name, kind, label, words] = fieldWords[field];
	const { role = 'main' } = rule;
	const one: ModelField = { field, rule, role, label, fileTypes: [], properties: [], frames };
	if (rule.takes?.is === 'fixed') return one;
	const description = sentences(words, rule.note);
	if (kind === 'frame') {
		const file = {
			...fileSpec(name, label, 'image', description),
			media: { fileTypes: ['image'], ...frames },
			leftOut: role === 'start' ? 'byChoice' : 'fromStart',
		} as const;
		return { ...one, fileTypes: ['image'], file, properties: fileField(file) };
	}
	if (kind === 'images' || kind === 'materials') {
		const fileTypes =
			typesTaken(rule) ?? (kind === 'images' ? ['image'] : ['image', 'video', 'audio']);
		const displayName = isSecondary(one) ? label : 'Reference Files';
		// Also of a single type: with the model by an expression, n8n drops what a list lacks.
		const types = kind === 'materials' ? fileTypes : [];
		const list = fileList({ displayName, name, description }, types);
		const properties = [list, asWritten(list)];
		return { ...one, label: displayName, fileTypes, properties };
	}
	const property = propertyOf(field, rule);
	return { ...one, properties: [property], body: bodyField(field, rule, property) };
}

function typesTaken({ takes }: FieldRule): readonly FileType[] | undefined {
	return takes?.is === 'files' ? takes.types : undefined;
}

/** Sentences of a description; by n8n's convention a single one has no full stop. */
function sentences(...parts: Array<string | undefined>): string {
	const given = compact(parts);
	return given.length < 2 ? given.join('') : given.map((part) => `${part}.`).join(' ');
}

/** The fields of a model, in the order of requests. They are made once. */
export const fieldsOf = memoize(
	({ fields, frames }: Model): readonly ModelField[] =>
		fieldNames.flatMap((field) => {
			const rule = fields[field];
			return rule ? [modelField(field, rule, frames)] : [];
		}),
	({ fields }) => fields,
);

/** Those that take files. */
export function mediaFieldsOf(model: Model): ModelField[] {
	return fieldsOf(model).filter(({ fileTypes }) => fileTypes.length > 0);
}

/** Whether few people need a field, so that it stands behind the others. */
export function isSecondary({ role }: Pick<ModelField, 'role'>): boolean {
	return role === 'secondary' || role === 'insteadOfFirstFrame';
}

/** Labels of fields as they stand in messages. */
export function labelsOf(fields: readonly ModelField[]): string[] {
	return fields.map(({ label }) => `'${label}'`);
}

/** One file of a list, and what all files of a request have in common. */
export const rowSpec: FileFieldSpec = {
	name: '',
	label: '',
	purpose: 'ai_creation',
	anyUpload: true,
	placeholder: 'e.g. https://example.com/image.png',
};

/** The field of one file: of a frame, or of what an operation starts from. */
function fileSpec(name: string, label: string, fileType: 'image' | 'video', description: string) {
	return {
		...rowSpec,
		name,
		label,
		inputOf: label,
		media: { fileTypes: [fileType] as const },
		placeholder: `e.g. https://example.com/${fileType === 'video' ? 'clip.mp4' : 'image.png'}`,
		description,
	};
}

/** What the fields of a row say else than those of a single file, by their names. */
const rowWords: Readonly<Record<string, Partial<INodeProperties>>> = {
	inputField: {
		hint: 'Leave empty to use the file of the node before. Several files: enter their names, separated by commas.',
	},
	url: {
		description:
			'URL of the file. It must be publicly accessible. An expression may return a list of URLs.',
	},
};

const fileProperties = fileField(rowSpec).map((property) => ({
	...property,
	...rowWords[property.name],
}));

/** @param types from which the user chooses the one of each file; none where it need not be said */
function fileList(
	words: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	types: readonly FileType[],
): INodeProperties {
	const [firstType = ''] = types;
	const type: INodeProperties = {
		displayName: 'Type',
		name: 'fileType',
		type: 'options',
		options: types.map((value) => ({ name: upperFirst(value), value })),
		default: firstType,
		description: 'What kind of file it is',
	};
	return {
		...words,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add File', sortable: true },
		default: {},
		placeholder: 'Add File',
		options: [
			{
				displayName: 'File',
				name: 'items',
				values: types.length > 0 ? [type, ...fileProperties] : fileProperties,
			},
		],
	};
}

/**
 * Keeps a list as it was written, since n8n drops what is not made of rows, such as an expression in hand-written JSON
 * that returns the whole list. The editor does not show it. It has to stand behind the list, whose place it takes.
 */
function asWritten({ displayName, name }: INodeProperties): INodeProperties {
	return { displayName, name, type: 'hidden', default: {} };
}

/** What a required field starts with, an example of others: the first that the model accepts. */
const usualValues: Partial<Record<FieldName, readonly FieldValue[]>> = {
	aspect_ratio: ['16:9'],
	clarity: [1080, 2048],
	video_duration: [5],
};

/** Names of values in plain words. A resolution of an image is no height. */
const usualNames: Readonly<Record<string, string>> = {
	...Object.fromEntries([480, 720, 1080, 1440, 2160].map((height) => [height, `${height}p`])),
	...Object.fromEntries([1024, 2048, 4096].map((pixels) => [pixels, `${pixels} Pixels`])),
	'2K': '2K (Same as 1440p)',
	'4K': '4K (Same as 2160p)',
	auto: 'Auto',
};

/** No number of any model counts from zero. */
const numberLimits = { minValue: 1, numberPrecision: 0 };

/** The values of a dropdown: a closed list, suggestions that have names, or a range. */
function dropdownValues({ takes }: FieldRule): readonly FieldValue[] | undefined {
	switch (takes?.is) {
		case 'oneOf':
			return takes.values;
		case 'suggested':
			return takes.names && takes.values;
		case 'range':
			return range(takes.least, takes.most + 1);
		default:
			return undefined;
	}
}

function dropdownOptions(rule: FieldRule, values: readonly FieldValue[]): INodePropertyOptions[] {
	const names = namesOf(rule);
	const omitted = omittedValue(rule);
	const nameOf = (value: FieldValue) => names?.[value] ?? usualNames[value] ?? String(value);
	const choices = values.map((value) => ({ name: nameOf(value), value }));
	// n8n lists five or more entries by name, except where they begin with a number.
	if (choices.length >= 5 && typeof values[0] !== 'number') choices.sort(alphabetical('name'));
	const unset = omitted === undefined ? 'Model Default' : `Model Default (${nameOf(omitted)})`;
	return rule.required ? choices : [{ name: unset, value: '' }, ...choices];
}

function namesOf({ takes }: FieldRule): ValueNames | undefined {
	return takes?.is === 'oneOf' || takes?.is === 'suggested' ? takes.names : undefined;
}

/** What applies when a field is not sent; undefined where the specification does not say it. */
export function omittedValue({ takes }: FieldRule): FieldValue | undefined {
	return takes?.is === 'oneOf' ? takes.whenOmitted : undefined;
}

/** How the editor asks for a value. None is required: with the model by an expression, n8n would ask for those of every model. */
function propertyOf(field: FieldName, rule: FieldRule): INodeProperties {
	const [name, kind, displayName, description] = fieldWords[field];
	const { required, takes, note } = rule;
	const values = dropdownValues(rule);
	const mayStayEmpty = !required && !values && kind !== 'text';
	const limit = takes?.is === 'text' ? `At most ${takes.mostCharacters} characters` : undefined;
	const unset = mayStayEmpty ? 'If empty, the model decides' : undefined;
	const words = { displayName, name, description: sentences(description, limit, note, unset) };
	if (kind === 'text') return { ...words, ...promptInput };
	const start = startingValue(field, rule, values);
	if (values) {
		const options = dropdownOptions(rule, values);
		return { ...words, type: 'options', options, default: required ? start : '' };
	}
	return { ...words, ...numberInput(start, rule) };
}

const promptInput = {
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. A lighthouse at dawn, soft light, waves rolling in',
} as const satisfies Partial<INodeProperties>;

/** A number, of which the documented values are only common ones. */
function numberInput(start: FieldValue, { required, takes }: FieldRule) {
	const input = required
		? { type: 'number' as const, typeOptions: numberLimits, default: start }
		: // A number that may stay empty is a text, because n8n's input for numbers cannot be empty.
			{ type: 'string' as const, default: '', placeholder: `e.g. ${start}` };
	if (takes?.is !== 'suggested') return input;
	const hint = `Common values: ${formatList(takes.values)}. The service may reject others.`;
	return { ...input, hint };
}

/** What a required field starts with, and an example of others. */
function startingValue(
	field: FieldName,
	{ takes }: FieldRule,
	values: readonly FieldValue[] | undefined,
): FieldValue {
	const usual = usualValues[field]?.find((value) => !values || values.includes(value));
	const initial = takes?.is === 'oneOf' ? takes.initial : undefined;
	return initial ?? usual ?? values?.[0] ?? numberLimits.minValue;
}

/** Values of clarity that the service only uses internally (service.md 4.3). */
const INTERNAL_CLARITIES = ['48001', '72001', '108001'];

/** How a value is read: type, options and limits of the editor's property are the rule for it. */
function bodyField(field: FieldName, rule: FieldRule, property: INodeProperties): BodyField {
	const { required, takes } = rule;
	const base: BodyField = {
		path: field,
		property,
		required: required ?? (field === 'ref_prompt' ? 'byExpression' : false),
		parse: parserOfField(field, takes, property),
	};
	if (takes?.is === 'text') base.check = atMostCharacters(takes.mostCharacters);
	else if (field === 'clarity' && property.type === 'string') base.check = checkClarity;
	return base;
}

function parserOfField(
	field: FieldName,
	takes: FieldRule['takes'],
	property: INodeProperties,
): FieldParser {
	const [, kind] = fieldWords[field];
	const form = { unit: UNITS[field], otherWords: OTHER_WORDS };
	if (kind === 'number' && property.type === 'string') return numberParser(numberLimits, form.unit);
	// The options are those that are known: other texts are accepted too, from an expression.
	if (takes?.is === 'suggested' && property.type === 'options') return openChoiceParser(property);
	if (field === 'aspect_ratio') return ratioParser(property);
	return field === 'clarity' ? clarityParser(property, form) : inForm(form);
}

/** What the fields count in that people write with a unit. */
const UNITS: Partial<Record<FieldName, Unit>> = {
	video_duration: 'seconds',
	clarity: 'lines',
	number_of_images: 'images',
};

/**
 * What else heights of videos are called; a value of another field is never one of these. 2K and 4K are missing, because they
 * are other sizes of images than of videos.
 */
const OTHER_WORDS = {
	480: ['sd', '480p sd'],
	720: ['hd', 'hd ready', '720p hd', 'hd 720', 'hd 720p'],
	1080: ['full hd', 'fhd', '1080p full hd', 'full hd 1080p', '1080p hd', 'hd 1080', 'hd 1080p'],
	1440: ['qhd', 'wqhd', 'quad hd', '1440p qhd'],
	2160: ['uhd', '4k uhd', 'uhd 4k', 'ultra hd', '4k ultra hd', '2160p 4k', '4k 2160p'],
};

/** A parser for a ratio, which also takes a size or an orientation that only one of the choices has. */
function ratioParser(property: INodeProperties): Parser {
	const parse = parserOf(property);
	const ratios = choicesOf(property).flatMap(({ value }) => {
		const size = sidesIn(value);
		return size ? [{ value, ...size }] : [];
	});
	return (given) => {
		const parsed = parse(given);
		const meant = parsed.fits ? undefined : shapeMeant(ratios, given);
		return meant ? { fits: true, value: meant.value } : parsed;
	};
}

/** A parser for a resolution, which also takes the size of a picture: its shorter side is its resolution. */
function clarityParser(property: INodeProperties, form: ChoiceForm): Parser {
	const parse = parserOf(property, form);
	return (given) => {
		const size = sidesIn(given);
		const parsed = size && parse(Math.min(size.width, size.height));
		return parsed?.fits ? parsed : parse(given);
	};
}

const checkClarity: BodyField['check'] = (value, place) => {
	const text = String(value);
	if (!INTERNAL_CLARITIES.includes(text)) return undefined;
	return broken(modelMessages.internalResolution(place, text));
};

/** All fields by the service's own names, with no more than their types as rules. */
export const freeFields = fieldNames.map((field): ModelField => {
	const { file, body, ...one } = modelField(field, {}, undefined);
	const named = body && override(body, field, { displayName: field });
	return {
		...one,
		label: field,
		rule: file ? { takes: { is: 'files', most: 1 } } : {},
		body: named,
	};
});

/** What a video is made from: an operation whose files are its first fields, set to the input's. */
export const starts = [
	{
		operation: 'fromImage',
		name: 'From Image',
		description: 'Make a video that starts from an image of the input',
		/** In words, behind "starts from". */
		from: 'an image',
		model: 'modelc3.0-first-last-to-video',
		files: [fileSpec('image', 'Image', 'image', 'The image that becomes a video')],
	},
	{
		operation: 'fromFrames',
		name: 'From First and Last Frame',
		description: 'Make a video that starts with one image and ends with another',
		from: 'a first and a last frame',
		model: 'modelc3.0-first-last-to-video',
		files: [
			fileSpec('firstFrame', 'First Frame', 'image', 'The image that the video starts with'),
			fileSpec('lastFrame', 'Last Frame', 'image', 'The image that the video ends with'),
		],
	},
	{
		operation: 'fromReferences',
		name: 'From Reference Files',
		description: 'Make a video that follows images or other files',
		from: 'reference files',
		model: 'modelb-2.0-lite-tk',
		/** None: the list of files of the model is offered. */
		files: [],
	},
	{
		operation: 'fromVideo',
		name: 'From Video',
		description: 'Make another video from a video of the input',
		from: 'a video',
		model: 'modelb-2.0-pro-tk',
		files: [fileSpec('video', 'Video', 'video', 'The video to start from')],
	},
];

export type Start = (typeof starts)[number];

/** The fields in which a model takes what an operation starts from; none where it does not. */
export function startFields(model: Model, { files }: Start): ModelField[] {
	const { needs } = model;
	const own = mediaFieldsOf(model).filter((field) => !isSecondary(field));
	if (files.length === 0) {
		const lists = needs ? [] : own.filter(({ file }) => !file);
		return lists.map((list) => ({ ...list, rule: { ...list.rule, required: true } }));
	}
	const type = needs ?? 'image';
	const usable = own.filter(({ fileTypes }) => fileTypes.includes(type));
	// Several files are frames, each with a field of its own.
	const fields = files.length > 1 ? usable.filter(({ file }) => file) : usable;
	const found = files.flatMap((file, index) => {
		const one = file.media.fileTypes[0] === type ? fields[index] : undefined;
		return one
			? [{ ...one, label: file.label, file: { ...file, media: { ...file.media, ...one.frames } } }]
			: [];
	});
	return found.length === files.length ? found : [];
}
