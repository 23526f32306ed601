/*
 * IDs as people paste them: in quotes, behind a name as in "Task ID: 123", with the comma of a list, or within the
 * record to which they belong. What stands around is left out only where the rest is certainly an ID.
 */
import { at } from 'lodash';

import { isObject, onlyEntry } from '../util/json';
import { onlyOne } from '../util/lists';
import { unwrapJson } from '../util/looseJson';
import { isPlain, plainText } from '../util/text';
import { withoutQuotes } from './words';

/**
 * The names under which a record holds the ID for a field and nothing else, beginning with the name of the field: only
 * "voiceId" for the field "voiceId". The first one that is there counts.
 */
function namesOfField(field: string): string[] {
	const names = [field];
	if (/fileId$/i.test(field)) names.push('fileId', 'file_id');
	// A custom person, a video and an image have the ID of the task that made them.
	if (/(task|person|video|unique)Id$/i.test(field)) names.push('taskId', 'unique_id');
	return names;
}

/** Under which names a record may hold an ID or something else, such as the number of a row. */
const GENERAL_NAMES = ['id', 'value', 'data'];

/** An ID: six signs or more, at least one of them a digit, and none that stands between the entries of a list. */
const ID = /^(?=.*\d)[\w-]{6,}$/;

/** Whether a text is certainly an ID, and not a word or a small number. */
export function isCertainlyId(text: string): boolean {
	return ID.test(text);
}

/** What may stand right around an ID: quotes or brackets, the point of a list, and a comma or a full stop behind it. */
const SURROUNDED = /^(?:[-•*]\s+)?[\s"'`“”„‘’<([{#*]*([\w-]+)[\s"'`“”‘’>)\]}*]*[,;.]?$/;

/** An ID that cannot be anything else: many digits, or the hexadecimal digits of a UUID or a hash. */
const UNMISTAKABLE_ID =
	/(?<![\w./-])(?:\d{10,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32})(?![\w/-])/gi;

/** As many digits as an ID may have, too. */
const MAY_BE_ID = /\d{6,}/;

/**
 * The ID in a value that an expression gave or somebody pasted.
 *
 * - A text, also in an object or in JSON, gives the ID in it, or where none is certain, the text without quotes.
 * - A number stays a number, since it may be a rounded one.
 * - A list of several values and an object without an ID stay as they are, so that they are refused; an empty list
 *   gives undefined.
 *
 * @param name of the field; an object may hold the ID under this name, or under a usual one, such as `id`
 */
export function idIn(given: unknown, name = 'id'): unknown {
	const entry = onlyEntry(unwrapJson(given));
	const value = isObject(entry) ? idOfRecord(entry, name) : entry;
	if (typeof value === 'string') return idInText(plainText(value));
	// A list of several, or an object without an ID, stays as it is.
	return isPlain(value) ? value : entry;
}

/**
 * The text or number that stands in a record under a name for its ID; undefined where there is none. Under general
 * names, what is certainly an ID goes before the number of a row: a table gives a cell as `{ id: 12, value: "898…" }`.
 */
function idOfRecord(record: Record<string, unknown>, field: string): unknown {
	const ofField = at(record, namesOfField(field)).find(isPlain);
	if (ofField !== undefined) return ofField;
	const general = at(record, GENERAL_NAMES).filter(isPlain);
	return general.find((value) => isCertainlyId(plainText(value))) ?? general[0];
}

/** The ID in a text; where none is certain, the text without quotes around it. */
function idInText(text: string): string {
	// Undefined for a text with more than one word.
	const [, word] = SURROUNDED.exec(text) ?? [];
	if (word !== undefined && isCertainlyId(word)) return word;
	return idAmongWords(text) ?? withoutQuotes(text);
}

/**
 * The only ID in a text that also has words, before it or behind it: "123… - Ada Warm", "Lip Sync 123…". Undefined
 * where there is none, where there are several or another number that may be an ID, and where there is no word.
 */
function idAmongWords(text: string): string | undefined {
	const id = onlyOne(text.match(UNMISTAKABLE_ID) ?? []);
	if (id === undefined) return undefined;
	const around = text.replace(id, '');
	return /\p{L}/u.test(around) && !MAY_BE_ID.test(around) ? id : undefined;
}
