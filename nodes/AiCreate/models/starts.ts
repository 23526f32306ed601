import { take, zipWith } from 'lodash';

import { modelsFor } from './catalogue';
import { singleFile } from './mediaFields';
import { isSecondary, type MediaField, type SingleFile } from './modelField';
import { mediaFieldsOf, type Model } from './model';
import { MAKES } from './modelRules';

/*
 * The operations that make a video from files of the input, such as 'From Image'. Their first fields are those of the
 * files. These take the place of fields of the model that is chosen.
 */

/** What an operation starts from. */
export interface Start {
	/** The value of the operation in the editor. */
	operation: string;
	/** The name of the operation in the editor. */
	name: string;
	description: string;
	/** What it starts from, in words that fit behind "starts from": "an image". */
	from: string;
	/** The code of the model that is chosen at first. */
	model: string;
	/**
	 * The files that it starts from, each with a field of its own; none where it starts from the files in the lists of
	 * the model.
	 */
	files: readonly SingleFile[];
}

/** All operations that start from files. Each of them makes videos. */
export const starts: readonly Start[] = [
	{
		operation: 'fromImage',
		name: 'From Image',
		description: 'Make a video that starts from an image of the input',
		from: 'an image',
		model: 'modelc3.0-first-last-to-video',
		files: [
			singleFile('image', {
				name: 'image',
				label: 'Image',
				description: 'The image that becomes a video',
			}),
		],
	},
	{
		operation: 'fromFrames',
		name: 'From First and Last Frame',
		description: 'Make a video that starts with one image and ends with another',
		from: 'a first and a last frame',
		model: 'modelc3.0-first-last-to-video',
		files: [
			singleFile('image', {
				name: 'firstFrame',
				label: 'First Frame',
				description: 'The image that the video starts with',
			}),
			singleFile('image', {
				name: 'lastFrame',
				label: 'Last Frame',
				description: 'The image that the video ends with',
			}),
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
		name: 'From Video',
		description: 'Make another video from a video of the input',
		from: 'a video',
		model: 'modelb-2.0-pro-tk',
		files: [
			singleFile('video', {
				name: 'video',
				label: 'Video',
				description: 'The video to start from',
			}),
		],
	},
];

/**
 * The fields in which a model takes the files that an operation starts from. Where the operation has fields of its own
 * for its files, those of the model are returned with the names and labels of these, so that they are read from there.
 *
 * @returns none where the operation cannot start with this model
 */
export function startFields(model: Model, { files }: Start): MediaField[] {
	return files.length > 0 ? fieldsForFiles(model, files) : requiredLists(model);
}

/**
 * The main lists of files of a model, each with the rule that it must have a file of its own. None for a model that
 * needs a file of a certain type: an operation that starts from lists takes files of any type.
 */
function requiredLists(model: Model): MediaField[] {
	if (model.needs) return [];
	const lists = mainFieldsOf(model).filter(({ file }) => file === undefined);
	return lists.map((list) => ({ ...list, rule: { ...list.rule, required: true } }));
}

/**
 * The fields in which a model takes the files of an operation, one for each file.
 *
 * @param files the fields that the operation has for its files; at least one
 * @returns none where the model starts from files of another type, or takes fewer of them
 */
function fieldsForFiles(model: Model, files: readonly SingleFile[]): MediaField[] {
	// A model that needs no file is offered for images alone, even if its lists take other files.
	const startType = model.needs ?? 'image';
	const areOfType = files.every(({ media }) => media.fileTypes[0] === startType);
	if (!areOfType) return [];
	const fieldsOfType = mainFieldsOf(model).filter(({ fileTypes }) => fileTypes.includes(startType));
	// Two files are a first and a last frame, each of which has a field for a single file. One file may also go into a
	// list.
	const usable =
		files.length > 1 ? fieldsOfType.filter(({ file }) => file !== undefined) : fieldsOfType;
	if (usable.length < files.length) return [];
	// The first file goes into the first of the fields, and so on.
	return zipWith(take(usable, files.length), Array.from(files), fieldForFile);
}

/** The fields of a model that take files, without those that few people need. */
function mainFieldsOf(model: Model): MediaField[] {
	return mediaFieldsOf(model).filter((field) => !isSecondary(field));
}

/**
 * A field of a model, to be read under the name and the label that an operation has for the file. What is read goes
 * into the request in the place of the model's field, also where that is a list.
 */
function fieldForFile(field: MediaField, file: SingleFile): MediaField {
	// The type of the file, and the formats and the size to which the model limits it.
	const media = { ...file.media, ...field.frames };
	return { ...field, label: file.label, file: { ...file, media } };
}

/** The models that can start from what an operation starts from; all of these make videos. */
export function modelsThatStart(start: Start): Model[] {
	const ofVideos = modelsFor(MAKES.videos);
	return ofVideos.filter((model) => startFields(model, start).length > 0);
}
