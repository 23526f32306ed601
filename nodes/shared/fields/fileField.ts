import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fileSearchMethod } from '../lookups/files';
import { locator } from '../lookups/locator';
import { inputFieldLabel } from '../files/choice';
import type { FileType } from '../files/names';
import type { Purpose } from '../files/purposes';

/** Where a file may come from. */
export type FileSource = 'inputFile' | 'fileId' | 'url';

/** The choice to use no file, where a field offers it. */
export const NO_FILE = 'none';

/** One file that an operation takes: the same description makes its fields and reads them. */
export interface FileFieldSpec {
	/** Parameter names are made of it: `<name>Source`, `<name>InputField`, `<name>FileId`, `<name>Url`. */
	name: string;
	/** In Title Case; messages name it. */
	label: string;
	/** What the file is, in the label of the field that names its input field, where a node takes several files. */
	inputOf?: string;
	/** What an input file is uploaded for. */
	purpose: Purpose;
	/** What the file may be, where the purpose does not say it. */
	fileTypes?: readonly FileType[];
	/** The specification does not say for what a file that is chosen by its ID has to be uploaded. */
	anyUpload?: boolean;
	/** The node has the option 'File Name'. */
	renames?: boolean;
	/** In the order in which they are offered; the first one is the default. */
	sources: readonly FileSource[];
	/** The choice 'None' is offered as well, and the field starts with it unless `start` says otherwise. */
	optional?: true;
	/** The choice that the field starts with, where it is not the first one. */
	start?: FileSource;
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
		description: 'Upload a file from the input item',
	},
	fileId: {
		name: 'By File ID',
		value: 'fileId',
		description: 'Use an uploaded file',
	},
	url: { name: 'By URL', value: 'url', description: 'Use a publicly accessible file on the web' },
};

const noFileChoice: INodePropertyOptions = { name: 'None', value: NO_FILE };

/** The field that names the input file; n8n's own nodes word it like this. */
export const inputFieldProperty: INodeProperties = {
	displayName: inputFieldLabel(),
	name: 'inputField',
	type: 'string',
	default: '',
	placeholder: 'e.g. data',
	hint: "The name of the input field containing the file to be uploaded. If empty, the only suitable file is uploaded; of several, the one in 'data'.",
	description: "Find the name in the Binary tab of this node's input panel",
};

/** The choices of a field, in the order in which they are offered. */
export function choicesOf({
	sources,
	optional,
}: Pick<FileFieldSpec, 'sources' | 'optional'>): INodePropertyOptions[] {
	return [...(optional ? [noFileChoice] : []), ...sources.map((source) => sourceChoices[source])];
}

/**
 * The editor parameters of a file that an operation takes, in display order.
 *
 * @param spec the same object is given to readFileChoice
 */
export function fileField(spec: FileFieldSpec): INodeProperties[] {
	const { name, label, sources, optional, description, show } = spec;
	const start = spec.start ?? (optional ? NO_FILE : (sources[0] ?? ''));
	return [
		{
			displayName: label,
			name: `${name}Source`,
			type: 'options',
			options: choicesOf(spec),
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
	inputFile: ({ name, inputOf }) => ({
		...inputFieldProperty,
		displayName: inputFieldLabel(inputOf),
		name: `${name}InputField`,
	}),
	fileId: ({ name, label, purpose }) =>
		uploadedFileProperty({ name: `${name}FileId`, displayName: `${label} File` }, purpose),
	url: ({ name, label, placeholder }) => ({
		displayName: `${label} URL`,
		name: `${name}Url`,
		type: 'string',
		default: '',
		placeholder: placeholder ?? 'e.g. https://example.com/file.mp4',
		description: 'URL of the file. It must be publicly accessible.',
	}),
};

/** The field in which an uploaded file is chosen. */
export function uploadedFileProperty(
	names: { name: string; displayName: string },
	purpose: Purpose,
): INodeProperties {
	return locator({
		...names,
		searchMethod: fileSearchMethod(purpose),
		description:
			'A file that was uploaded for this purpose. Uploaded files are deleted after 30 days.',
	});
}
