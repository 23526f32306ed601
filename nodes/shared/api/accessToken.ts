/*
 * The access token as it is pasted: with a word before it, in quotes, as a header, as part of an address or as the answer of a
 * service. What is certainly not part of it is left out; all else is refused in words, because the service would only
 * say that the token is wrong.
 */
import { PackError } from '../util/errors';
import { isObject, parseJson } from '../util/json';
import { plainText } from '../util/text';
import { apiMessages } from './apiMessages';

/**
 * Brings the access token into the one form that is sent, hidden in texts and used as a key.
 *
 * @throws PackError when nothing is left, which is no key, or when it cannot be sent in a header
 */
export function normalizeToken(text: unknown): string {
	const token = withoutLabels(bareToken(visible(text)));
	if (['', ...NO_VALUES].includes(token)) throw new PackError(apiMessages.noToken);
	const odd = /[^!-~]/u.exec(token)?.[0];
	if (odd === undefined) return token;
	throw new PackError(apiMessages.tokenCharacter(nameOfCharacter(odd)));
}

/** What an expression gives that has no value. */
const NO_VALUES = ['undefined', 'null'];

/** A text without the blanks and invisible characters that come along when it is pasted. */
export function visible(text: unknown): string {
	return plainText(plainText(text).replace(/\p{Cf}/gu, ''));
}

/** Lines of a token that a mail or a terminal has wrapped: all but the last are of one length. */
function bareToken(text: string): string {
	const lines = text.split(/\r?\n/);
	const [first = '', ...others] = lines;
	const isWrapped =
		others.length > 0 &&
		first.length >= SHORTEST_LINE &&
		lines.every((line) => /^\S+$/.test(line) && line.length <= first.length) &&
		others.slice(0, -1).every((line) => line.length === first.length);
	return isWrapped ? lines.join('') : text;
}

const SHORTEST_LINE = 30;

/** More layers than anybody wraps around a token, such as quotes around a header with "Bearer". */
const MOST_LAYERS = 6;

/** A token without what stands around it, layer by layer. */
function withoutLabels(text: string): string {
	let token = text;
	for (let layer = 0; layer < MOST_LAYERS; layer++) {
		const inner = READERS.map((read) => read(token)).find((one) => one !== undefined);
		if (inner === undefined) break;
		token = visible(inner);
	}
	return token;
}

/** Finds the token in one kind of text around it; undefined for any other text. */
type TokenReader = (text: string) => string | undefined;

/** The value in an answer of a service: `{"access_token": "…"}`, perhaps within `data`. */
const inJson: TokenReader = (text) => (/^[{[]/.test(text) ? tokenIn(parseJson(text)) : undefined);

function tokenIn(json: unknown): string | undefined {
	if (!isObject(json)) return undefined;
	const names = Object.keys(json);
	const name = [/^access[ _-]?token$/i, /^token$/i]
		.map((form) => names.find((one) => form.test(one)))
		.find((one) => one !== undefined);
	const value = name === undefined ? undefined : json[name];
	return typeof value === 'string' ? value : tokenIn(json.data);
}

/** The value in the query of an address: `https://…?access_token=…&page=1`. */
const inAddress: TokenReader = (text) =>
	/^(?:https?:\/\/\S*)?[?&]access_token=([^&#\s]+)/i.exec(text)?.[1];

/** The value in a command: `curl -H 'access_token: …' https://…`, or a part of it. */
const inCommand: TokenReader = (text) =>
	/^curl\s[^]*?\baccess_token:\s*([^'"\s]+)/i.exec(text)?.[1] ??
	/^(?:-H|--header)\s+(.+)$/.exec(text)?.[1];

const QUOTES = [`""`, `''`, '``', '“”', '‘’', '„“', '«»', '<>'];

/** What is in quotes; those around a name alone, as in `"access_token": "…"`, are not around all of it. */
const inQuotes: TokenReader = (text) => {
	const isAroundAll = !/^(["'])[\w -]+\1\s*[:=]/.test(text);
	const isQuoted = QUOTES.some(
		([open = '', close = '']) => text.length > 1 && text.startsWith(open) && text.endsWith(close),
	);
	return isQuoted && isAroundAll ? text.slice(1, -1) : undefined;
};

/** The value behind its name: `access_token=…`, `export ACCESS_TOKEN=…`, `"Access Token": "…",`. */
const behindName: TokenReader = (text) => {
	const form =
		/^(?:export\s+)?["']?(?:\w+_)?(?:access[ _-]?token|token|authorization)["']?\s*[:=]\s*/i;
	return form.test(text) ? text.replace(form, '').replace(/[,;]$/, '') : undefined;
};

/** The value behind the word with which other services want it: `Bearer …`. */
const behindBearer: TokenReader = (text) => {
	const form = /^bearer(?:\s*:\s*|\s+|$)/i;
	return form.test(text) ? text.replace(form, '') : undefined;
};

const READERS = [inJson, inAddress, inCommand, inQuotes, behindName, behindBearer];

const CHARACTERS: Readonly<Record<string, string>> = {
	' ': 'a blank, ',
	'\n': 'a line break, ',
	'\r': 'a line break, ',
	'\t': 'a tab, ',
	'•': 'a dot that hides a password, ',
};

/** A character in words, with its number. */
function nameOfCharacter(character: string): string {
	const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `${CHARACTERS[character] ?? ''}U+${number}`;
}
