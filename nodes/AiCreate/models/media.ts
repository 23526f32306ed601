import { compact, flattenDeep, set, trim, uniqBy } from 'lodash';

import { type Draft, type FileFieldSpec, readChoice, readFile } from '../../shared/fields/files';
import type { ItemParameters } from '../../shared/fields/request';
import { isEmpty } from '../../shared/fields/values';
import {
	type FileRef,
	type FileUse,
	type InputField,
	type InputFileRef,
	typeNames,
	type Violation,
} from '../../shared/files/fileRef';
import {
	extensionOf,
	type FileType,
	fileTypeOf,
	isKnownExtension,
	nameInAddress,
	typeViolation,
} from '../../shared/files/names';
import { formatBytes, formatLimit } from '../../shared/util/format';
import {
	isObject,
	listInJson,
	formatList,
	missingMessage,
	missing,
	plainText,
	formatValue,
	parsedUrl,
	toWebAddress,
} from '../../shared/util/text';
import { type FieldName, fieldNames, type FieldRule, type FrameRule } from './catalogue/types';
import {
	fieldLabels,
	fileTypesOf,
	frameSpec,
	isMediaField,
	labelFor,
	MEDIA_PURPOSE,
} from './fields';

/** A comma or blank is part of an address, unless another address comes behind it. */
const NEXT_ADDRESS = /[\r\n]|[\s,](?=https?:\/\/)/i;

/**
 * Addresses from text (one a line, separated by commas, or as JSON), lists, or lists of those. An
 * empty row stays, so that it is reported: its expression gave nothing.
 *
 * @returns addresses in the form in which they are sent; what is none stays as it is
 */
export function addressesIn(value: unknown): unknown[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry: unknown) => {
			const isRow = !Array.isArray(entry) && isEmpty(entry);
			return isRow ? [''] : addressesIn(entry);
		});
	}
	if (typeof value !== 'string') return isEmpty(value) ? [] : [value];
	const list = listInJson(value);
	if (list) return addressesIn(list);
	return value
		.split(NEXT_ADDRESS)
		.map((part) => trim(trim(part), ', \t'))
		.filter((part) => part !== '')
		.map((part) => toWebAddress(part) ?? part);
}

/** One image or other file of a request. */
export interface Medium {
	field: FieldName;
	label: string;
	ref: FileRef;
	fileType: FileType;
}

/** A file as it was read for a field; what is wrong with it goes to the violations. */
function mediumOf(
	violations: string[],
	place: Omit<Medium, 'ref'>,
	read: FileRef | Violation | undefined,
): Medium[] {
	if (!read) return [];
	const violation = 'violation' in read ? read.violation : addressViolation(read, place.fileType);
	if (violation !== undefined) violations.push(violation);
	return violation !== undefined || 'violation' in read ? [] : [{ ...place, ref: read }];
}

/**
 * What the end of an address clearly says where an image is needed, with which a type starts.
 * Whoever chose another type knows better, and behind the address of a page may be anything.
 */
function addressViolation(ref: FileRef, fileType: FileType): string | undefined {
	if (ref.source !== 'url' || fileType !== 'image') return undefined;
	const name = nameInAddress(ref.url) ?? '';
	if (!fileTypeOf(extensionOf(name))) return undefined;
	const violation = typeViolation(name, [fileType]);
	return violation && `${ref.place}: ${violation}`;
}

/** Far more files than the service takes of anything. */
const MAX_FILES = 1_000;

/** A list of files, and how messages name it. */
interface List {
	field: FieldName;
	rule: FieldRule;
	label: string;
}

/** One file of a list, before it is read: each address or name of an input field of a row. */
interface Row {
	source: unknown;
	value: unknown;
	type: unknown;
}

type ReadInput = (
	input: InputField,
	use: Pick<FileUse, 'fileTypes' | 'row'>,
) => InputFileRef | Violation;

/**
 * Reads a list of files; what is wrong with them goes to the violations.
 *
 * @param value rows of the editor's list, or a list that an expression returned
 */
export function readFileList(
	violations: string[],
	{ field, rule, label }: List,
	value: unknown,
	readInput: ReadInput,
): Medium[] {
	const { maxItems: most = MAX_FILES, required } = rule;
	const types = fileTypesOf(field, rule);
	const rows = rowsIn(value, types);
	if (required && rows.length === 0) violations.push(missing(label));
	if (rows.length > most) {
		const files = most === 1 ? 'file' : 'files';
		violations.push(`'${label}' may have at most ${most} ${files}, but has ${rows.length}`);
	}
	if (rows.length > MAX_FILES) return [];
	return rows.flatMap(({ source, value: given, type }, index) => {
		const row = most === 1 ? undefined : index + 1;
		const placeOf = (part: string) =>
			`'${label}': the ${part} of ${row === undefined ? 'the file' : `file ${row}`}`;
		const fileType = field === 'ref_resources' ? types.find((one) => one === type) : 'image';
		if (!fileType) {
			violations.push(
				`${placeOf('type')} must be ${formatList(types)}, but is ${formatValue(type)}`,
			);
			return [];
		}
		const places = { source: placeOf('source'), fileId: placeOf('file ID'), url: placeOf('URL') };
		const readRow = (input: InputField) =>
			readInput(input, { fileTypes: [fileType], ...(input === '' ? { row } : {}) });
		const read = readChoice({}, { source, value: () => given, places, readInput: readRow });
		const missingSource = { violation: missingMessage(places.source) };
		return mediumOf(violations, { field, label, fileType }, read ?? missingSource);
	});
}

/** @param types what the list accepts; a single one need not be said */
function rowsIn(value: unknown, types: readonly FileType[]): Row[] {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows])
		.filter((row) => !isEmpty(row) && !(isObject(row) && Object.keys(row).length === 0))
		.flatMap((given) => {
			const row = isObject(given) ? given : { url: given };
			const source = isEmpty(row.source) ? ('url' in row ? 'url' : 'inputFile') : row.source;
			const said = row.fileType ?? row.file_type;
			const word = typeof said === 'string' ? said.trim().toLowerCase() : said;
			const type = isEmpty(word) && types.length === 1 ? types[0] : word;
			return valuesOf(source, row).map((value): Row => ({ source, value, type }));
		});
}

function valuesOf(source: unknown, row: Record<string, unknown>): unknown[] {
	const { url, fileId } = row;
	switch (plainText(source).toLowerCase()) {
		case 'url': {
			const addresses = addressesIn(url);
			return addresses.length > 0 ? addresses : [''];
		}
		case 'inputfile':
			return inputFields('inputField' in row ? row.inputField : '');
		default:
			return [isObject(fileId) && '__rl' in fileId ? fileId.value : fileId];
	}
}

/** The names of input fields: one, or several separated by commas; or the file itself. */
function inputFields(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(inputFields);
	if (typeof value !== 'string') return [value];
	const names = compact(value.split(',').map(trim));
	return names.length > 0 ? names : [''];
}

/** Reads a media field of one item by the model's rule for it; what is wrong goes to the violations. */
export function readMedia(
	violations: string[],
	field: FieldName,
	rule: FieldRule,
	parameters: ItemParameters,
): Medium[] {
	const label = labelFor(field, rule);
	const { name, kind } = fieldLabels[field];
	if (kind === 'frame') return readOne(violations, field, frameSpec(field, rule), parameters);
	return readFileList(violations, { field, rule, label }, parameters.read(name), (input, use) =>
		parameters.readInput(input, { label, purpose: MEDIA_PURPOSE, ...use }),
	);
}

/** Reads the one file of a frame, or that an operation of its own starts from. */
export function readOne(
	violations: string[],
	field: FieldName,
	spec: FileFieldSpec,
	parameters: ItemParameters,
): Medium[] {
	const { label, optional, fileTypes: [fileType = 'image'] = [] } = spec;
	const none = optional ? undefined : { violation: missing(label) };
	const read = readFile(spec, parameters) ?? none;
	return mediumOf(violations, { field, label, fileType }, read);
}

/**
 * Puts media into a request: addresses at once, files as soon as they are ready.
 *
 * @param limits of each file, beyond what was checked when it was chosen
 */
export function addMedia(
	{ body, files }: Draft,
	media: readonly Medium[],
	limits: Pick<FileUse, 'extensions' | 'maxBytes'> = {},
): void {
	const counts = new Map<FieldName, number>();
	for (const { field, label, ref, fileType } of media) {
		const index = counts.get(field) ?? 0;
		counts.set(field, index + 1);
		const { kind } = fieldLabels[field];
		const place = kind === 'frame' ? field : `${field}[${index}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		set(body, path, ref.source === 'url' ? ref.url : undefined);
		if (kind === 'materials') set(body, `${place}.file_type`, fileType);
		if (ref.source === 'url') continue;
		const use = {
			label,
			purpose: MEDIA_PURPOSE,
			anyUpload: true,
			...limits,
			fileTypes: [fileType],
		};
		files.push({ ref, use, path, as: 'url' });
	}
}

function quoted(field: FieldName): string {
	return `'${fieldLabels[field].label}'`;
}

const otherSources = `an image in ${quoted('ref_img_url')} or ${quoted('ref_resources')}`;

/**
 * What is wrong with the images of a first- and last-frame request together (service.md 4.3). An
 * image that appears twice counts once, for the field where it appears first.
 *
 * @param media all media of the request, in order of appearance
 * @returns sentences for the user
 */
export function frameViolations(
	{ extensions, maxBytes }: FrameRule,
	media: readonly Medium[],
): string[] {
	const frames = uniqBy(media, 'ref.identity');
	return [
		// The last frame alone leaves nothing to start with.
		...(media.length > 0 && media.every(({ field }) => field === 'end_frame')
			? [
					`${quoted('end_frame')} cannot be used alone. Also choose ${quoted('start_frame')}, or add ${otherSources}`,
				]
			: frameCountViolations(frames.length)),
		...frames.flatMap((frame) => [
			...formatViolations(frame, extensions),
			...sizeViolations(frame, maxBytes),
		]),
	];
}

/** Most different images of a request for a first- and last-frame model (service.md 4.3). */
const MAX_FRAMES = 2;

function frameCountViolations(count: number): string[] {
	if (count === 0) {
		return [`${missing(fieldLabels.start_frame.label)}. Choose a file, or add ${otherSources}`];
	}
	if (count <= MAX_FRAMES) return [];
	const places = formatList(fieldNames.filter(isMediaField).map(quoted));
	return [
		`At most ${MAX_FRAMES} different images can be used together, but there are ${count}. Remove some from ${places}`,
	];
}

/** By the extension alone, where it names the format; anything else is left to the service. */
function formatViolations(
	{ label, ref }: Medium,
	extensions: readonly string[] | undefined,
): string[] {
	const name = ref.source === 'inputFile' ? ref.fileName : parsedUrl(ref.identity)?.pathname;
	const extension = extensionOf(name ?? '');
	if (!extensions || !isKnownExtension(extension) || extensions.includes(extension)) return [];
	// What is no image at all is refused with every model.
	if ((fileTypeOf(extension) ?? 'image') !== 'image') return [];
	const types = formatList(typeNames(extensions));
	return [
		`The image in '${label}' is not a supported type. Use ${types} instead of ${formatValue(ref.text)}`,
	];
}

function sizeViolations({ label, ref }: Medium, maxBytes = Infinity): string[] {
	const bytes = (ref.source === 'inputFile' && ref.bytes) || 0;
	if (bytes <= maxBytes) return [];
	return [
		`'${label}' must be an image of at most ${formatLimit(maxBytes)}, but ${formatValue(ref.text)} has ${formatBytes(bytes)}`,
	];
}

/**
 * Says plainly which image comes first. The service takes the images in order of appearance, where
 * end_frame stands before ref_img_url and ref_resources: a last frame with an image from those
 * would become the first. That image is therefore moved into start_frame.
 *
 * @param media all media of a request that breaks no rule, in order of appearance
 */
export function firstFrameFirst(media: readonly Medium[]): readonly Medium[] {
	const last = media.find(({ field }) => field === 'end_frame');
	if (!last || media.some(({ field }) => field === 'start_frame')) return media;
	const others = media.filter((medium) => medium !== last);
	const first = others.find(({ ref }) => ref.identity !== last.ref.identity) ?? others[0];
	if (!first) return media;
	return [
		{ ...first, field: 'start_frame' },
		last,
		...others.filter(({ ref }) => ref.identity !== first.ref.identity),
	];
}
