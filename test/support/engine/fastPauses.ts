import { jest } from '@jest/globals';

import { passTime } from '../fastTime';

type Sleep = typeof import('@n8n/utils/sleep');

/** To be imported first: waits of the pack inside `inFastTime` take no time. */
jest.mock('@n8n/utils/sleep', () => {
	const actual = jest.requireActual<Sleep>('@n8n/utils/sleep');
	const sleep: Sleep['sleep'] = async (ms, signal) => {
		signal?.throwIfAborted();
		if (!passTime(ms)) return await actual.sleep(ms, signal);
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { ...actual, sleep };
});
