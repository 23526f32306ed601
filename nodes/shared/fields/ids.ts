/*
 * IDs as people paste them: in quotes, behind a name as in "Task ID: 123", with the comma of a list, or within the record to
 * which they belong. What stands around is left out only where the rest is certainly an ID.
 */
import { isObject, onlyEntry, parseJson } from '../util/json';
import { isPlain, plainText } from '../util/text';
import { withoutQuotes } from './words';

/** Under which names a record holds its own ID, by the end of the name of the field that takes it. */
const NAMES_IN_RECORD: ReadonlyArray<[field: RegExp, names: readonly string[]]> = [
	[/fileId$/i, ['fileId', 'file_id']],
	[/taskId$/i, ['taskId', 'unique_id']],
	[/$/, ['id', 'value']],
];

/** An ID: a digit, and no blanks or signs that stand between the entries of a list. */
const ID = /^(?=.*\d)[\w-]{6,}$/;

/** What stands around an ID, which is the first group. */
const SURROUNDED: readonly RegExp[] = [
	/** In quotes or brackets, and with a comma or a full stop behind it. */
	/^[\s"'`“”„‘’<([{#*]*([\w-]+)[\s"'`“”‘’>)\]}*]*[,;.]?$/,
	/** Behind its name: `Task ID: 123`, `"voiceId": "123",`, `id=123`, `voice 123`. */
	/^["'`]?(?:\p{L}+[\s_-]?){0,2}\bid["'`]?(?:\s*[:=#]\s*|\s+)["'`]?([\w-]+)["'`]?[,;.]?$/iu,
	/^["'`]?\p{L}*(?:task|video|voice|person|file|unique_?)(?:id)?["'`]?(?:\s*[:=#]\s*|\s+)["'`]?([\w-]+)["'`]?[,;.]?$/iu,
	/** Behind what it is the ID of, as lists and messages show it: `Ada Warm (ID 123)`. */
	/^[^()]+\((?:id:?\s*)?(\d{10,})\)$/iu,
];

/**
 * The ID in a value that an expression gave or somebody pasted.
 *
 * @param name of the field; a record may hold it under the same, beside the usual names
 * @returns the ID, a number as it came, since it may be a rounded one; what holds no single ID stays as it is, without
 *   quotes around a text
 */
export function idIn(given: unknown, name = 'id'): unknown {
	const entry = onlyEntry(isJson(given) ? (parseJson(given) ?? given) : given);
	const value = isObject(entry) ? idOfRecord(entry, name) : entry;
	if (typeof value !== 'string') return isPlain(value) ? value : entry;
	const text = plainText(value);
	return ID.test(text) ? text : withoutSurroundings(text);
}

function isJson(given: unknown): given is string {
	return typeof given === 'string' && /^\s*[[{]/.test(given);
}

function idOfRecord(record: Record<string, unknown>, name: string): unknown {
	const usual = NAMES_IN_RECORD.flatMap(([field, names]) => (field.test(name) ? names : []));
	return [name, ...usual].map((one) => record[one]).find(isPlain);
}

function withoutSurroundings(text: string): string {
	const ids = SURROUNDED.map((form) => form.exec(text)?.[1]);
	return ids.find((id) => id !== undefined && ID.test(id)) ?? withoutQuotes(text);
}
