import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from 'n8n-workflow';

const waits: number[] = [];
let now = 0;
let setBackMs = 0;

jest.mock('../../nodes/shared/util/sleep', () => ({
	MAX_TIMER_MS: 2 ** 31 - 1,
	sleepSlice: async (ms: number) => {
		waits.push(ms);
		now += ms;
	},
}));

const { growingWait, pollUntil } = jest.requireActual<
	typeof import('../../nodes/shared/util/async')
>('../../nodes/shared/util/async');
const { TransferError } = jest.requireActual<
	typeof import('../../nodes/shared/files/transferError')
>('../../nodes/shared/files/transferError');
const { Tries } = jest.requireActual<typeof import('../../nodes/shared/files/tries')>(
	'../../nodes/shared/files/tries',
);

beforeEach(() => {
	waits.length = 0;
	now = 1_000_000;
	setBackMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now - setBackMs);
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

/** Waits for a check, each time for so long. @returns what each check was told of being the last, and what came of it */
async function polled(
	timeLimitMs: number,
	waitMs: number | ((elapsedMs: number, checks: number) => number),
	check: (isLast: boolean) => unknown = () => undefined,
) {
	const last: boolean[] = [];
	const result = await pollUntil(
		async (isLast) => {
			last.push(isLast);
			return check(isLast);
		},
		{ timeLimitMs, waitMs: typeof waitMs === 'number' ? () => waitMs : waitMs },
	);
	return { result, last, waits: [...waits] };
}

it.each([
	['never longer than the time that is left', 10_000, 4_000, [4_000, 4_000, 2_000]],
	['as long as the time limit', 10_000, 10_000, [10_000]],
	['longer than the time limit', 10_000, 3_600_000, [10_000]],
	['none without any time: there is one check', 0, 5, []],
])('a wait between checks is %s', async (_, timeLimitMs, waitMs, expected) => {
	const { result, last, waits } = await polled(timeLimitMs, waitMs);
	expect(result).toBeUndefined();
	expect(waits).toEqual(expected);
	expect(last).toEqual([...expected.map(() => false), true]);
});

it('a clock that is set back makes nothing last longer', async () => {
	const { waits } = await polled(10_000, 4_000, () => void (setBackMs = 3_600_000));
	expect(waits).toEqual([4_000, 4_000, 2_000]);
});

it('a check that is under way when the time is up is the last one', async () => {
	const { last } = await polled(10_000, 4_000, () => void (now += 11_000));
	expect(last).toEqual([false]);
});

it('a result at the last check counts', async () => {
	const check = (isLast: boolean) => (isLast ? 'there' : undefined);
	expect(await polled(1_000, 600, check)).toMatchObject({ result: 'there', waits: [600, 400] });
});

it.each([null, 0, false, ''])('a result ends it at once, also %j', async (value) => {
	expect(await polled(1_000, 1, () => value)).toMatchObject({ result: value, waits: [] });
});

it('the wait knows how long and how often was checked before', async () => {
	const asked: number[][] = [];
	await polled(1_000, (...known) => {
		asked.push(known);
		return 400;
	});
	const expected = [
		[0, 1],
		[400, 2],
		[800, 3],
	];
	expect(asked).toEqual(expected);
});

describe('The tries of a file', () => {
	const lines: string[] = [];
	const logger = { info: (line: string) => void lines.push(line) } as unknown as Logger;
	const transferError = (title: string, facts: object) =>
		new TransferError({ code: 'transferFailed', title, advice: '' }, facts);
	const broken = (facts = {}) => transferError('broken', { passing: true, ...facts });

	beforeEach(() => void lines.splice(0));

	/** Does work that fails as given, one after the other, and then succeeds. */
	async function retrying(errors: unknown[], { tries = 4, signal = undefined as never } = {}) {
		let calls = 0;
		const left = new Tries(logger, signal, { tries, firstWaitMs: 100 });
		const work = async () => {
			if (calls < errors.length) throw errors[calls++];
			return 'done';
		};
		const outcome = await left.retry(work).catch((error: unknown) => error);
		return { calls, outcome };
	}

	it('wait twice as long after each failure, and tell of each', async () => {
		expect(await retrying([broken(), broken(), broken()])).toMatchObject({ outcome: 'done' });
		expect(waits).toEqual([100, 200, 400]);
		expect(lines).toEqual(Array(3).fill('broken. Trying again'));
	});

	it('wait as long as a failure asks, from the usual wait up to two minutes', async () => {
		const asked = [20_000, undefined, 10, 600_000];
		await retrying(
			asked.map((retryAfterMs) => broken({ answer: { retryAfterMs } })),
			{ tries: 5 },
		);
		expect(waits).toEqual([20_000, 200, 400, 120_000]);
	});

	it('are used up once, also by what stands in another one', async () => {
		const left = new Tries(logger);
		let calls = 0;
		const work = async () => {
			calls++;
			throw broken({ expired: true });
		};
		const facts = { passing: false, expired: true };
		const nested = new Tries(logger).retry(async () => await left.retry(work));
		await expect(nested).rejects.toMatchObject({ message: 'broken', facts });
		expect(calls).toBe(4);
		expect(waits).toHaveLength(3);
	});
});

it('A wait that grows doubles up to a bound, and is spread by a quarter to both sides', () => {
	const waitsOf = [1, 2, 3, 4, 5, 6, 7].map((times) => growingWait(1_000, times));
	expect(waitsOf).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
	const spread = [0, 0.5, 1].map((random) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		return growingWait(1_000, 3, 3_000);
	});
	expect(spread).toEqual([2_250, 3_000, 3_750]);
});
