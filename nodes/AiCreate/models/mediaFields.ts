import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	fileField,
	inputFieldProperty,
	sourceChoices,
	uploadedFileProperty,
	type FileFieldSpec,
} from '../../shared/fields/files';
import type { FileType } from '../../shared/files/names';
import type { Purpose } from '../../shared/files/purposes';
import { sentences } from '../../shared/util/text';
import type { FieldName, FieldRule } from './catalogue/types';
import { fieldLabels, labelFor } from './labels';

/** What input files are uploaded for. */
export const MEDIA_PURPOSE: Purpose = 'ai_creation';

/** Where the files of a model may come from. */
export const mediaSources = ['inputFile', 'fileId', 'url'] as const;

const fileTypeChoices: Record<FileType, INodePropertyOptions> = {
	audio: { name: 'Audio', value: 'audio' },
	image: { name: 'Image', value: 'image' },
	video: { name: 'Video', value: 'video' },
};

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

/** What one file may be: of reference materials, the type that was chosen for it. */
export function wantedTypes(
	field: FieldName,
	rule: FieldRule,
	fileType: unknown,
): readonly FileType[] {
	const types = fileTypesOf(field, rule);
	return fieldLabels[field].kind === 'materials'
		? types.filter((type) => type === fileType)
		: types;
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
		sources: mediaSources,
		optional: true,
		...(expected ? { start: 'inputFile' } : {}),
		placeholder: 'e.g. https://example.com/image.png',
		description: sentences(description, note),
	};
}

function fileList(field: FieldName, rule: FieldRule): INodeProperties[] {
	const { name, description } = fieldLabels[field];
	const types = fileTypesOf(field, rule);
	const [firstType = 'image'] = types;
	const type: INodeProperties = {
		displayName: 'Type',
		name: 'fileType',
		type: 'options',
		options: types.map((one) => fileTypeChoices[one]),
		default: firstType,
		description: 'What kind of file it is',
	};
	return [
		{
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
					// Also where there is only one: with the model by an expression, n8n drops what one of the lists does not have.
					values: [...(fieldLabels[field].kind === 'materials' ? [type] : []), ...fileProperties],
				},
			],
		},
	];
}

function shownFor(source: (typeof mediaSources)[number]): Pick<INodeProperties, 'displayOptions'> {
	return { displayOptions: { show: { source: [source] } } };
}

/** The fields of one file of a list. */
const fileProperties: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: mediaSources.map((source) => sourceChoices[source]),
		default: 'inputFile',
		description: 'Where the file comes from',
	},
	{
		...inputFieldProperty,
		hint: "The name of the input field containing the file to be uploaded; several names with commas. If empty, the only suitable file is uploaded; of several, the one in 'data'.",
		...shownFor('inputFile'),
	},
	{
		...uploadedFileProperty({ name: 'fileId', displayName: 'File' }, MEDIA_PURPOSE),
		...shownFor('fileId'),
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/image.png',
		description:
			'URL of the file. It must be publicly accessible. An expression may return a list of URLs.',
		...shownFor('url'),
	},
];

/**
 * The editor parameters of one media field, in display order.
 *
 * @returns none for a field that takes no media
 */
export function mediaProperties(field: FieldName, rule: FieldRule): INodeProperties[] {
	if (!isMediaField(field)) return [];
	return fieldLabels[field].kind === 'frame'
		? fileField(frameSpec(field, rule))
		: fileList(field, rule);
}
