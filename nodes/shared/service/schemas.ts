import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { parseJson } from '../util/json';
import { plainText } from '../util/text';

/**
 * A field that is only shown: where it is not as specified it is left out, so that one odd record does not
 * make the answer unreadable, and with it a whole page of other tasks.
 */
export function onlyShown<T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return schema.nullish().catch(undefined);
}

/** A list that is only shown, without the entries that are not as specified. */
export function shownList<T extends object>(entry: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return onlyShown(
		z
			.array(onlyShown(entry))
			.transform((entries) => entries.flatMap((one): T[] => (one ? [one] : []))),
	);
}

export const shownText = onlyShown(z.string());

/** A number, also one that is sent as text. */
export const shownNumber = onlyShown(
	z.union([
		z.number(),
		z
			.string()
			.regex(/^\d+(\.\d+)?$/)
			.transform(Number),
	]),
);

/** Addresses of results, without the empty entries. */
export const addresses = z
	.array(z.string().nullable())
	.transform((entries) => entries.filter((entry) => entry !== null))
	.nullish();

/** What was read of a record, and beside it the service's own object. */
type ReadRecord<T> = T & { raw: IDataObject };

/**
 * Reads a record of the service and keeps the object as it came, with the types of the service.
 *
 * @param schema the fields that are used
 */
export function recordOf<T extends object>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
): z.ZodType<ReadRecord<T>, z.ZodTypeDef, unknown> {
	return z.unknown().transform((value, context) => {
		const read = schema.safeParse(value);
		if (read.success) return { ...read.data, raw: value as IDataObject };
		for (const issue of read.error.issues) context.addIssue(issue);
		return z.NEVER;
	});
}

/**
 * The record with the ID that was asked for: what is said of another one, says nothing of it.
 *
 * @param field holds the ID of the record
 */
export function withId<T extends object>(
	record: z.ZodType<T, z.ZodTypeDef, unknown>,
	field: keyof T & string,
	id: string,
): z.ZodType<T, z.ZodTypeDef, unknown> {
	return record.superRefine((read, context) => {
		if (read[field] === id) return;
		context.addIssue({ code: 'custom', path: [field], message: 'not the requested ID' });
	});
}

/**
 * An id that the service gives to a new task. Ids are text; one sent as a small number is accepted too, so
 * that a charged task is never lost over it.
 */
export const taskId = z.union([
	z.string().trim().min(1),
	z.number().int().safe().positive().transform(String),
]);

/** What services answer in place of an ID: a sentence, something wrapped, or a word that says how it went. */
const NO_ID =
	/\s|^[[{<"]|^(ok|okay|yes|no|true|false|null|none|undefined|success|successful|succeeded|accepted|created|submitted|queued|pending|processing|running|done|finished|error|fail|failed|failure)$/i;

/** Without a digit, anything shorter is rather a word than an ID. */
const SHORTEST_WITHOUT_DIGIT = 6;

/**
 * The ID of a task that was just created. Which characters an ID has is not documented: only what is surely none is not taken
 * for one.
 */
export const newTaskId = taskId.refine(
	(text) => !NO_ID.test(text) && (/\d/.test(text) || text.length >= SHORTEST_WITHOUT_DIGIT),
	'no task ID',
);

/**
 * The answer to a submit: the id itself (service.md 1), or an object that holds it.
 *
 * @param fields where the id may stand in an object, the surest one first
 */
export function submittedId(...fields: readonly string[]) {
	const inObject = z.record(z.unknown()).transform((data, context) => {
		for (const field of fields) {
			const id = newTaskId.safeParse(data[field]);
			if (id.success) return id.data;
		}
		context.addIssue({ code: 'custom', message: 'no task ID' });
		return z.NEVER;
	});
	return z.union([newTaskId, inObject]);
}

const ID_FIELD = /(^|_)(id|ID)$|[a-z]Id$/;

/** Ids of other things than tasks. */
const OTHER_ID_FIELD = /^(trace|request|log|app|user|account|file|span)_?id$/i;

const DEEPEST = 6;
const MOST_IDS = 50;

/** Every task id that can be read from the data of an answer, wherever it stands. */
export function idsIn(data: unknown): string[] {
	const found = new Set<string>();
	const collect = (value: unknown, depth: number, inIdField: boolean): void => {
		if (found.size >= MOST_IDS || depth > DEEPEST) return;
		const id = taskId.safeParse(value);
		if (id.success) {
			if (inIdField ? isWord(id.data) : isIdLike(id.data)) found.add(id.data);
			else if (/^[[{]/.test(id.data)) collect(parseJson(id.data), depth + 1, inIdField);
		} else if (Array.isArray(value)) {
			for (const entry of value.slice(0, MOST_IDS)) collect(entry, depth + 1, inIdField);
		} else if (typeof value === 'object' && value !== null) {
			for (const [name, entry] of Object.entries(value)) {
				const isId = ID_FIELD.test(name) && !OTHER_ID_FIELD.test(name);
				if (isId || inIdField || typeof entry === 'object') collect(entry, depth + 1, isId);
			}
		}
	};
	collect(data, 0, false);
	return [...found];
}

function isWord(text: string): boolean {
	return /^[A-Za-z0-9][\w.:-]{0,127}$/.test(text);
}

/** Not a word, a sentence or a count. */
function isIdLike(text: string): boolean {
	return isWord(text) && text.length > 3 && /\d/.test(text);
}

/** Whether an id cannot be anything else, such as a limit or the name of a field. */
export function isSurelyId(text: string): boolean {
	return (text.match(/\d/g)?.length ?? 0) >= 8;
}

/** A number that JavaScript may have rounded before the pack saw it. */
export function isRounded(value: unknown): boolean {
	return Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}

const TOO_LARGE = 'is a number too large to be exact, so it was rounded';

/** What is wrong with such a number where a text is expected; the end of a sentence that begins with the label. */
export const roundedProblem = `${TOO_LARGE}. Put the ID in quotes, such as {{ '3100000000000015839' }}`;

/** The same about a number within JSON. */
export const roundedInJson = `${TOO_LARGE}. Put it in quotes, such as "3100000000000015839"`;

/**
 * An ID as the user entered it or an expression gave it.
 *
 * @param label the field in messages
 * @returns the ID without spaces around it; an empty text when there is none
 * @throws Error that names the field, when the ID is a number that was rounded
 */
export function enteredId(given: unknown, label: string): string {
	if (isRounded(given)) throw new Error(`'${label}' ${roundedProblem}`);
	return plainText(given);
}

/** A status in words; an empty one says nothing. */
export const statusWord = z.string().regex(/\S/, 'Expected a status');

/** A status number of the service, as text: the form in which the status tables hold it. */
export const status = z.union([z.number().transform(String), statusWord]);
