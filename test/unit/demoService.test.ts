/* eslint-disable
   @n8n/community-nodes/no-restricted-imports */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { startService, type LocalService } from '../../demo-service';
import { videoBody } from '../../tools/n8n/presenterWorkflow';
import { AI_VIDEO } from '../support/engine/submits';

/**
 * What the demo service refuses because the specification does not allow it, and what of its answers no node shows. All
 * else that it does is proved by the engine tests, which use it.
 */

interface Answer {
	code: number;
	msg: string;
	data: unknown;
}

interface Address {
	sign_url: string;
	full_path: string;
	mime_type: string;
	file_id: string;
}

interface Parts {
	file_id: string;
	upload_id: string;
	headers: Record<string, string>;
	parts: Array<{ sign_url: string }>;
}

type Row = Record<string, unknown>;

const MIB = 1024 ** 2;
const SUBMIT = 'ai_creation/task/submit';
const IMAGE = { creation_type: 3, model_code: 'modelf-4.0', ref_prompt: 'A harbor' };

let service: LocalService;

beforeAll(async () => {
	service = await startService({ tokens: ['token-one', 'token-two'], speed: 0.001 });
});
afterEach(() => service.reset());
afterAll(async () => await service.close());

async function request(path: string, init: RequestInit = {}, one = service): Promise<Response> {
	const headers = { access_token: one.token, ...init.headers };
	return await fetch(`${one.url}/open/v1/${path}`, { ...init, headers });
}

async function get(path: string, query: Record<string, string> = {}, one?: LocalService) {
	const response = await request(`${path}?${new URLSearchParams(query).toString()}`, {}, one);
	return (await response.json()) as Answer;
}

async function post(path: string, body: unknown, type = 'application/json', one?: LocalService) {
	const headers = { 'content-type': type };
	const init = { method: 'POST', headers, body: JSON.stringify(body) };
	return (await (await request(path, init, one)).json()) as Answer;
}

/** Data of a call that must succeed. */
async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
	const { code, msg, data } = await answer;
	expect({ code, msg }).toEqual({ code: 0, msg: 'success' });
	return data as T;
}

async function addressFor(purpose: string, name: string): Promise<Address> {
	return await dataOf(get('common/create_upload_url', { service: purpose, name }));
}

async function put(url: string, headers: Record<string, string>, body = 'bytes'): Promise<number> {
	return (await fetch(url, { method: 'PUT', headers, body })).status;
}

/** A file in one piece, which has passed its review. */
async function upload(purpose: string, name: string): Promise<Address> {
	const address = await addressFor(purpose, name);
	expect(await put(address.sign_url, { 'content-type': address.mime_type })).toBe(200);
	service.clock.advance(3);
	return address;
}

async function inParts(purpose: string, name: string, bytes = 5): Promise<Parts> {
	const body = { service: purpose, name, file_size: bytes };
	return await dataOf(post('common/create_multipart_upload', body));
}

describe('an access token', () => {
	it.each(['wrong', ''])('"%s" is answered with 10400 and HTTP 200', async (token) => {
		const response = await request('list_common_audio', { headers: { access_token: token } });
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ code: 10400, data: null });
	});

	it.each([
		['the address', '?page=1&size=10&key=token-two', {}],
		['header x-key', '?page=1&size=10', { 'x-key': 'token-two' }],
	])('is noticed in %s, also that of another application', async (place, query, headers) => {
		const answer = await request(`list_common_audio${query}`, { headers });
		expect(await answer.json()).toMatchObject({ code: 400, msg: `access token in ${place}` });
		expect(service.journal.leaks()).toHaveLength(1);
	});
});

it('an unknown path is answered with a 404 that is no envelope', async () => {
	const response = await request('no_such_path');
	expect(response.status).toBe(404);
	expect(response.headers.get('content-type')).toContain('text/plain');
});

describe('a submit of an AI task', () => {
	it('is refused with an uploaded frame of more than 30 MB, or one that has not passed its review', async () => {
		const { file_id: id, full_path: path } = await upload('ai_creation', 'first.png');
		const submit = async (start_frame = path) => await post(SUBMIT, { ...AI_VIDEO, start_frame });
		const { received } = service.storage.files.byId(id) ?? {};
		if (!received) throw new Error('No file has arrived');
		received.bytes = 30 * MIB;
		expect(await submit()).toMatchObject({ code: 0 });
		received.bytes += 1;
		const msg = expect.stringContaining('larger than');
		expect(await submit()).toMatchObject({ code: 40000, msg });
		const { full_path: unsent } = await addressFor('ai_creation', 'second.png');
		expect(await submit(unsent)).toMatchObject({ code: 40000 });
	});

	it('belongs to its application, and takes free parameters for an undescribed model', async () => {
		const body = { creation_type: 4, model_code: 'modelb-2.5-t2v', seed: 7 };
		const id = await dataOf<string>(post(SUBMIT, body));
		expect(id).toMatch(/^\d{19}$/);
		const headers = { access_token: 'token-two' };
		const response = await request(`ai_creation/task?unique_id=${id}`, { headers });
		expect(((await response.json()) as Answer).code).not.toBe(0);
	});
});

describe('an upload', () => {
	it.each([
		['another content type', { 'content-type': 'image/jpeg' }],
		['a header that was not returned', { 'content-type': 'image/png', 'x-more': '1' }],
		['an access token', { 'content-type': 'image/png', access_token: 'x' }],
	])('is refused with %s', async (_what, headers: Record<string, string>) => {
		const { sign_url: url, file_id: id } = await addressFor('ai_creation', 'picture one.png');
		expect(await put(url, headers)).toBe(403);
		service.clock.advance(3);
		expect(await dataOf(get('common/file_detail', { id }))).toMatchObject({ status: 0, bytes: 0 });
	});

	it('is refused at an address that is changed, or older than 15 minutes', async () => {
		const { sign_url: url } = await addressFor('ai_creation', 'picture one.png');
		const headers = { 'content-type': 'image/png' };
		expect(await put(url.replaceAll('%2B', '+'), headers)).toBe(403);
		service.clock.advance(15 * 60);
		expect(await put(url, headers)).toBe(403);
	});

	it('is not there before its review, and gone once it is deleted', async () => {
		const { sign_url, full_path: path, file_id: id } = await addressFor('ai_creation', 'a.png');
		await put(sign_url, { 'content-type': 'image/png' });
		expect((await fetch(path)).status).toBe(404);
		service.clock.advance(3);
		expect(await (await fetch(path)).text()).toBe('bytes');
		await dataOf(post('common/delete_file', { id }));
		expect(await dataOf(get('common/file_detail', { id }))).toMatchObject({ status: 99 });
		const body = { order: 'create_time_asc', page: 0, page_size: 10 };
		expect(await dataOf(post('common/file_list', body))).toMatchObject({
			list: [],
			page_info: { page: 0, size: 10, total_count: 0 },
		});
	});

	it('in parts is refused without all of its parts, and once its addresses have expired', async () => {
		const { parts, headers, upload_id } = await inParts('customised_person', 'me.mp4');
		const complete = async () => await post('common/complete_multipart_upload', { upload_id });
		expect(await complete()).toMatchObject({ code: 120005 });
		service.clock.advance(6 * 3600);
		expect(await put(parts[0]?.sign_url ?? '', headers)).toBe(403);
		expect(await complete()).toMatchObject({ code: 120004 });
	});
});

describe('a composed video', () => {
	/** The smallest one, with the first public person. */
	async function composition(): Promise<{ person: Row; audio: { tts: Row } }> {
		const first = { page: '1', size: '1' };
		const persons = get('list_common_dp', first);
		const [person] = (await dataOf<{ list: Array<{ id: string; figures: Row[] }> }>(persons)).list;
		const [voice] = (await dataOf<{ list: Row[] }>(get('list_common_audio', first))).list;
		return {
			person: { id: person?.id, figure_type: person?.figures[0]?.type },
			audio: { tts: { text: ['Good morning'], audio_man: voice?.id } },
		};
	}

	type Composition = Awaited<ReturnType<typeof composition>>;
	const spoken = (body: Composition, tts: Row) => ({
		...body,
		audio: { tts: { ...body.audio.tts, ...tts } },
	});
	const shownBy = (body: Composition, person: Row) => ({
		...body,
		person: { ...body.person, ...person },
	});

	it.each<[string, (body: Composition) => Row, string]>([
		['an odd person height', (b) => shownBy(b, { height: 301 }), 'odd'],
		['a missing figure', (b) => shownBy(b, { figure_type: undefined }), 'figure_type needed'],
		['a figure of others', (b) => shownBy(b, { figure_type: 'sit_body' }), 'correct figure'],
		['an unknown person', (b) => ({ ...b, person: { id: '1' } }), 'custom person absent'],
		['emoji', (b) => spoken(b, { text: ['Hi \u{1F600}'] }), 'emoji'],
		['a keycap', (b) => spoken(b, { text: ['Hi 1\u20E3'] }), 'emoji'],
		['4000 characters', (b) => spoken(b, { text: ['a'.repeat(4000)] }), 'below 4000'],
		['no text', (b) => spoken(b, { text: undefined }), 'missing tts text'],
		['no audio', (b) => ({ ...b, audio: { type: 'audio' } }), 'missing audio file'],
		['an unknown voice', (b) => spoken(b, { audio_man: '5' }), 'voice id not found'],
		['a color name', (b) => ({ ...b, bg_color: 'red' }), 'background color not #RRGGBB'],
		['a wide subtitle', (b) => ({ ...b, subtitle_config: { width: 1081 } }), 'wider or taller'],
		['model 2 without a cartoon', (b) => ({ ...b, model: 2 }), 'cartoon'],
		['4K on a small screen', (b) => ({ ...b, resolution_rate: 1 }), 'size is not set for 4K'],
		['a public voice as personal one', (b) => ({ ...b, audio_source: 1 }), 'personal voices'],
		[
			'a flat background',
			(b) => ({ ...b, bg: { src_url: 'https://a.example/b.png', width: 0, height: 9 } }),
			'bg.width',
		],
	])('is refused with %s', async (_what, change, message) => {
		const answer = await post('create_video', change(await composition()));
		expect(answer).toMatchObject({ code: 40000, data: null });
		expect(answer.msg).toContain(message);
	});

	it('may have subtitles anywhere, a place for a watermark that is off, and 3999 characters, ten times a minute', async () => {
		const body = {
			...spoken(await composition(), { text: ['a'.repeat(3999)] }),
			subtitle_config: { x: -1, y: 1900, width: 1080, height: 1920 },
			add_compliance_watermark: false,
			compliance_watermark_position: 3,
		};
		const codes: number[] = [];
		while (codes.length < 11) codes.push((await post('create_video', body)).code);
		expect(codes).toEqual([...Array<number>(10).fill(0), 40001]);
	});

	it('is reported with ten fields, and to nothing but loopback', async () => {
		const body = { ...(await composition()), callback: 'http://callback.example/x' };
		const id = await dataOf<string>(post('create_video', body));
		service.settle(id, { outcome: 51, errMsg: 'broken' });
		while (service.callbacks.sent(id).length === 0) await request('video_list');
		const [sent] = service.callbacks.sent(id);
		expect(sent).toMatchObject({ failure: expect.stringContaining('loopback') });
		const fields = JSON.parse(sent?.body ?? '') as Row;
		expect(fields).toMatchObject({ id, status: 51, msg: 'broken' });
		expect(Object.keys(fields)).toHaveLength(10);
	});
});

describe('a custom person', () => {
	const CREATE = 'create_customised_person';
	const utf8 = 'application/json; charset=utf-8';
	const person = { name: 'Me', material_video: 'https://a.example/me.mp4' };

	it.each(['file_id', 'auth_video_file_id'])(
		'is refused with a %s that was sent in one piece',
		async (field) => {
			const { file_id: file } = await upload('customised_person', 'me.mp4');
			const answer = await post(CREATE, { ...person, [field]: file }, utf8);
			expect(answer).toMatchObject({ code: 40000, msg: expect.stringContaining('sign_url') });
		},
	);

	it.each([
		[{ ...person, material_video: 'https://a.example/me.avi' }, utf8, 'unsupported video format'],
		[{ ...person, train_type: 'all' }, utf8, 'train_type'],
		[{ ...person, version: '2.0' }, utf8, 'auth_text'],
		[person, 'application/json', 'charset'],
	])('is refused: %j as %s', async (body, type, message) => {
		const answer = await post(CREATE, body, type);
		expect(answer.code).not.toBe(0);
		expect(answer.msg).toContain(message);
	});
});

const PARTS = 'common/create_multipart_upload';
const TRANSLATION = 'video_translation/create';

it.each([
	[PARTS, { service: 'constructor', name: 'a.png', file_size: 1 }, 400],
	[PARTS, { service: 'ai_creation', name: 'a.png', file_size: 0 }, 400],
	[PARTS, { service: 'video_translation', name: 'a.mp4', file_size: 1024 ** 3 + 1 }, 50003],
	[PARTS, { service: 'video_translation', name: 'a.webm', file_size: 1 }, 400],
	[TRANSLATION, { source: {}, target_languages: ['en'] }, 40000],
	[TRANSLATION, { source: { file_id: '1' }, target_languages: ['xx'] }, 170003],
	[TRANSLATION, { source: { file_id: '1' }, target_languages: ['en'] }, 170006],
	[TRANSLATION, { source: { video_id: '1' }, target_languages: ['en'] }, 170002],
])('%s is refused: %j with %i', async (path, body, code) => {
	expect(await post(path, body)).toMatchObject({ code });
});

it('images are animated one at a time; the list has other words for a failure than the task itself', async () => {
	service.fate({ seconds: 0 });
	const photo = await dataOf<string>(post(SUBMIT, IMAGE));
	const { output_url: urls } = await dataOf<{ output_url: string[] }>(
		get('ai_creation/task', { unique_id: photo }),
	);
	service.fate({ seconds: 3600 });
	const body = { photo_unique_id: photo, photo_path: urls[0] };
	const id = await dataOf<string>(post('aigc/motion', body));
	expect(await post('aigc/motion', body)).toMatchObject({ code: 40001 });
	service.settle(id, { outcome: 'Fail' });
	expect(await dataOf(get('aigc/motion/task/page'))).toMatchObject([
		{ unique_id: id, progress_desc: 'Error', type: 2 },
	]);
	const detail = get('aigc/motion/task', { unique_id: id });
	expect(await dataOf(detail)).toMatchObject({ progress_desc: 'Fail' });
});

describe('a folder', () => {
	let folder: string;
	const started: LocalService[] = [];
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'demo-service-'));
	});
	afterEach(async () => {
		for (const one of started.splice(0)) await one.close();
		rmSync(folder, { recursive: true });
	});

	const start = async (): Promise<LocalService> => {
		const one = await startService({ folder, speed: 1000, reviewSeconds: 0 });
		started.push(one);
		return one;
	};
	const utf8 = 'application/json; charset=utf-8';
	const submitOf = async (one: LocalService, path: string, body: unknown) =>
		String((await post(path, body, utf8, one)).data);
	const askedOf = async (one: LocalService, path: string, query: Record<string, string>) =>
		(await get(path, query, one)).data as Row;

	it('keeps what was accepted, however the service ends', async () => {
		const first = await start();
		first.fate(({ body }) =>
			JSON.stringify(body).includes('never') ? { seconds: Infinity } : undefined,
		);
		const done = await submitOf(first, SUBMIT, IMAGE);
		const never = await submitOf(first, SUBMIT, { ...IMAGE, ref_prompt: 'never' });
		const named = { service: 'ai_creation', name: 'first.png' };
		const addressed = async () =>
			(await askedOf(first, 'common/create_upload_url', named)) as unknown as Address;
		const [kept, deleted] = [await addressed(), await addressed()];
		for (const { sign_url, mime_type } of [kept, deleted]) {
			expect(await put(sign_url, { 'content-type': mime_type }, 'a picture')).toBe(200);
		}
		await submitOf(first, 'common/delete_file', { id: deleted.file_id });
		// What a killed process has half written.
		writeFileSync(join(folder, 'state.json.new'), '{"tasks":[{"id":"1');

		// The first service still runs: nothing depends on how it ends.
		const second = await start();
		const task = await askedOf(second, 'ai_creation/task', { unique_id: done });
		expect(task).toMatchObject({ progress_desc: 'Success', number_ai_creation: 1 });
		const [address = ''] = task.output_url as string[];
		expect((await fetch(address)).headers.get('content-type')).toBe('image/png');
		expect(await askedOf(second, 'ai_creation/task', { unique_id: never })).toMatchObject({
			progress_desc: 'Queued',
		});
		const file = await askedOf(second, 'common/file_detail', { id: kept.file_id });
		expect(file).toMatchObject({ status: 1, bytes: 9 });
		expect(await (await fetch(String(file.file_path))).text()).toBe('a picture');
		const gone = await askedOf(second, 'common/file_detail', { id: deleted.file_id });
		expect(gone).toMatchObject({ status: 99 });
		expect([done, never]).not.toContain(await submitOf(second, SUBMIT, IMAGE));
		expect((await start()).tasks()).toHaveLength(3);
	});

	it('remembers the callbacks that are due, and sends none twice', async () => {
		const posted: string[] = [];
		const receiver = createServer((incoming, answer) => {
			incoming.on('data', (part) => posted.push(String((JSON.parse(String(part)) as Row).id)));
			incoming.on('end', () => answer.end());
		});
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
		const { port } = receiver.address() as AddressInfo;
		const video = videoBody('Welcome.', `http://127.0.0.1:${port}/`);

		const first = await start();
		const told = await submitOf(first, 'create_video', video);
		const arrival = async (count: number) => {
			const until = Date.now() + 10_000;
			while (posted.length < count && Date.now() < until) await delay(20);
		};
		await arrival(1);
		first.callbacks.hold();
		const due = await submitOf(first, 'create_video', video);
		await delay(100);
		expect(posted).toEqual([told]);
		await start();
		await arrival(2);
		await delay(100);
		expect(posted).toEqual([told, due]);
		receiver.close();
	});
});
