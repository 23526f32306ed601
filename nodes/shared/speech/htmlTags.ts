/*
 * The tags of HTML in a text: where they stand, and what becomes of them.
 */

/** What an element becomes. */
export type Treatment =
	/** Its tags go; its content stays within the line. */
	| 'inline'
	/** It becomes a paragraph of its own. */
	| 'block'
	/** Its tags and its content go, because nobody reads it. */
	| 'gone'
	/** Words that are struck out, which Markdown has too. */
	| 'struckOut'
	// The other names say what it is.
	| 'break'
	| 'heading'
	| 'list'
	| 'item'
	| 'link'
	| 'code'
	| 'table'
	| 'row'
	| 'cell';

/** The elements that are known, by their names. */
const NAMES: Readonly<Record<Treatment, string>> = {
	inline:
		'abbr acronym b base bdi bdo big button cite code col colgroup data dfn em embed font i img input ins kbd label link map mark meta meter nobr output param picture progress q ruby samp slot small source span strong sub sup time track tt tbody tfoot thead u var wbr',
	block:
		'address answer article aside blockquote body caption channel center dd description details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html item legend main narration nav p scene section summary voiceover',
	table: 'table',
	struckOut: 'del s strike',
	gone: 'analysis audio canvas grok:render guid head iframe math noscript notes object pubdate reasoning ref rp rt scratchpad script select style svg template textarea think thinking thought thoughts video visual visuals',
	break: 'br',
	heading: 'h1 h2 h3 h4 h5 h6 title',
	list: 'ol ul menu',
	item: 'li',
	link: 'a',
	code: 'pre',
	row: 'tr',
	cell: 'td th',
};

/** What becomes of each element that is known, by its name in lower case. */
export const TREATMENTS: ReadonlyMap<string, Treatment> = new Map(
	Object.entries(NAMES).flatMap(([treatment, names]) =>
		names.split(' ').map((name) => [name, treatment as Treatment] as const),
	),
);

/** A tag in a text. */
export interface Tag {
	/** In lower case. */
	name: string;
	isEnd: boolean;
	/** The number with which a list or an item begins, `<ol start="4">`, `<li value="4">`; undefined for none. */
	number: number | undefined;
	/** Whether a page does not show the element, `<p style="display:none">`, or shows it as struck out by its style. */
	isHidden: boolean;
	/** Whether the tag alone is a whole element: `<br/>`. */
	isWhole: boolean;
	/** Where it begins in the text, and the place behind its end. */
	start: number;
	end: number;
}

/**
 * `<p>`, `</p>`, `<br/>`, `<o:p>`, `<img alt="a > b">`: the value of an attribute may have `>`, if its quotes are
 * closed. The groups are the slash of an end tag, and the name.
 */
const TAG = /<(\/?)([a-z][a-z0-9:_-]*)(?=[\s/>])(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/giu;

/** The attribute or the style of an element that a page does not show, or shows as struck out. */
const HIDDEN =
	/\shidden(?=[\s=/>])|\bdisplay\s*:\s*none\b|\bvisibility\s*:\s*hidden\b|\btext-decoration(?:-line)?\s*:\s*line-through\b/iu;

/** The attribute with which a list or its item says its number. */
const NUMBER = /\s(?:start|value)\s*=\s*["']?(\d{1,6})(?!\d)/iu;

/** All tags of a text in their order, also what only looks like one, such as <name>. */
export function* htmlTagsIn(text: string): Generator<Tag> {
	for (const match of text.matchAll(TAG)) {
		const [tag, slash, name = ''] = match;
		const number = NUMBER.exec(tag)?.[1];
		yield {
			name: name.toLowerCase(),
			isEnd: slash === '/',
			number: number === undefined ? undefined : Number(number),
			isHidden: HIDDEN.test(tag),
			isWhole: tag.endsWith('/>'),
			start: match.index,
			end: match.index + tag.length,
		};
	}
}

/** `</p>`, `</p >`. */
const END_TAG = /<\/([a-z][a-z0-9:_-]*)\s*>/giu;

/**
 * Where the last end tag of each name begins, by the name in lower case. It tells whether an element that has begun is
 * ever closed.
 */
export function lastEndsOf(text: string): Map<string, number> {
	const ends = new Map<string, number>();
	for (const match of text.matchAll(END_TAG)) {
		const [, name = ''] = match;
		ends.set(name.toLowerCase(), match.index);
	}
	return ends;
}
