import { camelCase } from 'lodash';

import type { FileFieldSpec } from '../../shared/fields/files';
import type { FileType } from '../../shared/files/names';
import type { FieldName, FieldRule, Model } from './catalogue/types';
import { fieldsOf, fileTypesOf, isMediaField, MEDIA_PURPOSE } from './fields';

/** A file that a video is made from, and the fields for it, the usual one first. */
interface StartFile {
	spec: FileFieldSpec & { fileTypes: readonly [FileType] };
	fields: readonly FieldName[];
}

/** What a video is made from: an operation whose files are its first fields, set to the input's. */
export interface Start {
	/** In words, behind "starts from". */
	from: string;
	files: readonly StartFile[];
	/** Value of the operation. */
	operation: string;
	/** The model with which it begins. */
	model: string;
	/** Whether the list of files of the model is offered too. */
	hasList?: true;
}

function startFile(
	label: string,
	fileType: FileType,
	fields: readonly FieldName[],
	description: string,
): StartFile {
	const spec = {
		name: camelCase(label),
		label,
		inputOf: label,
		purpose: MEDIA_PURPOSE,
		fileTypes: [fileType] as const,
		anyUpload: true,
		placeholder: `e.g. https://example.com/${fileType === 'video' ? 'clip.mp4' : 'image.png'}`,
		description,
	};
	return { spec, fields };
}

export const starts: readonly Start[] = [
	{
		operation: 'fromImage',
		from: 'an image',
		model: 'modelc3.0-first-last-to-video',
		files: [
			startFile(
				'Image',
				'image',
				['start_frame', 'ref_resources', 'ref_img_url'],
				'The image that becomes a video',
			),
		],
	},
	{
		operation: 'fromFrames',
		from: 'a first and a last frame',
		model: 'modelc3.0-first-last-to-video',
		files: [
			startFile('First Frame', 'image', ['start_frame'], 'The image that the video starts with'),
			startFile('Last Frame', 'image', ['end_frame'], 'The image that the video ends with'),
		],
	},
	{
		operation: 'fromReferences',
		from: 'reference files',
		model: 'modelb-2.0-lite-tk',
		files: [],
		hasList: true,
	},
	{
		operation: 'fromVideo',
		from: 'a video',
		model: 'modelb-2.0-pro-tk',
		files: [startFile('Video', 'video', ['ref_resources'], 'The video to start from')],
	},
];

/** Whether a field is the list in which a model usually takes files. */
export function isUsualList(field: FieldName, rule: FieldRule): boolean {
	return isMediaField(field) && !rule.secondary && !['start_frame', 'end_frame'].includes(field);
}

/** The field in which a model takes a file; undefined where it takes none. */
export function fieldFor(model: Model, { fields, spec }: StartFile): FieldName | undefined {
	return fields.find((field) => {
		const rule = model.fields[field];
		return rule && !rule.secondary && fileTypesOf(field, rule).includes(spec.fileTypes[0]);
	});
}

/** Whether a model makes videos from these files. */
export function canStart(model: Model, { files, hasList }: Start): boolean {
	if (!model.described || model.creationType !== 4) return false;
	if (hasList) {
		return !model.needs && fieldsOf(model).some(({ field, rule }) => isUsualList(field, rule));
	}
	const needed = model.needs ?? 'image';
	return files.every(
		(file) => file.spec.fileTypes[0] === needed && fieldFor(model, file) !== undefined,
	);
}
