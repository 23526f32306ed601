/*
 * The access token as it is pasted: with a word before it, in quotes, as a header, as part of an address or as the
 * answer of a service. What is certainly not part of it is left out; all else is refused in words, because the
 * service would only say that the token is wrong.
 */
import { partition, uniq } from 'lodash';

import { PackError } from '../util/errors';
import { isObject, onlyEntry, parseJson } from '../util/json';
import { onlyOne } from '../util/lists';
import { plainText } from '../util/text';
import { percentDecoded } from '../util/webAddress';
import { apiMessages } from './apiMessages';

/**
 * Finds the access token in what the user has pasted into the credential. Everything that needs the token uses what
 * this gives: the header of a request, and whatever takes the token out of texts that are shown.
 *
 * @param text what was pasted; anything but a text or a number counts as nothing
 * @returns the token, which has only the visible characters of ASCII
 * @throws PackError when no token is left, or when it has a character that cannot be sent in a header
 */
export function normalizeToken(text: unknown): string {
	const inOneLine = withoutLineBreaks(visibleText(text));
	const token = withoutWrappings(inOneLine);
	// Programs show stars in the place of a token that they hide.
	const isHidden = /^\*+$/.test(token);
	const isMissing = NO_VALUES.includes(token) || isHidden || isUnevaluated(token);
	if (isMissing) throw new PackError(apiMessages.noToken);
	// A header takes the visible characters of ASCII, which are those from "!" to "~".
	const [unsendable] = /[^!-~]/u.exec(token) ?? [];
	if (unsendable === undefined) return token;
	throw new PackError(apiMessages.tokenCharacter(nameOfCharacter(unsendable)));
}

/** Texts that are no token: the empty one, and those that an expression without a value gives. */
const NO_VALUES = ['', 'undefined', 'null'];

/** Whether a text is an expression that was not evaluated: "{{ $env.TOKEN }}". */
function isUnevaluated(text: string): boolean {
	return /^=?\{\{[^]*\}\}$/.test(text);
}

/**
 * A text without what comes along when it is pasted: blanks at its ends, and invisible characters anywhere. Empty for
 * anything but a text or a number.
 */
export function visibleText(text: unknown): string {
	// "Format" characters, as Unicode calls the invisible ones, may stand anywhere in the text.
	const visible = plainText(text).replace(/\p{Cf}/gu, '');
	// Trimmed once more, because blanks beside them may be at an end of the text now.
	return plainText(visible);
}

/** A shorter line is not taken for one that a mail or a terminal has wrapped. */
const SHORTEST_LINE = 30;

/** Joins the lines of a token that a mail or a terminal has wrapped. Any other text stays as it is. */
function withoutLineBreaks(text: string): string {
	const lines = text.split(/\r?\n/);
	return isWrappedToken(lines) ? lines.join('') : text;
}

/**
 * Whether lines are those of one token: they have only its signs, and all are as long as the first, but for the last,
 * which may be shorter. An "=" only stands at the end of a token, so a line such as "URL=…" is another setting.
 */
function isWrappedToken(lines: readonly string[]): boolean {
	const [first = ''] = lines;
	if (first.length < SHORTEST_LINE) return false;
	return lines.every((line, index) => {
		const isLast = index === lines.length - 1;
		const fits = isLast ? line.length <= first.length : line.length === first.length;
		return fits && /^[\w.~+/-]+=*$/.test(line);
	});
}

/** More wrappings than anybody puts around a token, such as quotes around a header with "Bearer". */
const MOST_WRAPPINGS = 6;

/**
 * The token in a text, from which what stands around it is taken away from the outside in: `"Bearer abc"` becomes
 * `Bearer abc`, and then `abc`. A text with nothing around it stays.
 */
function withoutWrappings(text: string): string {
	let token = text;
	for (let count = 0; count < MOST_WRAPPINGS; count++) {
		const inner = withoutOneWrapping(token);
		if (inner === undefined) break;
		token = visibleText(inner);
	}
	return token;
}

/**
 * A text without its outermost wrapping, as the first of `READERS` that finds one gives it; undefined where none does.
 */
function withoutOneWrapping(text: string): string | undefined {
	for (const read of READERS) {
		const inner = read(text);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/**
 * Takes one kind of wrapping away from a text; undefined for a text without it. What it gives may have further
 * wrappings.
 */
type TokenReader = (text: string) => string | undefined;

/**
 * The value in an answer of a service or in the headers of a request: `{"access_token": "…"}`, perhaps within `data`.
 */
const inJson: TokenReader = (text) => {
	const json = parseJson(text);
	// The answer may also be the only entry of a list.
	return tokenIn(onlyEntry(json));
};

/** Under which names an object has a token, the surest first; at last what an answer puts around its content. */
const TOKEN_NAMES: readonly RegExp[] = [
	/^access[ _-]?token$/i,
	/^(?:token|authorization|(?:x-)?api[ _-]?key)$/i,
	/^(?:data|headers|result|value)$/i,
];

/**
 * The token in a value of JSON. A text is the token itself. Of an object, it is in the value under the surest of its
 * names, which may be an object again. Undefined for any other value, and for an object without such a name.
 */
function tokenIn(json: unknown): string | undefined {
	if (typeof json === 'string') return json;
	if (!isObject(json)) return undefined;
	const names = Object.keys(json);
	const surestFirst = TOKEN_NAMES.flatMap((pattern) => names.filter((name) => pattern.test(name)));
	const [name] = surestFirst;
	return name === undefined ? undefined : tokenIn(json[name]);
}

/**
 * The value in the query of an address or of its end, `https://…?access_token=…&page=1`, where signs such as "/" are
 * encoded; or in a cookie, `access_token=…; Path=/`.
 */
const inAddress: TokenReader = (text) => {
	const encoded = /^(?:\S*[?&#])?(?:access_)?token=([^&#;\s"']+)(?:[&#;]|$)/i.exec(text)?.[1];
	if (encoded === undefined) return undefined;
	// A "%" that begins no encoded sign cannot be decoded, and so belongs to the token itself.
	return percentDecoded(encoded) ?? encoded;
};

/** Quotes, brackets and stars, each with the sign that ends what it begins. */
const QUOTES = [`""`, `''`, '``', '“”', '‘’', '„“', '«»', '<>', '[]', '()', '{}', '**'];

/**
 * What stands between quotes, brackets or stars at both ends of the text; undefined where there are none, and where
 * those at the beginning are around a name, as in `"access_token": "…"`. An expression that was not evaluated keeps its
 * braces, by which it is recognized later.
 */
const inQuotes: TokenReader = (text) => {
	const isNameQuoted = /^(["'])[\w -]+\1\s*[:=]/.test(text);
	if (isNameQuoted || text.length < 2 || isUnevaluated(text)) return undefined;
	const ends = `${text[0]}${text.at(-1)}`;
	return QUOTES.includes(ends) ? text.slice(1, -1) : undefined;
};

/** The words of a shell or of PowerShell before a name that is given a value, if any. */
const COMMAND = String.raw`(?:export\s+|set\s+|\$env:)?`;

/** What a value may be called, also in quotes: "access_token", "MY_API_KEY", "Secret". */
const LABEL = String.raw`["']?(?:\w+_)?(?:access[ _-]?token|token|authorization|(?:api[ _-]?)?(?:key|secret))["']?`;

/** A line that gives a value to such a name; the sign at its end may be that of an entry of a list. */
const LABELED = new RegExp(
	String.raw`^${COMMAND}${LABEL}\s*(?:=>|[:=：])\s*([^\r\n]*?)[,;]?$`,
	'i',
);

/** Each fits one kind of wrapping, with what is in it as the first group. */
const PATTERNS: readonly RegExp[] = [
	// The value of the header in a command: `curl -H 'access_token: …' https://…`.
	/^curl\s[^]*?\baccess_token:\s*([^'"\s]+)/i,
	// The header, still in its quotes, behind the option of a command: `-H 'access_token: …'`, without `curl`.
	/^(?:-H|--header)\s+(.+)$/,
	// The value behind its name: `access_token=…`, `export API_KEY=…`, `$env:TOKEN="…"`, `"Access Token": "…",`.
	LABELED,
	// The value behind the word with which other services want it: `Bearer …`. It is empty behind the word alone.
	/^bearer(?:\s*:\s*|\s+|%20|$)([^]*)$/i,
	// The value in quotes that a program has encoded, as `\"…\"`, `&quot;…&quot;` or `%22…%22`.
	/^(?:\\"|&quot;|%22)(.+?)(?:\\"|&quot;|%22)$/i,
	// The value, still in its quotes, as Python writes bytes: `b'…'`.
	/^b(["'].+["'])$/,
	// The value before a line break that a program has encoded: `…\n`, `…%0A`.
	/^(\S+?)(?:\\[rnt]|%0[ad])+$/i,
	// The value, still in its quotes, before the sign that ends an entry of a list: `"…",`.
	/^(["'`]?[\w.~+/=-]{8,}["'`]?)[,;]$/,
	// The value behind the sign of a name that was not copied, or behind that of an entry in a list: `- …`, `1. …`.
	/^(?:[:=]\s*|(?:[-*•]|\d+[.)])\s+)([\w.~+/-]+=*)$/,
	// The value beside a quote whose other one was not copied: `"…` or `…"`.
	/^["'`]([^"'`]*)$/,
	/^([^"'`]+)["'`]$/,
	// The value before a remark: `… # production`, `… (expires in May)`.
	/^(\S+)\s+(?:#|\/\/|\()/,
];

/** The reader that gives the first group of a pattern, and undefined for a text that the pattern does not fit. */
function readerOf(pattern: RegExp): TokenReader {
	return (text) => pattern.exec(text)?.[1];
}

/** Under which names people keep the token, in headers, programs, settings and documents, such as `MY_ACCESS_TOKEN`. */
const NAME = String.raw`[\p{L}\w.-]*(?:access[ _-]?token|token|jwt|authorization|api[ _-]?key|令牌)`;

/** A quote, if any; "\x60" is the backtick. */
const QUOTE = String.raw`["'\x60]?`;

/** The word between a name and its value in a sentence, if any: "The token is …". */
const IS = String.raw`(?:\s+(?:is|ist|est|es|è))?`;

/** A sign between a name and its value, such as ":" or "=>", or only a blank. */
const SEPARATOR = String.raw`(?:\s*(?:[:=-]?>|[:=：→|,])\s*|\s+)`;

/** What stands between a name and its value, such as `: "Bearer `, ` => "`, `'] = '` or ` is `. */
const BETWEEN = String.raw`${QUOTE}\]?${IS}${SEPARATOR}${QUOTE}(?:bearer\s+)?${QUOTE}`;

/**
 * A value as a token is: at least eight letters, digits and some signs, with a digit, because a word may stand there,
 * too. Its last sign is no full stop, which ends a sentence.
 */
const VALUE = String.raw`((?=[^\s"'\x60]*\d)[\w.~+/=-]{7,}[\w~+/=-])`;

/** A name at the beginning of a text or behind a sign, with its value. */
const NAMED = new RegExp(String.raw`(?:^|[\s"'\x60([{,;:$<-])${NAME}${BETWEEN}${VALUE}`, 'iu');

/** The value behind its name anywhere in a text that is no token itself: lines of headers, a line of a program, XML. */
const amongOthers: TokenReader = (text) => {
	const hasOtherSigns = /[^\w.~+/=-]/.test(text);
	return hasOtherSigns ? NAMED.exec(text)?.[1] : undefined;
};

/** What stands between the words of a text, and between a name and its value. */
const BETWEEN_WORDS = /[\s"'\x60()[\]{}<>,;:：＝|]+|\.(?=\s|$)/u;

/** A word that can hardly be anything but a token: long, and of letters and digits. */
const TOKEN_LIKE = /^(?=.*\d)(?=.*[a-z])[\w.~+/-]{20,}=*$/i;

/** A number, or a date or a time, which may stand beside a token. */
const NUMBER_OR_DATE = /^\d{1,4}(?:[./-]\d{1,4})*$/;

/**
 * The only word of a text that is like a token, where the text cannot be one itself: `Clé API : …`, `→ …`, `…\nCopied`.
 * Not beside any other word with a digit, because that may be the other part of a token which is torn by a blank.
 */
const onlyTokenLike: TokenReader = (text) => {
	const mayBeToken = !/[^!-~]/u.test(text);
	if (mayBeToken) return undefined;
	const words = uniq(text.split(BETWEEN_WORDS));
	const [likeTokens, others] = partition(words, (word) => TOKEN_LIKE.test(word));
	const mayBeTorn = others.some((word) => /\d/.test(word) && !NUMBER_OR_DATE.test(word));
	return mayBeTorn ? undefined : onlyOne(likeTokens);
};

/** All of them; the first that finds its wrapping counts. */
const READERS = [
	inJson,
	inAddress,
	inQuotes,
	...PATTERNS.map(readerOf),
	amongOthers,
	onlyTokenLike,
];

/**
 * Characters that one does not recognize by sight, in words; each ends with the comma before the number that follows.
 */
const CHARACTERS: Readonly<Record<string, string>> = {
	' ': 'a blank, ',
	'\n': 'a line break, ',
	'\r': 'a line break, ',
	'\t': 'a tab, ',
	'•': 'a dot that hides a password, ',
};

/**
 * A character in words with its number in Unicode, "a blank, U+0020"; the number alone where there are no words for it.
 */
function nameOfCharacter(character: string): string {
	const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `${CHARACTERS[character] ?? ''}U+${number}`;
}
