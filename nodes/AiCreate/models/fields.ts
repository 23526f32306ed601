import { memoize, range, upperFirst } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { BodyField } from '../../shared/fields/field';
import {
	fileField,
	inputFieldProperty,
	sourceChoices,
	uploadedFileProperty,
	type FileFieldSpec,
} from '../../shared/fields/files';
import { atMostCharacters, numberInText } from '../../shared/fields/values';
import type { FileType } from '../../shared/files/names';
import type { Purpose } from '../../shared/files/purposes';
import { alphabetical, formatList, sentences } from '../../shared/util/text';
import {
	type FieldName,
	fieldNames,
	type FieldRule,
	type FieldValue,
	type Model,
} from './catalogue/types';

/** How a field is read from the editor and checked. */
type FieldKind = 'text' | 'word' | 'number' | 'frame' | 'images' | 'materials';

interface FieldLabel {
	/** Name of the editor parameter; of a frame, the beginning of its names. */
	name: string;
	label: string;
	description: string;
	kind: FieldKind;
	/** Example of a text. */
	placeholder?: string;
}

/** Every field in the words of the editor; the order is the order in requests and tables. */
export const fieldLabels: Readonly<Record<FieldName, FieldLabel>> = {
	ref_prompt: {
		name: 'refPrompt',
		label: 'Prompt',
		description: 'What the result should show, in your own words',
		kind: 'text',
		placeholder: 'e.g. A lighthouse at dawn, soft light, waves rolling in',
	},
	start_frame: {
		name: 'startFrame',
		label: 'First Frame',
		description: 'The image that the video starts with',
		kind: 'frame',
	},
	end_frame: {
		name: 'endFrame',
		label: 'Last Frame',
		description: 'The image that the video ends with',
		kind: 'frame',
	},
	ref_img_url: {
		name: 'referenceImages',
		label: 'Reference Images',
		description: 'Images to start from or to follow',
		kind: 'images',
	},
	ref_resources: {
		name: 'referenceMaterials',
		label: 'Reference Materials',
		description: 'Files to start from or to follow',
		kind: 'materials',
	},
	aspect_ratio: {
		name: 'aspectRatio',
		label: 'Aspect Ratio',
		description: 'Width to height of the result',
		kind: 'word',
	},
	clarity: {
		name: 'clarity',
		label: 'Resolution',
		description: 'Resolution of the result',
		kind: 'number',
	},
	resolution_mode: {
		name: 'resolutionMode',
		label: 'Resolution Mode',
		description: 'How the result gets its resolution',
		kind: 'word',
	},
	quality_mode: {
		name: 'qualityMode',
		label: 'Quality',
		description: 'Quality level of the result',
		kind: 'word',
	},
	video_duration: {
		name: 'videoDuration',
		label: 'Duration (Seconds)',
		description: 'Length of the video',
		kind: 'number',
	},
	number_of_images: {
		name: 'numberOfImages',
		label: 'Number of Images',
		description: 'How many images to generate',
		kind: 'number',
	},
};

/** The label of a field; the list of files that a model usually takes has one of its own. */
export function labelFor(field: FieldName, rule?: FieldRule): string {
	const { label, kind } = fieldLabels[field];
	const isUsualList = (kind === 'images' || kind === 'materials') && rule && !rule.secondary;
	return isUsualList ? 'Reference Files' : label;
}

/** The field that takes the parameters of undescribed models. */
export const parametersField = {
	displayName: 'Parameters (JSON)',
	name: 'parametersJson',
	placeholder: 'e.g. {"video_duration": 5}',
} as const;

/** What input files are uploaded for. */
export const MEDIA_PURPOSE: Purpose = 'ai_creation';

/** Whether the field takes files rather than values. */
export function isMediaField(field: FieldName): boolean {
	return ['frame', 'images', 'materials'].includes(fieldLabels[field].kind);
}

/** The types that a list of files accepts. */
export function fileTypesOf(field: FieldName, { fileTypes }: FieldRule): readonly FileType[] {
	return fieldLabels[field].kind === 'materials'
		? (fileTypes ?? ['image', 'video', 'audio'])
		: ['image'];
}

/** The field of a frame. */
export function frameSpec(field: FieldName, { expected, note }: FieldRule): FileFieldSpec {
	const { name, label, description } = fieldLabels[field];
	return {
		name,
		label,
		inputOf: label,
		purpose: MEDIA_PURPOSE,
		fileTypes: ['image'],
		anyUpload: true,
		optional: true,
		...(expected ? { start: 'inputFile' } : {}),
		placeholder: 'e.g. https://example.com/image.png',
		description: sentences(description, note),
	};
}

function fileList(field: FieldName, rule: FieldRule): INodeProperties {
	const { name, description } = fieldLabels[field];
	const types = fileTypesOf(field, rule);
	const [firstType = 'image'] = types;
	const type: INodeProperties = {
		displayName: 'Type',
		name: 'fileType',
		type: 'options',
		options: types.map((value) => ({ name: upperFirst(value), value })),
		default: firstType,
		description: 'What kind of file it is',
	};
	return {
		displayName: labelFor(field, rule),
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add File', sortable: true },
		default: {},
		placeholder: 'Add File',
		description: sentences(description, rule.note),
		options: [
			{
				displayName: 'File',
				name: 'items',
				// Also of a single type: with the model by an expression, n8n drops what a list lacks.
				values: [...(fieldLabels[field].kind === 'materials' ? [type] : []), ...fileProperties],
			},
		],
	};
}

/** The fields of one file of a list. */
const fileProperties: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: Object.values(sourceChoices),
		default: 'inputFile',
		description: 'Where the file comes from',
	},
	{
		...inputFieldProperty,
		hint: "The name of the input field containing the file to upload. Separate several names with commas. If empty, the item's only file of the right type is used; if there are several, the one in 'data'.",
		displayOptions: { show: { source: ['inputFile'] } },
	},
	{
		...uploadedFileProperty({ name: 'fileId', displayName: 'File' }, MEDIA_PURPOSE),
		displayOptions: { show: { source: ['fileId'] } },
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/image.png',
		description:
			'URL of the file. It must be publicly accessible. An expression may return a list of URLs.',
		displayOptions: { show: { source: ['url'] } },
	},
];

/** One field of a model. */
interface ModelField {
	field: FieldName;
	rule: FieldRule;
	/** How the editor asks for it, without display conditions. */
	properties: INodeProperties[];
	/** How its value is read and checked: by the same property. Media are read by their own rules. */
	body?: BodyField;
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

type Input = Partial<INodeProperties> & Pick<INodeProperties, 'type' | 'default'>;

/** The values of a dropdown: a closed list, suggestions that have names, or a range. */
function dropdownValues(rule: FieldRule): readonly FieldValue[] | undefined {
	const { values, valueNames, suggestions, min, max } = rule;
	if (values) return values;
	if (valueNames) return suggestions;
	return min !== undefined && max !== undefined ? range(min, max + 1) : undefined;
}

function dropdown(rule: FieldRule, values: readonly FieldValue[], start: FieldValue): Input {
	const nameOf = (value: FieldValue) =>
		rule.valueNames?.[value] ?? usualNames[value] ?? String(value);
	const choices = values.map((value): INodePropertyOptions => ({ name: nameOf(value), value }));
	// n8n lists five or more entries by name, except where they begin with a number.
	if (choices.length >= 5 && typeof values[0] !== 'number') {
		choices.sort((a, b) => alphabetical.compare(a.name, b.name));
	}
	if (rule.required) return { type: 'options', options: choices, default: start };
	const { defaultWhenOmitted: omitted } = rule;
	const unset = omitted === undefined ? 'Model Default' : `Model Default (${nameOf(omitted)})`;
	return { type: 'options', options: [{ name: unset, value: '' }, ...choices], default: '' };
}

function input(field: FieldName, rule: FieldRule): Input {
	const { kind, placeholder } = fieldLabels[field];
	const { suggestions, initial } = rule;
	const values = dropdownValues(rule);
	const usual = usualValues[field]?.find((value) => (values ?? [value]).includes(value));
	const start = initial ?? usual ?? values?.[0] ?? numberLimits.minValue;
	if (values) return dropdown(rule, values, start);
	if (kind === 'text')
		return { type: 'string', typeOptions: { rows: 4 }, default: '', placeholder };
	const hint = suggestions && {
		hint: `Common values: ${formatList(suggestions)}. The service may reject others.`,
	};
	if (kind === 'number' && rule.required) {
		return { type: 'number', typeOptions: numberLimits, default: start, ...hint };
	}
	// Also of a number that may stay empty: n8n's input for numbers cannot.
	const example = suggestions?.find((value) => usualValues[field]?.includes(value)) ?? start;
	return { type: 'string', default: '', placeholder: `e.g. ${example}`, ...hint };
}

/** None is required: with the model by an expression, n8n would ask for those of every model. */
function propertyOf(field: FieldName, rule: FieldRule): INodeProperties {
	const { label, name, description } = fieldLabels[field];
	const one = input(field, rule);
	const mayStayEmpty = !rule.required && one.type === 'string' && !one.typeOptions?.rows;
	return {
		displayName: label,
		name,
		...one,
		description: sentences(
			description,
			rule.maxLength === undefined ? undefined : `At most ${rule.maxLength} characters`,
			rule.note,
			mayStayEmpty ? 'If empty, the model decides' : undefined,
		),
	};
}

/** Refuses values of clarity that the service only uses internally (service.md 4.3). */
function internalClarity(value: unknown): string | undefined {
	return ['48001', '72001', '108001'].includes(String(value))
		? `cannot be ${String(value)}, a value that the service uses internally: enter the real resolution, such as 480, 720 or 1080`
		: undefined;
}

/**
 * How the value of a field is read.
 *
 * @param property how the editor asks for it; its type, options and limits are the rule
 */
function bodyField(field: FieldName, rule: FieldRule, property: INodeProperties): BodyField {
	const { required, maxLength } = rule;
	const isNumber = fieldLabels[field].kind === 'number' && property.type === 'string';
	const number = numberInText(numberLimits);
	return {
		path: field,
		property,
		...(required ? { required } : {}),
		...(rule.values || property.type !== 'options' || !rule.valueNames ? {} : { isOpen: true }),
		check(value) {
			if (maxLength !== undefined) return atMostCharacters(maxLength)(value);
			if (!isNumber) return undefined;
			return (field === 'clarity' ? internalClarity(value) : undefined) ?? number.check(value);
		},
		...(isNumber ? { send: number.send } : {}),
	};
}

/** One field of a model; a fixed value is not asked for. */
export function modelField(field: FieldName, rule: FieldRule): ModelField {
	if (rule.fixed !== undefined) return { field, rule, properties: [] };
	if (fieldLabels[field].kind === 'frame') {
		return { field, rule, properties: fileField(frameSpec(field, rule)) };
	}
	if (isMediaField(field)) return { field, rule, properties: [fileList(field, rule)] };
	const property = propertyOf(field, rule);
	return { field, rule, properties: [property], body: bodyField(field, rule, property) };
}

/** The fields of a model, in the order of requests. They are made once. */
export const fieldsOf = memoize(
	({ fields }: Pick<Model, 'fields'>): readonly ModelField[] =>
		fieldNames.flatMap((field) => {
			const rule = fields[field];
			return rule ? [modelField(field, rule)] : [];
		}),
	({ fields }) => fields,
);
