/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { passTime } from '../../support/fastTime';

/** In the place of n8n's own: inside a run with fast time a pause takes none. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
	signal?.throwIfAborted();
	const passed = passTime(ms);
	await new Promise((resolve) => (passed ? setImmediate(resolve) : setTimeout(resolve, ms)));
};
