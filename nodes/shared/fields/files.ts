import { cloneDeep, set } from 'lodash';
import type {
	IDataObject,
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	fileIdRef,
	type FileRef,
	type FileUse,
	inputFieldLabel,
	type InputField,
	type InputFileRef,
	urlRef,
	type ReadInputFile,
	type Violation,
} from '../files/fileRef';
import { extensionOf, type FileType } from '../files/names';
import type { Purpose } from '../files/purposes';
import type { FileItem } from '../files/sources';
import { planUpload, requireFile, uploadOnce } from '../files/upload';
import { mapConcurrent } from '../util/async';
import {
	formatList,
	formatValue,
	inOneText,
	missing,
	notWebAddress,
	toWebAddress,
} from '../util/text';
import type { BodyField } from './field';
import { fileSearchMethod, locator } from './locators';
import { adviceOnExpression, isEmpty, isExpression, readField } from './values';

/** Where a file may come from. */
type FileSource = 'inputFile' | 'fileId' | 'url';

const ALL_SOURCES: readonly FileSource[] = ['inputFile', 'fileId', 'url'];

/** The choice to use no file, where a field offers it. */
const NO_FILE = 'none';

/** One file that an operation takes: the same description makes its fields and reads them. */
export interface FileFieldSpec extends FileUse {
	/** Parameter names are made of it: `<name>Source`, `<name>InputField`, `<name>FileId`, `<name>Url`. */
	name: string;
	/** In Title Case; messages name it. */
	label: string;
	/** All unless given, in the order in which they are offered; the first one is the default. */
	sources?: readonly FileSource[];
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

/** The choices of where a file comes from, in the order in which they are offered. */
export const sourceChoices: Record<FileSource, INodePropertyOptions> = {
	inputFile: {
		name: 'From Input File',
		value: 'inputFile',
		description: 'Upload a file from the input item',
	},
	fileId: { name: 'By File ID', value: 'fileId', description: 'Use an uploaded file' },
	url: { name: 'By URL', value: 'url', description: 'Use a publicly accessible file on the web' },
};

/** The field that names the input file; n8n's own nodes word it like this. */
export const inputFieldProperty: INodeProperties = {
	displayName: inputFieldLabel(),
	name: 'inputField',
	type: 'string',
	default: '',
	placeholder: 'e.g. data',
	hint: "The name of the input field containing the file to upload. If empty, the item's only file of the right type is used; if there are several, the one in 'data'.",
	description: "Find the name in the Binary tab of this node's input panel",
};

/** The choices of a field, in the order in which they are offered. */
function choicesOf({
	sources = ALL_SOURCES,
	optional,
}: Pick<FileFieldSpec, 'sources' | 'optional'>): INodePropertyOptions[] {
	const none = optional ? [{ name: 'None', value: NO_FILE }] : [];
	return [...none, ...sources.map((source) => sourceChoices[source])];
}

/**
 * The editor parameters of a file that an operation takes, in display order.
 *
 * @param spec the same object is given to readFile
 */
export function fileField(spec: FileFieldSpec): INodeProperties[] {
	const { name, label, sources = ALL_SOURCES, optional, description, show } = spec;
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
export interface BodyFile extends FileFieldSpec {
	idPath: string;
	urlPath?: string;
	/** Extensions that the path of an address must end in. */
	urlExtensions?: readonly string[];
}

/** The parameters of one item. */
export interface ItemParameters {
	/** Reads a parameter by its name; null or undefined where it is not set or not shown. */
	read: (name: string) => unknown;
	readInput: ReadInputFile;
	/** Of what types the files of the input item are. */
	inputTypes?: () => FileType[];
	/** What is written in a field, also as an expression. */
	written?: (path: string) => unknown;
}

/**
 * Puts a chosen file into a request: an address at once where the service takes one, all else as a
 * file that has to be made ready.
 */
export function addFile(
	{ body, files, violations }: Draft,
	file: BodyFile,
	reader: ItemParameters,
): void {
	const { idPath, urlPath } = file;
	const ref = readFile(file, reader) ?? { violation: missing(file.label) };
	const violation = 'violation' in ref ? ref.violation : addressViolation(file, ref);
	if (violation !== undefined) violations.push(violation);
	else if ('violation' in ref) return;
	else if (ref.source === 'url' && urlPath) set(body, urlPath, ref.url);
	else files.push({ ref, use: file, path: idPath, as: 'id' });
}

/** The service reads the type of some files off the end of the address's path, before any query. */
function addressViolation({ label, urlExtensions }: BodyFile, ref: FileRef): string | undefined {
	if (!urlExtensions || ref.source !== 'url') return undefined;
	const { pathname, origin } = new URL(ref.url);
	if (urlExtensions.includes(extensionOf(pathname))) return undefined;
	const endings = formatList(urlExtensions.map((one) => `.${one}`));
	// Without the query, which may hold a signature.
	return `'${label} URL' must end in ${endings}, but is ${formatValue(origin + pathname)}. The part after a question mark does not count. Use another URL, or upload the file with 'Digital Human Upload File', whose 'Options › File Name' sets its name, and choose 'By File ID'`;
}

/** Where the choice of one file is read, and how messages that begin with its fields name them. */
interface Choice {
	source: unknown;
	/** Read only where the source needs it. */
	value(part: 'InputField' | 'FileId' | 'Url'): unknown;
	/** What is written there, also as an expression. */
	written?(part: 'InputField' | 'FileId' | 'Url'): unknown;
	places: Record<'source' | 'fileId' | 'url', string>;
	/** Reads a file of the input item. */
	readInput(field: InputField): InputFileRef | Violation;
}

/**
 * Reads the file that is chosen in a field and checks all that can be checked without a request.
 *
 * @returns the file, or a sentence about what is wrong; undefined where there is to be none, or the
 *   field is not shown
 */
export function readFile(
	spec: FileFieldSpec,
	{ read, readInput, written }: ItemParameters,
): FileRef | Violation | undefined {
	const { name, label } = spec;
	const source = read(`${name}Source`);
	if (source === null || source === undefined) return undefined;
	return readChoice(spec, {
		source,
		value: (part) => read(`${name}${part}`),
		written: (part) => written?.(`${name}${part}`),
		places: { source: `'${label}'`, fileId: `'${label} File'`, url: `'${label} URL'` },
		readInput: (field) => readInput(field, spec),
	});
}

/** A field of a text; an expression can return anything, also a list of one. */
const text: BodyField = {
	property: { displayName: '', name: '', type: 'string', default: '' },
	normalize: onlyEntry,
};

function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length < 2 ? onlyEntry(value[0]) : value;
}

/** How an address is read. */
export const webAddress: Required<Pick<BodyField, 'normalize' | 'check'>> = {
	normalize: (value) => toWebAddress(onlyEntry(value)) ?? onlyEntry(value),
	check: (value) => (toWebAddress(value) ? undefined : notWebAddress(value)),
};

/** The file of a field or of one row of a list. @returns undefined where there is to be none */
export function readChoice(
	spec: Pick<FileFieldSpec, 'sources' | 'optional' | 'start'>,
	{ source, value, written, places, readInput }: Choice,
): FileRef | Violation | undefined {
	const property: INodeProperties = { ...text.property, type: 'options', options: choicesOf(spec) };
	const chosen = readField({ property, required: true, place: places.source }, source);
	if (chosen.violation !== undefined) return { violation: chosen.violation };
	if (chosen.value === NO_FILE) return undefined;
	if (chosen.value === 'inputFile') {
		const input = value('InputField') as InputField;
		const ref = readInput(input);
		if (!isEmpty(input) || !('violation' in ref)) return ref;
		return { violation: inOneText(ref.violation, adviceOnExpression(written?.('InputField'))) };
	}
	const isUrl = chosen.value === 'url';
	const place = isUrl ? places.url : places.fileId;
	const part = isUrl ? 'Url' : 'FileId';
	// An expression that returns nothing for an item leaves an optional file out there; not the file
	// which the request is about.
	const mayBeLeftOut = spec.optional && !spec.start && isExpression(written?.(part));
	const field = { ...text, ...(isUrl ? webAddress : {}), place, required: !mayBeLeftOut };
	const read = readField(field, value(part), written?.(part));
	if (read.violation !== undefined) return { violation: read.violation };
	if (read.value === undefined) return undefined;
	return isUrl ? urlRef(String(read.value), place) : fileIdRef(String(read.value), place);
}

/** A file that has to be made ready before the request can be sent. */
export interface PendingFile {
	ref: FileRef;
	use: FileUse;
	/** Place in the request body, such as `file_id` or `ref_resources[1].url`. */
	path: string;
	/** What goes there: the file's id, or the address at which it can be read. */
	as: 'id' | 'url';
}

/** A file that would be uploaded. */
export interface PlannedUpload {
	/** Place in the request body that gets its id or address. */
	field: string;
	/** The file in words, which stands there in the meantime. */
	file: string;
	fileName: string;
	/** Where it is known without reading the whole file. */
	bytes?: number;
	purpose: Purpose;
}

/** An item whose files are made ready. */
export interface PendingItem extends FileItem {
	/** Only notes here what would be uploaded, instead of uploading it. */
	uploads?: PlannedUpload[];
}

/**
 * Makes the files of a request ready: uploads them, and waits until the service can use them. When
 * one fails, the others are still completed: none continues unseen, nor is sent again by 'Retry On
 * Fail'.
 *
 * @returns the body with their ids and addresses
 * @throws Error for the user, ServiceError or CancelledError, as requireFile and uploadOnce do
 */
export async function withFiles<Body extends object>(
	item: PendingItem,
	body: Body,
	files: readonly PendingFile[],
): Promise<Body> {
	const complete = cloneDeep(body);
	await mapConcurrent(files, async (file) => {
		set(complete, file.path, await readyFile(item, file));
	});
	return complete;
}

async function readyFile(item: PendingItem, { ref, use, as, path }: PendingFile): Promise<string> {
	const { purpose } = use;
	if (ref.source === 'fileId') {
		const { file_path: address } = await requireFile(item, { ref, use });
		const url = as === 'id' ? ref.fileId : toWebAddress(address);
		if (url !== undefined) return url;
		throw new Error(
			`${ref.place}: the service reports no URL for the uploaded file ${ref.fileId}. Upload it again, or use its URL`,
		);
	}
	if (item.uploads) {
		const planned = await planUpload(item, ref, purpose);
		const file = ref.source === 'url' ? ref.url : ref.text;
		item.uploads.push({ field: path, file, ...planned, purpose });
		return file;
	}
	const { fileId, url } = await uploadOnce(item, ref, { purpose });
	return as === 'id' ? fileId : url;
}

/** A request body under construction, and everything that is wrong with it. */
export interface Draft {
	body: IDataObject;
	/** Files that have to be made ready before the request can be sent. */
	files: PendingFile[];
	/** Sentences for the user, each naming a field by its label. */
	violations: string[];
	/** The choices, by the names of their fields; undefined for what is none of the options. */
	chosen: Record<string, unknown>;
}
