import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fieldLabels } from './labels';
import type { FieldName, FieldRule, FileType } from './types';
import { sentences } from './wording';

const readable =
	'Anyone must be able to read the address; after an upload, use the readable address, not the upload address';

const placeholder = 'e.g. https://example.com/image.png';

const fileTypeChoices: Record<FileType, INodePropertyOptions> = {
	audio: { name: 'Audio', value: 'audio' },
	image: { name: 'Image', value: 'image' },
	video: { name: 'Video', value: 'video' },
};

function description(field: FieldName, { note }: FieldRule): string {
	return sentences(fieldLabels[field].description, note, readable);
}

function address(field: FieldName, rule: FieldRule): INodeProperties {
	const { label, name } = fieldLabels[field];
	return {
		displayName: label,
		name,
		type: 'string',
		default: '',
		placeholder,
		description: description(field, rule),
	};
}

function addressList(field: FieldName, rule: FieldRule): INodeProperties {
	return {
		...address(field, rule),
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Image URL' },
		default: [],
	};
}

function materials(field: FieldName, rule: FieldRule): INodeProperties {
	const { label, name } = fieldLabels[field];
	const [firstType = 'image', ...moreTypes] = rule.fileTypes ?? ['image', 'video', 'audio'];
	return {
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
						description: 'What the address holds',
					},
					{
						displayName: 'URL',
						name: 'url',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/material.mp4',
						description: 'Web address of the material',
					},
				],
			},
		],
	};
}

/** The media fields, and how each is given. */
const builders: Partial<Record<FieldName, (field: FieldName, rule: FieldRule) => INodeProperties>> =
	{
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
	const build = builders[field];
	return build ? [build(field, rule)] : [];
}
