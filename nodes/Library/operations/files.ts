import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { locator } from '../../shared/fields/locators';
import { optionValue } from '../../shared/fields/values';
import { nameInAddress } from '../../shared/files/names';
import { purposeChoices } from '../../shared/files/purposes';
import { fileIdError } from '../../shared/files/fileRef';
import { enteredId, type NodeOperation, perItem, present } from '../../shared/run/operation';
import { simplifies } from '../../shared/run/options';
import { toolDescription } from '../../shared/run/output';
import { clientOf, type ServiceClient } from '../../shared/service/client';
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
import { isoTime } from '../../shared/util/text';
import { asError } from '../../shared/util/async';
import { missing } from '../../shared/util/text';
import { listOperation, listOptions } from './listOperation';

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

/** What is done with one file, which the user chooses. */
interface FileOperation {
	/** What a tool says about it. */
	tool: string;
	options?: INodeProperties[];
	work(client: ServiceClient, id: string, simple: boolean): Promise<IDataObject>;
}

/** Does something with the file of each item; of an unknown one, it says what other nodes say. */
function fileOperation(name: string, { tool, options = [], work }: FileOperation): NodeOperation {
	return {
		properties: updateDisplayOptions({ show: { resource: ['file'], operation: [name] } }, [
			toolDescription(`${tool} Costs no credits.`),
			fileId,
			...options,
		]),
		async execute(context) {
			const client = await clientOf(context);
			const workOn = async (itemIndex: number) => {
				const given = context.getNodeParameter('fileId', itemIndex, '', { extractValue: true });
				const id = enteredId(given, fileId.displayName);
				if (id === '') throw new Error(missing(fileId.displayName));
				const simple = simplifies(context.getNodeParameter('options.simple', itemIndex, true));
				try {
					return [await work(client, id, simple)];
				} catch (error) {
					if (!isNoSuchFile(error)) throw asError(error);
					const place = `'${fileId.displayName}'`;
					throw fileIdError(context, itemIndex, { fileId: id, place }, error);
				}
			};
			return [await perItem(context, workOn)];
		},
	};
}

/** Looks up one uploaded file (service.md 4.1). */
export const fileGet = fileOperation('get', {
	tool: 'Looks up an uploaded file by its fileId, and whether it can be used.',
	options: [listOptions()],
	work: async (client, id, simple) => fileItem(await getFile(client, id), simple),
});

/** Deletes uploaded files, one for each item (service.md 4.1). */
export const fileDelete = fileOperation('delete', {
	tool: 'Deletes an uploaded file permanently, by its fileId. This cannot be undone.',
	work: async (client, id) => present({ deleted: true, message: await deleteFile(client, id) }),
});

/** Lists uploaded files (service.md 4.1). */
export const fileGetAll = listOperation(
	'file',
	{
		tool: 'Lists the uploaded files of this application, with their fileId and url.',
		after: [
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: [purposeFilter],
			},
			listOptions(sortBy),
		],
	},
	async ({ client, read, limit, simple }) => {
		const filter: FileFilter = {
			service: optionValue(purposeFilter, read('filters.purpose')),
			order: optionValue(sortBy, read('options.order')),
		};
		const files = await collect(async (number) => await filePage(client, filter, number), limit);
		return files.map((file) => fileItem(file, simple));
	},
);

function fileItem(file: FileRecord, simple: boolean): IDataObject {
	return {
		...present({
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
		}),
		...(simple ? {} : { raw: file.raw }),
	};
}
