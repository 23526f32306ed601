import { jest } from '@jest/globals';

import { passTime } from '../fastTime';

type Sleep = typeof import('../../../nodes/shared/util/async');

/** To be imported first: waits of the pack inside `inFastTime` take no time. */
jest.mock('../../../nodes/shared/util/async', () => {
	const actual = jest.requireActual<Sleep>('../../../nodes/shared/util/async');
	const sleepFor: Sleep['sleepFor'] = async (ms, signal) => {
		actual.throwIfStopped(signal);
		if (!passTime(ms)) await actual.sleepFor(ms, signal);
	};
	return { ...actual, sleepFor };
});
