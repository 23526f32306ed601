import type { ServiceClient } from '../../nodes/shared/service/client';
import { meaningOf, type OperationName } from '../../nodes/shared/service/endpoints';
import { type Failure, ServiceError } from '../../nodes/shared/service/failure';

/** A client for kinds that make no requests; it only carries the signal. */
export function clientWith(signal?: AbortSignal): ServiceClient {
	return {
		call: async () => await Promise.reject(new Error('No requests are made here')),
		with: ({ signal: limit = signal }) =>
			clientWith(limit && signal ? AbortSignal.any([signal, limit]) : limit),
		signal,
	};
}

/** What a call fails with: a refusal, unless something else is said. */
export const failed = (operation: OperationName, failure: Partial<Failure> = {}): ServiceError =>
	new ServiceError({
		operation,
		cause: 'refused',
		detail: '',
		meaning: meaningOf(operation, { code: failure.code, msg: '' }, {}),
		...failure,
	});
