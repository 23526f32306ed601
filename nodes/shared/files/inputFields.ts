import { attempt, has, isEmpty } from 'lodash';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { InputField } from '../model/fileRef';
import { reasonOfLack } from '../model/lackingItem';
import { filesOfItem, isFile, notedFileName } from '../n8n/itemFiles';
import { PackError } from '../util/errors';
import { onlyOne } from '../util/lists';
import { formatValue } from '../util/quote';
import { formatList, plainText } from '../util/text';
import { toWebAddress } from '../util/webAddress';
import { addressOf } from './attachments';
import { fileMessages } from './fileMessages';
import { fileTypeInAddress } from './fileNames';
import { inputFieldLabel } from './fileUse';

/*
 * The input fields of one item: which file each of them holds, and what to tell the user where a field holds none.
 */

/** An item of the input, by its index in the run. */
export interface InputItem {
	context: IExecuteFunctions;
	itemIndex: number;
}

/** The files that a user may name, by field: those beside the json of the item, and those within the json. */
export function nameableFiles(item: InputItem): Record<string, IBinaryData> {
	return filesOfItem(inputData(item));
}

/**
 * The files, by field, of which one is meant where the user names none. Those in the json of an item that has files
 * beside it are left out, because they may come from an earlier node.
 */
export function ownFiles(item: InputItem): Record<string, IBinaryData> {
	const { binary, json } = inputData(item);
	return filesOfItem({ binary, json: isEmpty(binary) ? json : {} });
}

/**
 * The input field that the user means by what was entered, where that is not exactly the name of a field. It is the
 * only field whose name has the same letters and digits, as "Your_video" for "Your video" or "$binary.Your_video", or
 * whose file has the entered name. A form leaves that name in the json of the item, where an expression may have read
 * it.
 *
 * @returns what was entered, where it is the name of a field, a file itself, or means no field or several
 */
export function fieldMeant(item: InputItem, entered: InputField): InputField {
	const files = nameableFiles(item);
	const name = notedFileName(entered) ?? entered;
	if (typeof name !== 'string' || has(files, [name])) return entered;
	const fileName = plainText(name);
	const fields = Object.keys(files);
	const words = lettersAndDigits(name);
	const named = fields.filter((field) => {
		return lettersAndDigits(field) === words || files[field]?.fileName === fileName;
	});
	// In "$binary.video", the first word only says where the field is. But a field may also be called "Binary data".
	const wordsOfField = words.replace(/^binary /, '');
	const fits = (field: string) => lettersAndDigits(field) === wordsOfField;
	return onlyOne(named.length > 0 ? named : fields.filter(fits)) ?? entered;
}

/** A name as it is compared with another one: in lower case, with a blank in place of signs between its words. */
function lettersAndDigits(name: string): string {
	return name
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

/** The item as n8n has it. */
function inputData({ context, itemIndex }: InputItem): INodeExecutionData {
	return context.getInputData()[itemIndex] as INodeExecutionData;
}

/**
 * The file in an input field.
 *
 * @param given the name of the field, or the file itself where an expression gave it; nothing where the name is missing
 * @param inputOf what the file is, as in the label of the node's own field, where a node takes several
 * @throws PackError that says in which fields the item has files, if there is none in this field
 */
export function inputFile(
	item: InputItem,
	given: InputField | null | undefined,
	inputOf?: string,
): IBinaryData {
	const field = typeof given === 'string' ? plainText(given) : given;
	const files = nameableFiles(item);
	const advice = () => adviceOnFields(item, Object.keys(files), inputOf);
	if (field === undefined || field === null) {
		throw new PackError(fileMessages.fieldNameMissing(inputFieldLabel(inputOf), advice()));
	}
	// n8n's helper does not find files in the json that come from a workflow with another binary mode.
	if (typeof field === 'string' && has(files, [field])) return files[field] as IBinaryData;
	const { context, itemIndex } = item;
	// The helper knows further ways to name a file. Where there is none, it throws, and `found` is the error.
	const found: unknown = attempt(() => context.helpers.assertBinaryData(itemIndex, field));
	if (isFile(found)) return found;
	if (typeof field !== 'string') throw new PackError(fileMessages.noFileGiven(advice()));
	throw new PackError(fileMessages.noFileInField(formatValue(field), advice()));
}

/**
 * What to do where a field of the node means no file, or more than one: which names to enter there, or how to use what
 * the item has instead of files.
 *
 * @param fields the fields of the item that hold a file which may be meant
 * @param inputOf as for `inputFile`
 */
export function adviceOnFields(
	item: InputItem,
	fields: readonly string[],
	inputOf: string | undefined,
): string {
	const label = inputFieldLabel(inputOf);
	const names = fieldsInWords(fields);
	if (fields.length === 1) return fileMessages.fileIsInField(names, label);
	if (fields.length > 1) return fileMessages.filesAreInFields(names, label);
	return adviceWithoutFiles(item);
}

/** The names of input fields in words: "'first' and 'last'". */
export function fieldsInWords(fields: readonly string[]): string {
	const quoted = fields.map((name) => `'${formatValue(name)}'`);
	return formatList(quoted, 'and');
}

/**
 * What to do where an item has no file, by what it has instead: an error or a task without a result, the ID or the
 * address of a file, or a column of a table with one.
 */
function adviceWithoutFiles(item: InputItem): string {
	const { json } = inputData(item);
	const { fileId, url } = json;
	const reason = reasonOfLack(json);
	if (reason !== undefined) return reason;
	if (plainText(fileId) !== '') return fileMessages.itemHasFileId;
	if (plainText(url) !== '') return fileMessages.itemHasUrl;
	const column = Object.keys(json).find((name) => isAddressOfFile(json[name]));
	if (column !== undefined) return fileMessages.itemHasAddress(formatValue(column));
	return fileMessages.itemHasNothing;
}

/**
 * Whether the value of a column is the address of a file: in an attachment, or as a text that ends as a picture, a film
 * or sound does.
 */
function isAddressOfFile(value: unknown): boolean {
	const address = toWebAddress(addressOf(value));
	if (address === undefined) return false;
	const isInAttachment = typeof value === 'object';
	return isInAttachment || fileTypeInAddress(address) !== undefined;
}
