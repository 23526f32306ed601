import { beforeEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { DETAILS, getTask, PAGES } from '../support/engine/getTask';
import { setUp } from '../support/engine/setup';
import { Submits, type Kind } from '../support/engine/submits';

describe('Get Task looks up many tasks', () => {
	const setup = setUp({
		limits: false,
		videoDetailPath: DETAILS.translation,
		personDetailPath: DETAILS.person,
	});
	const submits = new Submits(() => setup.service);
	const reads = (operation: string) => setup.service.journal.count({ operation });
	beforeEach(() => setup.service.journal.clear());

	it('looks up tasks of all kinds, mixed in one input, with the fewest requests', async () => {
		setup.service.fate({ seconds: 0 });
		const kinds: Kind[] = [
			'aiCreation',
			'motion',
			'composedVideo',
			'lipSync',
			'translation',
			'person',
		];
		const tasks: IDataObject[] = [];
		for (const taskKind of [...kinds, ...kinds])
			tasks.push({ taskKind, taskId: await submits[taskKind]() });
		setup.service.journal.clear();
		const { json, outputs, error } = await setup.engine.run(getTask(tasks));
		expect(error).toBeUndefined();
		expect(json.map(({ taskId, taskKind }) => ({ taskKind, taskId }))).toEqual(tasks);
		expect(json.every(({ state }) => state === 'succeeded')).toBe(true);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			tasks.map((_, item) => ({ item })),
		);
		expect(Object.values(PAGES).map(reads)).toEqual([1, 1, 1, 1]);
		expect([reads(DETAILS.motion), reads(DETAILS.lipSync)]).toEqual([0, 0]);
		expect([reads(DETAILS.translation), reads(DETAILS.person)]).toEqual([2, 2]);
	});

	it('looks up 120 tasks of a kind with three requests', async () => {
		setup.service.fate({ seconds: Infinity });
		const ids = await Promise.all(range(120).map(async () => await submits.composedVideo()));
		const { json } = await setup.engine.run(
			getTask(
				ids.map((taskId) => ({ taskId })),
				{ taskKind: 'composedVideo' },
			),
		);
		expect(json.map(({ taskId }) => taskId)).toEqual(ids);
		expect(json.every(({ state }) => state === 'inProgress')).toBe(true);
		expect(reads(PAGES.composedVideo)).toBe(3);
	});

	it('an ID over which the service refuses the query takes nothing from the other AI tasks', async () => {
		setup.service.fate({ seconds: 0 });
		const [one, two] = [await submits.aiCreation(), await submits.aiCreation()];
		setup.service.faults.add({
			operation: PAGES.aiCreation,
			when: ({ body }) => JSON.stringify(body).includes('bad-id'),
			times: Infinity,
			fault: { kind: 'code', code: 40000 },
		});
		const items = [one, 'bad-id', two].map((taskId) => ({ taskId }));
		const { json, error } = await setup.engine.run(
			getTask(items, {}, { settings: { onError: 'continueRegularOutput' } }),
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ taskId: one, state: 'succeeded' },
			{ error: expect.stringContaining("has no AI task with the ID 'bad-id'") },
			{ taskId: two, state: 'succeeded' },
		]);
	});

	it('searches further pages only as far as needed', async () => {
		const first = await submits.composedVideo();
		await Promise.all(range(70).map(async () => await submits.composedVideo()));
		const recent = await submits.composedVideo();
		await setup.engine.run(getTask([{ taskId: recent }], { taskKind: 'composedVideo' }));
		expect(reads(PAGES.composedVideo)).toBe(1);
		const { json } = await setup.engine.run(
			getTask([{ taskId: first }, { taskId: recent }], { taskKind: 'composedVideo' }),
		);
		expect(json).toHaveLength(2);
		expect(reads(PAGES.composedVideo)).toBe(3);
	});

	it.each<['motion' | 'lipSync']>([['motion'], ['lipSync']])(
		'asks for the detail of %s where that takes fewer requests than the list',
		async (taskKind) => {
			const oldest = await submits[taskKind]();
			for (let n = 0; n < 60; n++) await submits[taskKind]();
			const newest = await submits[taskKind]();
			setup.service.journal.clear();
			await setup.engine.run(getTask([{ taskId: oldest, taskKind }]));
			expect([reads(PAGES[taskKind]), reads(DETAILS[taskKind])]).toEqual([0, 1]);
			const { json } = await setup.engine.run(
				getTask([
					{ taskId: newest, taskKind },
					{ taskId: oldest, taskKind },
				]),
			);
			expect(json.map(({ taskId }) => taskId)).toEqual([newest, oldest]);
			expect([reads(PAGES[taskKind]), reads(DETAILS[taskKind])]).toEqual([1, 2]);
		},
	);
});
