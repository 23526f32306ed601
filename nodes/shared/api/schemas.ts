import { isEmpty } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isObject, safeJson } from '../util/json';
import { clip, DECIMAL } from '../util/text';
import { isoTimeIn } from '../util/time';
import { apiMessages } from './apiMessages';

/** Reads a value of any kind, which may be wrong in any way, as a `T`. */
export type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/**
 * The schema of a field that is only shown to the user: where it is null or not as specified, the field is undefined,
 * because otherwise one odd field would make the whole record unreadable.
 *
 * @param schema of a field that is as specified
 */
export function onlyShown<T>(schema: Schema<T>) {
	return schema.optional().catch(undefined);
}

/** A text that is only shown, also one that is sent as a number. */
export const shownText = onlyShown(z.union([z.string(), z.number().transform(String)]));

/**
 * What is said in words, which should be a text: anything else as JSON, so that it is not lost. An empty text where
 * nothing is said, as by null, false, 0, or an empty object or list.
 */
export const words = z.unknown().transform((said) => {
	if (typeof said === 'string') return said;
	const isNothing = !said || (typeof said === 'object' && isEmpty(said));
	return isNothing ? '' : safeJson(said);
});

/** A number, also one that is sent as text: "12.5". */
export const anyNumber = z.union([z.number(), z.string().regex(DECIMAL).transform(Number)]);

/** Such a number that is only shown. */
export const shownNumber = onlyShown(anyNumber);

/** The `url` of a record; anything else as it is. */
function addressIn(value: unknown): unknown {
	return isObject(value) ? value.url : value;
}

/** A list of addresses or of records with a `url`, as addresses; a single one as such a list; any other value stays. */
function listOfAddresses(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(addressIn);
	const address = addressIn(value);
	return typeof address === 'string' ? [address] : value;
}

/**
 * Addresses of results. They are what the user has paid for, so a single one is read, too, and one that is no text
 * takes nothing from the others.
 */
export const addresses = z.preprocess(
	listOfAddresses,
	z.array(z.string().nullable().catch(null)).nullish(),
);

/** A time in any form, as ISO 8601; undefined where it is none. */
export const shownTime = z.unknown().transform(isoTimeIn);

/**
 * The schema of a record: it reads the fields that the pack uses, and keeps the whole object as it came as `raw`. What
 * is no object is refused.
 *
 * @param schema of the fields that the pack uses
 */
export function recordOf<T extends object>(schema: Schema<T>): Schema<T & { raw: IDataObject }> {
	const whole = z.custom<IDataObject>(isObject).transform((raw) => ({ raw }));
	return schema.and(whole);
}

/**
 * More characters than an ID or a status has. Both go into messages and logs, and are remembered, so they are bounded.
 */
const MAX_ID = 200;

/**
 * An ID, as text. A whole number is accepted too, so that a task that is charged is never lost because its ID came as
 * one. An empty ID is refused.
 */
export const taskId = z.union([
	z.string().trim().min(1).max(MAX_ID),
	z.number().int().safe().positive().transform(String),
]);

/**
 * A status, which the service sends in words or as a number, as text. It is empty where it is neither, so that no
 * record becomes unreadable because of it.
 */
export const status = z
	.union([z.string().transform((text) => clip(text, MAX_ID)), z.number().transform(String)])
	.catch('');

/**
 * The schema for the answer to a question about one ID: it refuses a record with another ID, because what the service
 * reports of that one does not count.
 *
 * @param field holds the ID of the record
 * @param id the one that was asked for
 */
export function withId<T extends object>(
	record: Schema<T>,
	field: keyof T & string,
	id: string,
): Schema<T> {
	const problem = { path: [field], message: apiMessages.notTheRequestedId };
	return record.refine((read) => read[field] === id, problem);
}
