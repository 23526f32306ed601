/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { compose, CREATE } from '../support/composeVideoCase';
import { Logger } from '../support/engine/core';
import { callPaused } from '../support/engine/pausedVideo';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

const finished = (id: string): IDataObject => ({
	id,
	status: 30,
	progress: 100,
	video_url: '',
	subtitle_data_url: '',
});

const TOO_LATE = 'The time limit was reached; the workflow continues without the results';

// At the time limit, n8n resumes the execution itself. Older versions would resume it once more with a later callback.
describe('A paused execution at its time limit', () => {
	const setup = setUp({ limits: false, speed: 1 });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	const paused = async (minutes: number, items: IDataObject[] = [{}]) => {
		const node = compose(
			{ completion: 'pause', downloadResult: true, options: { timeLimit: minutes } },
			{ items },
		);
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		const ids = setup.service.journal.entries({ operation: CREATE }).map(({ id }) => id ?? '');
		return {
			ids,
			limit: run.waitTill?.getTime() ?? 0,
			call: async (id: string) => await callPaused(setup.service, node, run, finished(id)),
		};
	};

	it('is resumed before, without the files that have not arrived', async () => {
		const { ids, limit, call } = await paused(0.5, [{}, {}]);
		for (const id of ids) setup.service.settle(id);
		setup.service.faults.add({ operation: 'result', fault: { kind: 'delay', delayMs: 300_000 } });
		const { items = [] } = await call(ids[0] ?? '');
		expect(Date.now()).toBeLessThan(limit);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ state: 'succeeded', outputUrls: [expect.any(String)] }),
			expect.objectContaining({ state: 'succeeded', outputUrls: [expect.any(String)] }),
		]);
		const errors = items.flatMap(({ json }) => json.error ?? []);
		expect(errors).toEqual([
			expect.stringMatching(
				/^The result file did not arrive before the time limit\..*Task ID: \d+.*Get Task/,
			),
		]);
		expect(
			items.map(({ json, binary }) => json.error === undefined && binary?.data),
		).toContainEqual(expect.objectContaining({ mimeType: 'video/mp4' }));
	});

	it('is not resumed by a callback that comes later', async () => {
		const { ids, limit, call } = await paused(0.1);
		const [id = ''] = ids;
		setup.service.settle(id);
		while (Date.now() < limit) await delay(100);
		setup.service.journal.clear();
		const warn = jest.spyOn(Logger.prototype, 'warn');
		const answer = await call(id);
		expect(answer).toMatchObject({ status: 200, message: TOO_LATE });
		expect(answer.items).toBeUndefined();
		expect(setup.service.journal.entries()).toEqual([]);
		expect(warn).toHaveBeenCalledWith(expect.stringContaining(`Task IDs: ${id}`));
	});

	it('is not resumed by a callback that was checked for too long', async () => {
		const { ids, call } = await paused(0.1);
		const [id = ''] = ids;
		setup.service.settle(id, { listLagSeconds: 5 });
		const answer = await call(id);
		expect(answer).toMatchObject({ status: 200, message: TOO_LATE });
		expect(answer.items).toBeUndefined();
	});
});
