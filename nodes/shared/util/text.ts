import { flattenDeep, round } from 'lodash';
import { DateTime } from 'luxon';
import { jsonStringify } from 'n8n-workflow';

/**
 * The order of lists by a name: letters and digits, where signs come before both (1:1 before 16:9).
 * Without Intl, whose first use would make n8n start later.
 */
export function alphabetical<Key extends string>(key: Key) {
	return (...entries: [Record<Key, string>, Record<Key, string>]): number => {
		const names = entries.map((entry) => entry[key].toLowerCase().replace(/[^a-z0-9]+/g, ' '));
		const [a = '', b = ''] = names;
		return Number(a > b) - Number(a < b);
	};
}

/** "a, b or c". */
export function formatList(words: ReadonlyArray<string | number>, last: 'or' | 'and' = 'or') {
	if (words.length < 2) return words.join('');
	return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** A message of both parts in one text, for a place that shows nothing else. */
export function inOneText(title: string, description?: string | null): string {
	return [title, description].filter(Boolean).join('. ');
}

/** A sentence with the full stop that it may have already. */
export function withFullStop(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const MAX_MESSAGE = 4_000;

/** A text no longer than a message may be, or than so many characters. */
export function clip(text: string, length = MAX_MESSAGE): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/**
 * A text or a number as the text that is meant, without blanks and unseen signs at its ends, save
 * those that end a flag. An expression gives anything; what has no text of its own is empty.
 */
export function plainText(value: unknown): string {
	return isPlain(value) ? String(value).trim().replace(PASTED, '').trim() : '';
}

const PASTED = /^\p{Cf}{1,9}|[^\P{Cf}\u{e0020}-\u{e007f}]{1,9}$/gu;

/** Whether a value is a text, or a number that may stand for one; not a failed calculation (NaN). */
export function isPlain(value: unknown): value is string | number | bigint {
	return ['string', 'bigint'].includes(typeof value) || Number.isFinite(value);
}

/** A value as it appears in a message, short enough to read. */
export function formatValue(value: unknown): string {
	if (value === undefined) return 'missing';
	// In JSON, NaN is null.
	const text = isPlain(value) || typeof value === 'number' ? String(value) : safeJson(value);
	return clip(withoutKeys(text), 60);
}

/** What an expression means that returns a list of one for what is one thing. */
export function onlyEntry(value: unknown): unknown {
	const [only, ...more] = flattenDeep([value]);
	return more.length > 0 ? value : only;
}

/** Integers that JavaScript cannot hold exactly have sixteen digits or more. */
const MANY_DIGITS = /\d{16}/;

/** A quote, an escape, or a number. Not a whole string: a long one would overflow V8's stack. */
const TOKEN = /"|\\[^]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON without rounding: an integer that a number cannot hold exactly becomes text. A byte order
 * mark is passed over, and a text that is no JSON is undefined.
 */
export function parseJson(text: string): unknown {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	try {
		return JSON.parse(MANY_DIGITS.test(plain) ? withQuotedIntegers(plain) : plain);
	} catch {
		return undefined;
	}
}

/** The list that a text holds as JSON, as tables, sheets and agents give lists, or undefined. */
export function listInJson(text: string): unknown[] | undefined {
	const list = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
	return Array.isArray(list) ? (list as unknown[]) : undefined;
}

/** Puts the integers that a number cannot hold exactly in quotes, except within strings. */
function withQuotedIntegers(text: string): string {
	let inString = false;
	return text.replace(TOKEN, (token) => {
		if (token === '"') inString = !inString;
		const isRounded = !inString && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
		return isRounded ? `"${token}"` : token;
	});
}

/** A number that JavaScript may have rounded before the pack saw it. */
export function isRounded(value: unknown): boolean {
	return Number.isFinite(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}

/** Anything as text. It never fails: what JSON cannot hold, or cannot be read, becomes a word. */
export function safeJson(value: unknown): string {
	try {
		// The declared type leaves out that a function has no JSON.
		const text: string | undefined = jsonStringify(value, { replaceCircularRefs: true });
		return text ?? typeof value;
	} catch {
		return '(unreadable)';
	}
}

/** Whether a value is an object of JSON, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text without what opens the addresses in it: their passwords and queries. */
export function withoutKeys(text: string): string {
	return text.replace(/https?:[\\/]{2,}[^\s"'<>]+/gi, (address) => withoutQueries(address));
}

/** A value as it came, short enough for a message. */
export function quote(value: unknown, redact = (text: string) => text): string {
	const text = redact(clip(withoutKeys(typeof value === 'string' ? value : safeJson(value))))
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return clip(text, 300);
}

/** Anything in a line of the log: short, in quotes and without line breaks. */
export function inLog(value: unknown): string {
	return JSON.stringify(quote(value)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Of an address, what may hold a password or a signature. */
const CONFIDENTIAL = /(?<=\/\/)[^/\s]*@|\?\S*/g;

/** A text without what may open an address in it, wherever it stands. */
export function withoutQueries(text: string): string {
	return text.replace(CONFIDENTIAL, '');
}

/** What is no part of an address: breaks and tabs, and a blank with a second address behind it. */
const NOT_ONE = /\p{Cc}|\s(?=https?:\/\/)/iu;

/** What has to be encoded: blanks, and all that is not ASCII. */
const TO_ENCODE = /[^\u0021-\u007e]/;

/**
 * Reads an address; undefined for what is none. Not with `URL.canParse`, which wrongly refuses
 * letters such as ü once it has been called often (seen with Node 20.20).
 *
 * @param base what a relative address belongs to
 */
export function parsedUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

/**
 * The http(s) address that is meant, in the form in which it can be sent: blanks and letters beyond
 * ASCII are encoded as a browser does it. One that is valid already stays byte for byte: it may be signed.
 *
 * @returns undefined for anything else than one address
 */
export function toWebAddress(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const text = plainText(value);
	if (!/^https?:\/\//i.test(text) || NOT_ONE.test(text)) return undefined;
	const url = parsedUrl(text);
	return url && TO_ENCODE.test(text) ? url.href : url && text;
}

/** Names in the query of a callback address. */
export const SECRET = 'secret';
export const PROOF = 'proof';

/** Those that open it: the pack's own, and n8n's for a paused execution. */
export const SECRETS = [SECRET, PROOF, 'signature', 'token'];

/** An address with one value of its query set. */
export function withQuery(address: string, name: string, value: string): string {
	const url = new URL(address);
	url.searchParams.set(name, value);
	return url.href;
}

/** The host of an address, for messages: the rest may hold a signature. */
export function hostOf(address: string): string {
	return parsedUrl(address)?.host ?? 'its address';
}

/** Unix seconds have fewer digits than milliseconds, for all times that a task can have. */
const FIRST_MILLISECONDS = 1e11;

/** A time since the epoch in seconds or milliseconds, in seconds. */
export function unixSeconds(time: number): number {
	return time < FIRST_MILLISECONDS ? time : time / 1000;
}

/** Unix seconds, as the service writes times (service.md 1), or milliseconds, as ISO 8601. */
export function isoTime(time: number | undefined): string | undefined {
	const date = new Date(time && time > 0 ? unixSeconds(time) * 1000 : NaN);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size as a file manager shows it, in powers of 1000: "512 bytes", "12 kB", "1.5 MB", "2 GB". */
export function formatBytes(bytes: number): string {
	// Whole numbers up to kB, from MB with one decimal.
	const sizes = UNITS.map((_, unit) => round(bytes / 1000 ** unit, unit < 2 ? 0 : 1));
	// After rounding: 999,999 bytes are "1 MB" and not "1000 kB".
	const fitting = sizes.findIndex((size) => size < 1000);
	const unit = fitting < 0 ? UNITS.length - 1 : fitting;
	return `${sizes[unit]} ${bytes === 1 ? 'byte' : UNITS[unit]}`;
}

/**
 * A limit in the words of the service, which leaves open whether its units are decimal: "30 MB" for
 * 30 × 1024² bytes. Only what exceeds both readings is refused.
 */
export function formatLimit(bytes: number): string {
	const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
	return `${Math.round(bytes / 1024 ** unit)} ${UNITS[unit]}`;
}

/** A duration for people, such as "30 seconds", "1.5 minutes" or "2 hours". */
export function formatDuration(ms: number): string {
	const minutes = ms / 60_000;
	if (minutes < 1) return counted(Math.round(ms / 1000), 'second');
	return minutes < 120 ? counted(minutes, 'minute') : counted(minutes / 60, 'hour');
}

function counted(amount: number, unit: string): string {
	const count = round(amount, 1);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Date and time as the clock of the user shows it, such as "2026-03-01 14:05:30".
 *
 * @param time ISO 8601
 * @param zone time zone of the workflow; UTC where it is none
 * @returns undefined where there is no time
 */
export function formatTime(time: string | undefined, zone: string): string | undefined {
	const moment = DateTime.fromISO(time ?? '', { zone: 'utc' });
	const local = moment.setZone(zone);
	const readable = local.isValid ? local : moment;
	return readable.isValid ? readable.toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}
