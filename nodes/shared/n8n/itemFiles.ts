import { mapKeys, pickBy } from 'lodash';
import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/*
 * The files of items. Since n8n 2.14 a workflow may have its files in the json of the items instead of beside it; an older n8n
 * has none there, and n8n's helpers find a file in both places by the same kind of name.
 */

/** Where the json of an item has its files in the newer binary mode. */
export const FILES_IN_JSON = '_files';

/** The files of an item, by the field in which n8n's helpers find them. */
export function filesOfItem({ json, binary }: INodeExecutionData): Record<string, IBinaryData> {
	const stored = (json as IDataObject | undefined)?.[FILES_IN_JSON] as object | undefined;
	const inJson = mapKeys(stored, (_, name) => `${FILES_IN_JSON}.${name}`);
	return pickBy({ ...binary, ...inJson }, isFile);
}

/** Whether a field of an item has the name that a node gave to its file. */
export function isFieldNamed(field: string, name: string): boolean {
	return field === name || field === `${FILES_IN_JSON}.${name}`;
}

/** Whether n8n can read it: an expression, or another node, may give anything. */
export function isFile(value: unknown): value is IBinaryData {
	if (typeof value !== 'object' || value === null) return false;
	const { mimeType, data, id, fileName, fileExtension } = value as Record<string, unknown>;
	const isText = (one: unknown) => typeof one === 'string';
	const names = [id, fileName, fileExtension].filter((one) => one !== undefined && one !== null);
	return isText(mimeType) && (isText(data) || isText(id)) && names.every(isText);
}

/** What the item says of the size of its file, in bytes, since n8n 2.14. */
export function notedSize({ bytes }: IBinaryData): number | undefined {
	return typeof bytes === 'number' ? bytes : undefined;
}

/** The exact size of a stored file, in bytes. Where n8n has not noted it, its storage is asked. */
export async function storedSize(
	{ helpers }: { helpers: Pick<IExecuteFunctions['helpers'], 'getBinaryMetadata'> },
	file: IBinaryData,
): Promise<number | undefined> {
	const noted = notedSize(file);
	if (noted !== undefined) return noted;
	if (!file.id) return Buffer.byteLength(file.data, 'base64');
	return (await helpers.getBinaryMetadata(file.id)).fileSize;
}
