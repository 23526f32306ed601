import { jest } from '@jest/globals';

import { passTime } from '../fastTime';

type Pauses = typeof import('../../../nodes/shared/util/sleep');

/** To be imported first: pauses of the pack inside `inFastTime` take no time. */
jest.mock('../../../nodes/shared/util/sleep', () => {
	const actual = jest.requireActual<Pauses>('../../../nodes/shared/util/sleep');
	const pause: Pauses['pause'] = async (ms, signal) => {
		actual.throwIfStopped(signal);
		if (!passTime(ms)) await actual.pause(ms, signal);
	};
	return { ...actual, pause };
});
