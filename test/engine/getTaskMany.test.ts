import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/clock';
import { getMany, PAGES } from '../support/engine/runs';
import type { NodeRun, NodeRunResult } from '../support/engine/engine';
import { hintsOf } from '../support/engine/outputs';

type ListedKind = keyof typeof PAGES;

const LISTED = Object.keys(PAGES) as ListedKind[];

describe('Get Task, Get Many', () => {
	quickTime();
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const pagesOf = (kind: ListedKind) => setup.requests(PAGES[kind]);

	/** Motion tasks bring their image tasks with them; each kind is listed separately. */
	const submitMany = async (kind: ListedKind, count: number): Promise<string[]> => {
		const ids: string[] = [];
		while (ids.length < count) ids.push(await submits[kind]());
		return ids;
	};

	it.each(LISTED)('returns all tasks of %s, each once', async (kind) => {
		const ids = await submitMany(kind, 103);
		const { json } = await setup.run(getMany({ listKind: kind, returnAll: true }));
		expect(json.map(({ taskId }) => taskId)).toEqual([...ids].reverse());
		expect(json.every(({ taskKind }) => taskKind === kind)).toBe(true);
		expect(pagesOf(kind)).toHaveLength(3);
	});

	it.each(LISTED)('of %s ends when a last page is exactly full', async (kind) => {
		await submitMany(kind, 50);
		const { json } = await setup.engine.run(getMany({ listKind: kind, returnAll: true }));
		expect(json).toHaveLength(50);
		// Only the list of motion tasks has no total that would show it.
		expect(pagesOf(kind)).toHaveLength(kind === 'motion' ? 2 : 1);
	});

	it.each(LISTED)('of %s reads no more pages than the limit needs', async (kind) => {
		await submitMany(kind, 60);
		const { json } = await setup.engine.run(getMany({ listKind: kind, limit: 7 }));
		expect(json).toHaveLength(7);
		expect(pagesOf(kind)).toHaveLength(1);
	});

	it.each(LISTED)('gives nothing when there are no tasks of %s', async (kind) => {
		const { json } = await setup.run(getMany({ listKind: kind, returnAll: true }));
		expect(json).toEqual([]);
	});

	it.each(LISTED)('of %s leaves out what did not succeed when asked to', async (kind) => {
		const good = await submits.fated(kind, { seconds: 0 });
		await submits.fated(kind, { seconds: Infinity });
		const { json } = await setup.engine.run(
			getMany({ listKind: kind, returnAll: true, filters: { onlySuccessful: true } }),
		);
		expect(json).toEqual([expect.objectContaining({ taskId: good, state: 'succeeded' })]);
	});

	it('leaves the filters of AI tasks to the service', async () => {
		await submits.aiCreation();
		await setup.engine.run(
			getMany({ listKind: 'aiCreation', filters: { onlySuccessful: true, type: 4 } }),
		);
		expect(pagesOf('aiCreation')[0]?.body).toMatchObject({ is_success: true, type: 4 });
	});

	it('names the tasks that moved to the next page in the meantime only once', async () => {
		const ids = await submitMany('composedVideo', 60);
		setup.fault(PAGES.composedVideo, { kind: 'delay', delayMs: 300 }, { skip: 1 });
		const running = setup.engine.run(getMany({ listKind: 'composedVideo', returnAll: true }));
		await setup.service.journal.waitFor({ operation: PAGES.composedVideo }, 2);
		await submitMany('composedVideo', 5);
		const { json } = await running;
		const listed = json.map(({ taskId }) => String(taskId));
		expect(new Set(listed).size).toBe(listed.length);
		expect(listed.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
	});

	it.each(['translation', 'person'] as const)('says that there is no list of %s', async (kind) => {
		const { error } = await setup.engine.run(getMany({ listKind: kind }));
		expect(error?.message).toContain('which cannot be listed');
	});
});

type Kind = keyof typeof PAGES;

const KINDS = Object.keys(PAGES) as Kind[];

/** 2026-03-01 12:00 UTC. */
const NOON = Date.UTC(2026, 2, 1, 12) / 1000;

const listAll = (parameters: INodeParameters, more: Partial<NodeRun> = {}): NodeRun =>
	getMany({ returnAll: true, ...parameters }, more);
const idsOf = ({ json }: NodeRunResult) => json.map(({ taskId }) => taskId);

describe('Get Task, Get Many, finds lost work', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;
	const pages = (kind: Kind) => setup.count(PAGES[kind]);

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
				listAll({ listKind: kind, filters }, { workflowSettings: { timezone: 'UTC' } }),
			);
			expect(result.error).toBeUndefined();
			expect(idsOf(result)).toEqual([second, first]);
		});

		it('ends with the page on which older tasks begin', async () => {
			for (let n = 0; n < 120; n++) await createdAt(kind, NOON + n);
			setup.service.journal.clear();
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			expect(idsOf(await setup.engine.run(listAll({ listKind: kind, filters })))).toHaveLength(20);
			expect(pages(kind)).toBe(1);
		});

		it('reads a list that is not in order to its end', async () => {
			const wanted = await createdAt(kind, NOON + 500);
			for (let n = 0; n < 120; n++) await createdAt(kind, NOON + (n % 7));
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			expect(idsOf(await setup.engine.run(listAll({ listKind: kind, filters })))).toEqual([wanted]);
		});

		it('includes a task without a creation time, and says so', async () => {
			const undated = await createdAt(kind, null);
			await createdAt(kind, NOON);
			const filters = { createdAfter: new Date((NOON + 100) * 1000).toISOString() };
			const result = await setup.engine.run(listAll({ listKind: kind, filters }));
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
			listAll(
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
		await setup.refuses(listAll({ listKind: 'aiCreation', filters }), message);
	});

	it('lists all kinds together, the newest first, and keeps the limit', async () => {
		const ids: string[] = [];
		for (const [index, kind] of KINDS.entries()) ids.unshift(await createdAt(kind, NOON + index));
		const all = await setup.engine.run(
			listAll({ listKind: 'all', filters: { createdAfter: '2026-03-01', type: 4 } }),
		);
		// The images of animated images, which were created just now, come along.
		expect(idsOf(all).filter((id) => ids.includes(String(id)))).toEqual(ids);
		const some = await setup.engine.run(
			listAll({ listKind: 'all', returnAll: false, limit: 2, filters: { onlySuccessful: true } }),
		);
		expect(some.json).toHaveLength(2);
	});
});
