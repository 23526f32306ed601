import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { readCallback } from '../../../nodes/shared/run/callback';
import { fuzzing } from '../../support/fuzz';

const person = {
	id: '8801',
	name: 'Ada',
	type: 'person',
	status: 2,
	progress: 100,
	reason: '',
	err_reason: '',
	audio_man_id: '77',
	create_time: 1_790_000_000,
	is_open: 1,
	pic_url: 'https://files.example/p.jpg',
	preview_url: 'https://files.example/p.mp4',
	width: 1080,
	height: 1920,
};

const video = {
	id: '9901',
	status: 30,
	progress: 100,
	msg: '',
	video_url: 'https://files.example/v.mp4',
	subtitle_data_url: '',
	create_time: 1_790_000_000,
	preview_url: 'https://files.example/v.jpg',
	duration: 12.5,
	audio_urls: ['https://files.example/v.wav'],
};

const lipSync = {
	trace_id: 'abc',
	code: 0,
	msg: 'success',
	data: {
		id: '6601',
		status: 20,
		progress: 100,
		msg: '',
		video_url: 'https://files.example/l.mp4',
		preview_url: 'https://files.example/l.jpg',
		duration: 12_400,
		create_time: 1_790_000_000,
	},
};

const voice = {
	id: '5501',
	name: 'Narrator',
	type: 'clone',
	status: 2,
	progress: 100,
	lang: 'en',
	err_msg: '',
	audio_path: 'https://files.example/voice.wav',
};

describe('readCallback', () => {
	test('a custom person is a bare record', () => {
		expect(readCallback(person)).toMatchObject({
			taskId: '8801',
			taskKind: 'person',
			state: 'succeeded',
			serviceStatus: '2',
			createdAt: new Date(1_790_000_000_000).toISOString(),
		});
		expect(readCallback({ ...person, status: 4, reason: 'no face' })).toMatchObject({
			state: 'failed',
			errorMessage: 'no face',
		});
	});

	test('a composed video is a bare record with seconds', () => {
		expect(readCallback(video)).toMatchObject({
			taskId: '9901',
			taskKind: 'composedVideo',
			state: 'succeeded',
			outputUrls: ['https://files.example/v.mp4'],
			durationSeconds: 12.5,
		});
	});

	test('a lip-sync video is an envelope with milliseconds', () => {
		expect(readCallback(lipSync)).toMatchObject({
			taskId: '6601',
			taskKind: 'lipSync',
			state: 'succeeded',
			durationSeconds: 12.4,
		});
	});

	test('status 30 is a success of a composed video and a failure of a lip-sync video', () => {
		const failed = { ...lipSync, data: { ...lipSync.data, status: 30, msg: 'no mouth' } };
		expect(readCallback({ ...video, status: 30 })?.state).toBe('succeeded');
		expect(readCallback(failed)).toMatchObject({ state: 'failed', errorMessage: 'no mouth' });
		expect(readCallback({ ...video, status: 20 })?.state).toBe('inProgress');
	});

	test('a custom voice is recognized by what it has, because its status is not documented', () => {
		expect(readCallback(voice)).toMatchObject({ taskKind: 'voice', state: 'succeeded' });
		expect(readCallback({ ...voice, err_msg: 'too noisy' })).toMatchObject({
			state: 'failed',
			errorMessage: 'too noisy',
		});
		expect(readCallback({ ...voice, audio_path: '' })?.state).toBe('inProgress');
	});

	test('an id that came as a number is text', () => {
		expect(readCallback({ ...video, id: 9901 })?.taskId).toBe('9901');
	});

	test.each([
		['nothing', undefined],
		['null', null],
		['text', 'finished'],
		['a list', [video]],
		['an empty object', {}],
		['an envelope around nothing', { ...lipSync, data: null }],
		['an envelope around a person', { ...lipSync, data: person }],
		['a bare lip-sync record', lipSync.data],
		['an envelope without a code', { data: lipSync.data }],
		['a person that has a video', { ...person, video_url: 'https://files.example/v.mp4' }],
		['a person without its type', { ...person, type: undefined }],
		['a record without an id', { ...video, id: undefined }],
		['an empty id', { ...video, id: '' }],
		['an endless id', { ...video, id: 'x'.repeat(201) }],
		['an address that is no text', { ...video, video_url: { href: 'x' } }],
		['a status that is a list', { ...person, status: [2] }],
	])('%s is refused', (_, body) => {
		expect(readCallback(body)).toBeUndefined();
	});

	test('an id has at most 200 characters', () => {
		expect(readCallback({ ...video, id: 'x'.repeat(200) })?.taskId).toHaveLength(200);
		expect(readCallback({ ...video, id: 'x'.repeat(201) })).toBeUndefined();
	});

	test('never throws, and whatever it reads has an id, a kind and a state', () => {
		const record = fc.oneof(
			fc.constant(person),
			fc.constant(video),
			fc.constant(lipSync),
			fc.constant(lipSync.data),
			fc.constant(voice),
		);
		const anything = fc.oneof(
			fc.anything(),
			fc.tuple(record, fc.object({ maxDepth: 1 })).map(([one, other]) => ({ ...one, ...other })),
			fc
				.tuple(record, fc.constantFrom(...fields), fc.anything())
				.map(([one, field, value]) => ({ ...one, [field]: value })),
		);
		fc.assert(
			fc.property(anything, (body) => {
				const task = readCallback(body);
				if (task === undefined) return;
				expect(task.taskId).not.toBe('');
				expect(['person', 'composedVideo', 'lipSync', 'voice']).toContain(task.taskKind);
				expect(['inProgress', 'succeeded', 'failed']).toContain(task.state);
				if (task.state === 'succeeded' && task.taskKind !== 'person') {
					expect(task.outputUrls?.length).toBeGreaterThan(0);
				}
			}),
			fuzzing(2000),
		);
	});
});

const fields = [
	...new Set([person, video, lipSync, lipSync.data, voice].flatMap((body) => Object.keys(body))),
];
