import type { Input } from '../../nodes/shared/api/call';
import type { ServiceClient } from '../../nodes/shared/api/client';
import { type EndpointName } from '../../nodes/shared/api/endpoints';
import { type Failure } from '../../nodes/shared/api/failure';
import { meaningOf } from '../../nodes/shared/api/meanings';
import { ServiceError } from '../../nodes/shared/api/serviceError';

/** What a client shows. */
type Shown = Pick<ServiceClient, keyof ServiceClient>;

/** A client for kinds that make no requests; it only carries the signal. */
export function clientWith(signal?: AbortSignal): ServiceClient {
	const client: Shown = {
		call: async () => await Promise.reject(new Error('No requests are made here')),
		with: ({ signal: limit = signal }) =>
			clientWith(limit && signal ? AbortSignal.any([signal, limit]) : limit),
		signal,
		paths: {},
		canLoadFrom: () => true,
		clockLeadMs: 0,
		warn() {},
		warnings: new Set(),
	};
	return client as ServiceClient;
}

interface Asked {
	name: EndpointName;
	input: Input;
}

/** A client that is answered by a function, what it was asked, in which times, and what it warned of. */
export function answering(answer: (asked: Asked) => unknown) {
	const asked: Asked[] = [];
	const limits: number[] = [];
	const warnings: string[] = [];
	const shown: Shown = {
		async call(name, input, schema) {
			asked.push({ name, input });
			return schema.parse(answer({ name, input }));
		},
		with({ withinMs }) {
			if (withinMs !== undefined) limits.push(withinMs);
			return client;
		},
		signal: undefined,
		paths: {},
		canLoadFrom: () => true,
		clockLeadMs: 0,
		warn: (text) => void warnings.push(text),
		warnings: new Set(),
	};
	const client = shown as ServiceClient;
	return { client, asked, limits, warnings };
}

/** All causes of a failure: that of a refusal first, those that stay for good last. */
export const CAUSES = Object.keys({
	refused: true,
	unreachable: true,
	unsent: true,
	noResponse: true,
	unavailable: true,
	rateLimited: true,
	unreadable: true,
	notTheService: true,
	redirected: true,
	tooLarge: true,
	proxyDenied: true,
} satisfies Record<Failure['cause'], true>) as Array<Failure['cause']>;

/** What a test says of a failure. */
export interface Failing {
	cause?: Failure['cause'];
	code?: number;
	httpStatus?: number;
	traceId?: string;
	detail?: string;
}

/** What a call fails with: a refusal, unless something else is said. */
export const failed = (endpoint: EndpointName, failure: Failing = {}): ServiceError =>
	new ServiceError({
		endpoint,
		cause: 'refused',
		detail: '',
		meaning: meaningOf(endpoint, { code: failure.code, msg: '' }, {}),
		...failure,
	} as Failure);
