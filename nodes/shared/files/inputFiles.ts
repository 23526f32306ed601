import { createHash } from 'crypto';
import { attempt, has, isEmpty, memoize, noop, uniq, uniqBy } from 'lodash';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { InputField, InputFileRef } from '../model/fileRef';
import { filesOfItem, isFieldNamed, isFile, notedSize, storedSize } from '../n8n/itemFiles';
import { isToolExecution } from '../n8n/toolRuns';
import { asError, mapConcurrent } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { onlyEntry } from '../util/json';
import { formatValue } from '../util/quote';
import { formatList, plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { addressOf } from './attachments';
import { isFileText } from './fileText';
import { limitProblem, mediaProblem } from './fileRules';
import {
	atPlace,
	type FileUse,
	inputFieldLabel,
	limitsOf,
	type Naming,
	placeOfFile,
	type UnusableFile,
} from './fileUse';
import { fileMessages } from './fileMessages';
import { beginningOf } from './streamReader';
import { BASE64_OF_BEGINNING, BEGINNING_BYTES } from './content';
import { type FileType, formatOfType } from './formats';
import { acceptedName, type FileIdentity, identify } from './identify';
import { extensionOf } from './fileNames';
import { type PurposeRule, purposes } from './purposes';

/*
 * The files of one input item: which of them a field means, and what is wrong with that choice.
 */

/** A field that has taken a file, and whether the user named the file there. */
interface Taker {
	use: FileUse;
	isNamed: boolean;
}

/** With what the files of an item are read. */
export interface FileReading {
	/** Where the node lets the user name the file. */
	naming?: Naming;
	/** What the items do not say of their files. */
	learned?: LearnedFiles;
}

/** What n8n has not noted in the items, by the IDs of the files in n8n's storage. */
export type LearnedFiles = ReadonlyMap<string, LearnedFile>;

interface LearnedFile {
	/** Its exact size. */
	bytes?: number;
	/** Its first bytes, where its name and type do not tell what it is. */
	first?: Buffer;
}

/** The input files of one item. What one field takes without a name, no other field may take as well. */
export class InputFiles {
	/** By the identity of the file. */
	private readonly takers = new Map<string, Taker>();

	/** By n8n's ID of the stored file, else by what the item holds, however often a list names it. */
	private readonly contentOf = memoize(
		({ id, data }: IBinaryData) => id || createHash('sha256').update(data).digest('hex'),
	);

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly reading: FileReading = {},
	) {}

	/**
	 * Reads a file for a field.
	 *
	 * @param entered empty for the only file that is suitable
	 * @returns the file, or what is wrong
	 */
	read(entered: InputField, use: FileUse): InputFileRef | UnusableFile {
		const given = onlyEntry(entered) as InputField;
		const isNamed = typeof given !== 'string' || plainText(given) !== '';
		const place = placeOfFile(use);
		try {
			if (isFileText(given)) throw new PackError(fileMessages.fileInFieldName);
			if (isAddress(given)) throw new PackError(fileMessages.urlInFieldName);
			const field = isNamed ? given : this.suitableField(use);
			const { binary, name, shownAs } = this.usable(field, use);
			const identity = `${this.contentOf(binary)} ${name}`;
			const taken = this.takenBefore(identity, shownAs, { use, isNamed });
			if (taken) return taken;
			const text = `input file '${shownAs}'`;
			return { source: 'inputFile', field, fileName: name, place, identity, text };
		} catch (error) {
			if (!(error instanceof PackError)) throw asError(error);
			const isWithoutFiles = isToolExecution(this.context) && isEmpty(this.all(true));
			return { violation: atPlace(place, isWithoutFiles ? fileMessages.toolHasNoFiles : error) };
		}
	}

	/** Takes a file for a field, unless another field has it and one of the two does not name it. */
	private takenBefore(identity: string, shownAs: string, taker: Taker): UnusableFile | undefined {
		const before = this.takers.get(identity);
		const isOtherField = before !== undefined && placeOfFile(before.use) !== placeOfFile(taker.use);
		const areBothNamed = before?.isNamed === true && taker.isNamed;
		if (isOtherField && !areBothNamed) {
			return { violation: takenTwice(shownAs, before.use, taker.use) };
		}
		this.takers.set(identity, taker);
		return undefined;
	}

	/** The file in a field. @throws PackError that says where files are, if there is none */
	find(given: InputField | null | undefined, inputOf?: string): IBinaryData {
		const field = typeof given === 'string' ? plainText(given) : given;
		if (field === undefined || field === null) {
			throw new PackError(fileMessages.fieldNameMissing(inputFieldLabel(inputOf)));
		}
		const { context, itemIndex } = this;
		const files = this.all(true);
		// Files in the json may come from a workflow with another binary mode: n8n does not find them.
		if (typeof field === 'string' && has(files, [field])) return files[field] as IBinaryData;
		const found: unknown = attempt(() => context.helpers.assertBinaryData(itemIndex, field));
		if (isFile(found)) return found;
		const advice = this.advice(Object.keys(files), inputOf);
		if (typeof field !== 'string') throw new PackError(fileMessages.noFileGiven(advice));
		throw new PackError(fileMessages.noFileInField(formatValue(field), advice));
	}

	/** Of what types they are, as far as their names show it. */
	types(): FileType[] {
		const files = Object.values(this.all(false)).map((file) => this.identity(file));
		return files.flatMap(({ format }) => format?.media ?? []);
	}

	/** The file in a field, with its name here and the one by which the user knows it. @throws PackError */
	private usable(field: InputField, use: FileUse) {
		const binary = this.find(field, use.inputOf);
		const { naming } = this.reading;
		const identity = this.identity(binary, naming?.fileName);
		// The user does not know it by the extension that it gets.
		const { shownAs } = identity;
		const limits = limitsOf(use);
		const name = acceptedName(identity, limits.extensions);
		const file = { ...identity, name, bytes: this.sizeOf(binary) };
		const problem =
			mediaProblem(file, use.media?.fileTypes) ?? limitProblem(file, limits, naming !== undefined);
		if (problem) throw new PackError(problem);
		return { binary, name, shownAs };
	}

	private identity(file: IBinaryData, chosen?: string): FileIdentity {
		return identifyInput(file, { chosen, first: this.beginningOf(file) });
	}

	/** The first bytes of a file, where the item holds it or they were read before. */
	private beginningOf({ id, data }: IBinaryData): Buffer | undefined {
		if (id) return this.reading.learned?.get(id)?.first;
		return Buffer.from(data.slice(0, BASE64_OF_BEGINNING), 'base64').subarray(0, BEGINNING_BYTES);
	}

	/** The exact size of a file in bytes, as far as the item or n8n's storage says it. */
	private sizeOf(file: IBinaryData): number | undefined {
		const noted = notedSize(file);
		if (noted !== undefined) return noted;
		const { id, data } = file;
		return id ? this.reading.learned?.get(id)?.bytes : Buffer.byteLength(data, 'base64');
	}

	/** The field with the only suitable file; of several, n8n's usual field. @throws PackError */
	private suitableField(use: FileUse): string {
		const { inputOf, purpose, media } = use;
		const files = this.all(false);
		const { extensions } = limitsOf(use);
		const { fileTypes }: PurposeRule = purposes[purpose];
		const suitable = Object.keys(files).filter((field) => {
			const identity = this.identity(files[field] as IBinaryData);
			const name = acceptedName(identity, extensions);
			const isTaken = extensions?.includes(extensionOf(name)) ?? true;
			const problem = mediaProblem({ ...identity, name }, media?.fileTypes ?? fileTypes);
			return isTaken && problem === undefined;
		});
		// Where none is suitable, the only one shows best what is wrong.
		const fields = suitable.length > 0 ? suitable : Object.keys(files);
		// n8n's nodes put a file there unless they are told otherwise.
		const usual = fields.filter((one) => isFieldNamed(one, 'data'));
		const [field] = fields.length > 1 ? usual : fields;
		if (field !== undefined) return field;
		const advice = this.advice(fields, inputOf);
		if (fields.length === 0) throw new PackError(fileMessages.noFileInItem(advice));
		throw new PackError(fileMessages.severalFiles(advice));
	}

	/** All by field. Only a named field may be in the json of an item that has files of its own. */
	private all(isNamed: boolean): Record<string, IBinaryData> {
		const { binary, json } = this.context.getInputData()[this.itemIndex] as INodeExecutionData;
		return filesOfItem({ binary, json: isNamed || isEmpty(binary) ? json : {} });
	}

	/** What to do where a field names no file: where the files are, or what the item has instead. */
	private advice(fields: readonly string[], inputOf: string | undefined): string {
		const label = inputFieldLabel(inputOf);
		const quoted = fields.map((name) => `'${formatValue(name)}'`);
		const names = formatList(quoted, 'and');
		if (fields.length === 1) return fileMessages.fileIsInField(names, label);
		if (fields.length > 1) return fileMessages.filesAreInFields(names, label);
		const { fileId, url, state } = this.context.getInputData()[this.itemIndex]?.json ?? {};
		if (state === 'inProgress') return fileMessages.taskInProgress;
		if (plainText(fileId) !== '') return fileMessages.itemHasFileId;
		if (plainText(url) !== '') return fileMessages.itemHasUrl;
		return fileMessages.itemHasNothing;
	}
}

/**
 * What an input file is: by its name, its type, n8n's note of the extension, and its beginning where that is known.
 *
 * @param known the name by the user, and the first bytes, where they were read
 */
export function identifyInput(
	file: IBinaryData,
	known: { chosen?: string; first?: Buffer },
): FileIdentity {
	const { mimeType, fileName: given, fileExtension } = file;
	const suggested = fileExtension ? [`file.${fileExtension}`] : [];
	return identify({ ...known, given, suggested, mimeType });
}

/** Whether the address of a file, or an attachment of a table, stands in place of the name of a field. */
function isAddress(given: InputField): boolean {
	return !isFile(given) && toWebAddress(addressOf(given)) !== undefined;
}

function takenTwice(name: string, ...uses: FileUse[]): Message {
	const labels = uniq(uses.map(({ inputOf }) => `'${inputFieldLabel(inputOf)}'`));
	const places = formatList(uses.map(placeOfFile), 'and');
	return fileMessages.sameFileTwice(places, name, formatList(labels, 'and'));
}

/**
 * Asks n8n's storage for what the items do not say of their files. What cannot be read stays unknown: it is said when the
 * file is to be used.
 */
export async function learnInputFiles(context: IExecuteFunctions): Promise<LearnedFiles> {
	const files = context.getInputData().flatMap((item) => Object.values(filesOfItem(item)));
	const stored = uniqBy(files, 'id').filter(({ id }) => id);
	const learned = new Map<string, LearnedFile>();
	await mapConcurrent(
		stored,
		async (file) => learned.set(String(file.id), await learnFile(context, file)),
		{ concurrency: 10 },
	);
	return learned;
}

async function learnFile(context: IExecuteFunctions, file: IBinaryData): Promise<LearnedFile> {
	const learned: LearnedFile = {};
	if (notedSize(file) === undefined) {
		learned.bytes = await storedSize(context, file).catch(() => undefined);
	}
	if (!isTelling(file)) {
		learned.first = await storedBeginning(context, String(file.id)).catch(() => undefined);
	}
	return learned;
}

/** Extensions of formats that are what they are called, as a rule. */
const USUAL_EXTENSIONS: ReadonlySet<string> = new Set(
	'jpg jpeg png webp gif mp4 mov webm mp3 wav m4a'.split(' '),
);

/** Whether name and type say what a file is, so that its content need not be read to choose and check it. */
function isTelling(file: IBinaryData): boolean {
	const { fileName, mimeType } = file;
	const extension = extensionOf(fileName);
	if (extension === '') return formatOfType(mimeType) !== undefined;
	return USUAL_EXTENSIONS.has(extension);
}

async function storedBeginning({ helpers }: IExecuteFunctions, id: string): Promise<Buffer> {
	const stream = await helpers.getBinaryStream(id, BEGINNING_BYTES);
	// One that comes when nobody reads any more must not end n8n.
	stream.on('error', noop);
	try {
		return Buffer.from(await beginningOf(stream));
	} finally {
		stream.destroy();
	}
}
