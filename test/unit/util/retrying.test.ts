import { beforeEach, describe, expect, it, jest } from '@jest/globals';

type Retrying = typeof import('../../../nodes/shared/util/async');

const waits: number[] = [];
const stop = { ped: false };

jest.mock('../../../nodes/shared/util/async', () => ({
	sleepFor: async (ms: number) => {
		waits.push(ms);
	},
	throwIfStopped: () => {
		if (stop.ped) throw new Error('stopped');
	},
}));
const { growingWait, retrying } = jest.requireActual<Retrying>('../../../nodes/shared/util/async');

beforeEach(() => {
	waits.length = 0;
	stop.ped = false;
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

/** Work that fails so many times. */
function failing(times: number) {
	let calls = 0;
	return {
		calls: () => calls,
		work: async () => {
			calls += 1;
			if (calls <= times) throw new Error(`failure ${calls}`);
			return `result ${calls}`;
		},
	};
}

const usual = { attempts: 4, firstWaitMs: 100, mayPass: () => true };

describe('Doing work again', () => {
	it('does it once when it succeeds', async () => {
		const { work, calls } = failing(0);
		expect(await retrying(work, usual)).toBe('result 1');
		expect(calls()).toBe(1);
		expect(waits).toEqual([]);
	});

	it('waits twice as long after each failure, and tells of each', async () => {
		const told: string[] = [];
		const { work } = failing(3);
		const result = await retrying(work, { ...usual, onRetry: ({ message }) => told.push(message) });
		expect(result).toBe('result 4');
		expect(waits).toEqual([100, 200, 400]);
		expect(told).toEqual(['failure 1', 'failure 2', 'failure 3']);
	});

	it('waits as long as the failure asks, from its usual wait up to two minutes', async () => {
		const asked = [20_000, undefined, 10, 600_000];
		const { work } = failing(4);
		await retrying(work, { ...usual, attempts: 5, askedMs: () => asked.shift() });
		expect(waits).toEqual([20_000, 200, 400, 120_000]);
	});

	it('ends with the last failure after so many attempts', async () => {
		const { work, calls } = failing(9);
		await expect(retrying(work, usual)).rejects.toThrow('failure 4');
		expect(calls()).toBe(4);
		expect(waits).toHaveLength(3);
	});

	it('ends at once with a failure that does not pass', async () => {
		const { work, calls } = failing(9);
		const mayPass = ({ message }: Error) => message !== 'failure 2';
		await expect(retrying(work, { ...usual, mayPass })).rejects.toThrow('failure 2');
		expect(calls()).toBe(2);
	});

	it('ends when the execution is stopped meanwhile', async () => {
		const work = async () => {
			stop.ped = true;
			throw new Error('broken off');
		};
		await expect(retrying(work, usual)).rejects.toThrow('stopped');
	});

	it('makes an error of what is thrown otherwise', async () => {
		const work = async () => await Promise.reject('text');
		await expect(retrying(work, { ...usual, attempts: 1 })).rejects.toEqual(new Error('text'));
	});
});

describe('A wait that grows', () => {
	it('doubles up to half a minute', () => {
		const waitsOf = [1, 2, 3, 4, 5, 6, 7].map((failed) => growingWait(1_000, failed, 0.5));
		expect(waitsOf).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
	});

	it('is spread by a quarter to both sides', () => {
		expect(growingWait(1_000, 1, 0)).toBe(750);
		expect(growingWait(1_000, 1, 1)).toBe(1_250);
		expect(growingWait(1_000, 1)).toBe(1_000);
	});
});
