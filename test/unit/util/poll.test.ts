import { beforeEach, expect, it, jest } from '@jest/globals';

type Polls = typeof import('../../../nodes/shared/util/poll');

const waits: number[] = [];
let now = 0;

jest.mock('../../../nodes/shared/util/sleep', () => ({
	sleepFor: async (ms: number) => {
		waits.push(ms);
		now += ms;
	},
}));
const { poll } = jest.requireActual<Polls>('../../../nodes/shared/util/poll');

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

it('a result at the last check counts', async () => {
	const result = await poll(async (isLast) => (isLast ? 'there' : undefined), {
		timeLimitMs: 1_000,
		waitMs: () => 600,
	});
	expect(result).toBe('there');
	expect(waits).toEqual([600, 400]);
});
