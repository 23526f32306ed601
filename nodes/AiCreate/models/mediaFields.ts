import { upperFirst } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { fileField, type FileFieldSpec } from '../../shared/fields/fileFields';
import type { FileType } from '../../shared/files/formats';
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
 * The fields of a model that take files, as the editor asks for them: a single image for a frame of the video, or a list of
 * files, in which each row is a file.
 */

/** A row of a list of files. It has no name and no label of its own. */
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
	words: { name: string; label: string; description: string },
): SingleFile {
	return {
		...rowSpec,
		...words,
		inputOf: words.label,
		media: { fileTypes: [fileType] },
		placeholder: PLACEHOLDERS[fileType],
	};
}

/** The field of a frame. It starts with a file of the input if the model is made for it, else with no file. */
export function frameField(basics: FieldBasics, frames: FrameLimits | undefined): MediaField {
	const { field, rule, role } = basics;
	const { name, label, description } = serviceFields[field];
	const words = { name, label, description: descriptionOf(description, rule.note) };
	const file: SingleFile = {
		...singleFile('image', words),
		media: { fileTypes: ['image'], ...frames },
		leftOut: role === 'start' ? 'byChoice' : 'fromStart',
	};
	const properties = fileField(file);
	return { ...basics, holds: 'files', fileTypes: ['image'], file, frames, properties };
}

/** The field of a list of files. The list in which a model usually takes files has the same label in all models. */
export function fileListField(basics: FieldBasics, frames: FrameLimits | undefined): MediaField {
	const { field, rule } = basics;
	const { name, kind, label: ownLabel, description } = serviceFields[field];
	const label = isSecondary(basics) ? ownLabel : 'Reference Files';
	const hasTypes = kind === 'materials';
	const fileTypes = typesTaken(basics) ?? (hasTypes ? MATERIAL_TYPES : IMAGES_ONLY);
	const words = { displayName: label, name, description: descriptionOf(description, rule.note) };
	// The type is also asked for where a model takes a single one: where an expression chooses the model, n8n knows the list
	// of one model only, and drops from the rows what that list does not have.
	const list = fileList(
		words,
		hasTypes ? [typeProperty(fileTypes), ...rowProperties] : rowProperties,
	);
	const properties = [list, asWritten(list)];
	return { ...basics, label, holds: 'files', fileTypes, frames, properties };
}

const MATERIAL_TYPES: readonly FileType[] = ['image', 'video', 'audio'];
const IMAGES_ONLY: readonly FileType[] = ['image'];

/** The types to which the model limits a list; undefined where it does not. */
function typesTaken({ rule: { takes } }: FieldBasics): readonly FileType[] | undefined {
	return takes?.is === 'files' ? takes.types : undefined;
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

const rowProperties: readonly INodeProperties[] = fileField(rowSpec).map((property) => ({
	...property,
	...ROW_WORDS[property.name],
}));

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

function fileList(
	words: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	row: readonly INodeProperties[],
): INodeProperties {
	return {
		...words,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add File', sortable: true },
		default: {},
		placeholder: 'Add File',
		options: [{ displayName: 'File', name: 'items', values: [...row] }],
	};
}

/**
 * A hidden parameter of the same name, behind the list: with it, n8n keeps the value as it was written, where it would drop
 * from the list what is not made of rows, such as an expression in hand-written JSON that returns the whole list.
 */
function asWritten({ displayName, name }: INodeProperties): INodeProperties {
	return { displayName, name, type: 'hidden', default: {} };
}
