import { take, zipWith } from 'lodash';

import { singleFile } from './mediaFields';
import { isSecondary, type MediaField, type SingleFile } from './modelField';
import { mediaFieldsOf, type Model } from './model';

/*
 * The operations that make a video from files of the input, such as 'From Image'. Their first fields are those of the
 * files. These take the place of fields of the model that is chosen.
 */

/** What an operation starts from. */
export interface Start {
	/** The value of the operation in the editor, and its name there. */
	operation: string;
	name: string;
	description: string;
	/** In words, behind "starts from". */
	from: string;
	/** The model with which the editor starts. */
	model: string;
	/**
	 * The files that it starts from, each with a field of its own; none where the list of files of the model is
	 * offered.
	 */
	files: readonly SingleFile[];
}

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
 * The fields in which a model takes what an operation starts from, under the names of the operation.
 *
 * @returns none where the operation cannot start with this model
 */
export function startFields(model: Model, { files }: Start): MediaField[] {
	return files.length > 0 ? fieldsForFiles(model, files) : requiredLists(model);
}

/**
 * The lists of files of a model, each of which must have a file; none for a model that needs a file of a certain type,
 * because the operation is there for files of all types.
 */
function requiredLists(model: Model): MediaField[] {
	if (model.needs) return [];
	const lists = mainFieldsOf(model).filter(({ file }) => file === undefined);
	return lists.map((list) => ({ ...list, rule: { ...list.rule, required: true } }));
}

/** As many fields as there are files; none where the model takes files of another type, or fewer of them. */
function fieldsForFiles(model: Model, files: readonly SingleFile[]): MediaField[] {
	// A model that needs no file is only offered to start from images.
	const { needs: fileType = 'image' } = model;
	const areOfType = files.every(({ media }) => media.fileTypes[0] === fileType);
	if (!areOfType) return [];
	const ofType = mainFieldsOf(model).filter(({ fileTypes }) => fileTypes.includes(fileType));
	// Two files are a first and a last frame, which are fields of a single file.
	const usable = files.length > 1 ? ofType.filter(({ file }) => file !== undefined) : ofType;
	if (usable.length < files.length) return [];
	// The first file goes into the first of the fields, and so on.
	return zipWith(take(usable, files.length), Array.from(files), fieldForFile);
}

/** The fields of a model that take files, without those that few people need. */
function mainFieldsOf(model: Model): MediaField[] {
	return mediaFieldsOf(model).filter((field) => !isSecondary(field));
}

/** A field of a model under the name of a file of the operation, with the limits of the model for that file. */
function fieldForFile(field: MediaField, file: SingleFile): MediaField {
	// The type of the file, and the formats and the size that the model allows.
	const media = { ...file.media, ...field.frames };
	return { ...field, label: file.label, file: { ...file, media } };
}
