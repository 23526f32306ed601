import {
	compact,
	difference,
	flattenDeep,
	get,
	isEqual,
	pick,
	set,
	size,
	trim,
	uniqBy,
} from 'lodash';

import { type Draft, type ItemParameters, readFile } from '../../shared/fields/fileFields';
import { broken, mustBe, type Violation, violationOf } from '../../shared/fields/violations';
import { isEmpty } from '../../shared/fields/values';
import { isAttachment } from '../../shared/files/attachments';
import { limitProblem, mediaProblem } from '../../shared/files/fileRules';
import { atPlace } from '../../shared/files/fileUse';
import type { InputFiles } from '../../shared/files/inputFiles';
import { extensionOf, fileTypeOf } from '../../shared/files/fileNames';
import type { FileRef, InputField } from '../../shared/model/fileRef';
import type { Message } from '../../shared/util/catalogue';
import { isObject, listInJson } from '../../shared/util/json';
import { formatList, plainText } from '../../shared/util/text';
import { toWebAddress } from '../../shared/util/webAddress';
import { modelMessages } from './modelMessages';
import { rowSpec } from './mediaFields';
import { mediaFieldsOf, type Model } from './model';
import { labelsOf, type MediaField, type MediumUse } from './modelField';
import { type FieldName, serviceFields } from './serviceFields';

/** One image or other file of a request. */
export interface Medium {
	field: FieldName;
	ref: FileRef;
	use: MediumUse;
}

export type ReadMedium = Medium | { violation: Violation };

/** What is wrong with a list or with a frame. */
function wrongMedium(
	{ field }: Pick<MediaField, 'field'>,
	message: Message,
): { violation: Violation } {
	return { violation: { is: 'broken', field: serviceFields[field].name, message } };
}

/** A file that was read for a field. The end of an address counts. */
function mediumOf(
	field: FieldName,
	use: MediumUse,
	ref: FileRef | { violation: Violation } | undefined,
): ReadMedium[] {
	if (!ref || 'violation' in ref) return ref ? [ref] : [];
	const name = (ref.source === 'url' && ref.fileName) || '';
	// A page may give anything.
	if (/\.html?$/i.test(name)) return [{ field, ref, use }];
	const isMedium = fileTypeOf(extensionOf(name)) !== undefined;
	const problem =
		mediaProblem({ name }, use.media.fileTypes) ??
		(isMedium ? limitProblem({ name }, use.media) : undefined);
	return [problem ? wrongMedium({ field }, atPlace(ref.place, problem)) : { field, ref, use }];
}

/**
 * Reads the files that a field of a model, one of all that are read, has for one item. A list that
 * stands for a frame replaces the one with which the editor starts. Beside another, it is refused.
 */
export function readMedia(one: MediaField, all: MediaField[], parameters: ItemParameters) {
	const { field, file, label } = one;
	if (!file) return readList(one, all, parameters);
	const readFrame = () => mediumOf(field, file, readFile(file, parameters));
	const list = field === 'start_frame' ? all.find(isInsteadOfIt) : undefined;
	if (!list || filledLists(list, all, parameters).length === 0) return readFrame();
	const [source, input] = ['Source', 'InputField'].map((part) => parameters.read(file.name + part));
	const isAsStarted = file.leftOut === 'byChoice' && source === 'inputFile' && isEmpty(input);
	if (isAsStarted) return [];
	if (readFrame().length === 0) return [];
	return [wrongMedium(one, modelMessages.twoFirstImages(`'${label}'`, `'${list.label}'`))];
}

function isInsteadOfIt({ role }: MediaField): boolean {
	return role === 'insteadOfFirstFrame';
}

/**
 * The lists with files that may be meant for a model: with the model by an expression, n8n shows
 * those of all models. A required list starts with an input file without a name.
 */
function filledLists({ field, rule }: MediaField, all: MediaField[], { read }: ItemParameters) {
	const own = all.map((one) => one.field);
	const others = difference(['ref_img_url', 'ref_resources'] as const, own);
	return [field, ...others].filter((name) =>
		rowsIn(read(serviceFields[name].name)).some(
			({ source, value }) => !rule.required || source !== 'inputFile' || value !== '',
		),
	);
}

/** Reads a list: for a model with one, the one that was filled in counts. */
function readList(one: MediaField, all: MediaField[], parameters: ItemParameters) {
	const { read, readInput, written } = parameters;
	const [field = one.field, second] = filledLists(one, all, parameters);
	if (second) return [wrongMedium(one, modelMessages.twoLists(`'${one.label}'`))];
	const { name, kind } = serviceFields[field];
	const fileTypes = kind === 'images' ? (['image'] as const) : one.fileTypes;
	return readFileList({ ...one, fileTypes }, read(name), readInput, written?.(name));
}

/** Nothing is in a list that must have files. */
function missing(field: FieldName, place: string): Violation {
	return { is: 'missing', field: serviceFields[field].name, place, advice: '' };
}

/** Far more files than the service takes of anything. */
const MAX_FILES = 1_000;

/**
 * @param value rows of the editor's list, or a list that an expression returned
 * @param written what is written in these rows
 */
export function readFileList(
	list: MediaField,
	value: unknown,
	readInput: InputFiles['read'],
	written?: unknown,
): ReadMedium[] {
	const place = `'${list.label}'`;
	const { takes, required } = list.rule;
	const most = (takes?.is === 'files' ? takes.most : undefined) ?? MAX_FILES;
	const rows = rowsIn(withDefaults(list, value, written), written);
	if (required && rows.length === 0) return [{ violation: missing(list.field, place) }];
	const tooMany = () => {
		const files = most === 1 ? modelMessages.oneFile : modelMessages.files(most);
		return wrongMedium(list, modelMessages.tooManyFiles(place, files, rows.length));
	};
	if (rows.length > MAX_FILES) return [tooMany()];
	const media = rows.flatMap((row, index) =>
		readRow(list, row, most === 1 ? undefined : index + 1, readInput),
	);
	if (required && media.length === 0) return [{ violation: missing(list.field, place) }];
	return rows.length > most ? [tooMany(), ...media] : media;
}

/** Rows of the editor with what n8n leaves out of them: the choices with which a row starts. */
function withDefaults({ fileTypes: [fileType] }: MediaField, value: unknown, written: unknown) {
	const rows: unknown = get(value, 'items');
	if (!Array.isArray(rows) || !Array.isArray(get(written, 'items'))) return value;
	const starting = { source: 'inputFile', inputField: '', fileType };
	return { items: rows.map((row: unknown) => ({ ...starting, ...(isObject(row) ? row : {}) })) };
}

/** One file of a list, as it was given. */
interface MediaRow {
	source: unknown;
	value: unknown;
	type: unknown;
	/** What is written in the editor for it. */
	written: unknown;
}

/** The rows of a list, as any expression may give them: one for each address, or input field. */
function rowsIn(value: unknown, inEditor?: unknown): MediaRow[] {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows]).flatMap((given, index) => {
		if (isEmpty(given) || isEqual(given, {})) return [];
		const row = asRow(given);
		const source = sourceOfRow(row);
		const type = row.fileType ?? row.file_type;
		const written: unknown = get(inEditor, ['items', index]);
		return filesOfRow(source, row).map((one) => ({ source, value: one, type, written }));
	});
}

/** Anything but a row of the editor or of JSON is an address, or an attachment that has one. */
function asRow(given: unknown): Record<string, unknown> {
	if (!isObject(given)) return { url: given };
	if (isRow(given) || !isAttachment(given)) return given;
	return { url: given, ...pick(given, ['fileType', 'file_type']) };
}

/** A row names a source, an input field or a file ID; in an attachment, `source` may be an address. */
function isRow(given: Record<string, unknown>): boolean {
	const hasSource = 'source' in given && toWebAddress(given.source) === undefined;
	return hasSource || 'inputField' in given || 'fileId' in given;
}

function sourceOfRow(row: Record<string, unknown>): unknown {
	if (!isEmpty(row.source)) return row.source;
	return 'url' in row ? 'url' : 'inputFile';
}

function filesOfRow(source: unknown, row: Record<string, unknown>): unknown[] {
	const word = plainText(source).toLowerCase();
	if (word === 'url') return filesIn(row.url, NEXT_ADDRESS);
	if (word === 'inputfile') return filesIn('inputField' in row ? row.inputField : '', ',');
	return [get(row.fileId, 'value', row.fileId)];
}

/** A comma or blank is part of an address, unless another address comes behind it. */
const NEXT_ADDRESS = /[\r\n]|[\s,](?=https?:\/\/)/i;

/**
 * What a row holds: one thing, lists of things, also as JSON, or several in one text. What is empty
 * stays, because its expression gave nothing.
 */
function filesIn(value: unknown, separator: string | RegExp): unknown[] {
	const parts = splitParts(value, separator);
	return parts.length > 0 ? parts : [''];
}

function splitParts(value: unknown, separator: string | RegExp): unknown[] {
	const list = typeof value === 'string' ? listInJson(value) : value;
	if (Array.isArray(list)) return list.flatMap((entry) => filesIn(entry, separator));
	if (typeof value !== 'string') return [value];
	return compact(value.split(separator).map((part) => trim(trim(part), ', \t')));
}

/** @param row its number, where the list may have several files */
function readRow(
	list: MediaField,
	{ source, value, type, written }: MediaRow,
	row: number | undefined,
	readInput: InputFiles['read'],
): ReadMedium[] {
	const { field, label, fileTypes, frames } = list;
	const file = row === undefined ? modelMessages.file : modelMessages.numberedFile(row);
	const placeIn = (part: string) => modelMessages.partOfFile(`'${label}'`, part, file);
	// A single type need not be said.
	const isSaid = !isEmpty(type) || fileTypes.length > 1;
	const word = plainText(type).toLowerCase();
	const fileType = isSaid ? fileTypes.find((one) => one === word) : fileTypes[0];
	if (!fileType) {
		const at = { field: serviceFields[field].name, place: placeIn('type') };
		return [{ violation: violationOf(mustBe(formatList(fileTypes)), at, type) }];
	}
	const use = { ...rowSpec, label, media: { fileTypes: [fileType] as const, ...frames } };
	const reader = {
		read: (name: string) => (name === 'source' ? source : value),
		readInput: (input: InputField) =>
			readInput(input, { ...use, ...(input === '' ? { row } : {}) }),
		written: (name: string): unknown => get(written, name),
	};
	const places = { source: placeIn('source'), fileId: placeIn('file ID'), url: placeIn('URL') };
	// Where an expression gives no file for an item, the row is left out there.
	return mediumOf(field, use, readFile({ ...rowSpec, leftOut: 'perItem' }, reader, places));
}

/** Most different images of a request for a first- and last-frame model (service.md 4.3). */
const MAX_FRAMES = 2;

/**
 * What is wrong with all images of a first- and last-frame request together (service.md 4.3). An
 * image that appears twice counts once.
 */
export function frameViolations(model: Model, media: readonly Medium[]): Violation[] {
	const images = uniqBy(media, 'ref.identity');
	const fields = mediaFieldsOf(model);
	const places = labelsOf(fields);
	const [first = '', last = '', ...others] = places;
	const inOthers = formatList(others);
	if (media.length === 0) return [broken(modelMessages.noFirstFrame(first, inOthers))];
	if (media.every(({ field }) => field === 'end_frame')) {
		return [broken(modelMessages.onlyLastFrame(last, first, inOthers))];
	}
	if (images.length <= MAX_FRAMES) return [];
	const all = formatList(places);
	return [broken(modelMessages.tooManyImages(MAX_FRAMES, images.length, all))];
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
		const { kind } = serviceFields[field];
		const place = kind === 'frame' ? field : `${field}[${size(body[field] as unknown[])}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		set(body, path, ref.source === 'url' ? ref.url : undefined);
		if (kind === 'materials') set(body, `${place}.file_type`, use.media.fileTypes[0]);
		if (ref.source !== 'url') files.push({ ref, use, path, as: 'url' });
	}
}
