import { upperFirst } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { fileProperties, type FileFieldSpec } from '../../shared/fields/fileFields';
import { FILE_TYPES, type FileType } from '../../shared/files/formats';
import {
	descriptionOf,
	type FieldBasics,
	isSecondary,
	type MediaField,
	type SingleFile,
} from './modelField';
import { modelMessages } from './modelMessages';
import type { FieldRule, FrameLimits } from './modelRules';

/*
 * The fields of a model that take files, as the editor asks for them: a single image for a frame of the video, or
 * a list of files, in which each row is a file.
 */

/**
 * A row of a list of files, described like a field of one file. A row has no name and no label of its own, so both are
 * empty.
 */
export const rowSpec: FileFieldSpec = {
	name: '',
	label: '',
	purpose: 'ai_creation',
	anyUpload: true,
	description: 'Where the file comes from',
	placeholder: 'e.g. https://example.com/image.png',
	// Where an expression gives no file for an item, the row is left out there.
	leftOut: 'perItem',
};

/** Examples of addresses, by the type of the file. */
const PLACEHOLDERS = {
	image: 'e.g. https://example.com/image.png',
	video: 'e.g. https://example.com/clip.mp4',
};

/**
 * A field for one file of a type.
 *
 * @param name begins the names of its parameters, as in `startFrameUrl`
 * @param label of the field, which also begins that of "Image Input Data Field Name", where the file is of the input
 */
export function singleFile(
	fileType: 'image' | 'video',
	{ name, label, description }: { name: string; label: string; description: string },
): SingleFile {
	return {
		name,
		label,
		description,
		inputOf: label,
		purpose: 'ai_creation',
		anyUpload: true,
		media: { fileTypes: [fileType] },
		placeholder: PLACEHOLDERS[fileType],
	};
}

/**
 * The field of a frame. Where the model is made to start from it, it starts with a file of the input; otherwise with
 * no file.
 *
 * @param basics the rule of the field, with what is the same for all models
 * @param frames the formats and the size of an image, where the model limits them
 */
export function frameField(basics: FieldBasics, frames: FrameLimits | undefined): MediaField {
	const { name, label, rule, role } = basics;
	const description = descriptionOf(basics.description, rule.note);
	const file = singleFile('image', { name, label, description });
	file.media = { fileTypes: ['image'], ...frames };
	// Both ways offer the choice 'None'. With 'byChoice', the field starts with a file of the input; with 'fromStart',
	// it starts with 'None'.
	file.leftOut = role === 'start' ? 'byChoice' : 'fromStart';
	const properties = fileProperties(file);
	return { ...basics, holds: 'files', fileTypes: ['image'], file, frames, properties };
}

/**
 * The field of a list of files. The list in which a model mainly takes its files is called 'Reference Files' for all
 * models. One beside it, which few people need, has the label of its own field, such as 'Reference Images'.
 *
 * @param basics the rule of the field, with what is the same for all models
 * @param frames the formats and the size of an image, where the model limits them
 */
export function fileListField(basics: FieldBasics, frames: FrameLimits | undefined): MediaField {
	const { name, kind, rule } = basics;
	const displayName = isSecondary(basics) ? basics.label : 'Reference Files';
	const description = descriptionOf(basics.description, limitOfFiles(rule), rule.note);
	const fileTypes = typesTaken(basics);
	const row = fileProperties(rowSpec);
	for (const property of row) Object.assign(property, ROW_WORDS[property.name]);
	// The type is asked for even where this model takes a single one. Where an expression chooses the model, n8n knows
	// the list of one model only, and would drop the types from the rows if that list did not have them.
	if (kind === 'materials') row.unshift(typeProperty(fileTypes));
	const list: INodeProperties = {
		displayName,
		name,
		description,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add File', sortable: true },
		default: {},
		placeholder: 'Add File',
		options: [{ displayName: 'File', name: 'items', values: row }],
	};
	// With a hidden property of the same name behind the list, n8n keeps the value of the list as it was written. Without
	// it, n8n would drop what is not made of rows, such as an expression in written JSON that returns the whole list.
	const hiddenTwin: INodeProperties = { displayName, name, type: 'hidden', default: {} };
	const properties = [list, hiddenTwin];
	return { ...basics, label: displayName, holds: 'files', fileTypes, frames, properties };
}

/**
 * The types of files that the model takes in a list: those to which it limits the list, otherwise all that the service
 * takes in this field: images, videos and audio files among reference materials, and images alone in any other list.
 */
function typesTaken({ kind, rule: { takes } }: FieldBasics): readonly FileType[] {
	if (takes?.is === 'files' && takes.types) return takes.types;
	return kind === 'materials' ? FILE_TYPES : ['image'];
}

/** How many files a field may have, as a sentence for its description; undefined where that is not limited. */
function limitOfFiles({ takes }: FieldRule): string | undefined {
	if (takes?.is !== 'files' || takes.most === undefined) return undefined;
	return modelMessages.limitOfFiles(takes.most);
}

/** What the fields of a row say in other words than those of a single file, by the names of these fields. */
const ROW_WORDS: Readonly<Record<string, Partial<INodeProperties>>> = {
	inputField: {
		hint: 'Leave empty to use the file of the node before. Several files: enter their names, separated by commas.',
	},
	url: {
		description:
			'URL of the file. It must be publicly accessible. An expression may return a list of URLs.',
	},
};

/**
 * The choice of what kind of file a row is.
 *
 * @param types those to choose from; the choice starts with the first one
 */
function typeProperty(types: readonly FileType[]): INodeProperties {
	const [firstType = ''] = types;
	return {
		displayName: 'Type',
		name: 'fileType',
		type: 'options',
		options: types.map((value) => ({ name: upperFirst(value), value })),
		default: firstType,
		description: 'What kind of file it is',
	};
}
