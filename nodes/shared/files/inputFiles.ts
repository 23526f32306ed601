import { createHash } from 'crypto';
import { isEmpty, memoize, uniq } from 'lodash';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { InputField, InputFileRef } from '../model/fileRef';
import { isFieldNamed, isFile } from '../n8n/itemFiles';
import { isToolExecution } from '../n8n/toolRuns';
import { asError } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { onlyEntry } from '../util/json';
import { formatList, plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { addressOf } from './attachments';
import { fileMessages } from './fileMessages';
import { extensionOf } from './fileNames';
import { limitProblem, mediaProblem } from './fileRules';
import { isFileText } from './fileText';
import {
	atPlace,
	type FileUse,
	inputFieldLabel,
	limitsOf,
	type Naming,
	placeOfFile,
	type UnusableFile,
} from './fileUse';
import type { FileType } from './formats';
import { acceptedName, type FileIdentity } from './identify';
import { identifyInput, knownBeginning, knownSize, type LearnedFiles } from './inputFacts';
import { adviceOnFields, inputFile, type InputItem, nameableFiles, ownFiles } from './inputFields';
import { type PurposeRule, purposes } from './purposes';

/*
 * Which file of an input item each field of the node means, and what is wrong with that choice. The user enters the
 * name of an input field; a field of the node that is left empty means the only file of the item that is suitable.
 */

/** With what the files of an item are read. */
export interface FileReading {
	/** Where the node lets the user name the file. */
	naming?: Naming;
	/** What n8n's storage says of files, where the items do not tell. */
	learned?: LearnedFiles;
}

/** A field of the node that means a file. */
interface FieldChoice {
	use: FileUse;
	/** The user entered the input field, instead of leaving it empty. */
	isNamed: boolean;
}

/** The input files of one item. What one field means without a name, no other field may mean as well. */
export class InputFiles {
	private readonly item: InputItem;

	/** The field that means a file, by the identity of the file. */
	private readonly choices = new Map<string, FieldChoice>();

	/**
	 * What tells the content of a file from others: its ID in n8n's storage, else its hash, computed once for each file.
	 */
	private readonly contentKey = memoize(
		({ id, data }: IBinaryData) => id || createHash('sha256').update(data).digest('hex'),
	);

	constructor(
		context: IExecuteFunctions,
		itemIndex: number,
		private readonly reading: FileReading = {},
	) {
		this.item = { context, itemIndex };
	}

	/**
	 * Reads which file a field of the node means.
	 *
	 * @param entered an input field, or the file itself; empty for the only file that is suitable
	 * @returns the file, or what is wrong with it or with the choice
	 */
	read(entered: InputField, use: FileUse): InputFileRef | UnusableFile {
		try {
			return this.choose(entered, use);
		} catch (error) {
			if (!(error instanceof PackError)) throw asError(error);
			// An agent gives its tools no files, whatever is wrong with the name.
			const isToolWithoutFiles =
				isToolExecution(this.item.context) && isEmpty(nameableFiles(this.item));
			const message = isToolWithoutFiles ? fileMessages.toolHasNoFiles : error;
			return { violation: atPlace(placeOfFile(use), message) };
		}
	}

	/** The file that a field of the node means. @throws PackError about the file, without the field's label */
	private choose(entered: InputField, use: FileUse): InputFileRef | UnusableFile {
		const { field, isNamed } = this.fieldFor(entered, use);
		const binary = inputFile(this.item, field, use.inputOf);
		const { name, shownAs } = this.usableName(binary, use);
		const identity = `${this.contentKey(binary)} ${name}`;
		const choice: FieldChoice = { use, isNamed };
		const earlier = this.choices.get(identity);
		if (earlier && areAmbiguous(earlier, choice)) {
			return { violation: sameFileTwice(shownAs, earlier.use, use) };
		}
		this.choices.set(identity, choice);
		const place = placeOfFile(use);
		const text = `input file '${shownAs}'`;
		return { source: 'inputFile', field, fileName: name, place, identity, text };
	}

	/** The input field that the user entered, or that is meant without a name. @throws PackError where that is none */
	private fieldFor(entered: InputField, use: FileUse): { field: InputField; isNamed: boolean } {
		const given = onlyEntry(entered) as InputField;
		if (isFileText(given)) throw new PackError(fileMessages.fileInFieldName);
		if (isAddress(given)) throw new PackError(fileMessages.urlInFieldName);
		const isNamed = typeof given !== 'string' || plainText(given) !== '';
		return { field: isNamed ? given : this.suitableField(use), isNamed };
	}

	/** What the files are that may be meant without a name, as far as it shows. */
	types(): FileType[] {
		const identities = Object.values(ownFiles(this.item)).map((file) => this.identityOf(file));
		return identities.flatMap(({ format }) => format?.media ?? []);
	}

	/**
	 * The name under which a file is uploaded, and the one by which the user knows it, with another extension perhaps.
	 *
	 * @throws PackError where the field cannot use the file
	 */
	private usableName(file: IBinaryData, use: FileUse): { name: string; shownAs: string } {
		const { naming, learned } = this.reading;
		const identity = this.identityOf(file, naming?.fileName);
		const limits = limitsOf(use);
		const name = acceptedName(identity, limits.extensions);
		const judged = { ...identity, name, bytes: knownSize(file, learned) };
		const problem =
			mediaProblem(judged, use.media?.fileTypes) ??
			limitProblem(judged, limits, naming !== undefined);
		if (problem) throw new PackError(problem);
		return { name, shownAs: identity.shownAs };
	}

	/** What a file is, and how it is named. @param chosen its name by the user */
	private identityOf(file: IBinaryData, chosen?: string): FileIdentity {
		const first = knownBeginning(file, this.reading.learned);
		return identifyInput(file, { chosen, first });
	}

	/**
	 * The field with the only suitable file; of several, n8n's usual field. @throws PackError where none is clearly meant
	 */
	private suitableField(use: FileUse): string {
		const files = ownFiles(this.item);
		const all = Object.keys(files);
		const suitable = all.filter((field) => this.isSuitable(files[field] as IBinaryData, use));
		// Where none is suitable, the only one shows best what is wrong.
		const candidates = suitable.length > 0 ? suitable : all;
		if (candidates.length === 1) return candidates[0] as string;
		// n8n's nodes put a file there unless they are told otherwise.
		const usual = candidates.find((field) => isFieldNamed(field, 'data'));
		if (usual !== undefined) return usual;
		const advice = adviceOnFields(this.item, candidates, use.inputOf);
		if (all.length === 0) throw new PackError(fileMessages.noFileInItem(advice));
		throw new PackError(fileMessages.severalFiles(advice));
	}

	/** Whether a field can use a file, by its type and its extension. */
	private isSuitable(file: IBinaryData, use: FileUse): boolean {
		const { extensions } = limitsOf(use);
		const { fileTypes }: PurposeRule = purposes[use.purpose];
		const identity = this.identityOf(file);
		const name = acceptedName(identity, extensions);
		if (extensions && !extensions.includes(extensionOf(name))) return false;
		const needed = use.media?.fileTypes ?? fileTypes;
		return mediaProblem({ ...identity, name }, needed) === undefined;
	}
}

/** Whether the address of a file, or an attachment of a table, stands in place of the name of a field. */
function isAddress(given: InputField): boolean {
	return !isFile(given) && toWebAddress(addressOf(given)) !== undefined;
}

/** Whether it is not clear that two fields mean the same file, because the user has not entered it in both. */
function areAmbiguous(one: FieldChoice, other: FieldChoice): boolean {
	const areBothNamed = one.isNamed && other.isNamed;
	return placeOfFile(one.use) !== placeOfFile(other.use) && !areBothNamed;
}

/**
 * The message about fields that would use the same file, although the user has not entered it in all of them: "'First
 * Frame' and 'Last Frame' would use the same file, 'a.png'", with the fields in which to enter a name.
 *
 * @param shownAs the name of the file as the user knows it
 */
function sameFileTwice(shownAs: string, ...uses: FileUse[]): Message {
	const places = formatList(uses.map(placeOfFile), 'and');
	const fieldsForNames = uniq(uses.map(({ inputOf }) => `'${inputFieldLabel(inputOf)}'`));
	return fileMessages.sameFileTwice(places, shownAs, formatList(fieldsForNames, 'and'));
}
