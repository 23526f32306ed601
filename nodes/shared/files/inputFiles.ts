import { isEmpty, pickBy, uniq } from 'lodash';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { InputField, InputFileRef } from '../model/fileRef';
import { isFieldNamed, isFile } from '../n8n/itemFiles';
import { isToolExecution } from '../n8n/runs';
import { asError } from '../util/async';
import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { sha256 } from '../util/hash';
import { onlyEntry } from '../util/json';
import { onlyOne } from '../util/lists';
import { formatList, plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { addressOf } from './attachments';
import { fileMessages } from './fileMessages';
import { extensionOf } from './fileNames';
import { limitProblem, mediaProblem } from './fileRules';
import { isFileText } from './fileText';
import {
	atPlace,
	fileTypesOf,
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
import {
	adviceOnFields,
	fieldMeant,
	fieldsInWords,
	inputFile,
	type InputItem,
	nameableFiles,
	ownFiles,
} from './inputFields';

/*
 * Which file of an input item each field of the node means, and what is wrong with that choice. The user enters the
 * name of an input field; a field of the node that is left empty means the only file of the item that is suitable.
 */

/** With what the files of an item are read. */
export interface FileReading {
	/** Only where the node lets the user name the file. */
	naming?: Naming;
	/** What n8n's storage says of files, where the items do not tell; undefined where it was not asked. */
	learned?: LearnedFiles;
	/** Whether the service can load a file from an address; where this is not set, it can load all. */
	canServiceLoad?: (address: string) => boolean;
}

/** A field of the node that means a file. */
interface FieldChoice {
	use: FileUse;
	/** The user entered the input field, instead of leaving it empty. */
	isNamed: boolean;
}

/**
 * The input files of one item. Two fields of the node may mean the same file only if the user has entered its input
 * field in both.
 */
export class InputFiles {
	private readonly item: InputItem;

	/** The field that last meant a file, by the identity of the file. */
	private readonly choices = new Map<string, FieldChoice>();

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

	/**
	 * The file that a field of the node means, or what is wrong where another field means the same file.
	 *
	 * @throws PackError for anything else that is wrong, without the label of the field
	 */
	private choose(entered: InputField, use: FileUse): InputFileRef | UnusableFile {
		const { field, isNamed } = this.fieldFor(entered, use);
		const file = inputFile(this.item, field, use.inputOf);
		const { name, shownAs } = this.usableName(file, use);
		const identity = `${contentKey(file)} ${name}`;
		const choice: FieldChoice = { use, isNamed };
		const earlier = this.choices.get(identity);
		if (earlier && areAmbiguous(earlier, choice)) {
			const fields = Object.keys(nameableFiles(this.item));
			return { violation: sameFileTwice(shownAs, fields, [earlier.use, use]) };
		}
		this.choices.set(identity, choice);
		const place = placeOfFile(use);
		const text = `input file '${shownAs}'`;
		return { source: 'inputFile', field, fileName: name, place, identity, text };
	}

	/**
	 * The input field that the user entered, or the suitable one if the user entered none. An expression may give it, or
	 * the file itself, in a list with one entry.
	 *
	 * @throws PackError where something else than an input field was entered, or no field is clearly meant
	 */
	private fieldFor(entered: InputField, use: FileUse): { field: InputField; isNamed: boolean } {
		const given = onlyEntry(entered) as InputField;
		if (isFileText(given)) throw new PackError(fileMessages.fileInFieldName);
		if (isAddress(given)) throw new PackError(fileMessages.urlInFieldName);
		const isNamed = typeof given !== 'string' || plainText(given) !== '';
		const field = isNamed ? fieldMeant(this.item, given) : this.suitableField(use);
		return { field, isNamed };
	}

	/**
	 * What the files show or play that may be meant where the user names none: a type for each file, in their order.
	 * Files of which it does not show are left out.
	 */
	types(): FileType[] {
		const identities = Object.values(ownFiles(this.item)).map((file) => this.identityOf(file));
		return identities.flatMap(({ format }) => format?.media ?? []);
	}

	/**
	 * The name under which a file is uploaded, and the name by which the user knows it, which may have another extension.
	 *
	 * @throws PackError where the field cannot use the file
	 */
	private usableName(file: IBinaryData, use: FileUse): { name: string; shownAs: string } {
		const { naming, learned } = this.reading;
		const sent = this.asSent(file, use, naming?.fileName);
		const judged = { ...sent, bytes: knownSize(file, learned) };
		const problem =
			mediaProblem(judged, use.media?.fileTypes) ??
			limitProblem(judged, limitsOf(use), naming !== undefined);
		if (problem) throw new PackError(problem);
		return sent;
	}

	/** What a file is, under the name with which a field of the node sends it. @param chosen as for `identityOf` */
	private asSent(file: IBinaryData, use: FileUse, chosen?: string): FileIdentity {
		const identity = this.identityOf(file, chosen);
		return { ...identity, name: acceptedName(identity, limitsOf(use).extensions) };
	}

	/** What a file is, and how it is named. @param chosen the name that the user chose for it, if any */
	private identityOf(file: IBinaryData, chosen?: string): FileIdentity {
		const first = knownBeginning(file, this.reading.learned);
		return identifyInput(file, { chosen, first });
	}

	/**
	 * The field with the only suitable file; of several, `data`, which n8n's nodes use unless they are told otherwise.
	 *
	 * @throws PackError where there is no file, or none of several is clearly meant
	 */
	private suitableField(use: FileUse): string {
		const files = ownFiles(this.item);
		const suitable = pickBy(files, (file) => this.isSuitable(file, use));
		const ofType = pickBy(files, (file) => this.isOfType(file, use));
		// An unsuitable file may be chosen as well, first of all one of the right type in another format: it is checked
		// later, and the message then says what is wrong with it.
		const meant = [suitable, ofType].find((some) => !isEmpty(some)) ?? files;
		const candidates = Object.keys(meant);
		const field = onlyOne(candidates) ?? candidates.find((each) => isFieldNamed(each, 'data'));
		if (field !== undefined) return field;
		const advice = adviceOnFields(this.item, candidates, use.inputOf);
		if (isEmpty(files)) throw new PackError(fileMessages.noFileInItem(advice));
		// Only the files of a list have a number.
		const isInList = use.row !== undefined;
		const orAll = isInList ? ` ${fileMessages.namesWithCommas}` : '';
		throw new PackError(fileMessages.severalFiles(advice + orAll));
	}

	/** Whether a field of the node can use a file, by the type and the extension of the file. Its size does not count. */
	private isSuitable(file: IBinaryData, use: FileUse): boolean {
		const { extensions, fileTypes } = limitsOf(use);
		const sent = this.asSent(file, use);
		if (extensions && !extensions.includes(extensionOf(sent.name))) return false;
		return mediaProblem(sent, fileTypes) === undefined;
	}

	/** Whether a file shows or plays what a field of the node takes, in whatever format. */
	private isOfType(file: IBinaryData, use: FileUse): boolean {
		const { format } = this.identityOf(file);
		return format?.media !== undefined && fileTypesOf(use).includes(format.media);
	}
}

/** What tells the content of a file from others: its ID in n8n's storage, or else its hash. */
function contentKey({ id, data }: IBinaryData): string {
	return id || sha256(data);
}

/** Whether the address of a file, or an attachment of a table, stands in place of the name of a field. */
function isAddress(given: InputField): boolean {
	return !isFile(given) && toWebAddress(addressOf(given)) !== undefined;
}

/**
 * Whether two choices of the same file may be a mistake: they are of two places, as two fields of the node or two rows
 * of a list are, and at least in one of them the user has left the name of the input field empty. A choice that is read
 * a second time is of the same place.
 */
function areAmbiguous(one: FieldChoice, other: FieldChoice): boolean {
	const areOfTwoPlaces = placeOfFile(one.use) !== placeOfFile(other.use);
	const areBothNamed = one.isNamed && other.isNamed;
	return areOfTwoPlaces && !areBothNamed;
}

/**
 * The message about fields that would use the same file: "'First Frame' and 'Last Frame' would use the same file,
 * 'a.png'". Its advice names the fields of the node in which to enter an input field, and the input fields.
 *
 * @param shownAs the name by which the user knows the file
 * @param fields the fields of the input item that hold a file
 * @param uses what the fields of the node do with it, two or more
 */
function sameFileTwice(
	shownAs: string,
	fields: readonly string[],
	uses: readonly FileUse[],
): Message {
	const places = formatList(uses.map(placeOfFile), 'and');
	const fieldsForNames = uniq(uses.map(({ inputOf }) => `'${inputFieldLabel(inputOf)}'`));
	const labels = formatList(fieldsForNames, 'and');
	return fileMessages.sameFileTwice(places, shownAs, labels, fieldsInWords(fields));
}
