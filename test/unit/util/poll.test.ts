import { beforeEach, expect, it, jest } from '@jest/globals';

type Polls = typeof import('../../../nodes/shared/util/async');

const waits: number[] = [];
let now = 0;

jest.mock('../../../nodes/shared/util/async', () => ({
	sleepFor: async (ms: number) => {
		waits.push(ms);
		now += ms;
	},
}));
const { poll, slowing } = jest.requireActual<Polls>('../../../nodes/shared/util/async');

beforeEach(() => {
	waits.length = 0;
	now = 1_000_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

it('a wait between checks is never longer than the time that is left', async () => {
	const last: boolean[] = [];
	const check = async (isLast: boolean) => {
		last.push(isLast);
		return undefined;
	};
	await poll(check, { timeLimitMs: 10_000, waitMs: () => 4_000 });
	expect(waits).toEqual([4_000, 4_000, 2_000]);
	expect(last).toEqual([false, false, false, true]);
});

it('a wait as long as the time limit, or longer, ends with it', async () => {
	for (const wait of [10_000, 3_600_000]) {
		waits.length = 0;
		await poll(async () => undefined, { timeLimitMs: 10_000, waitMs: () => wait });
		expect(waits).toEqual([10_000]);
	}
});

it('a clock that is set back makes nothing last longer', async () => {
	const check = async () => {
		if (waits.length === 0) now -= 3_600_000;
		return undefined;
	};
	await poll(check, { timeLimitMs: 10_000, waitMs: () => 4_000 });
	expect(waits).toEqual([4_000, 4_000, 2_000]);
});

it('a result at the last check counts', async () => {
	const result = await poll(async (isLast) => (isLast ? 'there' : undefined), {
		timeLimitMs: 1_000,
		waitMs: () => 600,
	});
	expect(result).toBe('there');
	expect(waits).toEqual([600, 400]);
});

it('a result ends it at once, and other values than undefined are results', async () => {
	for (const value of [null, 0, false, '']) {
		waits.length = 0;
		expect(await poll(async () => value, { timeLimitMs: 1_000, waitMs: () => 1 })).toBe(value);
		expect(waits).toEqual([]);
	}
});

it('the wait knows how long and how often was checked before', async () => {
	const asked: Array<[number, number]> = [];
	const waitMs = (elapsedMs: number, checks: number) => {
		asked.push([elapsedMs, checks]);
		return 400;
	};
	await poll(async () => undefined, { timeLimitMs: 1_000, waitMs });
	expect(asked).toEqual([
		[0, 1],
		[400, 2],
		[800, 3],
	]);
});

it('without any time there is one check, which is the last', async () => {
	const last: boolean[] = [];
	const check = async (isLast: boolean) => void last.push(isLast);
	expect(await poll(check, { timeLimitMs: 0, waitMs: () => 5 })).toBeUndefined();
	expect(last).toEqual([true]);
	expect(waits).toEqual([]);
});

it('waits that slow down grow by half up to a bound', () => {
	const wait = slowing(2_000, 5_000);
	expect([1, 2, 3, 4, 5].map((checks) => wait(0, checks))).toEqual([
		2_000, 3_000, 4_500, 5_000, 5_000,
	]);
});
