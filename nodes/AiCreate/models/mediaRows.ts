import { compact, flattenDeep, get, isEqual, trim } from 'lodash';

import { enteredIn, isEmpty } from '../../shared/fields/values';
import { isAttachment } from '../../shared/files/attachments';
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
 * The files of a list, none of an empty one. Empty entries are left out.
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

/** An entry as a row. Anything but a row of the editor or of JSON is an address, or an attachment that has one. */
function rowOfEntry(entry: unknown): Record<string, unknown> {
	if (!isObject(entry)) return { url: entry };
	const isOnlyAttachment = isAttachment(entry) && !isRow(entry);
	if (isOnlyAttachment) {
		return { url: entry, fileType: entry.fileType, file_type: entry.file_type };
	}
	return entry;
}

/**
 * Whether an object is a row: it names a source, an input field or a file ID. In
 * an attachment, `source` may be an address.
 */
function isRow(given: Record<string, unknown>): boolean {
	const hasSource = 'source' in given && toWebAddress(given.source) === undefined;
	return hasSource || 'inputField' in given || 'fileId' in given;
}

/** The files of one row, which all have its source and its type. */
function filesOfRow(row: Record<string, unknown>, written: unknown): MediaRow[] {
	const source = sourceOfRow(row);
	// The editor and the requests of the service have different names for it.
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

/** What stands between two addresses. A comma or blank is part of an address, unless another one comes behind it. */
const NEXT_ADDRESS = /[\r\n]|[\s,](?=https?:\/\/)/i;

/**
 * The addresses, input fields or the file ID that a row has for its source; for any other source, what is there as a
 * file ID. An empty text stands for an input field without a name, and for what an expression should have given.
 */
function valuesOfRow(source: unknown, row: Record<string, unknown>): unknown[] {
	switch (plainText(source).toLowerCase()) {
		case 'url':
			return valuesIn(row.url, NEXT_ADDRESS);
		case 'inputfile':
			return 'inputField' in row ? valuesIn(row.inputField, ',') : [''];
		default:
			return [enteredIn(row.fileId)];
	}
}

/**
 * All that is in a value: in a list and in the lists in it, also as JSON, or in one text with separators. Anything else
 * is the only value. Where nothing is in it, an empty text stands for it.
 */
function valuesIn(value: unknown, separator: string | RegExp): unknown[] {
	const list = typeof value === 'string' ? listInJson(value) : value;
	if (Array.isArray(list)) {
		const values = list.flatMap((entry) => valuesIn(entry, separator));
		return values.length > 0 ? values : [''];
	}
	if (typeof value !== 'string') return [value];
	// A text with another sign between its parts may have commas and blanks at their ends.
	const parts = value.split(separator).map((part) => trim(trim(part), ', \t'));
	const values = compact(parts);
	return values.length > 0 ? values : [''];
}
