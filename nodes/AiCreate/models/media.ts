import { difference, get, set, size } from 'lodash';

import {
	type Draft,
	type FileFieldSpec,
	isForService,
	type ItemParameters,
	readFile,
} from '../../shared/fields/fileFields';
import { isEmpty } from '../../shared/fields/values';
import { missing, mustBe, type Violation } from '../../shared/fields/violations';
import { fileTypeInWord, fileTypeOfAttachment } from '../../shared/files/attachments';
import { formatOfName } from '../../shared/files/fileNames';
import { limitProblem, mediaProblem } from '../../shared/files/fileRules';
import { atPlace, type MediaLimits } from '../../shared/files/fileUse';
import type { FileType } from '../../shared/files/formats';
import type { InputFiles } from '../../shared/files/inputFiles';
import type { FileRef, UrlRef } from '../../shared/model/fileRef';
import type { Message } from '../../shared/util/catalogue';
import { formatList, plainText } from '../../shared/util/text';
import { withFirstFrameFirst } from './frameOrder';
import { type ListContent, type MediaRow, rowsIn } from './mediaRows';
import { rowSpec } from './mediaFields';
import type { Model } from './model';
import type { MediaField, Medium, MediumUse, ReadMedium } from './modelField';
import { modelMessages } from './modelMessages';
import { type FieldName, serviceFields } from './serviceFields';

/*
 * The images and other files of a request for a model: read from its fields, each of which takes one file (a
 * frame) or a list of them, and put into the body.
 */

/**
 * Reads the files that a field of a model has for one item. Some models take the first frame from a list of images,
 * too: where that list has files, a first frame that the user has set as well is refused.
 *
 * @param all the fields of the model that are read, among them this one
 * @returns each file, or what is wrong with it or with the field; an empty list where the user chose no file
 */
export function readMedia(
	mediaField: MediaField,
	all: MediaField[],
	parameters: ItemParameters,
): ReadMedium[] {
	const { field, file, label } = mediaField;
	// A field without a single file is a list.
	if (!file) return readList(mediaField, all, parameters);
	const list = filledListInsteadOf(field, all, parameters);
	// The user has not set this frame. To read it would take the only file of the item for it, which the list could then
	// not use any more.
	if (list && isAsStarted(file, parameters)) return [];
	const ref = readFile(file, parameters);
	const frame = checkedMedium(mediaField, file, ref);
	const isFrameSet = frame.length > 0;
	if (!list || !isFrameSet) return frame;
	return [{ violation: modelMessages.twoFirstImages(`'${label}'`, `'${list.label}'`) }];
}

/**
 * The list that a model takes instead of a first frame, if it has files. Undefined where it has none, for a model
 * without such a list, and for any other field than the first frame.
 *
 * @param field the service's name of the field that is read
 * @param all the fields of the model that are read
 */
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

/**
 * Whether a frame is as the editor starts with it: an input file without a name. Only a frame for which the model is
 * made starts so; for any other frame, which starts with the choice 'None', the answer is no.
 */
function isAsStarted({ name, leftOut }: FileFieldSpec, { read }: ItemParameters): boolean {
	// With 'byChoice', the field has the choice 'None', but starts with an input file; with 'fromStart', it starts with
	// 'None'.
	const startsWithInput = leftOut === 'byChoice';
	const isOfInput = read(`${name}Source`) === 'inputFile';
	const hasNoName = isEmpty(read(`${name}InputField`));
	return startsWithInput && isOfInput && hasNoName;
}

/**
 * What was read for a field, after a further check of an address: the file, or what is wrong with it, as a list of
 * one.
 *
 * @param use which files the field takes; the address is checked by this
 * @param ref the file that was chosen, or what is wrong with the choice; undefined where the user chose none
 * @returns an empty list where the user chose no file
 */
function checkedMedium(
	{ field }: MediaField,
	use: MediumUse,
	ref: FileRef | { violation: Violation } | undefined,
): ReadMedium[] {
	if (!ref) return [];
	if ('violation' in ref) return [ref];
	const problem = ref.source === 'url' ? addressProblem(ref, use.media) : undefined;
	if (problem) return [{ violation: atPlace(ref.place, problem) }];
	return [{ field, ref, use }];
}

/**
 * What is wrong with a file on the web, as far as the name in its address shows. Undefined where nothing is, where the
 * address has no name, and for a page.
 *
 * @param media which types and formats of files the field takes
 */
function addressProblem({ fileName = '' }: UrlRef, media: MediaLimits): Message | undefined {
	// The address of a page may give a file of any type.
	const isPage = /\.html?$/i.test(fileName);
	if (isPage) return undefined;
	const problemOfType = mediaProblem({ name: fileName }, media.fileTypes);
	if (problemOfType) return problemOfType;
	// An address without the extension of an image, a video or a sound says nothing about the format.
	const isMedium = formatOfName(fileName)?.media !== undefined;
	if (!isMedium) return undefined;
	return limitProblem({ name: fileName }, media);
}

/**
 * The lists in which the user has entered the files for a list of a model. They may be the list itself, and those
 * that this model does not have. Where an expression chooses the model, n8n shows the lists of all models, so that
 * the user may have filled in one of these instead.
 *
 * @param list the list of the model
 * @param all the fields of the model that are read
 * @returns the service's names of those lists that have files, that of the model first; none where there are no files.
 *   The row with which a required list starts is no file until the user changes it
 */
function filledLists(list: MediaField, all: MediaField[], parameters: ItemParameters): FieldName[] {
	const namesOfModel = all.map(({ field }) => field);
	// No model has any other list of files.
	const otherLists = difference(['ref_img_url', 'ref_resources'] as const, namesOfModel);
	const candidates: FieldName[] = [list.field, ...otherLists];
	return candidates.filter((field) => {
		const rows = rowsIn(listContentOf(field, parameters), list.fileTypes);
		// A row with which a list starts stands in all of them or in none, so what this list requires holds for the others.
		return rows.some((row) => !isStartingRow(row, list));
	});
}

/**
 * Whether a row may be the one with which a required list starts, untouched by the user: an input file without a name.
 * False for any row of a list that may stay empty, because such a list starts without rows.
 */
function isStartingRow({ source, value }: MediaRow, { rule }: MediaField): boolean {
	return rule.required === true && source === 'inputFile' && value === '';
}

/**
 * Reads the files of a list of a model. They may stand in the list of another model, as `filledLists` says; where two
 * lists have files, that is refused. Where none has, the model's own list is read, and refused if it must have some.
 *
 * @param all the fields of the model that are read
 * @returns each file, or what is wrong with it or with the list; an empty list where the user chose no file
 */
function readList(list: MediaField, all: MediaField[], parameters: ItemParameters): ReadMedium[] {
	const [filled, secondFilled] = filledLists(list, all, parameters);
	if (secondFilled) return [{ violation: modelMessages.twoLists(`'${list.label}'`) }];
	const field = filled ?? list.field;
	// The list of images of another model has no files of other types, whatever this model takes.
	const isOfImages = serviceFields[field].kind === 'images';
	const fileTypes: readonly FileType[] = isOfImages ? ['image'] : list.fileTypes;
	return readFileList(
		{ ...list, fileTypes },
		listContentOf(field, parameters),
		parameters.readInput,
	);
}

/** What the parameter of a list holds, by the service's name of the list. */
function listContentOf(field: FieldName, { read, written }: ItemParameters): ListContent {
	const { name } = serviceFields[field];
	return { value: read(name), written: written?.(name) };
}

/**
 * Far more files than the service takes in any list. A list with more rows is refused without a look at each of them.
 */
const MAX_FILES = 1_000;

/**
 * Reads the files of a list.
 *
 * @param list the field of the list: which files it takes, how many, and whether it must have some
 * @param readInput reads a file of the input item
 * @returns each file or what is wrong with it, in the order of the rows; what is wrong with the list as a whole comes
 *   first. Nothing for an empty list, unless it must have files
 */
export function readFileList(
	list: MediaField,
	content: ListContent,
	readInput: InputFiles['read'],
): ReadMedium[] {
	const { required } = list.rule;
	const most = mostFiles(list);
	const rows = rowsIn(content, list.fileTypes);
	if (rows.length > MAX_FILES) return [tooManyFiles(list, rows.length)];
	const media = rows.flatMap((row, index) => {
		// Where there may be one file only, messages do not number it.
		const number = most === 1 ? undefined : index + 1;
		return readRow(list, row, { number, readInput });
	});
	// There may be no files although there are rows: those whose expressions give no file for an item are left out.
	if (required && media.length === 0) {
		return [{ violation: missing(list.name, `'${list.label}'`) }];
	}
	if (media.length > most) media.unshift(tooManyFiles(list, media.length));
	return media;
}

/** How many files a list may have: as many as the model says, and `MAX_FILES` where it says no number. */
function mostFiles({ rule: { takes } }: MediaField): number {
	const most = takes?.is === 'files' ? takes.most : undefined;
	return most ?? MAX_FILES;
}

/** The violation by a list with more files than it may have. @param count how many it has */
function tooManyFiles(list: MediaField, count: number): { violation: Violation } {
	const most = mostFiles(list);
	return { violation: modelMessages.tooManyFiles(`'${list.label}'`, most, count) };
}

/**
 * Reads one file of a list.
 *
 * @param number the place of the file in the list, from 1, by which messages name it; undefined where the list may
 *   have one file only
 * @param readInput reads a file of the input item
 * @returns the file or what is wrong with it, as a list of one; empty where an expression gave no file
 */
function readRow(
	list: MediaField,
	row: MediaRow,
	{ number, readInput }: { number: number | undefined; readInput: InputFiles['read'] },
): ReadMedium[] {
	const { label, fileTypes, frames } = list;
	const file = number === undefined ? modelMessages.file : modelMessages.numberedFile(number);
	// How messages name a part of the row.
	const placeOf = (part: string) => modelMessages.partOfFile(`'${label}'`, part, file);
	const fileType = typeOfRow(row, fileTypes);
	if (!fileType) {
		return [{ violation: mustBe(placeOf('type'), formatList(fileTypes), row.type) }];
	}
	const places = { source: placeOf('source'), fileId: placeOf('file ID'), url: placeOf('URL') };
	const media = { fileTypes: [fileType] as const, ...frames };
	const use = { ...rowSpec, label, row: number, places, media };
	// A row is read by what reads the fields of a single file. Without a name of the file before them, these fields are
	// called `source`, `inputField`, `fileId` and `url`.
	const ref = readFile(use, {
		// Of the last three, only the one that belongs to the source is read, and its value is that of the row.
		read: (name) => (name === 'source' ? row.source : row.value),
		readInput,
		written: (name) => get(row.written, name) as unknown,
	});
	return checkedMedium(list, use, ref);
}

/**
 * The type of the file of a row: the one that the row says; or else the only one that its list takes; or else the one
 * that an attachment or the extension in an address shows.
 *
 * @param fileTypes the types that the list takes
 * @returns undefined for a type that the list does not take, and where several are taken and nothing shows which one
 *   it is
 */
function typeOfRow(row: MediaRow, fileTypes: readonly FileType[]): FileType | undefined {
	const isSaid = !isEmpty(row.type);
	if (!isSaid && fileTypes.length === 1) return fileTypes[0];
	const meant = isSaid ? fileTypeInWord(plainText(row.type)) : typeShownBy(row);
	return fileTypes.find((fileType) => fileType === meant);
}

/** The type of file that the address of a row, or the attachment in its place, shows; undefined where none is shown. */
function typeShownBy({ source, value }: MediaRow): FileType | undefined {
	// The source may come from an expression, and is written in any case there.
	const isOnWeb = plainText(source).toLowerCase() === 'url';
	return isOnWeb ? fileTypeOfAttachment(value) : undefined;
}

/**
 * Puts media into the draft of a request. The address of a file on the web goes into the body, if the service can load
 * it. Any other file is added to those that are uploaded before the request is sent, with the place in the body for
 * the address that it then gets.
 *
 * @param media all files of the request, none of which breaks a rule, in the order of their fields. For a first- and
 *   last-frame model (one with `frames`), they are first brought into the order that it needs
 */
export function addMedia(
	{ body, files }: Draft,
	media: readonly Medium[],
	{ frames }: Model,
	parameters: ItemParameters,
): void {
	const inOrder = frames ? withFirstFrameFirst(media) : media;
	for (const { field, ref, use } of inOrder) {
		const { kind } = serviceFields[field];
		// How many entries the list in this field has so far.
		const count = size(body[field] as unknown[]);
		// A frame is one image and no list.
		const place = kind === 'frame' ? field : `${field}[${count}]`;
		// An entry of a list of materials is an object with an address and a type.
		const path = kind === 'materials' ? `${place}.url` : place;
		const isSentAsAddress = ref.source === 'url' && isForService(ref, parameters);
		// For a file without an address yet, an empty entry is made, so that the next file gets the place behind it.
		set(body, path, isSentAsAddress ? ref.url : undefined);
		if (kind === 'materials') set(body, `${place}.file_type`, use.media.fileTypes[0]);
		// Once the file is uploaded, its address is put there, and not its ID.
		if (!isSentAsAddress) files.push({ ref, use, path, as: 'url' });
	}
}
