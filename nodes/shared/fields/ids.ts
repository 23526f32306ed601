/*
 * IDs as people paste them: in quotes, behind a name as in "Task ID: 123", with the comma of a list, or within the record to
 * which they belong. What stands around is left out only where the rest is certainly an ID.
 */
import { isObject, onlyEntry, parseJson } from '../util/json';
import { isPlain, plainText } from '../util/text';
import { withoutQuotes } from './words';

/** Under which names a record holds its own ID, by the end of the name of the field that takes it; the last line is for any field. */
const NAMES_IN_RECORD: ReadonlyArray<[endOfField: RegExp, names: readonly string[]]> = [
	[/fileId$/i, ['fileId', 'file_id']],
	[/taskId$/i, ['taskId', 'unique_id']],
	[/$/, ['id', 'value']],
];

/** An ID: six signs or more, at least one of them a digit, and none that stands between the entries of a list. */
const ID = /^(?=.*\d)[\w-]{6,}$/;

/** Whether a text is certainly an ID, and not a word or a small number. */
export function isCertainlyId(text: string): boolean {
	return ID.test(text);
}

/** The longest text, in characters, that is searched for an ID: the expressions below take a time that grows faster than the text. */
const MAX_TEXT_AROUND_ID = 300;

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
	const parsed = isJson(given) ? parseJson(given) : undefined;
	const entry = onlyEntry(parsed ?? given);
	const value = isObject(entry) ? idOfRecord(entry, name) : entry;
	if (!isPlain(value)) return entry;
	if (typeof value !== 'string') return value;
	return idInText(plainText(value));
}

/** Whether a value is a text that begins like an object or a list of JSON. */
function isJson(given: unknown): given is string {
	return typeof given === 'string' && /^\s*[[{]/.test(given);
}

/** The first text or number that stands in a record under a name for its ID; undefined where there is none. */
function idOfRecord(record: Record<string, unknown>, field: string): unknown {
	const names = [field];
	for (const [endOfField, usual] of NAMES_IN_RECORD) {
		if (endOfField.test(field)) names.push(...usual);
	}
	return names.map((name) => record[name]).find(isPlain);
}

/** The ID in a text; where none is certain, the text without quotes around it. */
function idInText(text: string): string {
	if (isCertainlyId(text)) return text;
	if (text.length > MAX_TEXT_AROUND_ID) return withoutQuotes(text);
	for (const pattern of SURROUNDED) {
		const [, id] = pattern.exec(text) ?? [];
		if (id !== undefined && isCertainlyId(id)) return id;
	}
	return withoutQuotes(text);
}
