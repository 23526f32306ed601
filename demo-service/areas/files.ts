import { z } from 'zod';

import { type Area, detailEndpoint } from './area';
import { demand, extensionOf, endpoint, pageOf, text } from '../server/endpoint';
import { PART_BYTES } from '../server/options';
import type { World } from '../server/world';
import type { StoredFile } from '../server/memory';
import { MAX_PARTS, partLength, PURPOSES } from '../storage/files';

const SINGLE_SECONDS = 15 * 60;
const MULTIPART_SECONDS = 6 * 3600;

const named = {
	service: text.refine((value) => Object.hasOwn(PURPOSES, value), {
		message: `must be one of ${Object.keys(PURPOSES).join(', ')}`,
	}),
	name: text.refine((value) => extensionOf(value) !== '', { message: 'must have an extension' }),
};

/** File management (service.md 4.1). */
export function filesArea(world: World): Area {
	const { storage, clock } = world;
	const { repeatedComplete } = world.options;
	const { files, addresses } = storage;
	const address = (file: StoredFile): string => `${storage.url}/files/${file.key}`;
	const record = (file: StoredFile) => ({
		id: file.id,
		service: file.service,
		bytes: file.received?.bytes ?? 0,
		create_time: file.createdAt,
		file_path: address(file),
		status: files.status(file),
		msg: files.reason(file),
	});
	/** A multipart file does not exist before it is merged (service.md 3.1). */
	const exists = (file: StoredFile): boolean =>
		file.multipart === undefined || file.received !== undefined;
	const own = (token: string, id: string): StoredFile => {
		const file = files.byId(id);
		demand(file?.token === token && exists(file), `id: no file ${id}`, 400);
		return file;
	};

	const createUrl = endpoint({
		method: 'GET',
		path: 'common/create_upload_url',
		codes: [0, 400, 10400],
		input: z.strictObject(named),
		handle({ service, name }, { token, entry }) {
			checkType(service, name);
			const file = files.register(token, service, name);
			entry.id = file.id;
			return {
				sign_url: storage.url + addresses.sign(`/upload/${file.id}`, SINGLE_SECONDS),
				full_path: address(file),
				key: file.key,
				mime_type: file.mimeType,
				file_id: file.id,
			};
		},
	});
	const createMultipart = endpoint({
		method: 'POST',
		path: 'common/create_multipart_upload',
		codes: [0, 400, 50003, 120002],
		input: z.strictObject({
			...named,
			file_size: z.number().int().min(1, 'must be greater than 0'),
		}),
		handle({ service, name, file_size }, { token, entry }) {
			checkType(service, name);
			const most = Math.min(PURPOSES[service]?.most ?? Infinity, PART_BYTES * MAX_PARTS);
			demand(file_size <= most, 'file size exceeds the limit of the service', 50003);
			const file = files.register(token, service, name);
			const task = storage.uploads.openMultipart(file, file_size, MULTIPART_SECONDS);
			entry.id = file.id;
			return {
				file_id: file.id,
				upload_id: task.uploadId,
				upload_url: address(file),
				mime_type: file.mimeType,
				headers: task.headers,
				part_size: task.partSize,
				part_count: task.partCount,
				expires_at: task.expiresAt,
				parts: Array.from({ length: task.partCount }, (_none, index) => ({
					part_number: index + 1,
					size: partLength(task, index + 1),
					sign_url:
						storage.url + addresses.sign(`/upload/${file.id}/${index + 1}`, MULTIPART_SECONDS),
				})),
			};
		},
	});
	const complete = endpoint({
		method: 'POST',
		path: 'common/complete_multipart_upload',
		codes: [0, 400, 50005, 120002, 120004, 120005],
		input: z.strictObject({ upload_id: text }),
		async handle({ upload_id }, { token, entry }) {
			const file = files.byUploadId(upload_id);
			const task = file?.multipart;
			demand(file?.token === token && task !== undefined, 'multipart task missing', 120004);
			entry.id = file.id;
			demand(task.state !== 'merging', 'task is already being merged', 50005);
			if (task.state === 'open') {
				demand(task.expiresAt > clock.seconds(), 'multipart task expired', 120004);
				await storage.uploads.merge(file, task);
			} else demand(repeatedComplete === 'same', 'multipart task missing', 120004);
			return { file_id: file.id, file_path: address(file), status: files.status(file) };
		},
	});

	const list = endpoint({
		method: 'POST',
		path: 'common/file_list',
		codes: [0, 400],
		input: z.strictObject({
			service: named.service.optional(),
			order: z.enum(['create_time_desc', 'create_time_asc']).default('create_time_desc'),
			page: z.number().int().min(0).default(0),
			page_size: z.number().int().min(1).max(1000).default(20),
			id: text.optional(),
		}),
		handle({ service, order, page, page_size, id }, { token }) {
			const found = files
				.all()
				.filter((file) => file.token === token && exists(file))
				.filter((file) => files.status(file) < 99)
				.filter(
					(file) => (service ?? file.service) === file.service && (id ?? file.id) === file.id,
				);
			if (order === 'create_time_desc') found.reverse();
			const { list: onPage, page_info } = pageOf(found, page, page_size, 0);
			return { list: onPage.map(record), page_info };
		},
	});
	const detail = detailEndpoint({ path: 'common/file_detail', codes: [0, 400] }, (token, id) =>
		record(own(token, id)),
	);
	const remove = endpoint({
		method: 'POST',
		path: 'common/delete_file',
		codes: [0, 400],
		input: z.strictObject({ id: text }),
		handle({ id }, { token, entry }) {
			entry.id = id;
			const file = own(token, id);
			demand(files.status(file) < 99, `id: file ${id} is deleted already`, 400);
			file.deleted = true;
			world.memory.save();
			return 'deleted successfully';
		},
	});
	return { endpoints: [createUrl, createMultipart, complete, list, detail, remove] };
}

function checkType(service: string, name: string): void {
	const { extensions = [] } = PURPOSES[service] ?? {};
	const fits = extensions.length === 0 || extensions.includes(extensionOf(name));
	demand(fits, `name: ${service} accepts ${extensions.join(', ')}`, 400);
}
