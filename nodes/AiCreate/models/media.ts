import { difference, get, set, size } from 'lodash';

import {
	type Draft,
	type FileFieldSpec,
	type ItemParameters,
	readFile,
} from '../../shared/fields/fileFields';
import { isEmpty } from '../../shared/fields/values';
import { mustBe, type Violation, violationOf } from '../../shared/fields/violations';
import { fileTypeInWord, fileTypeOfAttachment } from '../../shared/files/attachments';
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
 * The images and other files of a request for a model: read from its fields, each of which takes one file (a
 * frame) or a list of them, and put into the body.
 */

/**
 * Reads the files that a field of a model has for one item, none where the user chose none. Of some models, a list of
 * images stands for the first frame: where the list has files, a first frame that the user has set as well is refused.
 *
 * @param all the fields of the model that are read
 */
export function readMedia(
	mediaField: MediaField,
	all: MediaField[],
	parameters: ItemParameters,
): ReadMedium[] {
	const { field, file, label } = mediaField;
	if (!file) return readList(mediaField, all, parameters);
	const list = filledListInsteadOf(field, all, parameters);
	// A frame as the editor starts with it is not even read, because an input file that is
	// read for one field is not free for another.
	if (list && isAsStarted(file, parameters)) return [];
	const frame = readMedium(field, file, readFile(file, parameters));
	const isFrameSet = frame.length > 0;
	if (!list || !isFrameSet) return frame;
	return [wrongMedium(field, modelMessages.twoFirstImages(`'${label}'`, `'${list.label}'`))];
}

/** The list that stands for a first frame, where the model has one and it has files; undefined for any other field. */
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
	const isStart = leftOut === 'byChoice';
	const isOfInput = read(`${name}Source`) === 'inputFile';
	const hasNoName = isEmpty(read(`${name}InputField`));
	return isStart && isOfInput && hasNoName;
}

/** The violation by a list or by a frame as a whole. */
function wrongMedium(field: FieldName, message: Message): { violation: Violation } {
	return { violation: { is: 'broken', field: serviceFields[field].name, message } };
}

/**
 * What was read for a field, as a list of one: the file, or what is wrong with it.
 * The list is empty where the user chose no file.
 */
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

/** What is wrong with a file on the web, as far as the name in its address shows; undefined where nothing is. */
function addressProblem({ fileName = '' }: UrlRef, media: MediaLimits): Message | undefined {
	// The address of a page may give a file of any type.
	const isPage = /\.html?$/i.test(fileName);
	if (isPage) return undefined;
	const ofType = mediaProblem({ name: fileName }, media.fileTypes);
	if (ofType) return ofType;
	// An address without the extension of an image, a video or a sound says nothing about the format.
	const isMedium = fileTypeOf(extensionOf(fileName)) !== undefined;
	return isMedium ? limitProblem({ name: fileName }, media) : undefined;
}

/**
 * The lists with files that may be meant by a list of a model, by their names at the service.
 * Where an expression chooses the model, n8n shows the lists of all models, so that the user may
 * have filled in one that this model does not have.
 *
 * @param all the fields of the model
 */
function filledLists(list: MediaField, all: MediaField[], { read }: ItemParameters): FieldName[] {
	const ofModel = all.map(({ field }) => field);
	const ofOtherModels = difference(['ref_img_url', 'ref_resources'] as const, ofModel);
	const mayBeMeant: FieldName[] = [list.field, ...ofOtherModels];
	return mayBeMeant.filter((field) => {
		const rows = rowsIn(read(serviceFields[field].name));
		return rows.some((row) => !isStartingRow(row, list));
	});
}

/** Whether a row is the one with which a required list starts: an input file without a name. */
function isStartingRow({ source, value }: MediaRow, { rule }: MediaField): boolean {
	return rule.required === true && source === 'inputFile' && value === '';
}

/**
 * Reads a list of a model. The files may stand in the list of another model, see `filledLists`; in two lists, they are
 * refused. Where no list has files, the model's own is read, which may have to have some.
 */
function readList(list: MediaField, all: MediaField[], parameters: ItemParameters): ReadMedium[] {
	const { read, readInput, written } = parameters;
	const [filled, secondFilled] = filledLists(list, all, parameters);
	if (secondFilled) return [wrongMedium(list.field, modelMessages.twoLists(`'${list.label}'`))];
	const { name, kind } = serviceFields[filled ?? list.field];
	const fileTypes: readonly FileType[] = kind === 'images' ? ['image'] : list.fileTypes;
	const content = { value: read(name), written: written?.(name) };
	return readFileList({ ...list, fileTypes }, content, readInput);
}

/** Far more files than the service takes of anything. */
const MAX_FILES = 1_000;

/** What the parameter of a list holds. */
interface ListContent {
	/** Rows of the editor's list, or a list that an expression returned. */
	value: unknown;
	/** What is written in the editor, perhaps expressions; undefined outside of the editor. */
	written?: unknown;
}

/**
 * Reads the files of a list.
 *
 * @param readInput reads a file of the input item
 * @returns each file or what is wrong with it, and what is wrong with the list; none of a list that may be left empty
 */
export function readFileList(
	list: MediaField,
	content: ListContent,
	readInput: InputFiles['read'],
): ReadMedium[] {
	const { required } = list.rule;
	const most = mostFiles(list);
	const rows = rowsIn(withCompleteRows(list, content), content.written);
	// So many rows are not worth to be read one by one.
	if (rows.length > MAX_FILES) return [tooManyFiles(list, rows.length)];
	const media = rows.flatMap((row, index) => {
		const number = most === 1 ? undefined : index + 1;
		return readRow(list, row, { number, readInput });
	});
	// Rows whose expressions give no file for an item are left out.
	if (required && media.length === 0) return [missingFiles(list)];
	// This violation comes first, because it is about the list as a whole.
	if (rows.length > most) media.unshift(tooManyFiles(list, rows.length));
	return media;
}

/** Most files of a list: of one whose number the model does not limit, more than anybody sends. */
function mostFiles({ rule: { takes } }: MediaField): number {
	const most = takes?.is === 'files' ? takes.most : undefined;
	return most ?? MAX_FILES;
}

/** The violation by a list without files that must have some. */
function missingFiles({ field, label }: MediaField): { violation: Violation } {
	const { name } = serviceFields[field];
	return { violation: { is: 'missing', field: name, place: `'${label}'`, advice: '' } };
}

/** The violation by a list with more files than the service takes. @param rows how many it has */
function tooManyFiles(list: MediaField, rows: number): { violation: Violation } {
	const most = mostFiles(list);
	const files = most === 1 ? modelMessages.oneFile : modelMessages.files(most);
	return wrongMedium(list.field, modelMessages.tooManyFiles(`'${list.label}'`, files, rows));
}

/**
 * What a list holds, of the editor with complete rows: n8n leaves out of a row the choices with which it starts, among
 * them the first type of file that the list takes. A list that an expression returned stays as it is.
 */
function withCompleteRows({ fileTypes }: MediaField, { value, written }: ListContent): unknown {
	const rows: unknown = get(value, 'items');
	const rowsAsWritten: unknown = get(written, 'items');
	// Where an expression returned the list, no rows are written in the editor.
	const isOfEditor = Array.isArray(rows) && Array.isArray(rowsAsWritten);
	if (!isOfEditor) return value;
	const startOfRow = { source: 'inputFile', inputField: '', fileType: fileTypes[0] };
	const items = rows.map((row: unknown) => {
		return isObject(row) ? { ...startOfRow, ...row } : startOfRow;
	});
	return { items };
}

/**
 * Reads one file of a list.
 *
 * @param number of the file, from 1; undefined where the list may have one file only
 * @param readInput reads a file of the input item
 * @returns the file or what is wrong with it, as a list of one; empty where an expression gave no file
 */
function readRow(
	list: MediaField,
	row: MediaRow,
	{ number, readInput }: { number: number | undefined; readInput: InputFiles['read'] },
): ReadMedium[] {
	const { field, label, fileTypes, frames } = list;
	const file = number === undefined ? modelMessages.file : modelMessages.numberedFile(number);
	const placeIn = (part: string) => modelMessages.partOfFile(`'${label}'`, part, file);
	const fileType = typeOfRow(row, fileTypes);
	if (!fileType) {
		const problem = mustBe(formatList(fileTypes));
		const { name } = serviceFields[field];
		return [{ violation: violationOf(problem, { field: name, place: placeIn('type') }, row.type) }];
	}
	const use = { ...rowSpec, label, media: { fileTypes: [fileType] as const, ...frames } };
	const parametersOfRow: ItemParameters = {
		// A row has one value, which is the input field, the file ID or the address, whichever its source is.
		read: (name) => (name === 'source' ? row.source : row.value),
		// What is wrong with a row without a name is told by its number.
		readInput: (input: InputField) =>
			readInput(input, input === '' ? { ...use, row: number } : use),
		written: (name) => get(row.written, name) as unknown,
	};
	const places = { source: placeIn('source'), fileId: placeIn('file ID'), url: placeIn('URL') };
	// Where an expression gives no file for an item, the row is left out there.
	const ref = readFile({ ...rowSpec, leftOut: 'perItem' }, parametersOfRow, places);
	return readMedium(field, use, ref);
}

/**
 * What kind of file a row is for: as it says, or else the only kind that its list takes, or the one that an attachment
 * or the extension in an address shows.
 *
 * @returns undefined for a kind that the list does not take, and where several are taken and nothing tells which one
 */
function typeOfRow(row: MediaRow, fileTypes: readonly FileType[]): FileType | undefined {
	const isSaid = !isEmpty(row.type);
	if (!isSaid && fileTypes.length === 1) return fileTypes[0];
	const meant = isSaid ? fileTypeInWord(plainText(row.type)) : typeShownBy(row);
	return fileTypes.find((fileType) => fileType === meant);
}

/** What kind of file the address of a row, or the attachment in its place, shows; undefined for a row without one. */
function typeShownBy({ source, value }: MediaRow): FileType | undefined {
	const isOnWeb = plainText(source).toLowerCase() === 'url';
	return isOnWeb ? fileTypeOfAttachment(value) : undefined;
}

/**
 * Puts media into a draft: addresses into the body, and other files among those
 * that are uploaded before the request is sent.
 */
export function addMedia(
	{ body, files }: Draft,
	media: readonly Medium[],
	{ frames }: Model,
): void {
	const inOrder = frames ? withFirstFrameFirst(media) : media;
	for (const { field, ref, use } of inOrder) {
		const { kind } = serviceFields[field];
		// A frame is one image; a list gets another entry behind those that it has, at first none.
		const count = size(body[field] as unknown[]);
		const place = kind === 'frame' ? field : `${field}[${count}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		// An entry is made also where its address is not known yet, so that the next file gets the place behind it.
		set(body, path, ref.source === 'url' ? ref.url : undefined);
		if (kind === 'materials') set(body, `${place}.file_type`, use.media.fileTypes[0]);
		if (ref.source !== 'url') files.push({ ref, use, path, as: 'url' });
	}
}
