import { describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { operations, type Limit } from '../../nodes/shared/service/endpoints';
import { setUp } from '../support/engine/setup';
import { Submits, type Kind } from '../support/engine/submits';
import '../support/secondTry';

/** How long a minute of the limits lasts here, for the service and the pack alike. */
const MINUTE_MS = 16_000;

const VIDEOS = 'video_list';
const MOTIONS = 'aigc/motion/task/page';
const LIP_SYNCS = 'video_lip_sync/list';

const pageOf = (entry: { body?: unknown }) => (entry.body as { page: number }).page;

describe('Polling', () => {
	const setup = setUp({ limitMinuteMs: MINUTE_MS });
	const submits = new Submits(() => setup.service);

	/** Tasks that never end; the limits of the service are kept by the pack alone. */
	const submitMany = async (kind: Kind, count: number): Promise<IDataObject[]> => {
		setup.service.limits.enforced = false;
		const tasks: IDataObject[] = [];
		while (tasks.length < count) {
			const taskId = await submits.fated(kind, { seconds: Infinity });
			tasks.push({ taskId, taskKind: kind });
		}
		setup.service.limits.enforced = true;
		return tasks;
	};

	const watch = async (items: IDataObject[], minutes: number) =>
		await setup.engine.run({
			type: 'digitalHumanGetTask',
			parameters: {
				operation: 'get',
				whenNotFinished: 'wait',
				options: { checkEvery: 1, timeLimit: minutes },
			},
			items,
		});

	it('watches 120 composed videos with three requests a round', async () => {
		const items = await submitMany('composedVideo', 120);
		setup.service.journal.clear();
		const { json, error } = await watch(items, 0.1);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(120);
		expect(json.every(({ timedOut }) => timedOut === true)).toBe(true);
		const pages = setup.service.journal.entries({ operation: VIDEOS }).map(pageOf);
		const rounds = pages.filter((page) => page === 1).length;
		expect(rounds).toBeGreaterThanOrEqual(4);
		expect(pages).toEqual(range(rounds).flatMap(() => [1, 2, 3]));
	});

	it('keeps to the published limits with 120 items and four executions at once', async () => {
		const items = [
			...(await submitMany('composedVideo', 80)),
			...(await submitMany('lipSync', 20)),
			...(await submitMany('motion', 20)),
		];
		setup.service.journal.clear();
		jest.replaceProperty(operations.listMotions.limit as Limit, 'seconds', MINUTE_MS / 1000);
		const runs = await Promise.all(range(4).map(async () => await watch(items, 0.25)));
		for (const { json, error } of runs) {
			expect(error).toBeUndefined();
			expect(json.map(({ taskId }) => taskId)).toEqual(items.map(({ taskId }) => taskId));
		}
		const { journal } = setup.service;
		// On a busy machine, executions share more of their rounds, so that fewer requests come up against the limit.
		expect(journal.count({ operation: MOTIONS })).toBeGreaterThanOrEqual(4);
		expect(journal.mostWithin(MINUTE_MS, { operation: MOTIONS })).toBeLessThanOrEqual(10);
		expect(journal.mostWithin(1_000, { operation: LIP_SYNCS })).toBeLessThanOrEqual(10);
		expect(journal.count({ code: 40001 })).toBe(0);
		expect(journal.count({ operation: 'aigc/motion/task' })).toBe(0);
		const pages = journal.entries({ operation: VIDEOS }).map(pageOf);
		expect(Math.max(...pages)).toBe(2);
	}, 150_000);
});
