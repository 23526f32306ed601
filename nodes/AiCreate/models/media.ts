import { difference, get, set, size } from 'lodash';

import {
	type Draft,
	type FileFieldSpec,
	type ItemParameters,
	readFile,
} from '../../shared/fields/fileFields';
import { isEmpty } from '../../shared/fields/values';
import { mustBe, type Violation, violationOf } from '../../shared/fields/violations';
import { extensionOf, fileTypeOf } from '../../shared/files/fileNames';
import { limitProblem, mediaProblem } from '../../shared/files/fileRules';
import { atPlace, type MediaLimits } from '../../shared/files/fileUse';
import type { FileType } from '../../shared/files/formats';
import type { InputFiles } from '../../shared/files/inputFiles';
import type { FileRef, InputField, UrlRef } from '../../shared/model/fileRef';
import type { Message } from '../../shared/util/catalogue';
import { isObject } from '../../shared/util/json';
import { formatList, plainText } from '../../shared/util/text';
import { withFirstFrameFirst } from './frameOrder';
import { type MediaRow, rowsIn } from './mediaRows';
import { rowSpec } from './mediaFields';
import type { Medium, ReadMedium } from './medium';
import type { Model } from './model';
import type { MediaField, MediumUse } from './modelField';
import { modelMessages } from './modelMessages';
import { type FieldName, serviceFields } from './serviceFields';

/*
 * The images and other files of a request for a model: read from its fields, each of which takes one file (a frame) or a
 * list of them, and put into the body.
 */

/**
 * Reads the files that a field of a model has for one item. A list that stands for a frame replaces the one with which the
 * editor starts. Beside another, it is refused.
 *
 * @param all the fields of the model that are read
 */
export function readMedia(
	one: MediaField,
	all: MediaField[],
	parameters: ItemParameters,
): ReadMedium[] {
	const { field, file, label } = one;
	if (!file) return readList(one, all, parameters);
	const list = filledListInsteadOf(field, all, parameters);
	// It is not even read, because an input file that is read for one field is not free for another.
	if (list && isAsStarted(file, parameters)) return [];
	const frame = readMedium(field, file, readFile(file, parameters));
	if (!list || frame.length === 0) return frame;
	return [wrongMedium(field, modelMessages.twoFirstImages(`'${label}'`, `'${list.label}'`))];
}

/** The list that stands for a first frame, where the model has one and it has files; undefined elsewhere. */
function filledListInsteadOf(
	field: FieldName,
	all: MediaField[],
	parameters: ItemParameters,
): MediaField | undefined {
	if (field !== 'start_frame') return undefined;
	const list = all.find(({ role }) => role === 'insteadOfFirstFrame');
	const isFilled = list !== undefined && filledLists(list, all, parameters).length > 0;
	return isFilled ? list : undefined;
}

/** Whether a frame with which the editor starts is as it was then: an input file without a name. */
function isAsStarted({ name, leftOut }: FileFieldSpec, { read }: ItemParameters): boolean {
	const isOfInput = read(`${name}Source`) === 'inputFile';
	return leftOut === 'byChoice' && isOfInput && isEmpty(read(`${name}InputField`));
}

/** What is wrong with a list or with a frame. */
function wrongMedium(field: FieldName, message: Message): { violation: Violation } {
	return { violation: { is: 'broken', field: serviceFields[field].name, message } };
}

/** A file that was read for a field, or what is wrong with it; nothing where the user chose none. */
function readMedium(
	field: FieldName,
	use: MediumUse,
	ref: FileRef | { violation: Violation } | undefined,
): ReadMedium[] {
	if (!ref) return [];
	if ('violation' in ref) return [ref];
	const problem = ref.source === 'url' ? addressProblem(ref, use.media) : undefined;
	if (problem) return [wrongMedium(field, atPlace(ref.place, problem))];
	return [{ field, ref, use }];
}

/** What is wrong with a file on the web, as far as the name in its address shows. */
function addressProblem({ fileName }: UrlRef, media: MediaLimits): Message | undefined {
	const name = fileName ?? '';
	// A page may give anything.
	if (/\.html?$/i.test(name)) return undefined;
	const problem = mediaProblem({ name }, media.fileTypes);
	const isMedium = fileTypeOf(extensionOf(name)) !== undefined;
	if (problem || !isMedium) return problem;
	return limitProblem({ name }, media);
}

/**
 * The lists with files that may be meant for a model: with the model by an expression, n8n shows
 * those of all models. A required list starts with an input file without a name.
 */
function filledLists(
	{ field, rule }: MediaField,
	all: MediaField[],
	{ read }: ItemParameters,
): FieldName[] {
	const own = all.map((one) => one.field);
	const others = difference(['ref_img_url', 'ref_resources'] as const, own);
	const isStart = ({ source, value }: MediaRow) =>
		rule.required === true && source === 'inputFile' && value === '';
	return [field, ...others].filter((name) => {
		const rows = rowsIn(read(serviceFields[name].name));
		return rows.some((row) => !isStart(row));
	});
}

/** Reads a list: for a model with one, the one that was filled in counts. */
function readList(one: MediaField, all: MediaField[], parameters: ItemParameters): ReadMedium[] {
	const { read, readInput, written } = parameters;
	const [field = one.field, second] = filledLists(one, all, parameters);
	if (second) return [wrongMedium(one.field, modelMessages.twoLists(`'${one.label}'`))];
	const { name, kind } = serviceFields[field];
	const fileTypes: readonly FileType[] = kind === 'images' ? ['image'] : one.fileTypes;
	return readFileList({ ...one, fileTypes }, read(name), readInput, written?.(name));
}

/** Far more files than the service takes of anything. */
const MAX_FILES = 1_000;

/**
 * Reads the files of a list.
 *
 * @param value rows of the editor's list, or a list that an expression returned
 * @param written what is written in these rows
 */
export function readFileList(
	list: MediaField,
	value: unknown,
	readInput: InputFiles['read'],
	written?: unknown,
): ReadMedium[] {
	const { required } = list.rule;
	const most = mostFiles(list);
	const rows = rowsIn(withDefaults(list, value, written), written);
	if (required && rows.length === 0) return [missingFiles(list)];
	// So many rows are not worth to be read one by one.
	if (rows.length > MAX_FILES) return [tooManyFiles(list, rows.length)];
	const media = rows.flatMap((row, index) => {
		const number = most === 1 ? undefined : index + 1;
		return readRow(list, row, { number, readInput });
	});
	if (required && media.length === 0) return [missingFiles(list)];
	return rows.length > most ? [tooManyFiles(list, rows.length), ...media] : media;
}

/** Most files that the service takes in a list. */
function mostFiles({ rule: { takes } }: MediaField): number {
	return (takes?.is === 'files' ? takes.most : undefined) ?? MAX_FILES;
}

/** Nothing is in a list that must have files. */
function missingFiles({ field, label }: MediaField): { violation: Violation } {
	const { name } = serviceFields[field];
	return { violation: { is: 'missing', field: name, place: `'${label}'`, advice: '' } };
}

function tooManyFiles(list: MediaField, rows: number): { violation: Violation } {
	const most = mostFiles(list);
	const files = most === 1 ? modelMessages.oneFile : modelMessages.files(most);
	return wrongMedium(list.field, modelMessages.tooManyFiles(`'${list.label}'`, files, rows));
}

/** Rows of the editor with what n8n leaves out of them: the choices with which a row starts. */
function withDefaults(
	{ fileTypes: [fileType] }: MediaField,
	value: unknown,
	written: unknown,
): unknown {
	const rows: unknown = get(value, 'items');
	if (!Array.isArray(rows) || !Array.isArray(get(written, 'items'))) return value;
	const starting = { source: 'inputFile', inputField: '', fileType };
	return {
		items: rows.map((row: unknown) => (isObject(row) ? { ...starting, ...row } : starting)),
	};
}

/**
 * Reads one file of a list.
 *
 * @param at.number its number, from 1, where the list may have several files
 */
function readRow(
	list: MediaField,
	row: MediaRow,
	at: { number: number | undefined; readInput: InputFiles['read'] },
): ReadMedium[] {
	const { field, label, fileTypes, frames } = list;
	const { number, readInput } = at;
	const file = number === undefined ? modelMessages.file : modelMessages.numberedFile(number);
	const placeIn = (part: string) => modelMessages.partOfFile(`'${label}'`, part, file);
	const fileType = typeOfRow(row, fileTypes);
	if (!fileType) {
		const of = { field: serviceFields[field].name, place: placeIn('type') };
		return [{ violation: violationOf(mustBe(formatList(fileTypes)), of, row.type) }];
	}
	const use = { ...rowSpec, label, media: { fileTypes: [fileType] as const, ...frames } };
	const reader: ItemParameters = {
		read: (name) => (name === 'source' ? row.source : row.value),
		// What is wrong with a row without a name is told by its number.
		readInput: (input: InputField) =>
			readInput(input, input === '' ? { ...use, row: number } : use),
		written: (name) => get(row.written, name) as unknown,
	};
	const places = { source: placeIn('source'), fileId: placeIn('file ID'), url: placeIn('URL') };
	// Where an expression gives no file for an item, the row is left out there.
	return readMedium(field, use, readFile({ ...rowSpec, leftOut: 'perItem' }, reader, places));
}

/** What kind of file a row is for: as it says, or the only kind that its list takes; undefined for any other word. */
function typeOfRow({ type }: MediaRow, fileTypes: readonly FileType[]): FileType | undefined {
	if (isEmpty(type) && fileTypes.length === 1) return fileTypes[0];
	const word = plainText(type).toLowerCase();
	return fileTypes.find((one) => one === word);
}

/** Puts media into a request: addresses at once, files as soon as they are ready. */
export function addMedia(
	{ body, files }: Draft,
	media: readonly Medium[],
	{ frames }: Model,
): void {
	for (const { field, ref, use } of frames ? withFirstFrameFirst(media) : media) {
		const { kind } = serviceFields[field];
		const place = kind === 'frame' ? field : `${field}[${size(body[field] as unknown[])}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		// Also a place without an address yet is taken: so the list has as many entries as files.
		set(body, path, ref.source === 'url' ? ref.url : undefined);
		if (kind === 'materials') set(body, `${place}.file_type`, use.media.fileTypes[0]);
		if (ref.source !== 'url') files.push({ ref, use, path, as: 'url' });
	}
}
