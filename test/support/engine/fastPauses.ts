/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { dirname } from 'node:path';

import { jest } from '@jest/globals';

import { passTime } from '../fastTime';

type Sleep = typeof import('@n8n/utils/sleep');

/** The module of n8n's own sleep, of which n8n-workflow may have a copy of its own. */
const sleepModule = require.resolve('@n8n/utils/sleep', {
	paths: [dirname(require.resolve('n8n-workflow'))],
});

/** To be imported first: waits of the pack inside `inFastTime` take no time. */
jest.doMock(sleepModule, () => {
	const actual = jest.requireActual<Sleep>(sleepModule);
	const sleep: Sleep['sleep'] = async (ms, signal) => {
		signal?.throwIfAborted();
		if (!passTime(ms)) return await actual.sleep(ms, signal);
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { ...actual, sleep };
});
