import { isNil, isString, mapKeys, mapValues, omitBy, pickBy } from 'lodash';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../util/json';

/*
 * The files of items. Since n8n 2.14 a workflow may have its files in the json of the items instead of beside it; an
 * older n8n has none there, and n8n's helpers find a file in both places by the same kind of name.
 */

/** Where the json of an item has its files in the newer binary mode. */
export const FILES_IN_JSON = '_files';

/**
 * The files of an item, by the name with which n8n's helpers find them: that of the field beside the json, or within
 * the json its path, such as "_files.data". An item that another node has output may have no json.
 */
export function filesOfItem(item: Partial<INodeExecutionData>): Record<string, IBinaryData> {
	const { json, binary } = item;
	// Undefined where the json has none; then there are no files by their path.
	const inJson = json?.[FILES_IN_JSON] as object | undefined;
	const filesByPath = mapKeys(inJson, (_, name) => `${FILES_IN_JSON}.${name}`);
	const entries = mapValues({ ...binary, ...filesByPath }, withMediaType);
	// Either place may also hold what is no file.
	return pickBy(entries, isFile);
}

/**
 * A file of an item with a media type, which n8n's helpers want and n8n gives to each file that it stores: an empty one
 * where code of users has written the content itself, and no type. What has no content stays as it is.
 */
function withMediaType(file: unknown): unknown {
	const hasContent = isObject(file) && isString(file.data);
	if (!hasContent) return file;
	return { mimeType: '', ...omitBy(file, isNil) };
}

/**
 * Whether a field with a file is the one that a node named so.
 *
 * @param field as `filesOfItem` names it
 */
export function isFieldNamed(field: string, name: string): boolean {
	return field === name || field === `${FILES_IN_JSON}.${name}`;
}

/**
 * Whether a value is a file that n8n can read, with its content in `data` or stored under `id`: an
 * expression, or another node, may give anything.
 */
export function isFile(value: unknown): value is IBinaryData {
	if (!isObject(value)) return false;
	const { mimeType, data, id, fileName, fileExtension } = value;
	const hasContent = isString(data) || isString(id);
	const mayBeMissing = [id, fileName, fileExtension];
	const areTextsOrMissing = mayBeMissing.every((field) => isNil(field) || isString(field));
	return isString(mimeType) && hasContent && areTextsOrMissing;
}

/** The size of a file in bytes as its item says it, which items do since n8n 2.14; undefined where it does not. */
export function notedSize({ bytes }: IBinaryData): number | undefined {
	return typeof bytes === 'number' ? bytes : undefined;
}

/**
 * The exact size of a file in bytes. Where its item does not say it, the storage is asked.
 *
 * @throws what n8n throws where its storage does not have the file
 */
export async function storedSize(
	{ helpers }: { helpers: Pick<IExecuteFunctions['helpers'], 'getBinaryMetadata'> },
	file: IBinaryData,
): Promise<number> {
	const noted = notedSize(file);
	if (noted !== undefined) return noted;
	// Without an ID, the file is not stored, but is itself in the item.
	if (!file.id) return Buffer.byteLength(file.data, 'base64');
	return (await helpers.getBinaryMetadata(file.id)).fileSize;
}
