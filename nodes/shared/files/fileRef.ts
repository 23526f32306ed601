import { createHash } from 'crypto';
import { attempt, groupBy, has, isEmpty, lowerFirst, memoize, uniq, without } from 'lodash';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceError } from '../api/failure';
import { type FileRecord, isNoSuchFile } from '../api/files';
import { retitled } from '../api/messages';
import { asError, CancelledError, mapConcurrent } from '../util/async';
import {
	filesOfItem,
	isFieldNamed,
	isFile,
	isToolExecution,
	notedSize,
	storedSize,
} from '../n8n/capabilities';
import {
	formatBytes,
	formatLimit,
	formatList,
	missing,
	formatValue,
	onlyEntry,
	plainText,
} from '../util/text';
import {
	cleanName,
	extensionOf,
	fileNameOf,
	isKnownExtension,
	nameInAddress,
	fileTypeOf,
	typeViolation,
	type FileType,
} from './names';
import { MAX_FILE_BYTES, type Purpose, type PurposeRule, purposes } from './purposes';

/** Label of the field that names the input field; with what the file is, where a node takes several. */
export function inputFieldLabel(file?: string): string {
	return [file, 'Input Data Field Name'].filter(Boolean).join(' ');
}

/** The name of an input field, or the file that an expression put in its place. */
export type InputField = string | IBinaryData;

interface AnyRef {
	/** The field in messages, such as `'Video URL'`. */
	place: string;
	/** The same for the same content. */
	identity: string;
	/** The file in messages. */
	text: string;
}

export interface InputFileRef extends AnyRef {
	source: 'inputFile';
	/** The input field that holds the file; or the file itself, where an expression gave it. */
	field: InputField;
	fileName: string;
}

export interface FileIdRef extends AnyRef {
	source: 'fileId';
	fileId: string;
}

interface UrlRef extends AnyRef {
	source: 'url';
	url: string;
	/** In the address; its server may give it another one. */
	fileName?: string;
}

/** The file that the user chose for one field, from the parameter to the request: plain data. */
export type FileRef = InputFileRef | FileIdRef | UrlRef;

export type UploadRef = InputFileRef | UrlRef;

/** What is wrong with a choice, as a sentence that names the field. */
export interface Violation {
	violation: string;
}

export function fileIdRef(fileId: string, place: string): FileIdRef {
	const text = `file ${fileId}`;
	return { source: 'fileId', fileId, place, identity: text, text };
}

/** A file on the web, chosen in the field `place`; messages show no signature and no password. */
export function urlRef(url: string, place: string): UrlRef {
	const { origin, pathname } = new URL(url);
	const fileName = nameInAddress(url);
	return { source: 'url', url, fileName, place, identity: url, text: origin + pathname };
}

/** What a file of AI Create may be: its purpose says neither. Extensions and bytes where a model limits them. */
export interface MediaLimits {
	fileTypes: readonly FileType[];
	extensions?: readonly string[];
	maxBytes?: number;
}

/** What a field does with a file: how messages name it, for what it is uploaded, and what it may be. */
export interface FileUse {
	/** The field in the editor and in messages. */
	label: string;
	/** What an input file is uploaded for. */
	purpose: Purpose;
	/** What the file may be, where the purpose does not say it. */
	media?: MediaLimits;
	/** The specification does not say for what a file that is chosen by its ID has to be uploaded. */
	anyUpload?: true;
	/** What the file is, in the label of its input field, where a node takes several. Not in a list. */
	inputOf?: string;
	/** Number of the file in a list of several, from 1. */
	row?: number;
}

/** The file's name is an option of the node: what was chosen there, if anything. */
export interface Naming {
	fileName?: string;
}

function placeOf({ label, row }: FileUse): string {
	return row === undefined ? `'${label}'` : `'${label}', file ${row}`;
}

function takenTwice(name: string, ...uses: FileUse[]): string {
	const labels = uniq(uses.map(({ inputOf }) => `'${inputFieldLabel(inputOf)}'`));
	return `${formatList(uses.map(placeOf), 'and')} would use the same file, '${name}'. Enter in ${formatList(labels, 'and')} which input field each of them means; the same name twice, if it is meant twice`;
}

/** The input files of one item. What one field takes without a name, no other field may take as well. */
export class InputFiles {
	private readonly taken = new Map<string, { use: FileUse; isNamed: boolean }>();

	/** By n8n's ID of the stored file, else by what the item holds, however often a list names it. */
	private readonly contentOf = memoize(
		({ id, data }: IBinaryData) => id || createHash('sha256').update(data).digest('hex'),
	);

	/** @param naming where the node lets the user name the file */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly naming?: Naming,
	) {}

	/**
	 * Reads a file for a field.
	 *
	 * @param entered empty for the only file that is suitable
	 * @returns the file, or a sentence about what is wrong that names the field
	 */
	read(entered: InputField, use: FileUse): InputFileRef | Violation {
		const given = onlyEntry(entered) as InputField;
		const place = placeOf(use);
		try {
			const isNamed = typeof given !== 'string' || plainText(given) !== '';
			const field = isNamed ? given : this.suitableField(use);
			const { binary, name, own } = this.usable(field, use);
			const identity = `${this.contentOf(binary)} ${name}`;
			const other = this.taken.get(identity);
			if (other && placeOf(other.use) !== place && !(isNamed && other.isNamed)) {
				return { violation: takenTwice(own, other.use, use) };
			}
			this.taken.set(identity, { use, isNamed });
			const text = `input file '${own}'`;
			return { source: 'inputFile', field, fileName: name, place, identity, text };
		} catch (error) {
			const isTool = isToolExecution(this.context) && isEmpty(this.all(true));
			const reason = isTool ? "a tool gets no files. Choose 'By URL'" : asError(error).message;
			return { violation: `${place}: ${reason}` };
		}
	}

	/** The file in a field. @throws Error that says where files are, if there is none */
	find(given: InputField | null | undefined, inputOf?: string): IBinaryData {
		const field = typeof given === 'string' ? plainText(given) : given;
		if (field === undefined || field === null) throw new Error(missing(inputFieldLabel(inputOf)));
		const { context, itemIndex } = this;
		const files = this.all(true);
		// Files in the json may come from a workflow with another binary mode: n8n does not find them.
		if (typeof field === 'string' && has(files, [field])) return files[field] as IBinaryData;
		const found: unknown = attempt(() => context.helpers.assertBinaryData(itemIndex, field));
		if (isFile(found)) return found;
		const name = typeof field === 'string' ? ` '${formatValue(field)}'` : '';
		throw new Error(`no file in the field${name}. ${this.advice(Object.keys(files), inputOf)}`);
	}

	/** Of what types they are, as far as their names show it. */
	types(): FileType[] {
		const names = Object.values(this.all(false)).map((file) => this.nameOf(file));
		return names.flatMap((name) => fileTypeOf(extensionOf(name)) ?? []);
	}

	/** The file in a field, with what it is called here and by the user. @throws Error */
	private usable(field: InputField, use: FileUse) {
		const binary = this.find(field, use.inputOf);
		const chosen = this.naming?.fileName;
		const name = this.nameOf(binary, chosen);
		const own = chosen ?? cleanName(binary.fileName) ?? name;
		const violation =
			typeViolation(name, use.media?.fileTypes) ??
			fileViolation(name, inputSize(binary), limitsOf(use), this.naming !== undefined);
		// The user does not know it by the extension that it gets.
		if (violation) throw new Error(violation.replace(`'${name}'`, () => `'${own}'`));
		return { binary, name, own };
	}

	/** The field with the only suitable file; of several, n8n's usual field. @throws Error */
	private suitableField({ inputOf, purpose, media }: FileUse): string {
		const files = this.all(false);
		const { extensions, fileTypes } = purposes[purpose];
		const suitable = Object.keys(files).filter((field) => {
			const name = this.nameOf(files[field] as IBinaryData);
			const isTaken = extensions?.includes(extensionOf(name)) ?? true;
			return isTaken && typeViolation(name, media?.fileTypes ?? fileTypes) === undefined;
		});
		// Where none is suitable, the only one shows best what is wrong.
		const fields = suitable.length > 0 ? suitable : Object.keys(files);
		// n8n's nodes put a file there unless they are told otherwise.
		const usual = fields.filter((one) => isFieldNamed(one, 'data'));
		const [field] = fields.length > 1 ? usual : fields;
		if (field !== undefined) return field;
		const problem = isEmpty(fields)
			? 'the input item has no file'
			: 'more than one file could be meant';
		throw new Error(`${problem}. ${this.advice(fields, inputOf)}`);
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
		if (fields.length === 1) return `The item has one in ${names}: enter that name in '${label}'`;
		if (fields.length > 1) {
			return `The item has files in ${names}: enter one of these names in '${label}'`;
		}
		const { fileId, url, state } = this.context.getInputData()[this.itemIndex]?.json ?? {};
		if (state === 'inProgress') {
			return "The task of the item is still in progress: choose 'Wait for Result' in 'Completion' of the node that submits it, or 'Wait' in 'Digital Human Get Task'";
		}
		if (plainText(fileId) !== '') {
			return "The item has a fileId: choose 'By File ID' and drag it in, or 'By URL' and its url";
		}
		if (plainText(url) === '') return 'Check that the node before this one outputs a file';
		return "The item has a url: choose 'By URL' and drag it in, or turn on 'Download Result' in the node before this one";
	}

	private nameOf({ mimeType, fileName: given, fileExtension }: IBinaryData, chosen?: string) {
		const suggested = fileExtension ? [`file.${fileExtension}`] : [];
		return fileNameOf({ mimeType, chosen, given, suggested });
	}
}

/**
 * What is wrong with a file, as far as its name and its size in bytes show (service.md 4.1): a
 * sentence that begins with the name, and what to do. `canRename` tells whether the node has an option for the name.
 */
export function fileViolation(
	fileName: string,
	bytes: number | undefined,
	{ extensions, maxBytes, label }: Partial<PurposeRule> = {},
	canRename = false,
): string | undefined {
	const extension = extensionOf(fileName);
	const rename = canRename
		? "set its name in 'Options › File Name'"
		: "upload it with 'Digital Human Upload File', set its name there in 'Options › File Name', and use its file ID";
	if (bytes === 0) return `'${fileName}' is empty. Choose a file with content`;
	if (extension === '') {
		return `'${fileName}' has no file extension. The service recognizes the type by it, such as .mp4: ${rename}`;
	}
	if (extensions && !extensions.includes(extension)) {
		// As people write them, each once: MP4, WebM, JPG.
		const types = without(extensions, 'jpeg').map((one) =>
			one.toUpperCase().replace('WEBM', 'WebM'),
		);
		return `'${fileName}' is not a supported type. Use ${formatList(types)}. If only its extension is wrong, ${rename}`;
	}
	if (bytes === undefined || bytes <= (maxBytes ?? MAX_FILE_BYTES)) return undefined;
	const most = maxBytes ? formatLimit(maxBytes) : formatBytes(MAX_FILE_BYTES);
	const by = maxBytes && label ? `${most} for '${label}'` : most;
	return `'${fileName}' is too large (${formatBytes(bytes)}). The service accepts at most ${by}: use a smaller file`;
}

/** Of what a field takes, or else of what its files are uploaded for. */
function limitsOf({ media, purpose }: FileUse): Partial<PurposeRule> {
	return media ?? purposes[purpose];
}

/** Sizes of input files that n8n has not noted, in bytes. */
const learned = new WeakMap<IBinaryData, number>();

/** Asks n8n's storage for the sizes that the items do not name. A file that is gone has none. */
export async function learnInputSizes(context: IExecuteFunctions): Promise<void> {
	const files = context.getInputData().flatMap((item) => Object.values(filesOfItem(item)));
	const unknown = files.filter((file) => file.id && notedSize(file) === undefined);
	const learn = async (same: IBinaryData[]) => {
		const bytes = await storedSize(context, same[0] as IBinaryData).catch(() => undefined);
		if (bytes !== undefined) same.forEach((file) => learned.set(file, bytes));
	};
	await mapConcurrent(Object.values(groupBy(unknown, 'id')), learn, { concurrency: 10 });
}

/** The exact size of an input file, in bytes, as far as the items and `learnInputSizes` say it. */
function inputSize(file: IBinaryData): number | undefined {
	const inItem = file.id ? undefined : Buffer.byteLength(file.data, 'base64');
	return notedSize(file) ?? learned.get(file) ?? inItem;
}

/** The error of a file that was chosen by its ID, with the name of its field. */
export function fileIdError({ fileId, place }: FileIdRef, error: unknown) {
	if (error instanceof CancelledError) return error;
	if (!(error instanceof ServiceError)) {
		return new Error(`${place}: ${lowerFirst(asError(error).message)}`);
	}
	const unknown = `the service has no file with the ID '${formatValue(fileId)}'. The service deletes uploaded files after 30 days. Choose a file from the list, or upload it again with the same access token`;
	return retitled(error, (reason) => `${place}: ${isNoSuchFile(error) ? unknown : reason}`);
}

/** What a record clearly says against the use of its file; what it does not name is left to the service. */
export function recordViolation({ service, bytes, file_path: path }: FileRecord, use: FileUse) {
	const { purpose, anyUpload, media } = use;
	const other = service && service !== purpose && has(purposes, [service]);
	if (other && !anyUpload) {
		const [is, needed] = [service as Purpose, purpose].map((one) => `'${purposes[one].label}'`);
		return `the file was uploaded for ${is}. Upload it again for ${needed}, or choose a file that was`;
	}
	const name = nameInAddress(path ?? '') ?? '';
	if (!isKnownExtension(extensionOf(name))) return undefined;
	return (
		fileViolation(name, bytes || undefined, limitsOf(use)) ?? typeViolation(name, media?.fileTypes)
	);
}
