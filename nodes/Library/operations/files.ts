import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { taskOptions } from '../../shared/fields/completion';
import { collectionOf } from '../../shared/fields/field';
import { locator } from '../../shared/fields/locators';
import { optionValue } from '../../shared/fields/values';
import { nameInAddress } from '../../shared/files/names';
import { purposeChoices } from '../../shared/files/purposes';
import { fileIdError } from '../../shared/files/fileRef';
import { enteredId, present, returnAllProperties } from '../../shared/run/options';
import {
	deleteFile,
	expiryOf,
	type FileFilter,
	filePage,
	type FileRecord,
	FileStatus,
	fileStatusWords,
	getFile,
	isNoSuchFile,
} from '../../shared/service/files';
import { collect } from '../../shared/service/pages';
import { asError } from '../../shared/util/async';
import { isoTime, missing } from '../../shared/util/text';
import { type LibraryItem, libraryOperation } from './operation';

const fileId = locator({
	name: 'fileId',
	displayName: 'File',
	searchMethod: 'searchFiles',
	required: true,
	description: 'An uploaded file. The service deletes files after 30 days.',
});

const purposeFilter: INodeProperties = {
	displayName: 'Purpose',
	name: 'purpose',
	type: 'options',
	options: purposeChoices,
	default: 'ai_creation',
	description: 'What the files were uploaded for',
};

const sortBy: INodeProperties = {
	displayName: 'Sort By',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Newest First', value: 'create_time_desc' },
		{ name: 'Oldest First', value: 'create_time_asc' },
	],
	default: 'create_time_desc',
	description: 'Order of the files, by the start of their upload',
};

/** Does something with the file of an item; of an unknown one, it says what other nodes say. */
async function withFile(
	{ context, itemIndex, read }: LibraryItem,
	work: (id: string) => Promise<IDataObject>,
): Promise<IDataObject[]> {
	const id = enteredId(read(fileId.name), fileId.displayName);
	if (id === '') throw new Error(missing(fileId.displayName));
	try {
		return [await work(id)];
	} catch (error) {
		if (!isNoSuchFile(error)) throw asError(error);
		const place = `'${fileId.displayName}'`;
		throw fileIdError(context, itemIndex, { fileId: id, place }, error);
	}
}

/** Looks up one uploaded file (service.md 4.1). */
const fileGet = libraryOperation({
	resource: 'file',
	operation: 'get',
	tool: 'Looks up an uploaded file by its fileId, and whether it can be used.',
	fields: [fileId, collectionOf('Option', [taskOptions.simple])],
	async work(item) {
		const { client, simple } = item;
		return await withFile(item, async (id) => fileItem(await getFile(client, id), simple));
	},
});

/** Deletes uploaded files, one for each item (service.md 4.1). */
const fileDelete = libraryOperation({
	resource: 'file',
	operation: 'delete',
	tool: 'Deletes an uploaded file permanently, by its fileId. This cannot be undone.',
	fields: [fileId],
	async work(item) {
		return await withFile(item, async (id) =>
			present({ deleted: true, message: await deleteFile(item.client, id) }),
		);
	},
});

/** Lists uploaded files (service.md 4.1). */
const fileGetAll = libraryOperation({
	resource: 'file',
	tool: 'Lists the uploaded files of this application, with their fileId and url.',
	fields: [
		...returnAllProperties,
		collectionOf('Filter', [purposeFilter]),
		collectionOf('Option', [taskOptions.simple, sortBy]),
	],
	async work({ client, read, limit, simple }) {
		const filter: FileFilter = {
			service: optionValue(purposeFilter, read('filters.purpose')),
			order: optionValue(sortBy, read('options.order')),
		};
		const found = await collect(async (number) => await filePage(client, number, filter), limit);
		return found.map((file) => fileItem(file, simple));
	},
});

/** What can be done with uploaded files. */
export const files = { delete: fileDelete, get: fileGet, getAll: fileGetAll };

function fileItem(file: FileRecord, simple: boolean): IDataObject {
	return present({
		fileId: file.id,
		url: file.file_path,
		fileName: nameInAddress(file.file_path ?? ''),
		bytes: file.bytes,
		purpose: file.service,
		status: fileStatusWords(file.status),
		usable: file.status === FileStatus.Usable,
		message: file.msg,
		createdAt: isoTime(file.create_time),
		expiresAt: expiryOf(file.create_time),
		raw: simple ? undefined : file.raw,
	});
}
