import type { Changes } from './changes';
import { type Rule, withRules } from './rules';

/*
 * Addresses in a text, which a voice would read letter by letter. They are removed, with the words around them that say
 * nothing without them. An e-mail address is read.
 */

/**
 * Marks the place of an address that was removed, until the words around it are judged. The patterns below write it as
 * `\uE001`. No text has this character of its own, because `characters.ts` has removed all private ones before.
 */
const GONE = '\uE001';

/** Letters and digits of an address, as the inner part of a class of characters. */
const ADDRESS_LETTERS = '\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d_';

/** One sign of those with which an address is written. */
const ADDRESS_SIGNS = `[${ADDRESS_LETTERS}.~:/?#@!$&'*+,;=%-]`;

/** Such a sign, or a pair of brackets with such signs between them, as in `/wiki/Rome_(Italy)`. */
const ADDRESS_PART = `(?:${ADDRESS_SIGNS}|\\(${ADDRESS_SIGNS}*\\)|\\[${ADDRESS_SIGNS}*\\])`;

/** How an address begins. */
const ADDRESS_START = '(?:\\b(?:https?|ftp)://|\\bwww\\.(?=[\\w-]+\\.))';

/** How an address ends: with no full stop or comma, because these belong to the sentence around it. */
const ADDRESS_END = `(?:[${ADDRESS_LETTERS}/#=&%~+-]|\\(${ADDRESS_SIGNS}*\\))`;

/** An address without the punctuation behind it, perhaps in brackets of its own: `<https://example.com/a>`. */
const ADDRESS = new RegExp(`<?${ADDRESS_START}(?:${ADDRESS_PART}*${ADDRESS_END})?>?`, 'giu');

/** The addresses themselves. Those of the web are replaced by `GONE`. */
const ADDRESSES: readonly Rule[] = [
	/** `<mailto:ada@example.com>` is "ada@example.com". */
	[/<(?:mailto:)?([^<>\s@]{1,64}@[^<>\s@]{1,255})>/giu, '$1'],
	[/\bmailto:(?=\S)/giu, ''],
	[ADDRESS, GONE, 'links'],
];

/** Words that lead to an address, in the languages of the voices: "more at https://example.com". */
const LEADS = 'at|auf|bei|em|en|from|in|na|no|on|op|over|su|sur|through|to|unter|under|via|à|на|по';

/** What asks to open an address: "See https://example.com." */
const CALLS =
	'see|see also|check out|visit|siehe|siehe auch|besuche|voir|visitez|ver|visita|visite|veja|vedi|zie|bezoek|см\\.';

/** Words between an address and something else, or between several addresses. */
const AND = 'and|or|und|oder|et|ou|y|o|e|en|of|и|или';
/** Those that leave a choice. */
const OR = 'or|oder|ou|o|of|или';
/** What to do instead of opening it, which is no second thing: "visit … or call us". */
const ACTIONS =
	'call|contact|email|scan|text|write|ruf|rufen|schreib|schreiben|llama|llámanos|escribe|appelez|écrivez|chiama|chiamaci|scrivi|ligue|escreva|bel';
/** Words with which a second thing begins: "… and the docs". */
const ARTICLES = 'the|our|my|this|der|die|das|le|la|les|el|los|las|il|i|os|as|de|het';

/** Before the end of a clause: a sign, or the end of the line. */
const CLAUSE_END = '(?= ?(?:[.,;:!?)]|$))';

/** What goes together with an address. In the examples, … is where the address was. */
const AROUND_ADDRESSES: readonly Rule[] = [
	/** Brackets or quotes with nothing else in them, but perhaps two words that announce it: "(source: …)". */
	[
		/ ?[([{（【"'“‘«„](?:\p{L}{1,12}[:：]? ?){0,2}[\s,;:–—-]*\uE001[\s\uE001,;–—-]*[)\]}）】"'”’»“]/gu,
		'',
	],
	/** An entry of a list of sources, of which only the number is left: "[1] …". */
	[/^\[?\d{1,3}(?:\]:?|[.):]) ?\uE001[ .]*$/gmu, ''],
	/** Several addresses in a row are as one: "…, … and …". */
	[new RegExp(`\uE001(?:[ ,;]+(?:(?:${AND}) )?\uE001)+`, 'giu'), GONE],
	/** The first of two things: "… or the docs" is "the docs". */
	[
		new RegExp(
			`\uE001,? (?:(?:${OR}) (?!(?:${ACTIONS})(?!\\p{L}))|(?:${AND}) (?=(?:${ARTICLES}) ))`,
			'giu',
		),
		'',
	],
	/** The second of two things: "the docs and …" is "the docs". */
	[new RegExp(`(?<=[\\p{L}\\p{N}]),? (?:${AND}) \uE001${CLAUSE_END}`, 'gimu'), ''],
	/** A whole sentence that only asks to open it: "See …." */
	[new RegExp(`(?<=^|[.!?…] )(?:${CALLS}):? \uE001(?:[.;!?]+ ?|$)`, 'gimu'), ''],
	/** A clause that does: ", see …" */
	[new RegExp(`[,;]? (?:${CALLS}):? \uE001${CLAUSE_END}`, 'gimu'), ''],
	/** A word that leads to it: "Read more at …" is "Read more". */
	[new RegExp(` (?:${LEADS}):? \uE001`, 'giu'), ''],
	/** A colon that announces it within a sentence: "the page: … has more" is "the page has more". */
	[/: \uE001(?= \p{Ll}| ?[.,;!?—–])/gu, ''],
	/** A blank before the end of a sentence: "Did you see …?" */
	[/ \uE001(?=[!?])/gu, ''],
	/** A blank beside an address that stands between letters which have none: "詳しくは … をご覧". */
	[
		/(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]) \uE001 (?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/gu,
		'',
	],
	[/\uE001/gu, ''],
];

/**
 * Removes bare addresses, and the words around them that say nothing without them: "Read more at https://example.com."
 * is "Read more.". An e-mail address stays. Of a link of Markdown or HTML, an earlier stage has left only its words.
 *
 * @param changes to whose `links` the number of addresses is added
 */
export function withoutAddresses(text: string, changes: Changes): string {
	const marked = withRules(text, ADDRESSES, changes);
	const hadAddress = marked.includes(GONE);
	if (!hadAddress) return marked;
	return withRules(marked, AROUND_ADDRESSES, changes);
}
