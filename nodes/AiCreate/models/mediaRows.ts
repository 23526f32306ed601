import { compact, flattenDeep, get, isEqual } from 'lodash';

import { sourceMeant } from '../../shared/fields/fileFields';
import { enteredIn, isEmpty } from '../../shared/fields/values';
import { addressesIn, isAttachment } from '../../shared/files/attachments';
import type { FileType } from '../../shared/files/formats';
import { isObject } from '../../shared/util/json';
import { unwrapJson } from '../../shared/util/looseJson';
import { toWebAddress } from '../../shared/util/webAddress';

/*
 * The rows of a list of files, as the editor holds them or as any expression may give them: objects, addresses,
 * attachments of tables (objects in which the address of a file stands), lists of these, and texts with several of
 * them. Each file becomes a row of its own, with its source.
 */

/** One file of a list, as it was given; nothing of it is checked yet. */
export interface MediaRow {
	/** How the file is chosen, usually `inputFile`, `fileId` or `url`. */
	source: unknown;
	/** The name of the input field, the file ID or the address; which one it is depends on the source. */
	value: unknown;
	/** What kind of file it is said to be; undefined where nothing says it. */
	type: unknown;
	/** What is written in the editor for the row, perhaps expressions; undefined where the row is not of the editor. */
	written: unknown;
}

/** What the parameter of a list holds for an item. */
export interface ListContent {
	/** The editor's list, which has its rows as `items`; or a list that an expression returned. */
	value: unknown;
	/** What is written in the editor, perhaps expressions; undefined for a list that was not read from the editor. */
	written?: unknown;
}

/**
 * The files of a list; none where it is empty. Empty entries are left out. Of an entry that names several files, each
 * becomes a row.
 *
 * @param fileTypes the types of files that the list takes
 */
export function rowsIn(
	{ value, written }: ListContent,
	fileTypes: readonly FileType[],
): MediaRow[] {
	const isCollection = isObject(value) && 'items' in value;
	const entries: unknown[] = flattenDeep([isCollection ? value.items : value]);
	// The rows before their expressions are evaluated; undefined where one expression gives the whole list.
	const rowsAsWritten: unknown = get(written, 'items');
	const isOfEditor = isCollection && Array.isArray(rowsAsWritten);
	return entries.flatMap((given, index) => {
		const entry = isOfEditor ? completeRow(given, fileTypes) : given;
		const hasNothing = isEmpty(entry) || isEqual(entry, {});
		if (hasNothing) return [];
		// There is none for an entry of an expression.
		const rowAsWritten: unknown = get(rowsAsWritten, index);
		return filesOfRow(rowOfEntry(entry), rowAsWritten);
	});
}

/**
 * A row of the editor with all that n8n leaves out of it, because it is still as the row starts: an input file without
 * a name, of the first type that the list takes.
 */
function completeRow(row: unknown, [firstType]: readonly FileType[]): Record<string, unknown> {
	const startOfRow = { source: 'inputFile', inputField: '', fileType: firstType };
	return isObject(row) ? { ...startOfRow, ...row } : startOfRow;
}

/**
 * An entry of a list in the form of a row: an object with `source`, `url`, `inputField` or `fileId`. Only these become
 * the `url` of a row: what is no object, such as an address; and an object that has addresses and is no row itself,
 * such as an attachment of a table. Any other object is returned as it is.
 */
function rowOfEntry(entry: unknown): Record<string, unknown> {
	if (!isObject(entry)) return { url: entry };
	// An attachment has one address; the answer of a service may have several.
	const hasAddress = isAttachment(entry) || addressesIn(entry).length > 0;
	if (!hasAddress || isRow(entry)) return entry;
	// The object stands in the place of an address, and `valuesOfRow` takes the addresses out of it.
	return { url: entry, fileType: entry.fileType, file_type: entry.file_type };
}

/**
 * Whether an object is a row: it names a source, an input field or a file ID. An attachment may have a `source`, too,
 * but there it is an address.
 */
function isRow(given: Record<string, unknown>): boolean {
	const hasSource = 'source' in given && toWebAddress(given.source) === undefined;
	return hasSource || 'inputField' in given || 'fileId' in given;
}

/**
 * The files of one row, which all have its source and its type; at least one.
 *
 * @param row an entry, as `rowOfEntry` gives it
 * @param written what is written in the editor for the row
 */
function filesOfRow(row: Record<string, unknown>, written: unknown): MediaRow[] {
	const source = sourceOfRow(row);
	// The rows of the editor have the type under the first name, and the requests of the service under the second one.
	const type = row.fileType ?? row.file_type;
	return valuesOfRow(source, row).map((value) => ({ source, value, type, written }));
}

/**
 * How the file of a row is chosen: as the row says, or else by which of `url`, `inputField` and `fileId` it has; of
 * several, the first of these counts. A row that has none of them is an input file.
 */
function sourceOfRow(row: Record<string, unknown>): unknown {
	if (!isEmpty(row.source)) return sourceMeant(row.source);
	if ('url' in row) return 'url';
	if ('inputField' in row) return 'inputFile';
	const hasId = !isEmpty(enteredIn(row.fileId));
	return hasId ? 'fileId' : 'inputFile';
}

/**
 * What a row has for its source: addresses for 'url', names of input fields for 'inputFile', and for any other source
 * a file ID. A source that does not exist is refused later. An empty text stands for an input field without a name,
 * and for an empty list. What is not set is undefined.
 */
function valuesOfRow(source: unknown, row: Record<string, unknown>): unknown[] {
	switch (source) {
		case 'url':
			return valuesIn(row.url, addressesOrValue);
		case 'inputFile':
			return 'inputField' in row ? valuesIn(row.inputField, fieldNamesIn) : [''];
		default:
			return [enteredIn(row.fileId)];
	}
}

/**
 * The single values in a value: those of the entries of a list, also of a list in JSON and of lists within it; of what
 * is no list, those of the value itself. There is always at least one: an empty text where there would be none, as in
 * an empty list, also in one that is an entry of a list.
 *
 * @param valuesOf gives the single values of what is no list; none where it has none
 */
function valuesIn(value: unknown, valuesOf: (entry: unknown) => unknown[]): unknown[] {
	const list = unwrapJson(value);
	const values = Array.isArray(list)
		? list.flatMap((entry) => valuesIn(entry, valuesOf))
		: valuesOf(value);
	return values.length > 0 ? values : [''];
}

/** The addresses in a text or an object that has several; anything else as it is, in a list of one. */
function addressesOrValue(value: unknown): unknown[] {
	const addresses = addressesIn(value);
	return addresses.length > 0 ? addresses : [value];
}

/**
 * The names of input fields in a text, with commas between them; none in an empty text. What is no text, such as a
 * file itself, is returned as it is, in a list of one.
 */
function fieldNamesIn(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value];
	return compact(value.split(',').map((name) => name.trim()));
}
