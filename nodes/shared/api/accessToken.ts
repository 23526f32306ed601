/*
 * The access token as it is pasted: with a word before it, in quotes, or within the answer of a service. What is
 * certainly not part of it is left out; a sign that cannot be sent is refused in words. All else is for the service to
 * refuse.
 */
import { PackError } from '../util/errors';
import { isObject, parseJson } from '../util/json';
import { plainText } from '../util/text';
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
	const token = withoutWrappings(visibleText(text));
	if (NO_VALUES.includes(token)) throw new PackError(apiMessages.noToken);
	// A header takes the visible characters of ASCII, which are those from "!" to "~".
	const [unsendable] = /[^!-~]/u.exec(token) ?? [];
	if (unsendable === undefined) return token;
	throw new PackError(apiMessages.tokenCharacter(nameOfCharacter(unsendable)));
}

/** Texts that are no token: the empty one, and those that an expression without a value gives. */
const NO_VALUES = ['', 'undefined', 'null'];

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

/** More wrappings than anybody puts around a token, such as quotes around a header with "Bearer". */
const MOST_WRAPPINGS = 4;

/**
 * The token in a text, from which what stands around it is taken away from the outside in: `"Bearer abc"` becomes
 * `Bearer abc`, and then `abc`. A text with nothing around it stays.
 */
function withoutWrappings(text: string): string {
	let token = text;
	for (let count = 0; count < MOST_WRAPPINGS; count++) {
		token = visibleText(withoutOneWrapping(token));
	}
	return token;
}

/** A text without its outermost wrapping; as it is where it has none. */
function withoutOneWrapping(text: string): string {
	const inJson = tokenIn(parseJson(text));
	if (inJson !== undefined) return inJson;
	for (const pattern of WRAPPINGS) {
		const inner = pattern.exec(text)?.[1];
		if (inner !== undefined) return inner;
	}
	return text;
}

/** Under which names an object has a token, the surest first; at last what an answer puts around its content. */
const TOKEN_NAMES: readonly RegExp[] = [
	/^access[ _-]?token$/i,
	/^(?:token|authorization|(?:x-)?api[ _-]?key)$/i,
	/^(?:data|headers|result|value)$/i,
];

/**
 * The token in a value of JSON, such as `{"data": {"access_token": "…"}}`. A text is the token itself. Of an object, it
 * is in the value under the surest of its names, which may be an object again. Undefined for any other value, and for
 * an object without such a name.
 */
function tokenIn(json: unknown): string | undefined {
	if (typeof json === 'string') return json;
	if (!isObject(json)) return undefined;
	const names = Object.keys(json);
	const surestFirst = TOKEN_NAMES.flatMap((pattern) => names.filter((name) => pattern.test(name)));
	const [name] = surestFirst;
	return name === undefined ? undefined : tokenIn(json[name]);
}

/** What may stand around a token, with the rest as the first group. */
const WRAPPINGS: readonly RegExp[] = [
	// Its name, as in `access_token: …`, `"Access Token": "…",` and `MY_API_KEY=…`.
	/^["']?(?:\w+_)?(?:access[ _-]?token|token|authorization|(?:api[ _-]?)?(?:key|secret))["']?\s*[:=：]\s*(.*?)[,;]?$/i,
	// The word with which other services want it: `Bearer …`. Nothing is left of the word alone.
	/^bearer(?:\s*:\s*|\s+|$)(.*)$/i,
	// Quotes of any kind.
	/^["'`“”„‘’«](.*)["'`“”‘’»]$/,
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
