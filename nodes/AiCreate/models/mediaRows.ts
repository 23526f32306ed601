import { compact, flattenDeep, get, isEqual } from 'lodash';

import { enteredIn, isEmpty } from '../../shared/fields/values';
import { addressesIn, isAttachment } from '../../shared/files/attachments';
import { isObject } from '../../shared/util/json';
import { listInJson } from '../../shared/util/looseJson';
import { plainText } from '../../shared/util/text';
import { toWebAddress } from '../../shared/util/webAddress';

/*
 * The rows of a list of files, as the editor holds them or as any expression may give them:
 * objects, addresses, attachments of tables, lists of these, and texts with several of them. Each
 * file becomes a row of its own, with its source.
 */

/** One file of a list, as it was given; nothing of it is checked yet. */
export interface MediaRow {
	/** How the file is chosen, usually `inputFile`, `fileId` or `url`. */
	source: unknown;
	/** The input field, the file ID or the address. */
	value: unknown;
	/** What kind of file it is said to be. */
	type: unknown;
	/** What is written in the editor for the row, perhaps expressions. */
	written: unknown;
}

/**
 * The files of a list; none where it is empty. Empty entries are left out.
 *
 * @param value the editor's list, which has its rows as `items`; or what an expression returned
 * @param inEditor what is written in the editor's list, perhaps expressions; undefined outside of the editor
 */
export function rowsIn(value: unknown, inEditor?: unknown): MediaRow[] {
	const isCollection = isObject(value) && 'items' in value;
	const entries: unknown[] = flattenDeep([isCollection ? value.items : value]);
	return entries.flatMap((entry, index) => {
		const hasNothing = isEmpty(entry) || isEqual(entry, {});
		if (hasNothing) return [];
		// The rows of the editor's list are in the same order; there is none for an entry of an expression.
		const written: unknown = get(inEditor, ['items', index]);
		return filesOfRow(rowOfEntry(entry), written);
	});
}

/**
 * An entry as a row: an object mostly is one already. An address becomes the `url` of a row, and so does an object that
 * has addresses, such as an attachment of a table.
 */
function rowOfEntry(entry: unknown): Record<string, unknown> {
	if (!isObject(entry)) return { url: entry };
	// The answer of a service may have several addresses.
	const hasAddress = isAttachment(entry) || addressesIn(entry).length > 0;
	if (!hasAddress || isRow(entry)) return entry;
	// The addresses are read out of it later.
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

/** The files of one row, which all have its source and its type. */
function filesOfRow(row: Record<string, unknown>, written: unknown): MediaRow[] {
	const source = sourceOfRow(row);
	// In the editor, the type has the first name; in requests of the service, it has the second one.
	const type = row.fileType ?? row.file_type;
	return valuesOfRow(source, row).map((value) => ({ source, value, type, written }));
}

/**
 * How the file of a row is chosen: as the row says, or else by which of `url`, `inputField` and `fileId` it has. A row
 * that has none of them is an input file.
 */
function sourceOfRow(row: Record<string, unknown>): unknown {
	if (!isEmpty(row.source)) return row.source;
	if ('url' in row) return 'url';
	if ('inputField' in row) return 'inputFile';
	const hasId = !isEmpty(enteredIn(row.fileId));
	return hasId ? 'fileId' : 'inputFile';
}

/**
 * What a row has for its source: addresses, names of input fields, or a file ID, which is also taken for any other
 * source. An empty text stands for an input field without a name, and for a value that an expression did not give.
 */
function valuesOfRow(source: unknown, row: Record<string, unknown>): unknown[] {
	switch (plainText(source).toLowerCase()) {
		case 'url':
			return valuesIn(row.url, addressesOrValue);
		case 'inputfile':
			return 'inputField' in row ? valuesIn(row.inputField, fieldNamesIn) : [''];
		default:
			return [enteredIn(row.fileId)];
	}
}

/**
 * The single values in a value: those of the entries of a list and of the lists in it, also of a list in JSON, or else
 * of the value itself. There is always one: an empty text, where nothing is in the value.
 *
 * @param valuesOf gives the single values of an entry
 */
function valuesIn(value: unknown, valuesOf: (entry: unknown) => unknown[]): unknown[] {
	// Undefined for a text that is no list in JSON.
	const list = typeof value === 'string' ? listInJson(value) : value;
	const values = Array.isArray(list)
		? list.flatMap((entry) => valuesIn(entry, valuesOf))
		: valuesOf(value);
	return values.length > 0 ? values : [''];
}

/** The addresses in a text or an object with several; anything else as it is. */
function addressesOrValue(value: unknown): unknown[] {
	const addresses = addressesIn(value);
	return addresses.length > 0 ? addresses : [value];
}

/** The names of input fields in a text, with commas between them; a file itself as it is. */
function fieldNamesIn(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value];
	return compact(value.split(',').map((name) => name.trim()));
}
