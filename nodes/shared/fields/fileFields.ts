/*
 * The fields in which a file is chosen: where it comes from, and for each such source, which file. They are made and
 * read by one description, `FileFieldSpec`. What was chosen is a `FileRef`, without the content of the file. An
 * attachment is an object that has the address of a file, as databases and forms give it.
 */
import { compact, intersection, lowerFirst, set } from 'lodash';
import type {
	IDataObject,
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	fileIdRef,
	fileTypesOf,
	type FileUse,
	inputFieldLabel,
	limitsOf,
	urlRef,
} from '../files/fileUse';
import type { InputFiles } from '../files/inputFiles';
import { fileMessages } from '../files/fileMessages';
import { addressesIn, addressOf } from '../files/attachments';
import { holdsFileText, isFileText } from '../files/fileText';
import { type FileType, formatOfExtension } from '../files/formats';
import { extensionOf } from '../files/fileNames';
import { sharePlaceOf } from '../files/shareLinks';
import type { PendingFile } from '../files/requestFiles';
import type { FileRef, InputField, UrlRef } from '../model/fileRef';
import { isFile, notedFileName } from '../n8n/itemFiles';
import type { Message } from '../util/catalogue';
import { isObject } from '../util/json';
import { formatValue, withoutPasswordsAndQueries } from '../util/quote';
import { formatList, plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { choiceMeant } from './choices';
import {
	adviceOnExpression,
	type BodyField,
	type FieldReading,
	placeOf,
	problemOfBraces,
	problemOfNoValue,
	readField,
} from './field';
import { fileSearchMethod, locator } from './locators';
import { fieldMessages } from './fieldMessages';
import { fitting, type Parsed, type Parser } from './parse';
import { isEmpty, isExpression } from './values';
import type { Violation } from './violations';

type FileSource = FileRef['source'];

const ALL_SOURCES: readonly FileSource[] = ['inputFile', 'fileId', 'url'];

/** The choice to use no file, where a field offers it. */
const NO_FILE = 'none';

/** How a file may be left out. */
type LeavingOut =
	/** By the choice 'None', with which the field starts; and by an expression that gives no file for an item. */
	| 'fromStart'
	/** By the choice 'None' alone, with which the field does not start. */
	| 'byChoice'
	/** By an expression that gives no file for an item. There is no choice 'None'. */
	| 'perItem';

/** One file that an operation takes: the same description makes its fields and reads them. */
export interface FileFieldSpec extends FileUse {
	/** Begins the names of its parameters, as in `<name>InputField`; empty for the rows of a list. */
	name: string;
	/** Where the file may come from, in the order of the choices; the first one is the default. All if not set. */
	sources?: readonly FileSource[];
	/** How the file may be left out; without it, there must be one. */
	leftOut?: LeavingOut;
	/** What is said beneath the choice of the source. */
	description: string;
	/** The placeholder of the field for the address. */
	placeholder: string;
	/** How messages name the fields of the file, where not by their labels. */
	places?: Partial<Record<'source' | FileSource, string>>;
	/** The conditions under which the fields are shown; always if not set. */
	show?: NonNullable<IDisplayOptions['show']>;
}

/** The choices of a source, as the editor offers them. */
const SOURCES = {
	inputFile: {
		name: 'From Input File',
		value: 'inputFile',
		description: 'Upload a file from the input item',
	},
	fileId: { name: 'By File ID', value: 'fileId', description: 'Choose an uploaded file' },
	url: { name: 'By URL', value: 'url', description: 'Use a publicly accessible file on the web' },
};

/** The source that is meant by its value or its label, such as "By URL"; anything else as it is. */
export function sourceMeant(given: unknown): unknown {
	return choiceMeant(Object.values(SOURCES), given)?.value ?? given;
}

/**
 * How a field for the address of a file is read and checked. The address may also stand in an attachment. The address
 * of a page on which a site shares the file is refused, because the page is not the file.
 */
export const webAddress: Required<Pick<BodyField, 'parse' | 'check'>> = {
	parse: (given) => parseAddress(given),
	check(value, place) {
		const address = toWebAddress(value);
		if (address !== undefined) return problemOfSharePage(address, place);
		return problemInPlaceOfAddress(value, place) ?? webAddressProblem(value, place);
	},
};

/**
 * Reads the address of a file, also out of an attachment. Anything else is returned without the lists around it, so
 * that the check of the field can say what it is.
 *
 * @param types of which the file may be: of several files, the only one of these types is meant
 */
function parseAddress(given: unknown, types?: readonly FileType[]): Parsed {
	const addressOrOther = addressOf(given, types);
	return fitting(toWebAddress(addressOrOther) ?? addressOrOther);
}

/**
 * The problem of a field for an address in which an expression gave something else: the content of a file, as base64 or
 * bytes; a file of the input item, as n8n holds it or notes it; several addresses; or an object without any of these.
 * Undefined for any other value.
 *
 * @param place how messages name the field
 */
function problemInPlaceOfAddress(value: unknown, place: string): Message | undefined {
	if (isFileText(value)) return fileMessages.fileInText(place);
	if (isFile(value) || notedFileName(value) !== undefined) {
		return fileMessages.fileForUrl(place);
	}
	// None for a single address, which is no list.
	const addresses = addressesIn(value);
	if (addresses.length > 0) {
		const problems = addresses.map((address) => problemOfSharePage(address, place));
		// A page on which a file is shared is named first, because its address would be refused alone, too.
		const [problemOfPage] = compact(problems);
		return problemOfPage ?? fileMessages.severalUrls(place, addresses.length);
	}
	// The answer of a service may hold content beside addresses; then the addresses count.
	if (holdsFileText(value)) return fileMessages.fileInText(place);
	if (isObject(value)) return fileMessages.noUrlInObject(place, formatValue(value));
	return undefined;
}

/** What is wrong with the address of a page on which a file is shared; undefined for any other address. */
function problemOfSharePage(address: string, place: string): Message | undefined {
	const site = sharePlaceOf(address);
	if (!site) return undefined;
	// The name of the site, and the node of n8n that downloads from it, if there is one.
	const { name, node } = site;
	if (node === undefined) return fileMessages.sharePage(place, name);
	return fileMessages.sharePageWithNode(place, name, node);
}

/** The path of a file on a computer, as Windows, macOS and Linux write it, or as a browser shows it. */
const PATH_ON_COMPUTER = /^(?:[a-z]:[\\/]|\\\\|~\/|\/(?:users|home|volumes)\/|file:)/i;

/**
 * What is wrong with a value that is no address. The message shows it without passwords and without what stands behind
 * `?`, which may be a key.
 */
export function webAddressProblem(value: unknown, place: string): Message {
	const ofExpression = problemOfBraces(value, place) ?? problemOfNoValue(plainText(value), place);
	if (ofExpression) return ofExpression;
	if (typeof value === 'string' && PATH_ON_COMPUTER.test(value)) {
		return fieldMessages.pathOnComputer(place);
	}
	const shown = typeof value === 'string' ? withoutPasswordsAndQueries(value.trim()) : value;
	return fieldMessages.notWebAddress(place, formatValue(shown));
}

/** Whether the source of the file has the choice 'None'. */
function offersNone({ leftOut }: FileFieldSpec): boolean {
	return leftOut === 'fromStart' || leftOut === 'byChoice';
}

/** The fields in which a file is chosen: `source`, and under the name of each source, the field for its file. */
function fieldsOf(spec: FileFieldSpec): Record<'source' | FileSource, BodyField> {
	const { places = {}, sources = ALL_SOURCES } = spec;
	// An ID in the field for an address is refused with the advice to choose 'By File ID', where there is that choice.
	const checkUrl = sources.includes('fileId') ? noFileId : webAddress.check;
	const parse: Parser = (given) => parseAddress(given, fileTypesOf(spec));
	// Without the choice 'None', an expression for the source that gives nothing is a mistake.
	const mustHaveSource = !offersNone(spec);
	return {
		source: { property: sourceProperty(spec), place: places.source, required: mustHaveSource },
		inputFile: { property: inputFileProperty(spec) },
		fileId: { property: fileIdProperty(spec), place: places.fileId, check: noAddress },
		url: { property: urlProperty(spec), place: places.url, parse, check: checkUrl },
	};
}

/**
 * The name of one of the fields of a file, such as `videoUrl`, and `url` in a row of a list, whose files have no name.
 *
 * @param part of the name that is the field's own, with a capital: `Url`
 */
function nameOfPart({ name }: FileFieldSpec, part: string): string {
	return lowerFirst(name + part);
}

/**
 * The choice of where the file comes from. Its label is that of the file, such as "Audio", or 'Source' in a row of a
 * list, whose files have no label.
 */
function sourceProperty(spec: FileFieldSpec): INodeProperties {
	const { leftOut, sources = ALL_SOURCES } = spec;
	const choices: INodePropertyOptions[] = sources.map((source) => SOURCES[source]);
	if (offersNone(spec)) choices.unshift({ name: 'None', value: NO_FILE });
	const [firstSource = ''] = sources;
	const start = leftOut === 'fromStart' ? NO_FILE : firstSource;
	return {
		displayName: spec.label || 'Source',
		name: nameOfPart(spec, 'Source'),
		type: 'options',
		options: choices,
		default: start,
		description: spec.description,
	};
}

/**
 * The field for the name of the input field that holds the file. Its label names the file, by `inputOf`, only where an
 * operation takes several.
 */
function inputFileProperty(spec: FileFieldSpec): INodeProperties {
	return {
		displayName: inputFieldLabel(spec.inputOf),
		name: nameOfPart(spec, 'InputField'),
		type: 'string',
		// A file that is dragged into the field from the input panel leaves its name there.
		typeOptions: { binaryDataProperty: true },
		default: '',
		placeholder: 'e.g. data',
		hint: 'Leave empty to use the file of the node before. Several files: enter the name of one.',
		description: "Find the name in the Binary tab of this node's input panel",
	};
}

/** The field in which an uploaded file is chosen. */
function fileIdProperty(spec: FileFieldSpec): INodeProperties {
	return locator({
		displayName: `${spec.label} File`.trim(),
		name: nameOfPart(spec, 'FileId'),
		searchMethod: fileSearchMethod(spec.purpose),
		description:
			'A file that was uploaded for this purpose. Uploaded files are deleted after 30 days.',
	});
}

/** The check of a field for a file ID: refuses an address, which belongs in another field. */
function noAddress(value: unknown, place: string): Message | undefined {
	if (toWebAddress(value) === undefined) return undefined;
	return fieldMessages.urlForId(place);
}

/** An ID as the service gives it: nothing but digits, so many that it is no number of a row. */
const ID_OF_DIGITS = /^\d{10,}$/;

/** The check of a field for an address, which also refuses the ID of an uploaded file. */
function noFileId(value: unknown, place: string): Message | undefined {
	if (ID_OF_DIGITS.test(plainText(value))) return fileMessages.fileIdForUrl(place);
	return webAddress.check(value, place);
}

/** The field for the address of the file. */
function urlProperty(spec: FileFieldSpec): INodeProperties {
	return {
		displayName: `${spec.label} URL`.trim(),
		name: nameOfPart(spec, 'Url'),
		type: 'string',
		default: '',
		placeholder: spec.placeholder,
		description: 'URL of the file. It must be publicly accessible.',
	};
}

/**
 * The properties with which the editor asks for a file, in display order: the choice of the source, and for each source
 * the field that it shows. None is marked as required: with the source by an expression, n8n would ask for all of them.
 */
export function fileProperties(spec: FileFieldSpec): INodeProperties[] {
	const { sources = ALL_SOURCES, show } = spec;
	// Each call makes these fields again, so that nobody else has them, and their conditions may be set here.
	const fields = fieldsOf(spec);
	const choice = fields.source.property;
	if (show) choice.displayOptions = { show };
	const properties = [choice];
	for (const source of sources) {
		const { property } = fields[source];
		property.displayOptions = { show: { ...show, [choice.name]: [source] } };
		properties.push(property);
	}
	return properties;
}

/** A file of a request. */
export interface BodyFile extends FileFieldSpec {
	/** Where its ID goes in the request body, with dots between the levels. */
	idPath: string;
	/** Where its address goes instead; undefined where the service takes no address. */
	urlPath?: string;
}

/** How the parameters of one item are read. */
export interface ItemParameters {
	/** Reads a parameter by its name; null or undefined where it is not set or not shown. */
	read: (name: string) => unknown;
	/** Finds the file of the input item that a field names, or says what is wrong with it. */
	readInput: InputFiles['read'];
	/** The types of the files of the input item. */
	inputTypes?: () => FileType[];
	/**
	 * What is written in a field, perhaps an expression, by the name of the field, before which that of its collection
	 * stands with a dot.
	 */
	written?: (path: string) => unknown;
	/** Whether the service can load a file from an address; where this is not set, it can load all. */
	canServiceLoad?: (address: string) => boolean;
	/** Gives the value of an expression, such as `{{ $json.title }}`, for the item. */
	evaluate?: (expression: string) => unknown;
}

/**
 * Adds the file that is chosen for an item to the draft of a request: its address to the body, where the service takes
 * this address (`fateOfAddress`); any other file to those that are made ready before the request is sent, of which some
 * are uploaded. What is wrong with the choice is added to the violations. Where no file is chosen, nothing changes.
 */
export function addFile(draft: Draft, file: BodyFile, parameters: ItemParameters): void {
	const { idPath, urlPath } = file;
	const ref = readFile(file, parameters);
	if (!ref) return;
	if ('violation' in ref) {
		draft.violations.push(ref.violation);
		return;
	}
	// Where it is uploaded, its ID is sent, or its new address for a file that the service takes by address alone.
	const pending: PendingFile = { ref, use: file, path: idPath, as: 'id', urlPath };
	const mayBeSentAsAddress = ref.source === 'url' && urlPath !== undefined;
	if (!mayBeSentAsAddress) {
		draft.files.push(pending);
		return;
	}
	switch (fateOfAddress(ref, file, parameters)) {
		case 'sent':
			set(draft.body, urlPath, ref.url);
			break;
		case 'uploaded':
			draft.files.push(pending);
			break;
		case 'refused':
			draft.violations.push(wrongEnding(ref, file));
			break;
	}
}

/**
 * Whether the service itself loads a file that is given by its address. It cannot load one from n8n's own network, such
 * as "http://minio:9000/a.png": n8n loads and uploads that.
 */
export function isForService(
	{ url }: UrlRef,
	{ canServiceLoad = () => true }: ItemParameters,
): boolean {
	return canServiceLoad(url);
}

/**
 * What is done with the address of a file that the service takes by its address.
 *
 * - 'sent': the address, if it ends in an extension that the service takes, by which it knows the type of the file.
 * - 'uploaded': the file, if the ending says no type of media, or is another one for the same type, such as "jpeg" for
 *   "jpg", because an upload gets a name that says the type; and in the place of 'sent', if the service cannot load the
 *   file (`isForService`).
 * - 'refused': an ending of another type.
 */
function fateOfAddress(
	ref: UrlRef,
	file: BodyFile,
	parameters: ItemParameters,
): 'sent' | 'uploaded' | 'refused' {
	const ifTaken = isForService(ref, parameters) ? 'sent' : 'uploaded';
	const { extensions = [] } = limitsOf(file);
	// The text of the reference is the address without what stands behind `?`.
	const extension = extensionOf(ref.text);
	if (extensions.includes(extension)) return ifTaken;
	const format = formatOfExtension(extension);
	// An extension that is not known, or is that of a document, says no type of media.
	const saysType = format?.media !== undefined;
	if (!saysType) return 'uploaded';
	const isOfSameType = intersection(format.extensions, extensions).length > 0;
	return isOfSameType ? 'uploaded' : 'refused';
}

/** The message about an address whose ending says that the file is of a type that the field does not take. */
function wrongEnding({ text }: UrlRef, file: BodyFile): Message {
	const { extensions = [] } = limitsOf(file);
	const endings = formatList(extensions.map((extension) => `.${extension}`));
	return fileMessages.urlEnding(file.label, endings, formatValue(text));
}

/** The file that was chosen, or what is wrong with the choice. */
type ChosenFile = FileRef | { violation: Violation };

/**
 * Reads the file that is chosen in its fields and checks all that can be checked without a request.
 *
 * @returns where the file comes from, without its content; or what is wrong with the choice; undefined where no file is
 *   chosen, and none has to be
 */
export function readFile(spec: FileFieldSpec, parameters: ItemParameters): ChosenFile | undefined {
	const reading = readPart(fieldsOf(spec).source, parameters);
	if ('violation' in reading) return reading;
	const source = reading.value;
	if (source === 'inputFile') return readInputFile(spec, parameters);
	const isElsewhere = source === 'fileId' || source === 'url';
	if (isElsewhere) return readFileElsewhere(spec, source, parameters);
	// It is the choice 'None', or nothing was chosen where the file may be left out.
	return undefined;
}

/** Reads one of the fields of a file, as `readField` does. */
function readPart(field: BodyField, { read, written }: ItemParameters): FieldReading {
	const { name } = field.property;
	return readField(field, read(name), written?.(name));
}

/**
 * Reads a file of the input item: the one in the named field, or the one of the node before where the name is empty.
 * Where there is a violation and an expression gave no name, the advice of the violation says that, too.
 */
function readInputFile(
	spec: FileFieldSpec,
	{ read, readInput, written }: ItemParameters,
): ChosenFile {
	const { name } = inputFileProperty(spec);
	const input = read(name) as InputField;
	const ref = readInput(input, spec);
	if (!('violation' in ref)) return ref;
	// Undefined where the field holds a name, or no expression.
	const onExpression = isEmpty(input) ? adviceOnExpression(written?.(name)) : undefined;
	const advice = compact([ref.violation.advice, onExpression]).join(' ');
	return { violation: { ...ref.violation, advice } };
}

/**
 * Reads a file by its ID or address; undefined where an expression gave nothing, and `leftOut` lets an expression leave
 * out the file for an item.
 */
function readFileElsewhere(
	spec: FileFieldSpec,
	source: 'fileId' | 'url',
	parameters: ItemParameters,
): ChosenFile | undefined {
	const field = fieldsOf(spec)[source];
	const mayExpressionGiveNone = spec.leftOut === 'perItem' || spec.leftOut === 'fromStart';
	const isByExpression = isExpression(parameters.written?.(field.property.name));
	const mayBeEmpty = isByExpression && mayExpressionGiveNone;
	const reading = readPart({ ...field, required: !mayBeEmpty }, parameters);
	if ('violation' in reading) return reading;
	if (reading.value === undefined) return undefined;
	const idOrAddress = String(reading.value);
	if (source === 'url') return urlRef(idOrAddress, placeOf(field));
	return fileIdRef(idOrAddress, placeOf(field));
}

/** A request body under construction, and everything that is wrong with it. */
export class Draft {
	body: IDataObject = {};

	/** The files whose IDs or addresses are put into the body when they are ready. */
	files: PendingFile[] = [];

	violations: Violation[] = [];

	/**
	 * What was chosen in each choice, by the name of its field, before which that of its collection stands with a dot;
	 * undefined for what is none of the options.
	 */
	chosen: Record<string, unknown> = {};

	/** The expressions that give nothing, each with its field in words. Only those in texts that are said or shown. */
	emptyExpressions: string[] = [];
}
