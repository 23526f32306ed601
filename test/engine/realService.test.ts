// A service as it may be in reality: slow, with gateways before it, another clock, and forms that are not quite as specified.
import { describe, expect, it } from '@jest/globals';
import { countBy, range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { hintsOf } from '../support/engine/outputs';
import {
	byId,
	compose,
	createImage,
	finishedVideo,
	getMany,
	library,
	PAGES,
} from '../support/engine/runs';
import { otherData, rowsWith } from '../support/answers';
import { setUp } from '../support/engine/setup';

const setup = setUp({ limits: false });

/** A service whose clock is two hours behind. */
const hoursBehind = rowsWith((row) => ({ ...row, create_time: Number(row.create_time) - 7200 }));

const videos = (count: number) => ({ items: range(count).map((n) => ({ json: { n } })) });

describe('A slow service', () => {
	it.each([30, 50])('is read where each answer about a task takes %i seconds', async (seconds) => {
		setup.service.fate({ seconds: 0 });
		const slow: Fault = { kind: 'delay', delayMs: seconds * 1000 };
		setup.always(PAGES.aiCreation, slow);
		setup.always('ai_creation/task', slow);
		const node = createImage({ completion: 'wait', options: { timeLimit: 10 } });
		const { json } = await setup.engine.run(node);
		expect(json).toMatchObject([{ state: 'succeeded' }]);
		expect(setup.count(PAGES.aiCreation)).toBe(1);
	});

	it.each([8, 13])('is asked at a callback where its list takes %i seconds', async (seconds) => {
		const paused = await setup.paused(compose({ completion: 'pause', downloadResult: false }));
		const id = await setup.submits.fated('composedVideo', { seconds: 0 });
		setup.always(PAGES.composedVideo, { kind: 'delay', delayMs: seconds * 1000 });
		expect((await paused.end()).items).toMatchObject([{ json: { state: 'succeeded' } }]);
		const { status, items } = await setup.callTrigger(finishedVideo(id));
		expect({ status, items }).toMatchObject({
			status: 200,
			items: [{ json: { taskId: id, state: 'succeeded' } }],
		});
	});
});

it('A gateway that refuses one kind of task takes nothing from the others in Get Many', async () => {
	await setup.submits.items('composedVideo', 2, { seconds: 0 });
	await setup.submits.items('aiCreation', 2, { seconds: 0 });
	setup.always(PAGES.motion, { kind: 'html', status: 403 });
	const all = getMany({ listKind: 'all', returnAll: true });
	const result = await setup.run(all);
	expect(countBy(result.json, 'taskKind')).toEqual({ composedVideo: 2, aiCreation: 2 });
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^The list has no task of the kind 'animated image', because/),
	]);
	await setup.fails(getMany({ listKind: 'motion' }), /^Could not look up animated images/);
	for (const page of Object.values(PAGES)) setup.always(page, { kind: 'html', status: 403 });
	await setup.fails(all, /^Could not look up/);
});

it('A clock of n8n that is two hours ahead hides none of 60 videos in a wait, and none in a pause', async () => {
	setup.service.fate({ seconds: 30 });
	setup.always(PAGES.composedVideo, hoursBehind);
	const waiting = compose({ completion: 'wait', options: { timeLimit: 30 } }, videos(60));
	const { json } = await setup.engine.run(waiting);
	expect(countBy(json, 'state')).toEqual({ succeeded: 60 });
	const pausing = compose({ completion: 'pause', downloadResult: false }, videos(60));
	const { items } = await (await setup.paused(pausing)).end();
	expect(countBy(items, 'json.state')).toEqual({ succeeded: 60 });
});

it.each([
	['milliseconds', (seconds: number) => seconds * 1000],
	['ISO 8601', (seconds: number) => new Date(seconds * 1000).toISOString()],
])('A time of a file is read as %s', async (_, written) => {
	const odd = (row: IDataObject) => ({ ...row, create_time: written(Number(row.create_time)) });
	const fileId = setup.submits.file('lip_sync_video', 'file.mp4');
	setup.always('common/file_detail', otherData(odd as (data: unknown) => unknown));
	const { json } = await setup.engine.run(library('file', 'get', { fileId: byId(fileId) }));
	const year = expect.stringMatching(/^20\d\d-/);
	expect(json).toMatchObject([{ createdAt: year, expiresAt: year }]);
});

it.each([
	[
		'Cancelled',
		'by the operator',
		'The service stopped the task before it finished: by the operator',
	],
	['Cancelled', 'canceled by the operator', 'The service stopped the task before it finished'],
	['Error', 'the upload was canceled', 'The task failed'],
	['Error', 'too dark', 'The task failed: too dark'],
	['Error', `Traceback: ${'in a worker, '.repeat(20)}`.trim(), 'The task failed'],
])(
	'What the service says of a task that it stopped has a short title that is no stop: %s, %s',
	async (status, reason, title) => {
		setup.service.fate({ seconds: 0 });
		setup.always(
			PAGES.aiCreation,
			rowsWith((row) => ({ ...row, progress_desc: status, err_msg: reason, output_url: [] })),
		);
		const { run, error } = await setup.fails(createImage({ completion: 'wait' }), title);
		expect(run.status).toBe('error');
		expect(error.message).toBe(title);
		expect(`${error.message} ${String(error.description)}`).toContain(reason);
	},
);
