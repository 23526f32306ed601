/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import type { Fault } from '../../demo-service';
import { compose, CREATE } from '../support/engine/runs';
import { callPaused } from '../support/engine/webhook';
import { setUp } from '../support/engine/setup';
import { callWebhook, type Answer } from '../support/engine/webhook';
import { quickTime } from '../support/clock';

quickTime();

const video = (id: string): IDataObject => ({
	id,
	status: 30,
	progress: 100,
	video_url: 'https://forged.example/v.mp4',
	subtitle_data_url: '',
});

/** Every question has a time limit of its own. */
describe('The time that a callback takes', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const trigger = new DigitalHumanTaskTrigger();
	const call = async (id: string): Promise<Answer> =>
		await callWebhook({
			node: trigger,
			parameters: { options: { secretFrom: 'none' } },
			credential: { baseUrl: setup.service.url, accessToken: setup.service.token },
			staticData: {},
			body: video(id),
		});
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	it('is half a minute, also for a second one while the first is checked', async () => {
		const node = compose({ completion: 'pause', downloadResult: false }, { items: [{}] });
		const { run } = await setup.engine.run(node);
		const id = setup.service.tasks().at(-1)?.id ?? '';
		const paused = async () => await callPaused(setup.service, node, run, video(id));
		const first = [paused(), call(id)];
		await delay(5_000);
		const answers = await Promise.all([...first, paused(), call(id)]);
		for (const { status, items, afterMs } of answers) {
			expect({ status, items }).toEqual({ status: 503 });
			expect(afterMs).toBeLessThan(32_000);
		}
	}, 120_000);

	it('250 for unknown tasks cost at most 125 list requests, however they arrive', async () => {
		for (const gapMs of [0, 40]) {
			setup.service.journal.clear();
			const answers = await Promise.all(
				range(250).map(async (index) => {
					await delay(index * gapMs);
					return await call(`${7_000_000 + index}`);
				}),
			);
			// On a busy machine, some get no answer of the service in time.
			for (const { status, items } of answers) {
				expect(items).toBeUndefined();
				expect([404, 503]).toContain(status);
			}
			expect(setup.service.journal.count()).toBeLessThanOrEqual(125);
		}
	}, 120_000);

	it.each<[string, Fault]>([
		['asks for ten minutes', { kind: 'status', status: 503, headers: { 'retry-after': '600' } }],
		['is not there', { kind: 'status', status: 503 }],
		['never answers', { kind: 'never' }],
		['answers 50000', { kind: 'code', code: 50000 }],
		['answers 40001', { kind: 'code', code: 40001 }],
	])(
		'is not refused by n8n for long before the execution is parked: the service %s',
		async (_, fault) => {
			setup.service.faults.add({ operation: 'video_list', times: Infinity, fault });
			const node = compose({ completion: 'pause', downloadResult: false }, { items: [{}] });
			const begun = Date.now();
			const { run } = await setup.engine.run(node);
			expect(Date.now() - begun).toBeLessThan(30_000);
			expect(run.status).toBe('waiting');
			expect(setup.service.journal.accepted(CREATE)).toBe(1);
			const hints = run.data.resultData.runData.Tested?.at(-1)?.hints ?? [];
			expect(JSON.stringify(hints)).toContain('could not be read');
		},
		120_000,
	);
});
