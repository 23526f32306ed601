import { z } from 'zod';

/**
 * An id that the service gives to a new task. Ids are text; one sent as a small number is still taken, so
 * that a paid task is never lost over it.
 */
export const taskId = z.union([
	z.string().trim().min(1),
	z.number().int().safe().positive().transform(String),
]);

/**
 * The answer to a submit: the id itself (specification 1), or an object that holds it.
 *
 * @param fields where the id may stand in an object, the surest one first
 */
export function submittedId(...fields: readonly string[]) {
	const inObject = z.record(z.unknown()).transform((data, context) => {
		for (const field of fields) {
			const id = taskId.safeParse(data[field]);
			if (id.success) return id.data;
		}
		context.addIssue({ code: 'custom', message: 'no task ID' });
		return z.NEVER;
	});
	return z.union([taskId, inObject]);
}

const ID_FIELD = /(^|_)id$|[a-z]Id$/;

/** Ids of other things than tasks. */
const OTHER_ID_FIELD = /^(trace|request|log|app|user|account|file|span)_?id$/i;

const DEEPEST = 6;
const MOST_IDS = 50;

/** Every task id that can be read from the data of an answer, wherever it stands. */
export function idsIn(data: unknown): string[] {
	const found = new Set<string>();
	const look = (value: unknown, depth: number): void => {
		if (found.size >= MOST_IDS || depth > DEEPEST) return;
		const id = taskId.safeParse(value);
		if (id.success) {
			if (isIdLike(id.data)) found.add(id.data);
		} else if (Array.isArray(value)) {
			for (const entry of value.slice(0, MOST_IDS)) look(entry, depth + 1);
		} else if (typeof value === 'object' && value !== null) {
			for (const [name, entry] of Object.entries(value)) {
				const isObject = typeof entry === 'object';
				if (isObject || (ID_FIELD.test(name) && !OTHER_ID_FIELD.test(name))) look(entry, depth + 1);
			}
		}
	};
	look(data, 0);
	return [...found];
}

/** Not a word, a sentence or a count. */
function isIdLike(text: string): boolean {
	return /^[A-Za-z0-9][\w.:-]{3,127}$/.test(text) && /\d/.test(text);
}

/** A number that was rounded, or may have been, before the pack saw it. */
export function isRounded(value: unknown): boolean {
	return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** What is wrong with such a number where a text or an ID is wanted; the end of a sentence that begins with the label. */
export const roundedProblem =
	'was rounded, because it is a number of more than 15 digits. Put the ID in quotes in the expression, so that it stays a text';
