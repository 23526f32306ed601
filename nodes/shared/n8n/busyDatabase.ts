import { sleepFor } from '../util/async';

/*
 * n8n's database, which may be busy or out of reach for a moment: whatever uses it fails then.
 */

/** The waits before work with the database is tried again, in milliseconds. */
const WAITS_MS = [200, 2_000];

/**
 * Does some work with n8n's database, and does it again up to two times while it fails.
 *
 * @throws what the work throws at last
 */
export async function whenNotBusy<T>(work: () => Promise<T>): Promise<T> {
	for (const waitMs of WAITS_MS) {
		try {
			return await work();
		} catch {
			await sleepFor(waitMs);
		}
	}
	return await work();
}
