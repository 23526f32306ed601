import type { Input, ServiceClient } from '../../nodes/shared/api/client';
import { meaningOf, type OperationName } from '../../nodes/shared/api/endpoints';
import { type Failure, ServiceError } from '../../nodes/shared/api/failure';

/** A client for kinds that make no requests; it only carries the signal. */
export function clientWith(signal?: AbortSignal): ServiceClient {
	return {
		call: async () => await Promise.reject(new Error('No requests are made here')),
		with: ({ signal: limit = signal }) =>
			clientWith(limit && signal ? AbortSignal.any([signal, limit]) : limit),
		signal,
		warn() {},
		warnings: new Set(),
	};
}

interface Asked {
	name: OperationName;
	input: Input;
}

/** A client that is answered by a function, what it was asked, in which times, and what it warned of. */
export function answering(answer: (asked: Asked) => unknown) {
	const asked: Asked[] = [];
	const limits: number[] = [];
	const warnings: string[] = [];
	const client: ServiceClient = {
		async call(name, input, schema) {
			asked.push({ name, input });
			return schema.parse(answer({ name, input }));
		},
		with({ withinMs }) {
			if (withinMs !== undefined) limits.push(withinMs);
			return client;
		},
		warn: (text) => void warnings.push(text),
		warnings: new Set(),
	};
	return { client, asked, limits, warnings };
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
