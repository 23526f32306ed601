import { compact, flattenDeep, get, isEqual, pick, trim } from 'lodash';

import { isEmpty } from '../../shared/fields/values';
import { isAttachment } from '../../shared/files/attachments';
import { isObject, listInJson } from '../../shared/util/json';
import { plainText } from '../../shared/util/text';
import { toWebAddress } from '../../shared/util/webAddress';

/*
 * The rows of a list of files, as the editor holds them or as any expression may give them: objects, addresses, attachments
 * of tables, lists of these, and texts with several of them. Each file becomes a row of its own, with its source.
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
 * The files of a list. What is empty is left out.
 *
 * @param value rows of the editor's list, or what an expression returned
 * @param inEditor what is written in the editor's list
 */
export function rowsIn(value: unknown, inEditor?: unknown): MediaRow[] {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows]).flatMap((given, index) => {
		if (isEmpty(given) || isEqual(given, {})) return [];
		return filesOfRow(asRow(given), get(inEditor, ['items', index]));
	});
}

/** Anything but a row of the editor or of JSON is an address, or an attachment that has one. */
function asRow(given: unknown): Record<string, unknown> {
	if (!isObject(given)) return { url: given };
	if (isRow(given) || !isAttachment(given)) return given;
	return { url: given, ...pick(given, ['fileType', 'file_type']) };
}

/** A row names a source, an input field or a file ID; in an attachment, `source` may be an address. */
function isRow(given: Record<string, unknown>): boolean {
	const hasSource = 'source' in given && toWebAddress(given.source) === undefined;
	return hasSource || 'inputField' in given || 'fileId' in given;
}

/** The files of one row, which all have its source and its type. */
function filesOfRow(row: Record<string, unknown>, written: unknown): MediaRow[] {
	const source = sourceOfRow(row);
	const type = row.fileType ?? row.file_type;
	return valuesOfRow(source, row).map((value) => ({ source, value, type, written }));
}

function sourceOfRow(row: Record<string, unknown>): unknown {
	if (!isEmpty(row.source)) return row.source;
	return 'url' in row ? 'url' : 'inputFile';
}

/** A comma or blank is part of an address, unless another address comes behind it. */
const NEXT_ADDRESS = /[\r\n]|[\s,](?=https?:\/\/)/i;

/** The addresses, input fields or the file ID that a row has for its source. */
function valuesOfRow(source: unknown, row: Record<string, unknown>): unknown[] {
	const word = plainText(source).toLowerCase();
	if (word === 'url') return partsOfRow(row.url, NEXT_ADDRESS);
	if (word === 'inputfile') return 'inputField' in row ? partsOfRow(row.inputField, ',') : [''];
	return [get(row.fileId, 'value', row.fileId)];
}

/**
 * What a value holds: one thing, lists of things, also as JSON, or several in one text. What is empty
 * becomes an empty text instead of nothing, because its expression gave nothing.
 */
function partsOfRow(value: unknown, separator: string | RegExp): unknown[] {
	const parts = splitValue(value, separator);
	return parts.length > 0 ? parts : [''];
}

function splitValue(value: unknown, separator: string | RegExp): unknown[] {
	const list = typeof value === 'string' ? listInJson(value) : value;
	if (Array.isArray(list)) return list.flatMap((entry) => partsOfRow(entry, separator));
	if (typeof value !== 'string') return [value];
	return compact(value.split(separator).map((part) => trim(trim(part), ', \t')));
}
