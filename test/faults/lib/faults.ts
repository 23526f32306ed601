import { cloneDeepWith, isObject } from 'lodash';

import type { Step, StepKind } from './step';
import type { Fault, LocalService } from '../../../demo-service';
import { messageAlone, noBody, noCode, noData, otherData, wrongTypes } from '../../support/answers';

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

const STATUS_FIELDS = new Set<unknown>(['status', 'progress_desc']);

type Change = (value: unknown, key?: number | string) => unknown;

/** Changes the entries of an answer, at any depth, that are not objects or lists themselves. */
const changed = (data: unknown, change: Change): unknown =>
	cloneDeepWith(data, (value, key) => (isObject(value) ? undefined : change(value, key)));

const unknownStatus: Change = (value, key) => {
	if (!STATUS_FIELDS.has(key)) return value;
	return typeof value === 'number' ? 77 : 'Sleeping';
};

const ofService = (name: string, fault: FaultCase['fault']): FaultCase => ({
	name,
	at: 'service',
	fault,
});

const ofAnswer = (name: string, change: (right: unknown) => unknown): FaultCase =>
	ofService(name, { kind: 'answer', change });

const ofData = (name: string, change: (data: unknown) => unknown): FaultCase =>
	ofService(name, otherData(change));

/** All faults, in the order of the table. */
export const FAULTS: readonly FaultCase[] = [
	...CODES.map((code) => ofService(`code ${code}`, { kind: 'code', code })),
	ofService('code 10400, naming the token', ({ token }) => ({
		kind: 'code',
		code: 10400,
		msg: `The token ${token} is not valid`,
	})),
	ofService('code 99999, not documented', { kind: 'code', code: 99999, msg: '' }),
	ofAnswer('code 50000 as text', (right) => ({
		...(right as object),
		code: '50000',
		data: null,
	})),
	ofService('message without a code', messageAlone),
	ofService('byte order mark', { kind: 'text', change: (right) => `\uFEFF${right}` }),
	...STATUSES.flatMap(([status, code]): FaultCase[] => [
		{ name: `HTTP ${status}`, at: 'both', fault: { kind: 'status', status } },
		ofService(`HTTP ${status} with code ${code}`, { kind: 'code', code, status }),
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
	{ ...ofService('slow drip', { kind: 'drip', everyMs: 200, bytes: 8 }), endless: true },
	{ name: 'cut off halfway', at: 'storage', fault: { kind: 'cut', at: 0.5 } },
	{ name: 'taken and lost', at: 'upload', fault: { kind: 'lose' } },
	ofService('truncated JSON', { kind: 'truncated' }),
	{ name: 'empty body', at: 'both', fault: noBody },
	ofService('huge body', { kind: 'huge', bytes: 17_000_000 }),
	{
		name: 'redirect',
		at: 'both',
		fault: ({ url }) => ({ kind: 'redirect', location: `${url}/elsewhere`, status: 307 }),
	},
	ofService('no data', noData),
	ofService('no code', noCode),
	ofService('wrong types in the envelope', wrongTypes),
	ofData('wrong types in the data', (data) => changed(data, (value) => ({ value }))),
	ofData('data without its fields', (data) =>
		typeof data === 'string' ? '' : Array.isArray(data) ? [{}] : {},
	),
	ofAnswer('JSON null', () => null),
	ofData('unknown status', (data) => changed(data, unknownStatus)),
];

const STORAGE: ReadonlySet<StepKind> = new Set(['upload', 'download']);

/** Whether a fault can happen to the request of a step. */
export function hits({ at }: FaultCase, { kind }: Step): boolean {
	if (at === 'both') return true;
	return at === 'upload' ? kind === 'upload' : (at === 'storage') === STORAGE.has(kind);
}
