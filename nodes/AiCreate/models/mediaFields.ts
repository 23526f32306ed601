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
import type { FrameLimits } from './modelRules';
import { serviceFields } from './serviceFields';

/*
 * The fields of a model that take files, as the editor asks for them: a single image for a frame of the video, or
 * a list of files, in which each row is a file.
 */

/** A row of a list of files, as a field of one file. It has no name and no label of its own. */
export const rowSpec: FileFieldSpec = {
	name: '',
	label: '',
	purpose: 'ai_creation',
	anyUpload: true,
	placeholder: 'e.g. https://example.com/image.png',
};

/** Examples of addresses. */
const PLACEHOLDERS = {
	image: 'e.g. https://example.com/image.png',
	video: 'e.g. https://example.com/clip.mp4',
};

/** A field for one file of a type. */
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
 * The field of a frame. It starts with a file of the input if the model is made for it, else with no file.
 *
 * @param frames the formats and the size of an image, where the model limits them
 */
export function frameField(basics: FieldBasics, frames: FrameLimits | undefined): MediaField {
	const { field, rule, role } = basics;
	const { name, label, description: usual } = serviceFields[field];
	const description = descriptionOf(usual, rule.note);
	const file = singleFile('image', { name, label, description });
	file.media = { fileTypes: ['image'], ...frames };
	// In both ways, the editor offers 'None'; in the second one, it begins with it.
	file.leftOut = role === 'start' ? 'byChoice' : 'fromStart';
	const properties = fileProperties(file);
	return { ...basics, holds: 'files', fileTypes: ['image'], file, frames, properties };
}

/**
 * The field of a list of files. The list in which a model usually takes files has the same label in all models.
 *
 * @param frames the formats and the size of an image, where the model limits them
 */
export function fileListField(basics: FieldBasics, frames: FrameLimits | undefined): MediaField {
	const { field, rule } = basics;
	const { name, kind, label: ownLabel, description: usual } = serviceFields[field];
	const displayName = isSecondary(basics) ? ownLabel : 'Reference Files';
	const description = descriptionOf(usual, rule.note);
	const fileTypes = typesTaken(basics);
	const row = fileProperties(rowSpec).map(withWordsOfRow);
	// The type is also asked for where a model takes a single one: where an expression chooses the model, n8n knows the
	// list of one model only, and drops from the rows what that list does not have.
	if (kind === 'materials') row.unshift(typeProperty(fileTypes));
	const list = fileList({ displayName, name, description }, row);
	const properties = [list, asWritten(list)];
	return { ...basics, label: displayName, holds: 'files', fileTypes, frames, properties };
}

const IMAGES_ONLY: readonly FileType[] = ['image'];

/**
 * The types of files that the model takes in a list: those to which it limits
 * the list, else all that the list may have.
 */
function typesTaken({ field, rule: { takes } }: FieldBasics): readonly FileType[] {
	if (takes?.is === 'files' && takes.types) return takes.types;
	return serviceFields[field].kind === 'materials' ? FILE_TYPES : IMAGES_ONLY;
}

/** The parameters of a row which say something else than those of a single file, by their names. */
const ROW_WORDS: Readonly<Record<string, Partial<INodeProperties>>> = {
	inputField: {
		hint: 'Leave empty to use the file of the node before. Several files: enter their names, separated by commas.',
	},
	url: {
		description:
			'URL of the file. It must be publicly accessible. An expression may return a list of URLs.',
	},
};

/** A parameter of a row: that of a single file, with the words for a row, where these differ. */
function withWordsOfRow(property: INodeProperties): INodeProperties {
	return { ...property, ...ROW_WORDS[property.name] };
}

/** The choice of what kind of file a row is. */
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

/** The list, in which each row is a file with these parameters. */
function fileList(
	words: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	row: INodeProperties[],
): INodeProperties {
	const { displayName, name, description } = words;
	return {
		displayName,
		name,
		description,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add File', sortable: true },
		default: {},
		placeholder: 'Add File',
		options: [{ displayName: 'File', name: 'items', values: row }],
	};
}

/**
 * A hidden parameter of the same name, behind the list: with it, n8n keeps the value as it was written, where it would
 * drop from the list what is not made of rows, such as an expression in hand-written JSON that returns the whole list.
 */
function asWritten({ displayName, name }: INodeProperties): INodeProperties {
	return { displayName, name, type: 'hidden', default: {} };
}
