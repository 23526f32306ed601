import type { Step, StepKind } from './step';
import type { Fault, LocalService } from '../../../demo-service';

/** One row of the table: something that goes wrong with a request. */
export interface FaultCase {
	name: string;
	/** Where it can happen: at the service, which answers with envelopes, or at the storage of files. */
	at: 'service' | 'storage' | 'upload' | 'both';
	fault: Fault | ((service: LocalService) => Fault);
	/** The answer never comes to its end: time limits are cut short. */
	endless?: boolean;
}

/** Every code of service.md 7 but 0. */
const CODES = [
	400, 10400, 40000, 40001, 40002, 50000, 51000, 50003, 50005, 50011, 120002, 120004, 120005,
	170002, 170003, 170006, 170008, 170009, 170010,
];

/** HTTP statuses, with the code that an envelope under them carries. */
const STATUSES: Array<[number, number]> = [
	[401, 10400],
	[404, 400],
	[429, 40001],
	[500, 50000],
	[502, 51000],
	[503, 50000],
];

const STATUS_FIELDS = new Set(['status', 'progress_desc']);

/** Changes the entries of an answer, at any depth, that are not objects or lists themselves. */
function changed(
	value: unknown,
	change: (value: unknown, key: string) => unknown,
	key = '',
): unknown {
	if (Array.isArray(value)) return value.map((entry) => changed(entry, change, key));
	if (typeof value !== 'object' || value === null) return change(value, key);
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, changed(entry, change, name)]),
	);
}

/** Leaves the envelope as it is. */
const dataChanged = (right: unknown, change: (data: unknown) => unknown): unknown => {
	const answer = right as { data: unknown };
	return { ...answer, data: change(answer.data) };
};

const unknownStatus = (value: unknown, key: string) => {
	if (!STATUS_FIELDS.has(key)) return value;
	return typeof value === 'number' ? 77 : 'Sleeping';
};

const answer = (change: (right: unknown) => unknown): Fault => ({ kind: 'answer', change });

/** All faults, in the order of the table. */
export const FAULTS: readonly FaultCase[] = [
	...CODES.map(
		(code): FaultCase => ({ name: `code ${code}`, at: 'service', fault: { kind: 'code', code } }),
	),
	{
		name: 'code 10400, naming the token',
		at: 'service',
		fault: ({ token }) => ({ kind: 'code', code: 10400, msg: `The token ${token} is not valid` }),
	},
	{
		name: 'code 99999, not documented',
		at: 'service',
		fault: { kind: 'code', code: 99999, msg: '' },
	},
	{
		name: 'code 50000 as text',
		at: 'service',
		fault: answer((right) => ({ ...(right as object), code: '50000', data: null })),
	},
	{
		name: 'message without a code',
		at: 'service',
		fault: { kind: 'message', msg: 'gateway timeout', processed: true },
	},
	{
		name: 'byte order mark',
		at: 'service',
		fault: { kind: 'text', change: (right) => `\uFEFF${right}` },
	},
	...STATUSES.flatMap(([status, code]): FaultCase[] => [
		{ name: `HTTP ${status}`, at: 'both', fault: { kind: 'status', status } },
		{
			name: `HTTP ${status} with code ${code}`,
			at: 'service',
			fault: { kind: 'code', code, status },
		},
	]),
	{
		name: 'HTTP 403',
		at: 'storage',
		fault: { kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
	},
	{ name: 'HTTP 502 with an HTML page', at: 'both', fault: { kind: 'html', status: 502 } },
	{ name: 'HTTP 200 with an HTML page', at: 'both', fault: { kind: 'html', status: 200 } },
	{ name: 'reset before processing', at: 'both', fault: { kind: 'resetBefore' } },
	{ name: 'reset after processing', at: 'both', fault: { kind: 'resetAfter' } },
	{ name: 'no answer, not processed', at: 'both', fault: { kind: 'never' }, endless: true },
	{
		name: 'no answer, processed',
		at: 'both',
		fault: { kind: 'never', processed: true },
		endless: true,
	},
	{
		name: 'slow drip',
		at: 'service',
		fault: { kind: 'drip', everyMs: 200, bytes: 8 },
		endless: true,
	},
	{ name: 'cut off halfway', at: 'storage', fault: { kind: 'cut', at: 0.5 } },
	{ name: 'taken and lost', at: 'upload', fault: { kind: 'lose' } },
	{ name: 'truncated JSON', at: 'service', fault: { kind: 'truncated' } },
	{ name: 'empty body', at: 'both', fault: { kind: 'empty' } },
	{ name: 'huge body', at: 'service', fault: { kind: 'huge', bytes: 17_000_000 } },
	{
		name: 'redirect',
		at: 'both',
		fault: ({ url }) => ({ kind: 'redirect', location: `${url}/elsewhere`, status: 307 }),
	},
	{ name: 'no data', at: 'service', fault: { kind: 'nullData' } },
	{ name: 'no code', at: 'service', fault: { kind: 'missingCode' } },
	{ name: 'wrong types in the envelope', at: 'service', fault: { kind: 'wrongTypes' } },
	{
		name: 'wrong types in the data',
		at: 'service',
		fault: answer((right) => dataChanged(right, (data) => changed(data, (value) => ({ value })))),
	},
	{
		name: 'data without its fields',
		at: 'service',
		fault: answer((right) =>
			dataChanged(right, (data) =>
				typeof data === 'string' ? '' : Array.isArray(data) ? [{}] : {},
			),
		),
	},
	{ name: 'JSON null', at: 'service', fault: answer(() => null) },
	{
		name: 'unknown status',
		at: 'service',
		fault: answer((right) => dataChanged(right, (data) => changed(data, unknownStatus))),
	},
];

const STORAGE: ReadonlySet<StepKind> = new Set(['upload', 'download']);

/** Whether a fault can happen to the request of a step. */
export function hits({ at }: FaultCase, { kind }: Step): boolean {
	if (at === 'both') return true;
	return at === 'upload' ? kind === 'upload' : (at === 'storage') === STORAGE.has(kind);
}
