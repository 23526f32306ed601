import { createHash } from 'crypto';
import { attempt, groupBy, has, isEmpty, memoize, uniq } from 'lodash';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { InputField, InputFileRef } from '../model/fileRef';
import {
	filesOfItem,
	isFieldNamed,
	isFile,
	isToolExecution,
	notedSize,
	storedSize,
} from '../n8n/capabilities';
import { mapConcurrent } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { formatList, formatValue, onlyEntry, plainText } from '../util/text';
import { limitProblem, mediaProblem } from './fileRules';
import {
	atPlace,
	type FileUse,
	inputFieldLabel,
	limitsOf,
	type Naming,
	placeOf,
	type Violation,
	violationOf,
} from './fileUse';
import { fileMessages } from './messages';
import { cleanName, extensionOf, fileNameOf, fileTypeOf, type FileType } from './names';
import { purposes } from './purposes';

/*
 * The files of one input item: which of them a field means, and what is wrong with that choice.
 */

/** A field that has taken a file, and whether the user named the file there. */
interface Taker {
	use: FileUse;
	isNamed: boolean;
}

/** The input files of one item. What one field takes without a name, no other field may take as well. */
export class InputFiles {
	/** By the identity of the file. */
	private readonly takers = new Map<string, Taker>();

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
	 * @returns the file, or what is wrong
	 */
	read(entered: InputField, use: FileUse): InputFileRef | Violation {
		const given = onlyEntry(entered) as InputField;
		const isNamed = typeof given !== 'string' || plainText(given) !== '';
		const place = placeOf(use);
		try {
			const field = isNamed ? given : this.suitableField(use);
			const { binary, name, shownAs } = this.usable(field, use);
			const identity = `${this.contentOf(binary)} ${name}`;
			const taken = this.takenBefore(identity, shownAs, { use, isNamed });
			if (taken) return taken;
			const text = `input file '${shownAs}'`;
			return { source: 'inputFile', field, fileName: name, place, identity, text };
		} catch (error) {
			if (!(error instanceof PackError)) throw error;
			const isWithoutFiles = isToolExecution(this.context) && isEmpty(this.all(true));
			return violationOf(atPlace(place, isWithoutFiles ? fileMessages.toolHasNoFiles : error));
		}
	}

	/** Takes a file for a field, unless another field has it and one of the two does not name it. */
	private takenBefore(identity: string, shownAs: string, taker: Taker): Violation | undefined {
		const before = this.takers.get(identity);
		const isOtherField = before !== undefined && placeOf(before.use) !== placeOf(taker.use);
		const areBothNamed = before?.isNamed === true && taker.isNamed;
		if (isOtherField && !areBothNamed) {
			return violationOf(takenTwice(shownAs, before.use, taker.use));
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
		const names = Object.values(this.all(false)).map((file) => nameOf(file));
		return names.flatMap((name) => fileTypeOf(extensionOf(name)) ?? []);
	}

	/** The file in a field, with its name here and the one by which the user knows it. @throws PackError */
	private usable(field: InputField, use: FileUse) {
		const binary = this.find(field, use.inputOf);
		const chosen = this.naming?.fileName;
		const name = nameOf(binary, chosen);
		// The user does not know it by the extension that it gets.
		const shownAs = chosen ?? cleanName(binary.fileName) ?? name;
		const file = { name, shownAs, bytes: inputSize(binary) };
		const problem =
			mediaProblem(file, use.media?.fileTypes) ??
			limitProblem(file, limitsOf(use), this.naming !== undefined);
		if (problem) throw new PackError(problem);
		return { binary, name, shownAs };
	}

	/** The field with the only suitable file; of several, n8n's usual field. @throws PackError */
	private suitableField({ inputOf, purpose, media }: FileUse): string {
		const files = this.all(false);
		const { extensions, fileTypes } = purposes[purpose];
		const suitable = Object.keys(files).filter((field) => {
			const name = nameOf(files[field] as IBinaryData);
			const isTaken = extensions?.includes(extensionOf(name)) ?? true;
			return isTaken && mediaProblem({ name }, media?.fileTypes ?? fileTypes) === undefined;
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

/** The name of an input file, with an extension where its type or n8n's note of the extension gives one. */
function nameOf({ mimeType, fileName: given, fileExtension }: IBinaryData, chosen?: string) {
	const suggested = fileExtension ? [`file.${fileExtension}`] : [];
	return fileNameOf({ mimeType, chosen, given, suggested });
}

function takenTwice(name: string, ...uses: FileUse[]): Message {
	const labels = uniq(uses.map(({ inputOf }) => `'${inputFieldLabel(inputOf)}'`));
	const places = formatList(uses.map(placeOf), 'and');
	return fileMessages.sameFileTwice(places, name, formatList(labels, 'and'));
}

/**
 * Sizes in bytes of files that n8n has not noted in the items, by their IDs in n8n's storage. The content at an ID never
 * changes, so a size stays right; beyond this number, the oldest are forgotten and asked for again.
 */
const learnedSizes = new Map<string, number>();

const MAX_LEARNED_SIZES = 10_000;

/** Asks n8n's storage for the sizes that the items do not name. A file that is gone has none. */
export async function learnInputSizes(context: IExecuteFunctions): Promise<void> {
	const files = context.getInputData().flatMap((item) => Object.values(filesOfItem(item)));
	const unknown = files.filter((file) => file.id && notedSize(file) === undefined);
	const learn = async ([id, [file]]: [string, IBinaryData[]]) => {
		if (!file || learnedSizes.has(id)) return;
		const bytes = await storedSize(context, file).catch(() => undefined);
		if (bytes !== undefined) noteSize(id, bytes);
	};
	await mapConcurrent(Object.entries(groupBy(unknown, 'id')), learn, { concurrency: 10 });
}

function noteSize(id: string, bytes: number): void {
	learnedSizes.set(id, bytes);
	const [oldest] = learnedSizes.keys();
	if (learnedSizes.size > MAX_LEARNED_SIZES && oldest !== undefined) learnedSizes.delete(oldest);
}

/** The exact size of an input file, in bytes, as far as the items and `learnInputSizes` say it. */
function inputSize(file: IBinaryData): number | undefined {
	const noted = notedSize(file);
	if (noted !== undefined) return noted;
	return file.id ? learnedSizes.get(file.id) : Buffer.byteLength(file.data, 'base64');
}
