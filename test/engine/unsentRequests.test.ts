import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { compose, CREATE, getTask } from '../support/engine/runs';
import { CredentialsHelper } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { quickTime } from '../support/clock';

quickTime();

const HICCUP = 'Connection terminated due to connection timeout';
const DELETED = 'Credential with ID "1" does not exist for type "digitalHumanApi".';

describe('What n8n fails with before anything is sent', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const right = CredentialsHelper.prototype.getDecrypted;

	/** From the given read of the credential on, for so many reads. */
	const failing = (message: string, first: number, count: number): void => {
		let reads = 0;
		jest.spyOn(CredentialsHelper.prototype, 'getDecrypted').mockImplementation(async function (
			this: CredentialsHelper,
		) {
			reads += 1;
			if (reads >= first && reads < first + count) throw new Error(message);
			return (await right.call(this)) as never;
		});
	};

	const timed = async <T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> => {
		const begun = Date.now();
		const result = await work();
		return { seconds: (Date.now() - begun) / 1000, result };
	};

	afterEach(() => void jest.restoreAllMocks());

	/** Number of the read that belongs to the submit. */
	const readOfSubmit = async (): Promise<number> => {
		// The first run also reads what the process remembers.
		await setup.engine.run(compose({ completion: 'return' }));
		const read = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
		await setup.engine.run(compose({ completion: 'return' }));
		const reads = read.mock.calls.length;
		read.mockRestore();
		setup.service.reset();
		return reads;
	};

	it("is tried again after a hiccup of n8n's database: the video is submitted once", async () => {
		failing(HICCUP, await readOfSubmit(), 2);
		const { result } = await timed(
			async () => await setup.engine.run(compose({ completion: 'return' })),
		);
		expect(result.error).toBeUndefined();
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('was not sent: Retry On Fail submits the item', async () => {
		failing(HICCUP, await readOfSubmit(), 6);
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { result } = await timed(
			async () => await setup.engine.run(compose({ completion: 'return' }, { settings })),
		);
		expect(result.error).toBeUndefined();
		expect(setup.service.journal.accepted(CREATE)).toBe(1);
	});

	it('is told as that, and not as a task that may exist', async () => {
		failing(HICCUP, await readOfSubmit(), Infinity);
		const { result } = await timed(
			async () => await setup.engine.run(compose({ completion: 'return' })),
		);
		expect(result.error?.message).toBe(
			'Could not create the video: n8n could not read the credential',
		);
		expect(result.error?.description).toContain('Nothing was sent');
		expect(result.error?.description).toContain(HICCUP);
		expect(result.error?.description).not.toContain('may still have been created');
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	const waitFor = async (taskId: string, timeLimit: number) =>
		await timed(
			async () =>
				await setup.engine.run(
					getTask([{ taskId, taskKind: 'composedVideo' }], {
						whenNotFinished: 'wait',
						options: { timeLimit },
					}),
				),
		);

	it('does not end a wait where it passes', async () => {
		const id = await submits.fated('composedVideo', { seconds: 300 });
		failing(HICCUP, 3, 4);
		const { result } = await waitFor(id, 1);
		expect(result.error).toBeUndefined();
		expect(result.json[0]).toMatchObject({ taskId: id, state: 'succeeded' });
	});

	it('ends a wait with words where the credential was deleted', async () => {
		const id = await submits.fated('composedVideo', { seconds: Infinity });
		failing(DELETED, 5, Infinity);
		const { result, seconds } = await waitFor(id, 60);
		expect(result.error?.message).toContain('Credential with ID "1" does not exist');
		expect(seconds).toBeLessThan(120);
	});

	it("ends a wait with words where the credential's Base URL was changed", async () => {
		const id = await submits.fated('composedVideo', { seconds: Infinity });
		let reads = 0;
		jest.spyOn(CredentialsHelper.prototype, 'getDecrypted').mockImplementation(async function (
			this: CredentialsHelper,
		) {
			const data = await right.call(this);
			reads += 1;
			return (reads > 5 ? { ...data, baseUrl: 'https://other.example.com' } : data) as never;
		});
		const { result, seconds } = await waitFor(id, 60);
		expect(result.error?.message).toContain("'Base URL' of the credential was changed");
		expect(seconds).toBeLessThan(120);
	});
});
