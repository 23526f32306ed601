import { compact, difference, flattenDeep, get, isEqual, set, size, trim, uniqBy } from 'lodash';

import { type Draft, type ItemParameters, readFile } from '../../shared/fields/files';
import { isEmpty } from '../../shared/fields/field';
import { isAttachment } from '../../shared/files/attachments';
import { limitProblem, mediaProblem } from '../../shared/files/fileRules';
import { atPlace, type Violation, violationOf } from '../../shared/files/fileUse';
import type { InputFiles } from '../../shared/files/inputFiles';
import { extensionOf, fileTypeOf } from '../../shared/files/names';
import type { FileRef, InputField } from '../../shared/model/fileRef';
import {
	isObject,
	listInJson,
	formatList,
	missing,
	plainText,
	formatValue,
} from '../../shared/util/text';
import { type FieldName, fieldWords, type Model } from './catalogue/types';
import { labelsOf, mediaFieldsOf, type MediumUse, type ModelField, rowSpec } from './fields';

/** One image or other file of a request. */
export interface Medium {
	field: FieldName;
	ref: FileRef;
	use: MediumUse;
}

export type ReadMedium = Medium | Violation;

/** A file that was read for a field. The end of an address counts. */
function mediumOf(
	field: FieldName,
	use: MediumUse,
	ref: FileRef | Violation | undefined,
): ReadMedium[] {
	if (!ref || 'violation' in ref) return ref ? [ref] : [];
	const name = (ref.source === 'url' && ref.fileName) || '';
	// A page may give anything.
	if (/\.html?$/i.test(name)) return [{ field, ref, use }];
	const isMedium = fileTypeOf(extensionOf(name)) !== undefined;
	const problem =
		mediaProblem({ name }, use.media.fileTypes) ??
		(isMedium ? limitProblem({ name }, use.media) : undefined);
	return [problem ? violationOf(atPlace(ref.place, problem)) : { field, ref, use }];
}

/**
 * Reads the files that a field of a model, one of all that are read, has for one item. A list that
 * stands for a frame replaces the one with which the editor starts. Beside another, it is refused.
 */
export function readMedia(one: ModelField, all: ModelField[], parameters: ItemParameters) {
	const { field, file, label } = one;
	if (!file) return readList(one, all, parameters);
	const readFrame = () => mediumOf(field, file, readFile(file, parameters));
	const list = all.find(({ rule }) => rule.insteadOf === field);
	if (!list || filledLists(list, all, parameters).length === 0) return readFrame();
	const [source, input] = ['Source', 'InputField'].map((part) => parameters.read(file.name + part));
	if (source === file.start && isEmpty(input)) return [];
	const violation = `'${label}' and '${list.label}' are both set, but only one image can come first. Set '${label}' to None, or remove the rows of '${list.label}'`;
	return readFrame().length > 0 ? [{ violation }] : [];
}

/**
 * The lists with files that may be meant for a model: with the model by an expression, n8n shows
 * those of all models. A required list starts with an input file without a name.
 */
function filledLists({ field, rule }: ModelField, all: ModelField[], { read }: ItemParameters) {
	const own = all.map((one) => one.field);
	const others = difference(['ref_img_url', 'ref_resources'] as const, own);
	return [field, ...others].filter((name) =>
		rowsIn(read(fieldWords[name][0])).some(
			({ source, value }) => !rule.required || source !== 'inputFile' || value !== '',
		),
	);
}

/** Reads a list: for a model with one, the one that was filled in counts. */
function readList(one: ModelField, all: ModelField[], parameters: ItemParameters) {
	const { read, readInput, written } = parameters;
	const [field = one.field, second] = filledLists(one, all, parameters);
	const violation = `'${one.label}': two lists have files. Remove the rows of one of them`;
	if (second) return [{ violation }];
	const [name, kind] = fieldWords[field];
	const fileTypes = kind === 'images' ? (['image'] as const) : one.fileTypes;
	return readFileList({ ...one, fileTypes }, read(name), readInput, written?.(name));
}

/** Far more files than the service takes of anything. */
const MAX_FILES = 1_000;

/**
 * @param value rows of the editor's list, or a list that an expression returned
 * @param written what is written in these rows
 */
export function readFileList(
	list: ModelField,
	value: unknown,
	readInput: InputFiles['read'],
	written?: unknown,
): ReadMedium[] {
	const { label, rule } = list;
	const { maxItems: most = MAX_FILES, required } = rule;
	const rows = rowsIn(value, written);
	if (required && rows.length === 0) return [{ violation: missing(label) }];
	const violation = `'${label}' may have at most ${most} file${most === 1 ? '' : 's'}, but has ${rows.length}`;
	if (rows.length > MAX_FILES) return [{ violation }];
	const media = rows.flatMap((row, index) =>
		readRow(list, row, most === 1 ? undefined : index + 1, readInput),
	);
	return rows.length > most ? [{ violation }, ...media] : media;
}

/** By which a row is told from an attachment of a table. */
const ROW_FIELDS = ['url', 'source', 'inputField', 'fileId'];

/** The rows of a list, as any expression may give them: one for each address, or input field. */
function rowsIn(value: unknown, inEditor?: unknown) {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows]).flatMap((given, index) => {
		if (isEmpty(given) || isEqual(given, {})) return [];
		const isRow = isObject(given) && (ROW_FIELDS.some((one) => one in given) || !isAttachment(given));
		const row = isRow ? given : { url: given };
		const type = row.fileType ?? row.file_type;
		const source = isEmpty(row.source) ? ('url' in row ? 'url' : 'inputFile') : row.source;
		const written: unknown = get(inEditor, ['items', index]);
		return valuesOf(source, row).map((one) => ({ source, value: one, type, written }));
	});
}

function valuesOf(source: unknown, row: Record<string, unknown>): unknown[] {
	const word = plainText(source).toLowerCase();
	if (word === 'url') return partsOf(row.url, NEXT_ADDRESS);
	if (word === 'inputfile') return partsOf('inputField' in row ? row.inputField : '', ',');
	return [get(row.fileId, 'value', row.fileId)];
}

/** A comma or blank is part of an address, unless another address comes behind it. */
const NEXT_ADDRESS = /[\r\n]|[\s,](?=https?:\/\/)/i;

/**
 * What a row holds: one thing, lists of things, also as JSON, or several in one text. What is empty
 * stays, so that it is reported: its expression gave nothing.
 */
function partsOf(value: unknown, separator: string | RegExp): unknown[] {
	const list = typeof value === 'string' ? listInJson(value) : value;
	const parts = Array.isArray(list)
		? list.flatMap((entry) => partsOf(entry, separator))
		: typeof value === 'string'
			? compact(value.split(separator).map((part) => trim(trim(part), ', \t')))
			: [value];
	return parts.length > 0 ? parts : [''];
}

/** @param row its number, where the list may have several files */
function readRow(
	list: ModelField,
	{ source, value, type, written }: ReturnType<typeof rowsIn>[number],
	row: number | undefined,
	readInput: InputFiles['read'],
): ReadMedium[] {
	const { field, label, fileTypes, frames } = list;
	const placeOf = (part: string) =>
		`'${label}': the ${part} of ${row === undefined ? 'the file' : `file ${row}`}`;
	// A single type need not be said.
	const isSaid = !isEmpty(type) || fileTypes.length > 1;
	const word = plainText(type).toLowerCase();
	const fileType = isSaid ? fileTypes.find((one) => one === word) : fileTypes[0];
	if (!fileType) {
		const types = formatList(fileTypes);
		return [{ violation: `${placeOf('type')} must be ${types}, but is ${formatValue(type)}` }];
	}
	const use = { ...rowSpec, label, media: { fileTypes: [fileType] as const, ...frames } };
	const reader = {
		read: (name: string) => (name === 'source' ? source : value),
		readInput: (input: InputField) =>
			readInput(input, { ...use, ...(input === '' ? { row } : {}) }),
		written: (name: string): unknown => get(written, name),
	};
	const places = { source: placeOf('source'), fileId: placeOf('file ID'), url: placeOf('URL') };
	return mediumOf(field, use, readFile(rowSpec, reader, places));
}

/** Most different images of a request for a first- and last-frame model (service.md 4.3). */
const MAX_FRAMES = 2;

/**
 * What is wrong with all images of a first- and last-frame request together (service.md 4.3). An
 * image that appears twice counts once.
 */
export function frameViolations(model: Model, media: readonly Medium[]): string[] {
	const images = uniqBy(media, 'ref.identity');
	const places = labelsOf(mediaFieldsOf(model));
	const [first, last, ...others] = places;
	const inOthers = `an image in ${formatList(others)}`;
	if (media.length === 0) return [`${first} is missing. Choose a file, or add ${inOthers}`];
	if (media.every(({ field }) => field === 'end_frame')) {
		return [`${last} cannot be used alone. Also choose ${first}, or add ${inOthers}`];
	}
	if (images.length <= MAX_FRAMES) return [];
	return [
		`At most ${MAX_FRAMES} different images can be used together, but there are ${images.length}. Remove some from ${formatList(places)}`,
	];
}

/**
 * Says plainly which image comes first. The service takes the images in order of appearance, where
 * end_frame stands before ref_img_url and ref_resources: a last frame with an image from those
 * would become the first. That image is therefore moved into start_frame.
 *
 * @param media all media of a request that breaks no rule, in order of appearance
 */
function firstFrameFirst(media: readonly Medium[]): readonly Medium[] {
	const [last, ...others] = media;
	if (last?.field !== 'end_frame') return media;
	const first = others.find(({ ref }) => ref.identity !== last.ref.identity) ?? last;
	return [{ ...first, field: 'start_frame' }, last];
}

/** Puts media into a request: addresses at once, files as soon as they are ready. */
export function addMedia({ body, files }: Draft, media: readonly Medium[], { frames }: Model) {
	for (const { field, ref, use } of frames ? firstFrameFirst(media) : media) {
		const [, kind] = fieldWords[field];
		const place = kind === 'frame' ? field : `${field}[${size(body[field] as unknown[])}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		set(body, path, ref.source === 'url' ? ref.url : undefined);
		if (kind === 'materials') set(body, `${place}.file_type`, use.media.fileTypes[0]);
		if (ref.source !== 'url') files.push({ ref, use, path, as: 'url' });
	}
}
