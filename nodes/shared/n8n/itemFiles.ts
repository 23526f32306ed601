import { isNil, isString, mapKeys, mapValues, omitBy, pickBy } from 'lodash';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../util/json';

/*
 * The files of items. Since n8n 2.14 a workflow may have its files in the json of the items instead of beside it; an
 * older n8n has none there, and n8n's helpers find a file in both places by the same kind of name.
 */

/** The field of the json in which an item has its files in the newer binary mode. */
export const FILES_IN_JSON = '_files';

/**
 * The files of an item, by the name with which n8n's helpers find them. That is, for a file beside the json, the name
 * of its field, and for a file within the json its path, such as "_files.data". An item from another node may lack its
 * json.
 */
export function filesOfItem(item: Partial<INodeExecutionData>): Record<string, IBinaryData> {
	const { json, binary } = item;
	// Undefined where the json has no files; then `filesByPath` is empty.
	const inJson = json?.[FILES_IN_JSON] as object | undefined;
	const filesByPath = mapKeys(inJson, (_, name) => `${FILES_IN_JSON}.${name}`);
	const entries = mapValues({ ...binary, ...filesByPath }, withMediaType);
	// In either place, other nodes and code of users may have put something that is no file.
	return pickBy(entries, isFile);
}

/**
 * A file of an item with a media type, because n8n's helpers want one. Where code of users has written the content into
 * the item without a type, the type is an empty text. Whatever has no content of its own stays as it is: n8n gives a
 * type to each file that it stores.
 */
function withMediaType(file: unknown): unknown {
	const hasContent = isObject(file) && isString(file.data);
	if (!hasContent) return file;
	// A type of the file itself replaces the empty one, unless it is null or undefined.
	return { mimeType: '', ...omitBy(file, isNil) };
}

/**
 * Whether a field holds the file that a node has output under a name: beside the json or within it.
 *
 * @param field as `filesOfItem` names it, such as "data" or "_files.data"
 * @param name such as "data"
 */
export function isFieldNamed(field: string, name: string): boolean {
	return field === name || field === `${FILES_IN_JSON}.${name}`;
}

/**
 * Whether a value is a file that n8n can read: with its content in `data`, or stored under `id`. This is checked
 * because an expression, or another node, may give anything.
 */
export function isFile(value: unknown): value is IBinaryData {
	if (!isObject(value)) return false;
	const { mimeType, data, id, fileName, fileExtension } = value;
	const hasContent = isString(data) || isString(id);
	const optionalTexts = [id, fileName, fileExtension];
	const areTextsOrMissing = optionalTexts.every((field) => isNil(field) || isString(field));
	return isString(mimeType) && hasContent && areTextsOrMissing;
}

/**
 * The name of a file of the item by the note that n8n's Form Trigger leaves in the json of the item, beside the file
 * itself: `{ filename: "clip.mp4", mimetype: "video/mp4", size: 9 }` (seen in 2.41.3). Undefined for anything else.
 */
export function notedFileName(value: unknown): string | undefined {
	if (!isObject(value)) return undefined;
	const { filename, mimetype } = value;
	return isString(filename) && isString(mimetype) ? filename : undefined;
}

/**
 * The exact size of a file in bytes, as far as its item shows it. Undefined where only n8n's storage knows it, as in an
 * n8n before 2.14.
 */
export function sizeInItem({ bytes, id, data }: IBinaryData): number | undefined {
	if (typeof bytes === 'number') return bytes;
	// A file without an ID is not in the storage: its content is in the item, in base64.
	return id ? undefined : Buffer.byteLength(data, 'base64');
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
	const size = sizeInItem(file);
	if (size !== undefined) return size;
	return (await helpers.getBinaryMetadata(String(file.id))).fileSize;
}
