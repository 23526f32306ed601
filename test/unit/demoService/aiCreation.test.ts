import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { startService } from '../../../demo-service';
import type { LocalService } from '../../../demo-service';
import { AI_VIDEO } from '../../support/engine/submits';

interface Answer {
	code: number;
	msg: string;
	data: unknown;
}

interface UploadAddress {
	sign_url: string;
	full_path: string;
}

interface TaskPage {
	list: Array<{ unique_id: string; progress_desc: string; output_url: string[]; err_msg: string }>;
	total: number;
	page_info: { page: number; size: number; total_count: number; total_page: number };
}

const IMAGE = { creation_type: 3, model_code: 'modelf-4.0', ref_prompt: 'A harbour' };

let service: LocalService;

beforeAll(async () => {
	service = await startService({ tokens: ['token-one', 'token-two'], speed: 200 });
});
afterEach(() => service.reset());
afterAll(async () => await service.close());

async function request(
	path: string,
	init: RequestInit = {},
	token = 'token-one',
): Promise<Response> {
	return await fetch(`${service.url}/open/v1/${path}`, {
		...init,
		headers: { access_token: token, ...init.headers },
	});
}

async function post(path: string, body: unknown, token?: string): Promise<Answer> {
	const response = await request(
		path,
		{
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		},
		token,
	);
	return (await response.json()) as Answer;
}

async function submit(body: unknown): Promise<string> {
	const answer = await post('ai_creation/task/submit', body);
	expect(answer).toMatchObject({ code: 0, msg: 'success' });
	return answer.data as string;
}

async function page(body: object, token?: string): Promise<TaskPage> {
	return (await post('ai_creation/task/page', body, token)).data as TaskPage;
}

describe('authentication', () => {
	it.each([['wrong'], ['']])('answers 10400 with HTTP 200 to the token "%s"', async (token) => {
		const response = await request('list_common_audio?page=1&size=10', {}, token);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ code: 10400, data: null });
	});

	it('answers unknown paths with a 404 that is no envelope', async () => {
		const response = await request('balance');
		expect(response.status).toBe(404);
		expect(response.headers.get('content-type')).toContain('text/plain');
	});

	it('notes a token outside its header as a leak', async () => {
		await request('list_common_audio?page=token-one');
		expect(service.journal.leaks()).toHaveLength(1);
	});
});

describe('submit', () => {
	it.each([
		['a missing required field', { ...AI_VIDEO, clarity: undefined }, 400, 'clarity'],
		['a text instead of a number', { ...AI_VIDEO, video_duration: '5' }, 400, 'video_duration'],
		['a field of another model', { ...AI_VIDEO, quality_mode: 'pro' }, 400, 'quality_mode'],
		['an unlisted value', { ...AI_VIDEO, clarity: 1440 }, 40000, 'clarity'],
		['an internal clarity', { ...AI_VIDEO, clarity: 72001 }, 40000, 'clarity'],
		['a number out of range', { ...AI_VIDEO, video_duration: 31 }, 40000, 'video_duration'],
		['the other creation type', { ...AI_VIDEO, creation_type: 3 }, 40000, 'creation_type'],
		['no frame', { ...AI_VIDEO, start_frame: undefined }, 40000, 'start_frame'],
		[
			'three frames',
			{ ...AI_VIDEO, ref_img_url: ['https://a.example/1', 'https://a.example/2'] },
			40000,
			'ref_img_url',
		],
		[
			'a frame of another type',
			{ ...AI_VIDEO, end_frame: 'https://a.example/1.heic' },
			40000,
			'heic',
		],
		['a local path', { ...AI_VIDEO, start_frame: '/data/first.png' }, 40000, 'start_frame'],
		[
			'a code that is not one',
			{ creation_type: 4, model_code: 'no-such-code' },
			40000,
			'model_code',
		],
	])('refuses %s', async (_what, body, code, field) => {
		const answer = await post('ai_creation/task/submit', body);
		expect(answer).toMatchObject({ code, data: null });
		expect(answer.msg).toContain(field);
		expect(service.tasks()).toHaveLength(0);
	});

	it('refuses an uploaded frame that is larger than 30 MB', async () => {
		const send = async (bytes: number) => {
			const path = 'common/create_upload_url?service=ai_creation&name=first.png';
			const { data } = (await (await request(path)).json()) as { data: UploadAddress };
			const headers = { 'content-type': 'image/png' };
			await fetch(data.sign_url, { method: 'PUT', body: new Uint8Array(bytes), headers });
			service.clock.advance(3);
			return await post('ai_creation/task/submit', { ...AI_VIDEO, start_frame: data.full_path });
		};
		expect(await send(30 * 1024 ** 2)).toMatchObject({ code: 0 });
		expect(await send(30 * 1024 ** 2 + 1)).toMatchObject({
			code: 40000,
			msg: expect.stringContaining('larger than'),
		});
	});

	it('takes an undescribed model with free parameters', async () => {
		const id = await submit({ creation_type: 4, model_code: 'modelb-2.5-t2v', seed: 7 });
		expect(id).toMatch(/^\d{19}$/);
	});
});

describe('task life', () => {
	it('progresses from Queued to Success, with results that can be fetched', async () => {
		service.clock.setSpeed(0.001);
		const id = await submit({ ...IMAGE, number_of_images: 2 });
		expect((await page({ unique_ids: [id] })).list[0]?.progress_desc).toBe('Queued');
		service.clock.advance(1.5);
		expect((await page({ unique_ids: [id] })).list[0]?.progress_desc).toBe('Generating');
		service.clock.advance(2);
		const [task] = (await page({ unique_ids: [id], type: 3, is_success: true })).list;
		expect(task?.output_url).toHaveLength(2);
		const file = await fetch(task?.output_url[0] ?? '');
		const bytes = Buffer.from(await file.arrayBuffer());
		expect(file.headers.get('content-type')).toBe('image/png');
		expect(file.headers.get('content-length')).toBe(String(bytes.length));
		expect(bytes.subarray(1, 4).toString()).toBe('PNG');
		service.clock.setSpeed(200);
	});

	it('ends as its fate says, and belongs to its application', async () => {
		service.fate(({ index }) =>
			index === 1 ? { outcome: 'Fail', errMsg: 'too dark' } : undefined,
		);
		const ids = [await submit(AI_VIDEO), await submit(AI_VIDEO)];
		service.clock.advance(10);
		expect((await page({ unique_ids: ids })).list.map((task) => task.err_msg)).toEqual([
			'too dark',
			'',
		]);
		expect(await page({ unique_ids: ids }, 'token-two')).toMatchObject({ list: [], total: 0 });
	});

	it('refuses a download that carries the token, and cuts one short on demand', async () => {
		service.fate({ seconds: 0, result: 'truncated' });
		const id = await submit(AI_VIDEO);
		const url = (await page({ unique_ids: [id] })).list[0]?.output_url[0] ?? '';
		expect((await fetch(url, { headers: { access_token: 'token-one' } })).status).toBe(403);
		expect(service.journal.leaks()).toHaveLength(1);
		await expect(fetch(url).then(async (file) => await file.arrayBuffer())).rejects.toThrow();
	});
});

describe('faults and limits', () => {
	it('creates the task although the answer is lost', async () => {
		service.faults.add({ operation: 'ai_creation/task/submit', fault: { kind: 'resetAfter' } });
		await expect(post('ai_creation/task/submit', IMAGE)).rejects.toThrow();
		expect(service.journal.accepted('ai_creation/task/submit')).toBe(1);
	});

	it('creates nothing when the connection breaks before', async () => {
		service.faults.add({ operation: 'ai_creation/task/submit', fault: { kind: 'resetBefore' } });
		await expect(post('ai_creation/task/submit', IMAGE)).rejects.toThrow();
		expect(service.tasks()).toHaveLength(0);
	});

	it.each([
		[{ kind: 'html' as const }, 502, '<html>'],
		[{ kind: 'truncated' as const }, 200, '{"trace_id"'],
		[{ kind: 'empty' as const }, 200, ''],
		[{ kind: 'code' as const, code: 50000, status: 500, retryAfter: '3' }, 500, '"code":50000'],
	])('answers %j', async (fault, status, content) => {
		service.faults.add({ fault });
		const response = await request('video_translation/target_languages');
		expect(response.status).toBe(status);
		expect(await response.text()).toContain(content);
	});

	it('counts the unpublished limits only when they are set', async () => {
		const strict = await startService({ aiSubmitPerSecond: 2 });
		const codes: number[] = [];
		for (let round = 0; round < 3; round += 1) {
			const response = await fetch(`${strict.url}/open/v1/ai_creation/task/submit`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', access_token: strict.token },
				body: JSON.stringify(IMAGE),
			});
			codes.push(((await response.json()) as Answer).code);
		}
		await strict.close();
		expect(codes).toEqual([0, 0, 40001]);
	});
});
