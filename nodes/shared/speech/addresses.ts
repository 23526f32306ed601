import type { Changes } from './changes';
import { type Rule, withRules } from './rules';

/*
 * Addresses in a text, which a voice would read letter by letter. They are removed, with the words around them that say
 * nothing without them. An e-mail address is read, and so is that of a whole site, "www.example.com", because it is
 * written to be said.
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

/**
 * Behind "www.", the rest of the address of a whole site, with nothing behind it but perhaps a slash. It has at most
 * 253 characters. Without this limit, a long row of "www." would be read to its end from each of them.
 */
const REST_OF_SITE = `[${ADDRESS_LETTERS}.-]{1,253}/?(?![${ADDRESS_LETTERS}/?#&=%~+:@.-])`;

/** How an address begins. */
const ADDRESS_START = `(?:\\b(?:https?|ftp)://|\\bwww\\.(?=[\\w-]+\\.)(?!${REST_OF_SITE}))`;

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
	'see|see also|check out|visit|go to|head (?:over )?to|siehe|siehe auch|besuche|voir|visitez|ver|visita|visite|veja|vedi|zie|bezoek|см\\.';

/** What may stand before that at the beginning of a sentence: "Please visit …", "You can also go to …". */
const BEFORE_CALLS =
	'(?:please|just|simply|bitte|einfach|por favor|per favore|veuillez),? |(?:you|we) can (?:also )?|(?:to learn more|to find out more|for more(?: \\p{L}+)?|for details),? (?:please )?';

/** Words that say that an address is that of something: "Our website is …". */
const IS = 'is|ist|lautet|est|es|è|é';

/** What is introduced so. */
const PAGES =
	'website|web site|webseite|site|homepage|page|link|url|address|adresse|página|sitio|pagina|sito';

/** Words between an address and something else, or between several addresses. */
const AND = 'and|or|und|oder|et|ou|y|o|e|en|of|и|или';
/** Those that leave a choice. */
const OR = 'or|oder|ou|o|of|или';
/** What to do instead of opening it, which is no second thing: "visit … or call us". */
const ACTIONS =
	'call|contact|email|scan|text|write|ruf|rufen|schreib|schreiben|llama|llámanos|escribe|appelez|écrivez|chiama|chiamaci|scrivi|ligue|escreva|bel';
/** Words with which a second thing begins: "… and the docs". */
const ARTICLES = 'the|our|my|this|der|die|das|le|la|les|el|los|las|il|i|os|as|de|het';
/** A second thing, which is not the beginning of a second sentence, as in "… and our shop is open". */
const SECOND_THING = `(?:${ARTICLES}) (?!\\p{L}+ (?:is|are|was|has|have|ist|sind|hat|haben|est|sont|es|son|è|sono)(?!\\p{L}))`;

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
	/** A whole sentence that only says what the address is, or the first of two: "Our website is … and we are open". */
	[
		new RegExp(
			`(?<=^|[.!?…] )[^.!?\n\uE001]{0,40}(?<!\\p{L})(?:${PAGES}) (?:${IS}):? \uE001(?:[.;!?]+ ?|,? (?:${AND}) |$)`,
			'gimu',
		),
		'',
	],
	/** A request with another one behind it: "visit … or call us" is "call us". */
	[
		new RegExp(
			`(?<!\\p{L})(?:${BEFORE_CALLS})?(?:${CALLS}):? \uE001,? (?:${AND}) (?=(?:${ACTIONS})(?!\\p{L}))`,
			'giu',
		),
		'',
	],
	/** The first of two things: "… or the docs" is "the docs". */
	[
		new RegExp(
			`\uE001,? (?:(?:${OR}) (?!(?:${ACTIONS})(?!\\p{L}))|(?:${AND}) (?=${SECOND_THING}))`,
			'giu',
		),
		'',
	],
	/** The second of two things: "the docs and …" is "the docs". */
	[new RegExp(`(?<=[\\p{L}\\p{N}]),? (?:${AND}) \uE001${CLAUSE_END}`, 'gimu'), ''],
	/** A whole sentence that only asks to open it: "See …." */
	[
		new RegExp(`(?<=^|[.!?…] )(?:${BEFORE_CALLS})?(?:${CALLS}):? \uE001(?:[.;!?]+ ?|$)`, 'gimu'),
		'',
	],
	/** A clause that does: ", see …", " or visit …" */
	[
		new RegExp(
			`[,;]?(?: (?:${AND}))? (?:${BEFORE_CALLS})?(?:${CALLS}):? \uE001${CLAUSE_END}`,
			'gimu',
		),
		'',
	],
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
