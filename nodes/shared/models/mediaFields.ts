import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inputFieldProperty, sourceChoices } from '../fields/fileField';
import { fieldLabels, labelFor } from './labels';
import type { FieldName, FieldRule, FileType } from './catalogue/types';
import { sentences } from '../util/text';

const readable =
	"Anyone must be able to read the address; of an uploaded file, take 'url' from 'Digital Human Upload File'";

const placeholder = 'e.g. https://example.com/image.png';

const both: INodePropertyOptions = {
	name: 'From Input File and By URL',
	value: 'both',
	description: 'Files of the input item first, then web addresses',
};

const fileTypeChoices: Record<FileType, INodePropertyOptions> = {
	audio: { name: 'Audio', value: 'audio' },
	image: { name: 'Image', value: 'image' },
	video: { name: 'Video', value: 'video' },
};

/** The parameter that says where the files of a media field come from. */
export function sourceName(field: FieldName): string {
	return `${fieldLabels[field].name}Source`;
}

/** The parameter that names the input fields of a media field. */
export function inputFieldName(field: FieldName): string {
	return `${fieldLabels[field].name}InputField`;
}

function description(field: FieldName, { note }: FieldRule): string {
	return sentences(fieldLabels[field].description, note, readable);
}

/** A field that holds one address or file. */
function address(field: FieldName, rule: FieldRule): INodeProperties[] {
	const { name } = fieldLabels[field];
	const label = labelFor(field, rule);
	const source = sourceName(field);
	return [
		{
			displayName: label,
			name: source,
			type: 'options',
			options: [sourceChoices.url, sourceChoices.inputFile],
			default: 'url',
			description: 'Where the image comes from',
		},
		{
			...inputFieldProperty,
			name: inputFieldName(field),
			displayOptions: { show: { [source]: ['inputFile'] } },
		},
		{
			displayName: `${label} URL`,
			name,
			type: 'string',
			default: '',
			placeholder,
			description: description(field, rule),
			displayOptions: { show: { [source]: ['url'] } },
		},
	];
}

/** A field that holds several addresses or files. */
function addressList(field: FieldName, rule: FieldRule): INodeProperties[] {
	const { label, single, name } = fieldLabels[field];
	const source = sourceName(field);
	return [
		{
			displayName: label,
			name: source,
			type: 'options',
			options: [sourceChoices.url, sourceChoices.inputFile, both],
			default: 'url',
			description: 'Where the images come from',
		},
		{
			...inputFieldProperty,
			displayName: 'Input Data Field Names',
			name: inputFieldName(field),
			hint: 'The names of the input fields containing the files to be uploaded, separated by commas',
			displayOptions: { show: { [source]: ['inputFile', both.value] } },
		},
		{
			displayName: `${single ?? label} URLs`,
			name,
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Image URL' },
			default: [],
			placeholder,
			description: description(field, rule),
			displayOptions: { show: { [source]: ['url', both.value] } },
		},
	];
}

/** Where one material comes from. */
export const materialSource: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [sourceChoices.url, sourceChoices.inputFile],
	default: 'url',
	description: 'Where the material comes from',
};

function materials(field: FieldName, rule: FieldRule): INodeProperties[] {
	const { label, name } = fieldLabels[field];
	const [firstType = 'image', ...moreTypes] = rule.fileTypes ?? ['image', 'video', 'audio'];
	return [
		{
			displayName: label,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Material' },
			default: {},
			placeholder: 'Add Material',
			description: description(field, rule),
			options: [
				{
					displayName: 'Material',
					name: 'items',
					values: [
						{
							displayName: 'Type',
							name: 'fileType',
							type: 'options',
							options: [firstType, ...moreTypes].map((type) => fileTypeChoices[type]),
							default: firstType,
							description: 'What the material is',
						},
						materialSource,
						{ ...inputFieldProperty, displayOptions: { show: { source: ['inputFile'] } } },
						{
							displayName: 'URL',
							name: 'url',
							type: 'string',
							default: '',
							placeholder: 'e.g. https://example.com/material.mp4',
							description: 'Web address of the material',
							displayOptions: { show: { source: ['url'] } },
						},
					],
				},
			],
		},
	];
}

type Build = (field: FieldName, rule: FieldRule) => INodeProperties[];

/** The media fields, and how each is given. */
const builders: Partial<Record<FieldName, Build>> = {
	start_frame: address,
	end_frame: address,
	ref_img_url: (field, rule) => (rule.maxItems === 1 ? address : addressList)(field, rule),
	ref_resources: materials,
};

/** Whether the field takes files rather than values. */
export function isMediaField(field: FieldName): boolean {
	return builders[field] !== undefined;
}

/**
 * The editor parameters of one media field, in display order.
 *
 * @returns none for a field that takes no media
 */
export function mediaProperties(field: FieldName, rule: FieldRule): INodeProperties[] {
	return builders[field]?.(field, rule) ?? [];
}
