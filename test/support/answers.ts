/** Faults of the demo service that change its right answer. */

import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../demo-service';

/** An answer that is changed in some of its fields. */
export const answered = <T>(change: (right: IDataObject & { data: T }) => object): Fault => ({
	kind: 'answer',
	change: (right) => ({ ...(right as object), ...change(right as IDataObject & { data: T }) }),
});

export const otherData = <T>(change: (data: T) => unknown): Fault =>
	answered<T>(({ data }) => ({ data: change(data) }));

/** A list whose records are changed. */
export const rowsWith = (change: (row: IDataObject) => IDataObject): Fault =>
	otherData((data: Record<string, unknown>) => {
		const field = 'List' in data ? 'List' : 'list';
		return { ...data, [field]: (data[field] as IDataObject[]).map(change) };
	});

/** An answer without what was asked for. */
export const noData = otherData(() => null);

/** What gateways say in the place of the service (service.md 7). */
export const messageAlone = answered(() => ({
	code: undefined,
	msg: 'gateway timeout',
	data: null,
}));

export const noCode = answered(() => ({ code: undefined }));
export const wrongTypes = answered(({ data }) => ({ trace_id: 17, code: '0', data: [[data]] }));
export const noBody: Fault = { kind: 'text', change: () => '' };
