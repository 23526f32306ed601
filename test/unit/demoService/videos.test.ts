import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { Caller } from './caller';
import { startReceiver } from './receiver';
import type { Receiver } from './receiver';
import { startService } from '../../../demo-service';
import type { LocalService } from '../../../demo-service';

interface PageInfo {
	total_count: number;
	total_page: number;
}

interface Person {
	id: string;
	tag_ids: number[];
	tag_names: string[];
	figures: Array<{ type: string; width: number; bg_replace: boolean }>;
}

type Row = Record<string, unknown>;

let service: LocalService;
let receiver: Receiver;
const call = new Caller(() => service);

beforeAll(async () => {
	receiver = await startReceiver();
	service = await startService({
		speed: 0.001,
		videoSlots: 1,
		videoDetailPath: 'video_detail',
		personDetailPath: 'person_detail',
	});
});
afterEach(() => {
	service.reset();
	receiver.bodies.length = 0;
});
afterAll(async () => {
	await service.close();
	await receiver.close();
});

async function persons(query: Record<string, string> = {}): Promise<Person[]> {
	const answer = call.get('list_common_dp', { page: '1', size: '100', ...query });
	return (await call.data<{ list: Person[] }>(answer)).list;
}

async function voice(): Promise<string> {
	const answer = call.get('list_common_audio', { page: '1', size: '1' });
	return (await call.data<{ list: Array<{ id: string }> }>(answer)).list[0]?.id ?? '';
}

/** Smallest composition with the first public person. */
async function composition(): Promise<{ person: Row; audio: { tts: Row } }> {
	const [person] = await persons();
	return {
		person: { id: person?.id, figure_type: person?.figures[0]?.type },
		audio: { tts: { text: ['Good morning'], audio_man: await voice() } },
	};
}

async function upload(purpose: string, name: string): Promise<string> {
	const address = await call.data<{ sign_url: string; mime_type: string; file_id: string }>(
		call.get('common/create_upload_url', { service: purpose, name }),
	);
	const headers = { 'content-type': address.mime_type };
	await fetch(address.sign_url, { method: 'PUT', body: 'bytes', headers });
	service.clock.advance(3);
	return address.file_id;
}

/** The same in parts, as videos of custom persons have to be sent. */
async function uploadInParts(purpose: string, name: string): Promise<string> {
	const task = await call.data<{
		upload_id: string;
		file_id: string;
		headers: Record<string, string>;
		parts: Array<{ sign_url: string }>;
	}>(call.post('common/create_multipart_upload', { service: purpose, name, file_size: 5 }));
	const url = task.parts[0]?.sign_url ?? '';
	await fetch(url, { method: 'PUT', body: 'bytes', headers: task.headers });
	const { upload_id } = task;
	await call.data(call.post('common/complete_multipart_upload', { upload_id }));
	service.clock.advance(3);
	return task.file_id;
}

async function videoList(): Promise<Row[]> {
	return (await call.data<{ List: Row[] }>(call.post('video_list', {}))).List;
}

describe('lists to choose from', () => {
	it('pages all persons exactly once, with index-aligned tags', async () => {
		const first = await call.data<{ list: Person[]; page_info: PageInfo }>(
			call.get('list_common_dp', { page: '1', size: '30' }),
		);
		expect(first.page_info).toEqual({ page: 1, size: 30, total_count: 68, total_page: 3 });
		const all = await persons();
		expect(new Set(all.map(({ id }) => id)).size).toBe(68);
		expect(all.every(({ tag_ids, tag_names }) => tag_ids.length === tag_names.length)).toBe(true);
		expect(all.some(({ tag_names }) => tag_names.includes(''))).toBe(true);
	});

	it('has as many persons as it is started with', async () => {
		const large = await startService({ persons: 2_000 });
		try {
			const query = { page: '40', size: '50', sort: 'hottest' };
			const { list, page_info: info } = await call.data<{ list: Person[]; page_info: PageInfo }>(
				new Caller(() => large).get('list_common_dp', query),
			);
			expect(list).toHaveLength(50);
			expect(info).toEqual({ page: 40, size: 50, total_count: 2_000, total_page: 40 });
		} finally {
			await large.close();
		}
	});

	it('joins several tags with AND, for figures too', async () => {
		const cartoon = await persons({ tag_ids: '4' });
		const both = await persons({ tag_ids: '4,5' });
		expect(both.length).toBeGreaterThan(0);
		expect(both.length).toBeLessThan(cartoon.length);
		const names = (await persons({ sort: 'hottest' })).map(({ id }) => id);
		expect(names).not.toEqual((await persons({ sort: 'latest' })).map(({ id }) => id));
	});
});

describe('composed videos', () => {
	it('makes a video, keeps those above the tier queued, and lists them with capitals', async () => {
		const body = await composition();
		const ids = [
			await call.data(call.post('create_video', body)),
			await call.data(call.post('create_video', body)),
		];
		expect((await videoList()).map(({ id, queue_status }) => [id, queue_status])).toEqual([
			[ids[1], 'queued'],
			[ids[0], 'processing'],
		]);
		service.clock.advance(7);
		expect((await videoList()).map(({ status }) => status)).toEqual([10, 30]);
		service.clock.advance(6);
		const [last] = await videoList();
		expect(last).toMatchObject({ status: 30, queue_status: 'completed', progress: 100 });
		expect((await fetch(String(last?.video_url))).headers.get('content-type')).toBe('video/mp4');
		expect(await call.get('video_detail', { id: String(ids[1]) })).toMatchObject({ code: 0 });
	});

	it.each<[string, (body: Awaited<ReturnType<typeof composition>>) => Row, string]>([
		['an odd person height', (b) => ({ ...b, person: { ...b.person, height: 301 } }), 'odd'],
		['a missing figure', (b) => ({ ...b, person: { id: b.person.id } }), 'figure_type needed'],
		[
			'a figure the person lacks',
			(b) => ({ ...b, person: { ...b.person, figure_type: 'sit_body' } }),
			'correct figure',
		],
		['an unknown person', (b) => ({ ...b, person: { id: '1' } }), 'custom person absent'],
		[
			'emoji',
			(b) => ({ ...b, audio: { tts: { ...b.audio.tts, text: ['Hi \u{1F600}'] } } }),
			'emoji',
		],
		[
			'4000 characters',
			(b) => ({ ...b, audio: { tts: { ...b.audio.tts, text: ['a'.repeat(4000)] } } }),
			'below 4000',
		],
		[
			'no text',
			(b) => ({ ...b, audio: { tts: { audio_man: b.audio.tts.audio_man } } }),
			'missing tts text',
		],
		['no audio', (b) => ({ ...b, audio: { type: 'audio' } }), 'missing audio file'],
		[
			'an unknown voice',
			(b) => ({ ...b, audio: { tts: { ...b.audio.tts, audio_man: '5' } } }),
			'voice id not found',
		],
		['a colour name', (b) => ({ ...b, bg_color: 'red' }), 'background color not #RRGGBB'],
		['a subtitle too wide', (b) => ({ ...b, subtitle_config: { width: 1081 } }), 'wider or taller'],
		[
			'a subtitle too tall',
			(b) => ({ ...b, subtitle_config: { height: 1921 } }),
			'wider or taller',
		],
		['model 2 without a cartoon', (b) => ({ ...b, model: 2 }), 'cartoon'],
		[
			'4K on a small screen',
			(b) => ({ ...b, resolution_rate: 1 }),
			'screen size is not set for 4K',
		],
		['a public voice as personal one', (b) => ({ ...b, audio_source: 1 }), 'personal voices'],
		[
			'a flat background',
			(b) => ({ ...b, bg: { src_url: 'https://a.example/b.png', width: 0, height: 9 } }),
			'bg.width',
		],
	])('refuses %s', async (_what, change, message) => {
		const answer = await call.post('create_video', change(await composition()));
		expect(answer).toMatchObject({ code: 40000, data: null });
		expect(answer.msg).toContain(message);
	});

	it('takes subtitles anywhere, and a place for a watermark that is off', async () => {
		const body = {
			...(await composition()),
			subtitle_config: { x: -1, y: 1900, width: 1080, height: 1920 },
			add_compliance_watermark: false,
			compliance_watermark_position: 3,
		};
		expect(await call.post('create_video', body)).toMatchObject({ code: 0 });
	});

	it('takes 3999 characters and refuses the eleventh request in a minute', async () => {
		const body = await composition();
		body.audio.tts.text = ['a'.repeat(3999)];
		const codes: number[] = [];
		for (let count = 0; count < 11; count += 1) {
			codes.push((await call.post('create_video', body)).code);
		}
		expect(codes).toEqual([...Array<number>(10).fill(0), 40001]);
	});
});

describe('callbacks', () => {
	it('posts the ten fields when the video ends, as often as planned', async () => {
		service.callbacks.plan({ copies: 2 });
		const body = { ...(await composition()), callback: receiver.url };
		const id = await call.data<string>(call.post('create_video', body));
		expect(receiver.bodies).toHaveLength(0);
		service.settle(id, { outcome: 51, errMsg: 'broken' });
		await until(() => receiver.bodies.length === 2);
		const sent = JSON.parse(receiver.bodies[0] ?? '') as Row;
		expect(sent).toMatchObject({ id, status: 51, msg: 'broken' });
		expect(Object.keys(sent)).toHaveLength(10);
	});

	it('holds callbacks back and releases them in another order', async () => {
		service.callbacks.hold();
		const body = { ...(await composition()), callback: receiver.url };
		const ids = [await call.data<string>(call.post('create_video', body))];
		ids.push(await call.data<string>(call.post('create_video', body)));
		for (const id of ids) service.settle(id);
		await until(() => service.callbacks.heldCount === 2);
		await service.callbacks.release('reversed');
		expect(service.callbacks.sent().map(({ taskId }) => taskId)).toEqual([...ids].reverse());
	});

	it('reports an end that the list does not show yet, until it is heard', async () => {
		service.callbacks.plan({ again: { afterMs: 10, times: 3 } });
		const body = { ...(await composition()), callback: receiver.url };
		const id = await call.data<string>(call.post('create_video', body));
		service.settle(id, { listLagSeconds: 3600 });
		await until(() => receiver.bodies.length === 1);
		expect(JSON.parse(receiver.bodies[0] ?? '')).toMatchObject({ id, status: 30 });
		const shown = async () =>
			(await call.data<{ List: Row[] }>(call.post('video_list', {}))).List[0];
		expect(await shown()).toMatchObject({ id, status: 10, video_url: '' });
		service.clock.advance(3600);
		expect(await shown()).toMatchObject({ id, status: 30 });
		expect(service.callbacks.sent(id)).toHaveLength(1);
	});

	it('calls nothing but loopback', async () => {
		const sent = await service.callbacks.post('http://callback.example/x', {});
		expect(sent).toMatchObject({ failure: expect.stringContaining('loopback') });
	});

	it('wraps lip-sync results in an envelope, with 20 for success', async () => {
		const video_file_id = await upload('lip_sync_video', 'me.mp4');
		const tts_config = { text: ['Hello'], audio_man_id: await voice() };
		const body = { video_file_id, tts_config, callback: receiver.url };
		const id = await call.data<string>(call.post('video_lip_sync/create', body));
		service.settle(id);
		await until(() => receiver.bodies.length === 1);
		expect(JSON.parse(receiver.bodies[0] ?? '')).toMatchObject({
			code: 0,
			data: { id, status: 20 },
		});
		expect(await call.data(call.get('video_lip_sync/detail', { id }))).toMatchObject({
			duration: 12400,
		});
	});
});

describe('custom persons', () => {
	const utf8 = 'application/json; charset=utf-8';

	it('trains a person that can then be used, with its voice', async () => {
		const file_id = await uploadInParts('customised_person', 'me.webm');
		const body = { name: 'Me', file_id, resolution_rate: 1, callback: receiver.url };
		const id = await call.data<string>(call.post('create_customised_person', body, utf8));
		service.settle(id);
		await until(() => receiver.bodies.length === 1);
		const record = JSON.parse(receiver.bodies[0] ?? '') as Row;
		expect(record).toMatchObject({ id, status: 2, type: 'person', support_4k: true });
		const video = {
			person: { id, is_rgba_mode: true },
			audio: { tts: { text: ['Hello'], audio_man: record.audio_man_id } },
		};
		expect(await call.post('create_video', video)).toMatchObject({ code: 0 });
		expect(await call.get('person_detail', { id })).toMatchObject({ code: 0 });
	});

	it.each(['file_id', 'auth_video_file_id'])(
		'refuses a %s that was sent in one piece',
		async (field) => {
			const material_video = 'https://a.example/me.mp4';
			const file = await upload('customised_person', 'me.mp4');
			const body = { name: 'Me', material_video, [field]: file };
			const answer = await call.post('create_customised_person', body, utf8);
			expect(answer).toMatchObject({ code: 40000, msg: expect.stringContaining('sign_url') });
		},
	);

	it.each([
		[{ name: 'Me', material_video: 'https://a.example/me.avi' }, utf8, 'unsupported video format'],
		[
			{ name: 'Me', material_video: 'https://a.example/me.mp4', train_type: 'all' },
			utf8,
			'train_type',
		],
		[{ name: 'Me', material_video: 'https://a.example/me.mp4', version: '2.0' }, utf8, 'auth_text'],
		[{ name: 'Me', material_video: 'https://a.example/me.mp4' }, 'application/json', 'charset'],
	])('refuses %j as %s', async (body, type, message) => {
		const answer = await call.post('create_customised_person', body, type);
		expect(answer.code).not.toBe(0);
		expect(answer.msg).toContain(message);
	});
});

describe('translation and motion', () => {
	it('makes one task a language, which the video detail knows', async () => {
		const file_id = await upload('video_translation', 'talk.mp4');
		const answer = call.post('video_translation/create', {
			source: { file_id },
			target_languages: ['en', 'de'],
		});
		const { tasks } = await call.data<{ tasks: Array<{ language_task_id: string }> }>(answer);
		expect(tasks).toHaveLength(2);
		const id = tasks[1]?.language_task_id ?? '';
		service.settle(id);
		expect(await call.data(call.get('video_detail', { id }))).toMatchObject({ id, status: 30 });
	});

	it.each([
		[{ source: {}, target_languages: ['en'] }, 40000],
		[{ source: { file_id: '1' }, target_languages: ['xx'] }, 170003],
		[{ source: { file_id: '1' }, target_languages: ['en'] }, 170006],
		[{ source: { video_id: '1' }, target_languages: ['en'] }, 170002],
	])('refuses %j with %i', async (body, code) => {
		expect(await call.post('video_translation/create', body)).toMatchObject({ code });
	});

	it('animates a finished image, one at a time', async () => {
		const image = { creation_type: 3, model_code: 'modelf-4.0', aspect_ratio: '16:9' };
		const photo_unique_id = await call.data<string>(call.post('ai_creation/task/submit', image));
		service.settle(photo_unique_id);
		const { output_url } = await call.data<{ output_url: string[] }>(
			call.get('ai_creation/task', { unique_id: photo_unique_id }),
		);
		const body = { photo_unique_id, photo_path: output_url[0] };
		const id = await call.data<string>(call.post('aigc/motion', body));
		expect(await call.post('aigc/motion', body)).toMatchObject({ code: 40001 });
		service.settle(id, { outcome: 'Fail' });
		const list = await call.data<Row[]>(call.get('aigc/motion/task/page'));
		expect(list).toMatchObject([
			{ unique_id: id, progress_desc: 'Error', aspect_ratio: 1, type: 2 },
		]);
		const detail = call.get('aigc/motion/task', { unique_id: id });
		expect(await call.data(detail)).toMatchObject({ progress_desc: 'Fail' });
	});
});

describe('control over HTTP', () => {
	it('adds faults and fates, and shows the journal', async () => {
		const control = async (name: string, body: unknown): Promise<number> =>
			(
				await fetch(`${service.url}/_control/${name}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(body),
				})
			).status;
		expect(await control('faults', { fault: { kind: 'code', code: 50000 } })).toBe(200);
		expect(await control('fates', { fate: { refuse: { code: 50011, msg: 'no' } } })).toBe(200);
		expect(await control('speed', { speed: 0 })).toBe(400);
		expect(await call.get('list_common_audio')).toMatchObject({ code: 50000 });
		expect(await call.post('create_video', await composition())).toMatchObject({ code: 50011 });
		const journal = await fetch(`${service.url}/_control/journal?operation=create_video`);
		expect(((await journal.json()) as { entries: unknown[] }).entries).toHaveLength(1);
	});
});

/** Waits for something that happens shortly, at most two seconds. */
async function until(happened: () => boolean): Promise<void> {
	for (const deadline = Date.now() + 2000; !happened(); ) {
		if (Date.now() > deadline) throw new Error('It did not happen within two seconds');
		await fetch(`${service.url}/_control/accepted`);
	}
}
