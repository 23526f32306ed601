import type { ServiceClient } from '../../nodes/shared/service/client';

/** A client for kinds that make no requests; it only carries the signal. */
export function clientWith(signal?: AbortSignal): ServiceClient {
	return {
		call: async () => await Promise.reject(new Error('No requests are made here')),
		until: (limit) => clientWith(signal ? AbortSignal.any([signal, limit]) : limit),
		within: () => clientWith(signal),
		before: () => clientWith(signal),
		signal,
	};
}
