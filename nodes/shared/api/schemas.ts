import { isEmpty } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isObject, listInJson } from '../util/json';
import { clip, DECIMAL } from '../util/text';
import { isoTimeIn } from '../util/time';
import { apiMessages } from './apiMessages';

/** Reads a value of any kind. */
export type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/**
 * A field that is only shown: where it is null or not as specified it is left out, so that one odd record
 * does not make the answer unreadable, and with it a whole page of other tasks.
 */
export function onlyShown<T>(schema: Schema<T>) {
	return schema.optional().catch(undefined);
}

/** A text, also one that is sent as a number. */
export const shownText = onlyShown(z.union([z.string(), z.number().transform(String)]));

/** A number, also one that is sent as text. */
export const anyNumber = z.union([z.number(), z.string().regex(DECIMAL).transform(Number)]);

export const shownNumber = onlyShown(anyNumber);

/** Lists of addresses may stand in one another, or in a text, but not endlessly. */
const MAX_NESTED = 3;

/** The texts in a list of addresses, a single address, a list that is written as a text, or records that have a `url`. */
function resultAddressesIn(value: unknown, depth = MAX_NESTED): string[] {
	if (depth === 0) return [];
	if (typeof value === 'string') {
		const listed = listInJson(value);
		return listed ? resultAddressesIn(listed, depth - 1) : [value];
	}
	if (Array.isArray(value)) return value.flatMap((one) => resultAddressesIn(one, depth - 1));
	return isObject(value) ? resultAddressesIn(value.url, depth - 1) : [];
}

/** Addresses of results. They are what the user has paid for, so they are read in any form that has one. */
export const addresses = z.preprocess((value) => {
	const found = resultAddressesIn(value);
	return found.length > 0 ? found : value;
}, z.array(z.string().nullable()).nullish());

/** A time in any form, as ISO 8601. */
export const shownTime = z.unknown().transform(isoTimeIn);

/** Reads the used fields of a record, and keeps the object as it came, with its types, as `raw`. */
export function recordOf<T extends object>(schema: Schema<T>): Schema<T & { raw: IDataObject }> {
	return z.unknown().transform((value, context) => {
		const read = schema.safeParse(value);
		if (read.success) return { ...read.data, raw: value as IDataObject };
		for (const issue of read.error.issues) context.addIssue(issue);
		return z.NEVER;
	});
}

/** More than the IDs and statuses of any service have; they go into messages, memories and logs. */
const MAX_ID = 200;

/** An id is text; a number is accepted too, so that a charged task is never lost over it. */
export const taskId = z.union([
	z.string().trim().min(1).max(MAX_ID),
	z.number().int().safe().positive().transform(String),
]);

/** A status in words or as a number, as text; empty where it is neither: no record is lost over it. */
export const status = z
	.union([z.string().transform((text) => clip(text, MAX_ID)), z.number().transform(String)])
	.catch('');

/**
 * The record with the ID that was asked for: what is reported of another one does not count.
 *
 * @param field holds the ID of the record
 */
export function withId<T extends object>(
	record: Schema<T>,
	field: keyof T & string,
	id: string,
): Schema<T> {
	const problem = { path: [field], message: apiMessages.notTheRequestedId };
	return record.refine((read) => read[field] === id, problem);
}

/** The same where the form is not published (service.md 4.10): a record may have no ID; an empty one is none. */
export function maybeWithId<T extends object>(
	record: Schema<T>,
	field: keyof T & string,
	id: string,
): Schema<T> {
	const withOwnId = (data: unknown) =>
		isObject(data) && !isEmpty(data) ? { ...data, [field]: data[field] ?? id } : data;
	return z.preprocess(withOwnId, withId(record, field, id));
}
