import set from 'lodash/set';
import type {
	IDisplayOptions,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	type InputField,
	inputFieldLabel,
	type InputFileChoice,
	type ReadChoice,
	readInputFile,
	type Renaming,
} from '../files/fileRef';
import { extensionOf, type FileType } from '../files/names';
import type { Purpose } from '../files/purposes';
import { isRounded, roundedProblem } from '../service/schemas';
import { isPlain, joined, lacking, missing, plainText, shown } from '../util/text';
import { notWebAddress, toWebAddress } from '../util/url';
import { fileSearchMethod } from './lists';
import { locator } from './locators';
import type { Draft } from './pendingFiles';
import { isEmpty } from './values';

/** Where a file may come from. */
type FileSource = 'inputFile' | 'fileId' | 'url';

/** The choice to use no file, where a field offers it. */
const NO_FILE = 'none';

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
function choicesOf({
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

/** A file of a request: where its id goes, and its address, where the service takes one. */
export interface BodyFile {
	spec: FileFieldSpec;
	idPath: string;
	urlPath?: string;
	/** Extensions that the path of an address must end in. */
	urlExtensions?: readonly string[];
}

/** Reads the file that is chosen in a field of one item. */
export type ReadFile = (spec: FileFieldSpec) => ReadChoice | undefined;

/**
 * Puts a chosen file into a request: an address at once where the service takes one, all else as a file that
 * has to be made ready.
 */
export function addFile(
	{ body, files, violations }: Draft,
	file: BodyFile,
	readFile: ReadFile,
): void {
	const { spec, idPath, urlPath } = file;
	const read = readFile(spec);
	if (!read) {
		violations.push(missing(spec.label));
		return;
	}
	if ('violation' in read) {
		violations.push(read.violation);
		return;
	}
	const { choice } = read;
	const { label, purpose, anyUpload } = spec;
	const violation = choice.source === 'url' ? addressViolation(file, choice.url) : undefined;
	if (violation) violations.push(violation);
	else if (choice.source === 'url' && urlPath) set(body, urlPath, choice.url);
	else files.push({ choice, use: { label, purpose, anyUpload }, path: idPath, as: 'id' });
}

/** The service reads the type of some files off the end of the address's path, before any query. */
function addressViolation({ spec, urlExtensions }: BodyFile, url: string): string | undefined {
	if (!urlExtensions) return undefined;
	const { pathname, origin } = new URL(url);
	if (urlExtensions.includes(extensionOf(pathname))) return undefined;
	const endings = joined(urlExtensions.map((one) => `.${one}`));
	// Without the query, which may hold a signature.
	return `'${spec.label} URL' must end in ${endings}, but is ${shown(origin + pathname)}. The part after a question mark does not count. Use another URL, or upload the file with 'Digital Human Upload File', whose 'Options › File Name' sets its name, and choose 'By File ID'`;
}

/** What the fields of one file hold; each is read only if it is needed. */
type ReadPart = (part: 'inputField' | 'fileId' | 'url') => unknown;

/** How messages name the fields of one file, as the beginning of a sentence. */
interface PartNames {
	source: string;
	fileId: string;
	url: string;
}

/** The names of the fields that fileField makes. */
export function partNames(label: string): PartNames {
	return { source: `'${label}'`, fileId: `'${label} File'`, url: `'${label} URL'` };
}

/**
 * Reads the file that is chosen in a field and checks all that can be checked without a request.
 *
 * @param fileName replaces the own name of an input file
 * @returns the choice, or a sentence about what is wrong that names the label; undefined where the field is not shown
 */
export function readFileChoice(
	context: IExecuteFunctions,
	itemIndex: number,
	spec: FileFieldSpec,
	fileName?: string,
): ReadChoice | undefined {
	const { name, label, inputOf, purpose, fileTypes } = spec;
	const read = (suffix: string, options?: { extractValue: boolean }): unknown =>
		context.getNodeParameter(`${name}${suffix}`, itemIndex, '', options);
	const parts = {
		inputField: () => read('InputField'),
		fileId: () => read('FileId', { extractValue: true }),
		url: () => read('Url'),
	};
	// null where the field is not shown.
	const source: unknown = context.getNodeParameter(`${name}Source`, itemIndex, null);
	return chosenFile(
		spec,
		source,
		(part) => parts[part](),
		partNames(label),
		(field) =>
			readInputFile(context, itemIndex, field, {
				label,
				inputOf,
				purpose,
				fileTypes,
				renaming: renamingOf(spec),
				fileName,
			}),
	);
}

/**
 * The file that the fields of one file choose.
 *
 * @param source the choice of where it comes from; null or undefined where it is not shown
 * @param readInput reads a file of the input item
 * @returns undefined where there is to be no file
 */
export function chosenFile(
	spec: Pick<FileFieldSpec, 'sources' | 'optional'>,
	source: unknown,
	readPart: ReadPart,
	names: PartNames,
	readInput: (field: InputField) => InputFileChoice | { violation: string },
): ReadChoice | undefined {
	if (source === null || source === undefined) return undefined;
	const choices = choicesOf(spec);
	const word = plainText(source).toLowerCase();
	switch (choices.find(({ value }) => String(value).toLowerCase() === word)?.value) {
		case NO_FILE:
			return undefined;
		case 'inputFile': {
			const file = readInput(readPart('inputField') as InputField);
			return 'violation' in file ? file : { choice: file };
		}
		case 'fileId':
			return readFileId(readPart('fileId'), names.fileId);
		case 'url':
			return readUrl(readPart('url'), names.url);
		default: {
			const offered = choices.map(({ name, value }) => `'${name}' (${value})`);
			return {
				violation: `${names.source} must be ${joined(offered)}, but is ${shown(source)}`,
			};
		}
	}
}

/** Where the name of a file can be set: only Upload File has the option. */
function renamingOf({ renames }: Pick<FileFieldSpec, 'renames'>): Renaming {
	return renames ? 'here' : 'elsewhere';
}

function readFileId(given: unknown, name: string): ReadChoice {
	const value = onlyEntry(given);
	if (isEmpty(value)) return { violation: lacking(name) };
	if (isRounded(value)) return { violation: `${name} ${roundedProblem}` };
	if (!isPlain(value)) return { violation: `${name} must be a text, but is ${shown(value)}` };
	return { choice: { source: 'fileId', fileId: plainText(value) } };
}

function readUrl(value: unknown, name: string): ReadChoice {
	const given = onlyEntry(value);
	if (isEmpty(given)) return { violation: lacking(name) };
	const url = toWebAddress(given);
	if (url !== undefined) return { choice: { source: 'url', url, name } };
	return { violation: `${name} ${notWebAddress(given)}` };
}

/** What a field for a text holds; an expression can return anything, also a list of one. */
function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length < 2 ? onlyEntry(value[0]) : value;
}
