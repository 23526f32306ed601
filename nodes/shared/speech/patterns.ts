/*
 * The pieces of which the patterns for scripts and for the remarks of language models consist. Each piece is the source
 * of a regular expression that is used with the flags "i" and "u".
 */

/**
 * Words that mean the same, by the code of their language. Those of one language stand in one text with "|" between
 * them, and may be patterns themselves. A word that several languages share stands in the first of them.
 */
export type WordsByLanguage = Readonly<Record<string, string>>;

/**
 * The source of a group that matches any word of some lists. A letter with an accent is one character in it (NFC), as
 * it is in the text since an earlier stage.
 *
 * @param lists words by their language, or a pattern
 */
export function oneOf(...lists: ReadonlyArray<WordsByLanguage | string>): string {
	const sources = lists.flatMap((list) =>
		typeof list === 'string' ? [list] : Object.values(list),
	);
	return `(?:${sources.join('|').normalize()})`;
}

/** What emphasizes a line, or makes a heading or an item of it. An emoji before it has become the point of an item. */
export const ADORNED = '[ \\t>#*_•-]{0,12}';

/** What stands behind a label: "**Title:** ", "标题：". */
export const LABEL_END = `${ADORNED}[:：]${ADORNED}`;

/** From one time to another: "0:00–0:15". */
export const TIMES = '\\d{1,2}:\\d{2} ?[-–—] ?\\d{1,2}:\\d{2}';

/** Words for seconds. */
const SECOND = oneOf({
	en: 's|secs?|seconds?',
	de: 'sek\\.?|sekunden',
	es: 'seg\\.?|segundos',
	fr: 'secondes',
	zh: '秒',
});

/** A time in seconds: "5 seconds". */
export const DURATION = `\\d{1,3} ?${SECOND}`;

/** From one second to another: "0–3s", "0s-3s". */
export const SECONDS = `\\d{1,3} ?s? ?[-–—~] ?${DURATION}`;

/** What follows a word where the word ends. A script without blanks between words has no such end. */
export const WORD_END = '(?![\\p{L}\\p{N}])';

/** What asks to press a button, whose name stands in brackets behind it: "Press [Pause]", "Klicken Sie auf [Pause]". */
export const PRESS = `(?<!\\p{L})${oneOf({
	en: '(?:choose|click|hit|press|select|tap|use)(?: on)?(?: the)?(?: button| key)?',
	de: '(?:drück|klick|tipp)(?:e|t|en sie)?(?: auf)?(?: die taste)?',
	es: '(?:pulsa|pulse|presiona|presione|haz clic|haga clic|toca|toque)(?: en)?',
	fr: '(?:appuie|appuyez|clique|cliquez)(?: sur)?',
	it: '(?:premi|clicca|tocca)(?: su)?',
	pt: '(?:clique|pressione)(?: em)?',
})} `;

/** Lines that are nothing but this, with what emphasizes them. */
export function wholeLines(source: string): RegExp {
	return new RegExp(`^${ADORNED}${source}${ADORNED}$`, 'gimu');
}

/** This, where lines begin with it, with what emphasizes it. The rest of the line is not matched. */
export function lineStarts(source: string): RegExp {
	return new RegExp(`^${ADORNED}${source}`, 'gimu');
}

/** This, where a text begins with it, and something follows. */
export function textStart(source: string): RegExp {
	return new RegExp(`^\\s*${source}\\s*(?=\\S)`, 'iu');
}

/** This, where it is the last line or the last lines of a text, and something precedes. */
export function textEnd(source: string): RegExp {
	return new RegExp(`(?<=\\S)\\s*\\n${source}\\s*$`, 'iu');
}
