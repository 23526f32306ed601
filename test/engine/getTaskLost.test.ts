import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { getTask, PAGES } from '../support/engine/getTask';
import type { NodeRun, NodeRunResult } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

type Kind = keyof typeof PAGES;

const KINDS = Object.keys(PAGES) as Kind[];

/** 2026-03-01 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 1, 12) / 1000;

const getMany = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	getTask([{}], { operation: 'getAll', returnAll: true, ...parameters }, more);
const idsOf = ({ json }: NodeRunResult) => json.map(({ taskId }) => taskId);
const hintsOf = ({ run }: NodeRunResult): string[] =>
	(run.data.resultData.runData.Tested?.at(-1)?.hints ?? []).map(({ message }) => message);

describe('Get Task, Get Many, finds lost work', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const pages = (kind: Kind) => setup.service.journal.count({ operation: PAGES[kind] });

	/** A task that the service says was created at this time; null: its record does not say. */
	const createdAt = async (kind: Kind, create_time: number | null): Promise<string> =>
		await submits.fated(kind, { seconds: 0, record: { create_time } });

	describe.each(KINDS)('created at a time: %s', (kind) => {
		it('from a time, inclusive, up to another, exclusive', async () => {
			const [, first, second] = [
				await createdAt(kind, NOON - 1),
				await createdAt(kind, NOON),
				await createdAt(kind, NOON + 3599),
				await createdAt(kind, NOON + 3600),
			];
			const filters = { createdAfter: '2026-03-01T12:00:00', createdBefore: '2026-03-01T13:00:00' };
			const result = await setup.engine.run(
				getMany({ listKind: kind, filters }, { workflowSettings: { timezone: 'UTC' } }),
			);
			expect(result.error).toBeUndefined();
			expect(idsOf(result)).toEqual([second, first]);
		});

		it('ends with the page on which older tasks begin', async () => {
			for (let n = 0; n < 120; n++) await createdAt(kind, NOON + n);
			setup.service.journal.clear();
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			expect(idsOf(await setup.engine.run(getMany({ listKind: kind, filters })))).toHaveLength(20);
			expect(pages(kind)).toBe(1);
		});

		it('reads a list that is not in order to its end', async () => {
			const wanted = await createdAt(kind, NOON + 500);
			for (let n = 0; n < 120; n++) await createdAt(kind, NOON + (n % 7));
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			expect(idsOf(await setup.engine.run(getMany({ listKind: kind, filters })))).toEqual([wanted]);
		});

		it('includes a task without a creation time, and says so', async () => {
			const undated = await createdAt(kind, null);
			await createdAt(kind, NOON);
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			const result = await setup.engine.run(getMany({ listKind: kind, filters }));
			expect(idsOf(result)).toEqual([undated]);
			expect(hintsOf(result).join()).toContain('does not report when one task of the output was');
		});
	});

	it.each([
		['2026-03-01T12:00:00', 'Asia/Tokyo', 9],
		['2026-03-01 12:00:00', 'America/New_York', -5],
		['2026-03-01T12:00:00+02:00', 'Asia/Tokyo', 2],
		['={{ DateTime.fromISO("2026-03-01T12:00", { zone: "Asia/Tokyo" }) }}', 'UTC', 9],
		['={{ new Date("2026-03-01T12:00:00Z") }}', 'Asia/Tokyo', 0],
		[`={{ ${NOON} }}`, 'Asia/Tokyo', 0],
		[`={{ "${NOON}000" }}`, 'Asia/Tokyo', 0],
	])('reads %s in the time zone of the workflow, %s', async (createdAfter, timezone, hours) => {
		await createdAt('lipSync', NOON - hours * 3600 - 1);
		const from = await createdAt('lipSync', NOON - hours * 3600);
		const result = await setup.engine.run(
			getMany(
				{ listKind: 'lipSync', filters: { createdAfter } },
				{ workflowSettings: { timezone } },
			),
		);
		expect(result.error).toBeUndefined();
		expect(idsOf(result)).toEqual([from]);
	});

	it.each([
		[
			{ createdAfter: '2026-03-02T12:00:00', createdBefore: '2026-03-01T12:00:00' },
			"'Created Before' must be later than 'Created After'",
		],
		[
			{ createdAfter: '2026-03-01T12:00:00', createdBefore: '2026-03-01T12:00:00' },
			"'Created Before' must be later than 'Created After'",
		],
		[{ createdAfter: 'last week' }, "'Created After' must be a date and time, such as 2026-03-01"],
		[{ createdBefore: '={{ [] }}' }, "'Created Before' must be a date and time"],
	])('refuses %j before anything is asked', async (filters, message) => {
		const { error } = await setup.engine.run(getMany({ listKind: 'aiCreation', filters }));
		expect(error?.message).toContain(message);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('lists all kinds together, the newest first, and keeps the limit', async () => {
		const ids: string[] = [];
		for (const [index, kind] of KINDS.entries()) ids.unshift(await createdAt(kind, NOON + index));
		const all = await setup.engine.run(
			getMany({ listKind: 'all', filters: { createdAfter: '2026-03-01', type: 4 } }),
		);
		// The images of animated images, which were created just now, come along.
		expect(idsOf(all).filter((id) => ids.includes(String(id)))).toEqual(ids);
		const some = await setup.engine.run(
			getMany({ listKind: 'all', returnAll: false, limit: 2, filters: { onlySuccessful: true } }),
		);
		expect(some.json).toHaveLength(2);
	});

	describe('not yet collected by this workflow', () => {
		let workflows = 0;
		let workflowId = '';
		beforeEach(() => {
			workflowId = `workflow ${++workflows}`;
		});
		const many = (staticData: IDataObject, more: Partial<NodeRun> = {}) =>
			setup.engine.run(
				getMany(
					{ listKind: 'lipSync', filters: { notYetCollected: true } },
					{ staticData, workflowId, ...more },
				),
			);
		const deliver = (staticData: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
			setup.engine.run(
				getTask(items, { downloadResult: true }, { staticData, workflowId, ...more }),
			);
		const asStored = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;
		const finished = () => submits.fated('lipSync', { seconds: 0 });

		it('lists a finished task once, and each one that comes later', async () => {
			const stored: IDataObject = {};
			const first = await finished();
			expect(idsOf(await many(stored))).toEqual([first]);
			expect(idsOf(await many(stored))).toEqual([]);
			const second = await finished();
			// As n8n stores it and reads it again.
			expect(idsOf(await many(asStored(stored)))).toEqual([second]);
		});

		it('remembers each kind on its own, over all nodes of the workflow', async () => {
			const stored: IDataObject = {};
			const [lip, image] = [await finished(), await submits.fated('aiCreation', { seconds: 0 })];
			expect(idsOf(await many(stored))).toEqual([lip]);
			const both = () =>
				setup.engine.run(
					getMany(
						{ listKind: '={{ $json.kind }}', filters: { notYetCollected: true } },
						{
							staticData: stored,
							workflowId,
							items: [{ kind: 'lipSync' }, { kind: 'aiCreation' }],
						},
					),
				);
			expect(idsOf(await both())).toEqual([image]);
			expect(idsOf(await both())).toEqual([]);
		});

		it('lists a finished task once, however many items ask for it in one run', async () => {
			const ids = [await finished(), await finished()].reverse();
			const result = await many({}, { items: [{}, {}] });
			expect(idsOf(result)).toEqual(ids);
			const two = getMany(
				{ listKind: 'lipSync', returnAll: false, limit: 1, filters: { notYetCollected: true } },
				{ staticData: {}, workflowId: 'another', items: [{}, {}] },
			);
			expect(idsOf(await setup.engine.run(two))).toEqual(ids);
		});

		it('counts only those towards the limit that are left', async () => {
			const stored: IDataObject = {};
			const ids = [await finished(), await finished(), await finished()].reverse();
			const one = async () =>
				idsOf(
					await setup.engine.run(
						getMany(
							{
								listKind: 'lipSync',
								returnAll: false,
								limit: 1,
								filters: { notYetCollected: true },
							},
							{ staticData: stored, workflowId },
						),
					),
				);
			expect([await one(), await one(), await one(), await one()].flat()).toEqual(ids);
		});

		it('lists a task in progress until Get Task has delivered it', async () => {
			const stored: IDataObject = {};
			setup.service.fate({ seconds: Infinity });
			const open = await submits.lipSync();
			const listed = await many(stored);
			expect(idsOf(listed)).toEqual([open]);
			expect(idsOf(await many(stored))).toEqual([open]);
			await deliver(stored, listed.json);
			expect(idsOf(await many(stored))).toEqual([open]);
			setup.service.settle(open);
			const delivered = await deliver(stored, listed.json);
			expect(delivered.outputs[0]?.[0]?.binary).toBeDefined();
			expect(idsOf(await many(stored))).toEqual([]);
		});

		it.each([
			['the run fails', {}],
			['the item fails', { onError: 'continueRegularOutput' as const }],
			['the item goes to the error output', { onError: 'continueErrorOutput' as const }],
		])('lists a task again whose file could not be downloaded: %s', async (_, settings) => {
			const stored: IDataObject = {};
			const lost = await submits.fated('lipSync', { seconds: 0, result: 'missing' });
			const listed = await many(stored);
			await deliver(stored, listed.json, { settings });
			expect(idsOf(await many(stored))).toEqual([lost]);
		});

		it('counts a failed task as collected once it was output', async () => {
			const stored: IDataObject = {};
			const failed = await submits.fated('lipSync', { seconds: 0, outcome: 30 });
			const listed = await many(stored);
			expect(idsOf(listed)).toEqual([failed]);
			await deliver(stored, listed.json, { settings: { onError: 'continueRegularOutput' } });
			expect(idsOf(await many(stored))).toEqual([]);
		});

		it('notes the tasks that leave a loop', async () => {
			const stored: IDataObject = {};
			setup.service.fate({ seconds: Infinity });
			const ids = [await submits.lipSync(), await submits.lipSync()];
			const listed = await many(stored);
			setup.service.settle(ids[0] ?? '');
			await setup.engine.run(
				getTask(
					listed.json,
					{ whenNotFinished: 'pauseAndLoop' },
					{ staticData: stored, workflowId },
				),
			);
			expect(idsOf(await many(stored))).toEqual([ids[1]]);
		});

		it('of a run that ends with an error is not remembered', async () => {
			const stored: IDataObject = {};
			const task = await finished();
			const broken = getTask(
				[{ kind: 'lipSync' }, { kind: 'person' }],
				{
					operation: 'getAll',
					listKind: '={{ $json.kind }}',
					returnAll: true,
					filters: { notYetCollected: true },
				},
				{ staticData: stored, workflowId },
			);
			expect((await setup.engine.run(broken)).error).toBeDefined();
			expect(idsOf(await many(stored))).toEqual([task]);
		});

		it('a workflow that does not use it stores nothing', async () => {
			const stored: IDataObject = {};
			const task = await finished();
			await deliver(stored, [{ taskId: task, taskKind: 'lipSync' }]);
			await setup.engine.run(getMany({ listKind: 'lipSync' }, { staticData: stored, workflowId }));
			expect(JSON.stringify(stored)).not.toContain(task);
		});

		it('remembers the last 5,000', async () => {
			const ids = Array.from({ length: 5_000 }, (_, index) => `old-${index}`);
			const stored = { global: { digitalHumanCollected: { lipSync: ids } } };
			const task = await finished();
			expect(idsOf(await many(stored))).toEqual([task]);
			const { lipSync } = stored.global.digitalHumanCollected;
			expect(lipSync).toHaveLength(5_000);
			expect(lipSync.at(-1)).toBe(task);
			expect(lipSync[0]).toBe('old-1');
		});

		it('remembers a task where the trigger of the workflow has overwritten what n8n stored', async () => {
			const first = await finished();
			const published: IDataObject = {};
			await many(published);
			const second = await finished();
			expect(idsOf(await many(asStored(published)))).toEqual([second]);
			expect(idsOf(await many(asStored(published)))).toEqual([]);
			expect(idsOf(await many({}))).toEqual([]);
			workflowId = 'of someone else';
			expect(idsOf(await many({}))).toEqual([second, first]);
		});

		it('lists a task again whose file could not be downloaded, also where what n8n stored was overwritten', async () => {
			const lost = await submits.fated('lipSync', { seconds: 0, result: 'missing' });
			const published: IDataObject = {};
			const listed = await many(published);
			await deliver(asStored(published), listed.json);
			expect(idsOf(await many(asStored(published)))).toEqual([lost]);
		});

		it('goes by what another process has stored since', async () => {
			const task = await finished();
			const stored: IDataObject = {};
			const listed = await many(stored);
			const later = asStored(stored);
			const global = later.global as { digitalHumanCollected: object };
			global.digitalHumanCollected = { lipSync: [] };
			Object.assign(global, { digitalHumanCollectedAt: Date.now() + 60_000 });
			expect(idsOf(listed)).toEqual([task]);
			expect(idsOf(await many(later))).toEqual([task]);
			expect(idsOf(await many(later))).toEqual([]);
		});

		it('does not remember the tasks of a manual run', async () => {
			const task = await finished();
			expect(idsOf(await many({}, { mode: 'manual' }))).toEqual([task]);
			expect(idsOf(await many({}))).toEqual([task]);
		});

		it('says in a manual run that n8n does not save it', async () => {
			await finished();
			const manual = await many({}, { mode: 'manual' });
			expect(manual.json).toHaveLength(1);
			expect(hintsOf(manual).join()).toContain('does not remember the tasks of this manual run');
			expect(hintsOf(await many({}))).toEqual([]);
		});
	});
});
