import type { INodePropertyOptions } from 'n8n-workflow';

import { alphabetical } from '../../shared/util/text';
import type { Model } from './catalogue/types';
import { fileSpec, mediaFieldsOf, type ModelField } from './fields';

/** What a video is made from: an operation whose files are its first fields, set to the input's. */
export interface Start {
	operation: string;
	name: string;
	description: string;
	/** In words, behind "starts from". */
	from: string;
	model: string;
	/** None where the list of files of the model is offered. */
	files: ReadonlyArray<ReturnType<typeof fileSpec>>;
}

export const starts: readonly Start[] = [
	{
		operation: 'fromImage',
		name: 'From an Image',
		description: 'Make a video that starts from an image of the input',
		from: 'an image',
		model: 'modelc3.0-first-last-to-video',
		files: [fileSpec('image', 'Image', 'image', 'The image that becomes a video')],
	},
	{
		operation: 'fromFrames',
		name: 'From a First and Last Frame',
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
		files: [],
	},
	{
		operation: 'fromVideo',
		name: 'From a Video',
		description: 'Make another video from a video of the input',
		from: 'a video',
		model: 'modelb-2.0-pro-tk',
		files: [fileSpec('video', 'Video', 'video', 'The video to start from')],
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
	const own = mediaFieldsOf(model).filter(({ rule }) => !rule.secondary);
	if (files.length === 0) {
		const lists = needs ? [] : own.filter(({ file }) => !file);
		return lists.map((list) => ({ ...list, rule: { ...list.rule, required: true } }));
	}
	const type = needs ?? 'image';
	const usable = own.filter(({ fileTypes }) => fileTypes.includes(type));
	// Several files are frames, each with a field of its own.
	const fields = files.length > 1 ? usable.filter(({ file }) => file) : usable;
	const found = files.flatMap((file, index) => {
		const one = file.fileTypes[0] === type ? fields[index] : undefined;
		return one ? [{ ...one, label: file.label, file }] : [];
	});
	return found.length === files.length ? found : [];
}
