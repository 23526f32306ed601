import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fileSearchMethod } from '../lookups/files';
import { locator } from '../lookups/locator';
import type { Purpose } from '../files/purposes';

/** Where a file may come from. */
export type FileSource = 'inputFile' | 'fileId' | 'url';

/** One file that an operation takes: the same description makes its fields and reads them. */
export interface FileFieldSpec {
	/** Parameter names are made of it: `<name>Source`, `<name>InputField`, `<name>FileId`, `<name>Url`. */
	name: string;
	/** In Title Case; messages name it. */
	label: string;
	/** What an input file is uploaded for. */
	purpose: Purpose;
	/** The specification does not say for what a file that is chosen by its ID has to be uploaded. */
	anyUpload?: boolean;
	/** The node has the option 'File Name'. */
	renames?: boolean;
	/** In the order in which they are offered; the first one is the default. */
	sources: readonly FileSource[];
	description?: string;
	/** Example of an address. */
	placeholder?: string;
	/** When the fields are shown. */
	show?: NonNullable<IDisplayOptions['show']>;
}

/** The choices of where a file comes from. */
export const sourceChoices: Record<FileSource, INodePropertyOptions> = {
	inputFile: {
		name: 'From Input File',
		value: 'inputFile',
		description: 'Upload a file of the input item',
	},
	fileId: {
		name: 'By File ID',
		value: 'fileId',
		description: 'Use a file that is already at the service',
	},
	url: { name: 'By URL', value: 'url', description: 'Use a file that anyone can read on the web' },
};

/** The field that names the input file; n8n's own nodes word it like this. */
export const inputFieldProperty: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'inputField',
	type: 'string',
	default: 'data',
	hint: 'The name of the input field containing the file to be uploaded',
	description: 'Find it in the input panel of this node, tab Binary',
};

/**
 * The editor parameters of a file that an operation takes, in display order.
 *
 * @param spec the same object is given to readFileChoice
 */
export function fileField(spec: FileFieldSpec): INodeProperties[] {
	const { name, label, sources, description, show } = spec;
	const start = sources[0] ?? '';
	return [
		{
			displayName: label,
			name: `${name}Source`,
			type: 'options',
			options: sources.map((source) => sourceChoices[source]),
			default: start,
			description: description ?? 'Where the file comes from',
			...(show ? { displayOptions: { show } } : {}),
		},
		...sources.map((source) => ({
			...details[source](spec),
			displayOptions: { show: { ...show, [`${name}Source`]: [source] } },
		})),
	];
}

/** None is marked as required: with the source by an expression, n8n would ask for all of them. */
const details: Record<FileSource, (spec: FileFieldSpec) => INodeProperties> = {
	inputFile: ({ name }) => ({ ...inputFieldProperty, name: `${name}InputField` }),
	fileId: ({ name, label, purpose }) =>
		locator({
			name: `${name}FileId`,
			displayName: `${label} File`,
			searchMethod: fileSearchMethod(purpose),
			description: 'A file that was uploaded for this purpose. Files are deleted after 30 days.',
		}),
	url: ({ name, label, placeholder }) => ({
		displayName: `${label} URL`,
		name: `${name}Url`,
		type: 'string',
		default: '',
		placeholder: placeholder ?? 'e.g. https://example.com/file.mp4',
		description: 'Web address of the file. Anyone must be able to read it.',
	}),
};
