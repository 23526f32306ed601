import type { ServiceClient } from '../../nodes/shared/service/client';
import type { OperationName } from '../../nodes/shared/service/endpoints';
import { type Failure, ServiceError } from '../../nodes/shared/service/failure';

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

/** What a call fails with: a refusal, unless something else is said. */
export const failed = (operation: OperationName, failure: Partial<Failure> = {}): ServiceError =>
	new ServiceError({ operation, cause: 'refused', detail: '', ...failure });
