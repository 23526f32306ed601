import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { Caller } from './caller';
import { pseudoRandom, sha256, startService } from '../../../demo-service';
import type { LocalService } from '../../../demo-service';

interface UploadAddress {
	sign_url: string;
	full_path: string;
	mime_type: string;
	file_id: string;
}

interface Multipart {
	file_id: string;
	upload_id: string;
	headers: Record<string, string>;
	parts: Array<{ part_number: number; size: number; sign_url: string }>;
}

interface FileRecord {
	id: string;
	bytes: number;
	status: number;
	msg: string;
	file_path: string;
}

const MIB = 1024 * 1024;
const CONTENT = Buffer.concat([...pseudoRandom(11 * MIB)]);

let service: LocalService;
const call = new Caller(() => service);

beforeAll(async () => {
	service = await startService({ speed: 0.001 });
});
afterEach(() => service.reset());
afterAll(async () => await service.close());

async function uploadAddress(name = 'picture one.png'): Promise<UploadAddress> {
	return await call.data(call.get('common/create_upload_url', { service: 'ai_creation', name }));
}

async function put(url: string, body: Buffer, headers: Record<string, string>): Promise<number> {
	return (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers })).status;
}

async function detail(id: string): Promise<FileRecord> {
	return await call.data(call.get('common/file_detail', { id }));
}

async function multipart(): Promise<Multipart> {
	const body = { service: 'customised_person', name: 'me.mp4', file_size: CONTENT.length };
	return await call.data(call.post('common/create_multipart_upload', body));
}

async function putPart(task: Multipart, number: number): Promise<number> {
	const part = task.parts[number - 1];
	const start = (number - 1) * 10 * MIB;
	const body = CONTENT.subarray(start, start + (part?.size ?? 0));
	return await put(part?.sign_url ?? '', body, task.headers);
}

describe('single upload', () => {
	it('makes the file usable after its review, and readable', async () => {
		const address = await uploadAddress();
		const body = CONTENT.subarray(0, 1000);
		expect(await put(address.sign_url, body, { 'content-type': 'image/png' })).toBe(200);
		expect(await detail(address.file_id)).toMatchObject({ status: 0, bytes: 1000 });
		expect((await fetch(address.full_path)).status).toBe(404);
		service.clock.advance(3);
		expect(await detail(address.file_id)).toMatchObject({ status: 1, msg: '' });
		const read = Buffer.from(await (await fetch(address.full_path)).arrayBuffer());
		expect(read.equals(body)).toBe(true);
		expect(service.journal.last({ operation: 'single' })?.sha256).toBe(sha256([body]));
	});

	it.each([
		['another content type', { 'content-type': 'image/jpeg' }, 403],
		['a header that was not returned', { 'content-type': 'image/png', 'x-more': '1' }, 403],
		['an access token', { 'content-type': 'image/png', access_token: 'x' }, 403],
	])('refuses %s', async (_what, headers: Record<string, string>, status) => {
		const address = await uploadAddress();
		expect(await put(address.sign_url, CONTENT.subarray(0, 10), headers)).toBe(status);
		service.clock.advance(3);
		expect(await detail(address.file_id)).toMatchObject({ status: 0, bytes: 0 });
	});

	it('refuses an address that is changed, or older than 15 minutes', async () => {
		const { sign_url } = await uploadAddress();
		const headers = { 'content-type': 'image/png' };
		const changed = sign_url.replaceAll('%2B', '+');
		expect(await put(changed, Buffer.from('x'), headers)).toBe(403);
		service.clock.advance(15 * 60);
		expect(await put(sign_url, Buffer.from('x'), headers)).toBe(403);
	});

	it('lets the review fail when its fate says so', async () => {
		service.fate(({ operation }) =>
			operation === 'common/review' ? { seconds: 0, outcome: 98, errMsg: 'unsafe' } : undefined,
		);
		const address = await uploadAddress();
		await put(address.sign_url, Buffer.from('x'), { 'content-type': 'image/png' });
		expect(await detail(address.file_id)).toMatchObject({ status: 98, msg: 'unsafe' });
	});
});

describe('multipart upload', () => {
	it('merges parts that arrived in any order', async () => {
		const task = await multipart();
		expect(task.parts.map(({ size }) => size)).toEqual([10 * MIB, MIB]);
		expect(await Promise.all([putPart(task, 2), putPart(task, 1)])).toEqual([200, 200]);
		const { upload_id } = task;
		expect(await call.get('common/file_detail', { id: task.file_id })).toMatchObject({ code: 400 });
		await call.data(call.post('common/complete_multipart_upload', { upload_id }));
		expect(service.storage.files.byId(task.file_id)?.received).toMatchObject({
			bytes: CONTENT.length,
			sha256: sha256([CONTENT]),
		});
	});

	it('asks for a part that was lost, and takes it then', async () => {
		service.faults.add({ operation: 'part', fault: { kind: 'lose' } });
		const task = await multipart();
		const { upload_id } = task;
		await putPart(task, 1);
		await putPart(task, 2);
		const complete = async () => await call.post('common/complete_multipart_upload', { upload_id });
		expect(await complete()).toMatchObject({ code: 120005 });
		await putPart(task, 1);
		expect(await complete()).toMatchObject({ code: 0 });
	});

	it('breaks a connection midway and expires addresses on demand', async () => {
		service.faults.add({ operation: 'part', fault: { kind: 'cut', at: 0.6 } });
		const task = await multipart();
		await expect(putPart(task, 1)).rejects.toThrow();
		service.storage.expireAddresses();
		expect(await putPart(task, 1)).toBe(403);
		expect(
			await call.post('common/complete_multipart_upload', { upload_id: task.upload_id }),
		).toMatchObject({ code: 120004 });
	});

	it('says 50005 while a merge is running', async () => {
		service.fate(({ operation }) =>
			operation === 'common/merge' ? { seconds: 0.0002 } : undefined,
		);
		const task = await multipart();
		await Promise.all([putPart(task, 1), putPart(task, 2)]);
		const body = { upload_id: task.upload_id };
		const first = call.post('common/complete_multipart_upload', body);
		await service.journal.waitFor({ operation: 'common/complete_multipart_upload' });
		const second = await call.post('common/complete_multipart_upload', body);
		expect([(await first).code, second.code]).toEqual([0, 50005]);
	});

	it.each([
		[{ service: 'ai_creation', name: 'a.png', file_size: 0 }, 400],
		[{ service: 'video_translation', name: 'a.mp4', file_size: 1024 ** 3 + 1 }, 50003],
		[{ service: 'video_translation', name: 'a.webm', file_size: 1 }, 400],
	])('refuses %j', async (body, code) => {
		expect(await call.post('common/create_multipart_upload', body)).toMatchObject({ code });
	});
});

describe('lists and sources', () => {
	it('pages from 0 and hides deleted files', async () => {
		const ids: string[] = [];
		for (let count = 0; count < 3; count += 1) ids.push((await uploadAddress()).file_id);
		await call.data(call.post('common/delete_file', { id: ids[1] }));
		const list = await call.data<{ list: FileRecord[]; page_info: object }>(
			call.post('common/file_list', { order: 'create_time_asc', page: 1, page_size: 1 }),
		);
		expect(list.list.map(({ id }) => id)).toEqual([ids[2]]);
		expect(list.page_info).toEqual({ page: 1, size: 1, total_count: 2, total_page: 2 });
		expect(await detail(ids[1] ?? '')).toMatchObject({ status: 99 });
	});

	it('offers source files behind redirects, with a known hash', async () => {
		const source = service.storage.source({ bytes: 300_000, redirects: 2, contentLength: false });
		const response = await fetch(source.url);
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(response.headers.get('content-length')).toBeNull();
		expect(sha256([bytes])).toBe(source.sha256());
	});

	it('refuses references to files that are not usable', async () => {
		const { full_path } = await uploadAddress();
		const body = { creation_type: 3, model_code: 'modelf-4.0', ref_img_url: [full_path] };
		expect(await call.post('ai_creation/task/submit', body)).toMatchObject({ code: 40000 });
	});
});

it.each([
	['presenter.mp4', 'video/mp4'],
	['speech.wav', 'audio/x-wav'],
])('anyone may download the sample %s', async (name, type) => {
	const response = await fetch(`${service.url}/samples/${name}`);
	expect(response.headers.get('content-type')).toBe(type);
	expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});
