import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

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
});
