import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../nodes/shared/service/client';
import { kinds } from '../../../nodes/shared/tasks/kinds';
import type { Task } from '../../../nodes/shared/tasks/task';

const VIDEO = 'https://files.example/video.mp4';
const TIME = 1_790_000_000;

/** A client that is answered with this data, whatever it asks. */
const answeredWith = (data: unknown): ServiceClient => ({
	call: async (_name, _input, schema) => schema.parse(data),
	until: () => answeredWith(data),
	within: () => answeredWith(data),
});

const video = { id: '1', status: 30, video_url: VIDEO };
const creation = { unique_id: '1', progress_desc: 'Success', output_url: [VIDEO] };

const LISTS: Array<[string, IDataObject, (list: IDataObject[]) => unknown]> = [
	['aiCreation', creation, (list) => ({ list })],
	['motion', creation, (list) => list],
	['composedVideo', video, (List) => ({ List, PageInfo: null })],
	['lipSync', { ...video, status: 20 }, (list) => ({ list, page_info: null })],
];

async function listed(
	name: string,
	envelope: (list: IDataObject[]) => unknown,
	record: IDataObject,
): Promise<Task[]> {
	const list = kinds[name]?.list;
	return (await list?.(answeredWith(envelope([record])), 1))?.records ?? [];
}

describe('A record that is not quite as specified', () => {
	it.each(LISTS)('is still read where it is only shown (%s)', async (name, record, list) => {
		const odd = {
			...record,
			progress: {},
			msg: 7,
			err_msg: ['a'],
			preview_url: false,
			subtitle_data_url: 1,
			queue_desc: 5,
			duration: 'twelve',
			create_time: {},
		};
		const [task] = await listed(name, list, odd);
		expect(task).toMatchObject({ taskId: '1', state: 'succeeded', outputUrls: [VIDEO] });
		expect(task?.progress).toBeUndefined();
		expect(task?.durationSeconds).toBeUndefined();
		expect(task?.createdAt).toBeUndefined();
	});

	it.each(LISTS)('keeps a number that is sent as text (%s)', async (name, record, list) => {
		const [task] = await listed(name, list, { ...record, create_time: `${TIME}` });
		expect(task?.createdAt).toBe(new Date(TIME * 1000).toISOString());
	});

	it.each(['aiCreation', 'motion'])('drops empty result addresses (%s)', async (name) => {
		const [, record, list] = LISTS.find(([kind]) => kind === name) ?? [];
		const odd = { ...record, output_url: [null, VIDEO, ''] };
		const [task] = await listed(name, list as (list: IDataObject[]) => unknown, odd);
		expect(task?.outputUrls).toEqual([VIDEO]);
	});

	it.each(LISTS)('has no result where the address is none (%s)', async (name, record, list) => {
		const key = record.output_url ? 'output_url' : 'video_url';
		for (const odd of ['Odd', '/v.mp4', 'javascript:alert(1)']) {
			const value = record.output_url ? [odd] : odd;
			const [task] = await listed(name, list, { ...record, [key]: value });
			expect(task).toMatchObject({ state: 'failed' });
			expect(task).not.toHaveProperty('outputUrls');
		}
	});

	it.each(['', ' '])('is refused where its state is %j', async (blank) => {
		for (const [name, record, list] of LISTS) {
			const field = record.progress_desc ? 'progress_desc' : 'status';
			await expect(listed(name, list, { ...record, [field]: blank })).rejects.toThrow('status');
		}
	});

	it.each([
		['aiCreation', { ...creation, list: [] }],
		['motion', creation],
		['lipSync', { ...video, status: 20 }],
		['person', { id: '1', status: 2 }],
	])('says nothing of another task than itself (%s)', async (name, record) => {
		const asked = kinds[name]?.lookUp(answeredWith(record), ['2']);
		const found = await asked?.then(
			(tasks) => tasks.get('2')?.state,
			(error: Error) => error.message,
		);
		expect(found).toContain('not the requested ID');
	});

	it.each(LISTS)('is refused where its state cannot be read (%s)', async (name, record, list) => {
		const { status, progress_desc: word } = record;
		const odd = { ...record, ...(word ? { progress_desc: 3 } : { status: [status] }) };
		await expect(listed(name, list, odd)).rejects.toThrow();
	});
});

describe('The voice of a custom person', () => {
	const person = { id: '7', status: 2, preview_url: VIDEO };

	it.each([
		[{ audio_id: '88', audio_man_id: '99' }, '88'],
		[{ audio_id: '', audio_man_id: '99' }, '99'],
		[{ audio_man_id: 99 }, '99'],
		[{ audio_id: '', audio_man_id: '' }, undefined],
		[{ audio_id: {}, audio_man_id: null }, undefined],
	])('is read from %j', async (voices, voiceId) => {
		const found = await kinds.person?.lookUp(answeredWith({ ...person, ...voices }), ['7']);
		expect(found?.get('7')).toMatchObject({ state: 'succeeded', raw: { ...person, ...voices } });
		expect(found?.get('7')?.voiceId).toBe(voiceId);
	});
});

it.each(LISTS)("the service's own object keeps its types (%s)", async (name, record, list) => {
	const own = { ...record, create_time: TIME, bytes: [1], id: record.id ?? 5 };
	const [task] = await listed(name, list, own);
	expect(task?.raw).toEqual(own);
});
