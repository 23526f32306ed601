import { camelCase } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';

import type { FileFieldSpec } from '../../shared/fields/files';
import { alphabetical } from '../../shared/util/text';
import type { FieldName, Model } from './catalogue/types';
import { fieldsOf, fileSpec, type ModelField } from './fields';

/** A file that a video is made from. */
interface StartFile extends FileFieldSpec {
	type: 'image' | 'video';
	/** The fields for it, the usual one first. */
	fields: readonly FieldName[];
}

/** What a video is made from: an operation whose files are its first fields, set to the input's. */
export interface Start {
	/** Value and name of the operation. */
	operation: string;
	name: string;
	description: string;
	/** In words, behind "starts from". */
	from: string;
	/** The model with which it begins. */
	model: string;
	/** None where the list of files of the model is offered. */
	files: readonly StartFile[];
}

function startFile(
	label: string,
	type: StartFile['type'],
	fields: readonly FieldName[],
	description: string,
): StartFile {
	return { ...fileSpec(camelCase(label), label, type, description), type, fields };
}

export const starts: readonly Start[] = [
	{
		operation: 'fromImage',
		name: 'From an Image',
		description: 'Make a video that starts from an image of the input',
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
		name: 'From a First and Last Frame',
		description: 'Make a video that starts with one image and ends with another',
		from: 'a first and a last frame',
		model: 'modelc3.0-first-last-to-video',
		files: [
			startFile('First Frame', 'image', ['start_frame'], 'The image that the video starts with'),
			startFile('Last Frame', 'image', ['end_frame'], 'The image that the video ends with'),
		],
	},
	{
		operation: 'fromReferences',
		name: 'From Reference Files',
		description: 'Make a video that follows images or other files',
		from: 'reference files',
		model: 'modelb-2.0-lite-tk',
		files: [],
	},
	{
		operation: 'fromVideo',
		name: 'From a Video',
		description: 'Make another video from a video of the input',
		from: 'a video',
		model: 'modelb-2.0-pro-tk',
		files: [startFile('Video', 'video', ['ref_resources'], 'The video to start from')],
	},
];

/** The choices of these operations, by name. */
export const startChoices: INodePropertyOptions[] = starts
	.map(({ operation: value, name, description }) => {
		return { name, value, action: `Make a video ${name.toLowerCase()}`, description };
	})
	.sort((a, b) => alphabetical.compare(a.name, b.name));

/**
 * The fields in which a model takes what an operation starts from.
 *
 * @returns none where the model makes no videos from it
 */
export function startFields(model: Model, { files }: Start): ModelField[] {
	const { described, creationType, needs } = model;
	if (!described || creationType !== 4) return [];
	const own = fieldsOf(model).filter(({ rule }) => !rule.secondary);
	if (files.length === 0) {
		return own
			.filter(({ fileTypes, file }) => !needs && fileTypes.length > 0 && !file)
			.map((list) => ({ ...list, rule: { ...list.rule, required: true } }));
	}
	const found = files.flatMap((file) => {
		const { label, type, fields } = file;
		if (type !== (needs ?? 'image')) return [];
		const fit = own.filter(({ fileTypes }) => fileTypes.includes(type));
		const [one] = fields.flatMap((name) => fit.filter(({ field }) => field === name));
		return one ? [{ ...one, label, file }] : [];
	});
	return found.length === files.length ? found : [];
}
