import { difference, lowerFirst, set } from 'lodash';
import type {
	IDataObject,
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { fileIdRef, type FileUse, inputFieldLabel, urlRef } from '../files/fileUse';
import type { InputFiles } from '../files/inputFiles';
import { fileMessages } from '../files/fileMessages';
import { addressesIn, addressOf } from '../files/attachments';
import { holdsFileText, isFileText } from '../files/fileText';
import { type FileType, formatOfExtension } from '../files/formats';
import { extensionOf } from '../files/fileNames';
import { sharePlaceOf } from '../files/shareLinks';
import { type PurposeRule, purposes } from '../files/purposes';
import type { PendingFile } from '../files/requestFiles';
import type { FileRef, InputField } from '../model/fileRef';
import { isFile } from '../n8n/itemFiles';
import { formatValue, withoutQueries } from '../util/quote';
import { formatList } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { adviceOnExpression, type BodyField, bracesIn, label, readField } from './field';
import { fileSearchMethod, locator } from './locators';
import { fieldMessages } from './fieldMessages';
import { asItIs, parseText } from './parse';
import { isEmpty, isExpression } from './values';
import { broken, type Problem, type Violation } from './violations';

type FileSource = FileRef['source'];

const ALL_SOURCES: readonly FileSource[] = ['inputFile', 'fileId', 'url'];

/** The choice to use no file, where a field offers it. */
const NO_FILE = 'none';

/**
 * How a file may be left out: by the choice 'None', with which the field starts (`fromStart`) or does not (`byChoice`), or,
 * without that choice, by an expression that gives no file for an item (`perItem`). Where 'None' is the start, an
 * expression may do so as well.
 */
type LeavingOut = 'fromStart' | 'byChoice' | 'perItem';

/** One file that an operation takes: the same description makes its fields and reads them. */
export interface FileFieldSpec extends FileUse {
	/** Begins the names of its parameters, as in `<name>InputField`; empty for the rows of a list. */
	name: string;
	/** All unless given, in the order in which they are offered; the first one is the default. */
	sources?: readonly FileSource[];
	/** How the file may be left out; without it, there must be one. */
	leftOut?: LeavingOut;
	description?: string;
	placeholder: string;
	show?: NonNullable<IDisplayOptions['show']>;
}

const SOURCES = {
	inputFile: {
		name: 'From Input File',
		value: 'inputFile',
		description: 'Upload a file from the input item',
	},
	fileId: { name: 'By File ID', value: 'fileId', description: 'Choose an uploaded file' },
	url: { name: 'By URL', value: 'url', description: 'Use a publicly accessible file on the web' },
};

/** Reads the address of a file, also out of an attachment; the page of a place where files are shared is refused. */
export const webAddress: Required<Pick<BodyField, 'parse' | 'check'>> = {
	parse(given) {
		const address = addressOf(given);
		// What is in its place stays as it is, so that the check can say it.
		if (problemInPlaceOfAddress(address, '') !== undefined) return asItIs(address);
		return parseText(toWebAddress(address) ?? address);
	},
	check(value, place) {
		const address = toWebAddress(value);
		if (address !== undefined) return sharePageProblem(address, place);
		return problemInPlaceOfAddress(value, place) ?? notWebAddress(value, place);
	},
};

/** What to say of several addresses, or of a file itself, in place of the address of a file; undefined for anything else. */
function problemInPlaceOfAddress(value: unknown, place: string): Problem | undefined {
	if (isFileText(value)) return broken(fileMessages.fileInText(place));
	if (isFile(value)) return broken(fileMessages.fileForUrl(place));
	const addresses = addressesIn(value);
	if (addresses.length > 0) {
		const page = addresses.map((one) => sharePageProblem(one, place)).find(Boolean);
		return page ?? broken(fileMessages.severalUrls(place, addresses.length));
	}
	if (holdsFileText(value)) return broken(fileMessages.fileInText(place));
	return undefined;
}

/** What is wrong with the address of a page on which a file is shared, instead of that of the file. */
function sharePageProblem(address: string, place: string): Problem | undefined {
	const site = sharePlaceOf(address);
	if (!site) return undefined;
	const { name, node } = site;
	if (node === undefined) return broken(fileMessages.sharePage(place, name));
	return broken(fileMessages.sharePageWithNode(place, name, node));
}

/** What is wrong with a value that is no address; it is shown without what opens it. */
export function notWebAddress(value: unknown, place: string): Problem {
	const shown = typeof value === 'string' ? withoutQueries(value) : value;
	return bracesIn(value, place) ?? broken(fieldMessages.notWebAddress(place, formatValue(shown)));
}

function offersNone({ leftOut }: FileFieldSpec): boolean {
	return leftOut === 'fromStart' || leftOut === 'byChoice';
}

/** The fields in which a file is chosen: its source, and for each source, the file. */
function fieldsOf(spec: FileFieldSpec): Record<'source' | FileSource, BodyField> {
	return {
		source: { property: sourceProperty(spec) },
		inputFile: { property: inputFileProperty(spec) },
		fileId: { property: fileIdProperty(spec), check: noAddress },
		url: { property: urlProperty(spec), ...webAddress },
	};
}

/** The label of one of the fields of a file, and its name, which begins with that of the file. */
function labeled({ name }: FileFieldSpec, displayName: string, part: string) {
	return { displayName: displayName.trim(), name: lowerFirst(name + part) };
}

function sourceProperty(spec: FileFieldSpec): INodeProperties {
	const { label: text, leftOut, sources = ALL_SOURCES } = spec;
	const choices: INodePropertyOptions[] = sources.map((source) => SOURCES[source]);
	if (offersNone(spec)) choices.unshift({ name: 'None', value: NO_FILE });
	return {
		...labeled(spec, text || 'Source', 'Source'),
		type: 'options',
		options: choices,
		default: leftOut === 'fromStart' ? NO_FILE : (sources[0] ?? ''),
		description: spec.description ?? 'Where the file comes from',
	};
}

function inputFileProperty(spec: FileFieldSpec): INodeProperties {
	return {
		...labeled(spec, inputFieldLabel(spec.inputOf), 'InputField'),
		type: 'string',
		// A file that is dragged into the field from the input panel leaves its name there.
		typeOptions: { binaryDataProperty: true },
		default: '',
		placeholder: 'e.g. data',
		hint: 'Leave empty to use the file of the node before. Several files: enter the name of one.',
		description: "Find the name in the Binary tab of this node's input panel",
	};
}

function fileIdProperty(spec: FileFieldSpec): INodeProperties {
	return locator({
		...labeled(spec, `${spec.label} File`, 'FileId'),
		searchMethod: fileSearchMethod(spec.purpose),
		description:
			'A file that was uploaded for this purpose. Uploaded files are deleted after 30 days.',
	});
}

/** The check of a field for a file ID. */
function noAddress(value: unknown, place: string): Problem | undefined {
	if (toWebAddress(value) === undefined) return undefined;
	return broken(fieldMessages.urlForId(place));
}

function urlProperty(spec: FileFieldSpec): INodeProperties {
	return {
		...labeled(spec, `${spec.label} URL`, 'Url'),
		type: 'string',
		default: '',
		placeholder: spec.placeholder,
		description: 'URL of the file. It must be publicly accessible.',
	};
}

/**
 * The editor parameters of a file that an operation takes, in display order. None is marked as
 * required: with the source by an expression, n8n would ask for all of them.
 */
export function fileField(spec: FileFieldSpec): INodeProperties[] {
	const { sources = ALL_SOURCES, show } = spec;
	const fields = fieldsOf(spec);
	const choice = fields.source.property;
	if (show) choice.displayOptions = { show };
	const files = sources.map((source) => {
		const displayOptions = { show: { ...show, [choice.name]: [source] } };
		return { ...fields[source].property, displayOptions };
	});
	return [choice, ...files];
}

/** A file of a request: where its ID goes in the body, and its address, where the service takes one. */
export interface BodyFile extends FileFieldSpec {
	idPath: string;
	urlPath?: string;
	/** Extensions in which the path of an address must end: the service reads the type off it. */
	urlExtensions?: readonly string[];
}

/** How the parameters of one item are read. */
export interface ItemParameters {
	/** Reads a parameter by its name; null or undefined where it is not set or not shown. */
	read: (name: string) => unknown;
	readInput: InputFiles['read'];
	inputTypes?: () => FileType[];
	/** What is written in a field, also as an expression. */
	written?: (path: string) => unknown;
}

/**
 * Puts a chosen file into a request: its address at once, where the service takes one and it ends in an extension by which
 * the service knows the type; any other file among those that are uploaded before the request is sent, or else its violation.
 */
export function addFile(
	{ body, files, violations }: Draft,
	file: BodyFile,
	reader: ItemParameters,
): void {
	const { label, idPath, urlPath, urlExtensions } = file;
	const use = withUrlExtensions(file);
	// `ref.text` is the address without its query, by which users know the file.
	const ref = readFile(use, reader);
	if (!ref) return;
	if ('violation' in ref) {
		violations.push(ref.violation);
		return;
	}
	const pending: PendingFile = { ref, use, path: idPath, as: 'id', urlPath };
	if (ref.source !== 'url' || !urlPath) {
		files.push(pending);
		return;
	}
	const extension = extensionOf(ref.text);
	if (!urlExtensions || urlExtensions.includes(extension)) {
		set(body, urlPath, ref.url);
	} else if (mayBeOneOf(urlExtensions, extension)) {
		// The service would not know its type: uploaded, it gets a name that says it.
		files.push(pending);
	} else {
		const endings = formatList(urlExtensions.map((one) => `.${one}`));
		violations.push(broken(fileMessages.urlEnding(label, endings, formatValue(ref.text))));
	}
}

/** The use of a file whose address may have more extensions than an upload for its purpose. */
function withUrlExtensions(file: BodyFile): BodyFile {
	if (file.urlPath === undefined) return file;
	const { extensions = [] }: PurposeRule = purposes[file.purpose];
	const byUrl = difference(file.urlExtensions, extensions);
	return byUrl.length > 0 ? { ...file, byUrl } : file;
}

/** Whether a file may be of an accepted format all the same: its extension says nothing, or is another one of the format. */
function mayBeOneOf(accepted: readonly string[], extension: string): boolean {
	const format = formatOfExtension(extension);
	return !format?.media || format.extensions.some((one) => accepted.includes(one));
}

/**
 * Reads the file that is chosen in a field and checks all that can be checked without a request.
 *
 * @param places how messages name its fields, where not by their labels
 * @returns the file, or a sentence about what is wrong; undefined where there is to be none
 */
export function readFile(
	spec: FileFieldSpec,
	parameters: ItemParameters,
	places: Places = {},
): FileRef | { violation: Violation } | undefined {
	const { source: field } = fieldsOf(spec);
	const choice = readPart({ ...field, required: !offersNone(spec) }, parameters, places.source);
	if ('violation' in choice) return choice;
	const source = choice.value;
	if (source === 'inputFile') return readInputFile(spec, parameters);
	if (source !== 'fileId' && source !== 'url') return undefined;
	return readElsewhere(spec, source, parameters, places[source]);
}

/** How messages name the fields of a file, where not by their labels. */
type Places = Partial<Record<'source' | FileSource, string>>;

/** The value of one of the fields of a file, or what is wrong with it. */
function readPart(field: BodyField, { read, written }: ItemParameters, place?: string) {
	const { name } = field.property;
	return readField({ ...field, place }, read(name), written?.(name));
}

function readInputFile(
	spec: FileFieldSpec,
	{ read, readInput, written }: ItemParameters,
): FileRef | { violation: Violation } {
	const { name } = inputFileProperty(spec);
	const input = read(name) as InputField;
	const ref = readInput(input, spec);
	if (!('violation' in ref)) return ref;
	const onExpression = isEmpty(input) ? adviceOnExpression(written?.(name)) : undefined;
	const advice = [ref.violation.advice, onExpression].filter(Boolean).join(' ');
	return { violation: { is: 'broken', field: name, message: { ...ref.violation, advice } } };
}

/** Reads a file by its ID or address; undefined where an expression gave none, and there may be none. */
function readElsewhere(
	spec: FileFieldSpec,
	source: 'fileId' | 'url',
	parameters: ItemParameters,
	place?: string,
): FileRef | { violation: Violation } | undefined {
	const field = fieldsOf(spec)[source];
	// An expression that returns nothing for an item leaves an optional file out there; not the file
	// which the request is about.
	const mayGiveNone = spec.leftOut === 'perItem' || spec.leftOut === 'fromStart';
	const isLeftOut = mayGiveNone && isExpression(parameters.written?.(field.property.name));
	const chosen = readPart({ ...field, required: !isLeftOut }, parameters, place);
	if ('violation' in chosen) return chosen;
	if (chosen.value === undefined) return undefined;
	const refOf = source === 'url' ? urlRef : fileIdRef;
	return refOf(String(chosen.value), place ?? label(field));
}

/** A request body under construction, and everything that is wrong with it. */
export class Draft {
	body: IDataObject = {};
	files: PendingFile[] = [];

	violations: Violation[] = [];

	/** The choices, by the names of their fields; undefined for what is none of the options. */
	chosen: Record<string, unknown> = {};
}
