import type { Changes } from './changes';
import { type Rule, withRules } from './rules';
import { IDEOGRAPH } from './sentences';

/*
 * Addresses and typographic signs in a text, which a voice reads badly or letter by letter.
 */

/** Signs that are not seen and that no voice reads: byte order marks, soft hyphens, private letters. */
const UNSEEN =
	/[\uFE00-\uFE0E\u{E0100}-\u{E01EF}]|\u034F|[\u180B-\u180E]|[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u3164\uFEFF\uFFA0\uFFFC\uE000-\uF8FF]/gu;

/** Where a model has its words from, as it is copied from a chat. */
const SOURCES = /\uE200[^\uE200\uE201\n]{0,200}\uE201|\bcite(?:turn\d{1,3}[a-z]{1,12}\d{1,3})+/gu;

/** Joiners of letters, in scripts that have none, and one that separates no letters. */
const JOINERS =
	/(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{P}\p{N}\s])[\u200C\u200D]|\u200C(?![\p{L}\p{M}])/gu;

/** Letters with a line through each of them, which become struck out as in Markdown, and heaps of accents. */
const STRUCK_OUT = /(?:[^\s\u0336]\u0336){2,}(?: (?:[^\s\u0336]\u0336)+)* ?/gu;
const HEAPS = /[\u0300-\u036F\u0488\u0489]{3,}/gu;

/** Controls but tabs and line breaks, and halves of letters. */
const CONTROLS = /(?![\t\n])\p{Cc}|\p{Cs}/gu;

/** Letters that are styled as signs of their own, as in posts of social networks, and ligatures. */
const STYLED = /[\u{1D400}-\u{1D7FF}\u{1F130}-\u{1F149}\uFB00-\uFB06\u249C-\u24E9]+/gu;

/** Numbers in circles, from 1 to 20, which begin the points of a list. */
const CIRCLED = /(^ ?)?([\u2460-\u2473]) ?/gmu;

/** Line ends of all systems as one, blanks of all widths as one, and no repeated blanks. */
export function withPlainCharacters(text: string, changes: Changes): string {
	return withRealLineBreaks(text)
		.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n')
		.replace(SOURCES, '')
		.replace(CONTROLS, '')
		.replace(UNSEEN, '')
		.replace(JOINERS, '')
		.replace(STRUCK_OUT, (letters) => `~~${letters.replaceAll('\u0336', '').trim()}~~ `)
		.replace(HEAPS, '')
		.replace(/[\p{Zs}\t]+/gu, ' ')
		.replace(STYLED, (letters) => {
			changes.signs += 1;
			return letters.normalize('NFKC');
		})
		.replace(CIRCLED, (_sign, lineStart: string | undefined, number: string) => {
			changes.signs += 1;
			return `${number.normalize('NFKC')}${lineStart === undefined ? ' ' : '. '}`;
		});
}

/** A line break as JSON writes it, and not the beginning of a name in a path, such as `C:\\news`. */
const ESCAPED_BREAK = /\\n(?:\\n|[\p{Lu}\p{Lo}•*-])/u;

/** Line breaks of a text that came as JSON and was not read as such. */
function withRealLineBreaks(text: string): string {
	const isEscaped = ESCAPED_BREAK.test(text) && !text.includes('\n');
	return isEscaped ? text.replace(/(?:\\r)?\\n/g, '\n').replaceAll('\\"', '"') : text;
}

const ADDRESS_SIGNS =
	"[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d_.~:/?#@!$&'*+,;=%-]";

/** Brackets within an address are a pair. */
const ADDRESS_PART = `(?:${ADDRESS_SIGNS}|\\(${ADDRESS_SIGNS}*\\)|\\[${ADDRESS_SIGNS}*\\])`;

/** An address without the punctuation behind it, perhaps in brackets of its own. */
const ADDRESS = new RegExp(
	`<?(?:\\b(?:https?|ftp)://|\\bwww\\.(?=[\\w-]+\\.))(?:${ADDRESS_PART}*(?:[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d_/#=&%~+-]|\\(${ADDRESS_SIGNS}*\\)))?>?`,
	'giu',
);

/** Stands for an address that was removed. */
const GONE = '\uE001';

/** Brackets in which only addresses stand, perhaps with a word or two that announce them. */
const BRACKETS_OF_ADDRESSES =
	/ ?[([{（【"'“‘«„](?:\p{L}{1,12}[:：]? ?){0,2}[\s,;:–—-]*\uE001[\s\uE001,;–—-]*[)\]}）】"'”’»“]/gu;

/** An entry of a list of sources, of which only its number is left. */
const NUMBER_OF_ADDRESS = /^\[?\d{1,3}(?:\]:?|[.):]) ?\uE001[ .]*$/gmu;

/** Words that lead to an address and say nothing without it, in the languages of the voices. */
const LEADS = 'at|auf|bei|em|en|from|in|na|no|on|op|over|su|sur|through|to|unter|under|via|à|на|по';

/** What asks to open an address. */
const CALLS =
	'see|see also|check out|visit|siehe|siehe auch|besuche|voir|visitez|ver|visita|visite|veja|vedi|zie|bezoek|см\\.';

const AND = 'and|or|und|oder|et|ou|y|o|e|en|of|и|или';
const OR = 'or|oder|ou|o|of|или';
const ARTICLES = 'the|our|my|this|der|die|das|le|la|les|el|los|las|il|i|os|as|de|het';

/** The end of a clause: a sign, or the end of the line. */
const CLAUSE_END = '(?= ?(?:[.,;:!?)]|$))';

/**
 * What goes together with an address, because it reads badly alone: "Read more at", "See, and the docs." Each leaves the words
 * that say something, or the address for the next of them.
 */
const AROUND_ADDRESSES: ReadonlyArray<[RegExp, string]> = [
	/** Several addresses in a row are as one. */
	[new RegExp(`\uE001(?:[ ,;]+(?:(?:${AND}) )?\uE001)+`, 'giu'), GONE],
	/** One of two things. */
	[new RegExp(`\uE001,? (?:(?:${OR}) |(?:${AND}) (?=(?:${ARTICLES}) ))`, 'giu'), ''],
	[new RegExp(`(?<=[\\p{L}\\p{N}]),? (?:${AND}) \uE001${CLAUSE_END}`, 'gimu'), ''],
	/** A whole sentence that only asks to open it. */
	[new RegExp(`(?<=^|[.!?…] )(?:${CALLS}):? \uE001(?:[.;!?]+ ?|$)`, 'gimu'), ''],
	[new RegExp(`[,;]? (?:${CALLS}):? \uE001${CLAUSE_END}`, 'gimu'), ''],
	[new RegExp(` (?:${LEADS}):? \uE001`, 'giu'), ''],
	/** A colon that announces it within a sentence. */
	[/: \uE001(?= \p{Ll}| ?[.,;!?—–])/gu, ''],
	[/ \uE001(?=[!?])/gu, ''],
];

/** Removes bare addresses, with the words that only lead to them; those of links are gone already. */
export function withoutAddresses(text: string, changes: Changes): string {
	let plain = text
		.replace(/<(?:mailto:)?([^<>\s@]{1,64}@[^<>\s@]{1,255})>/giu, '$1')
		.replace(/\bmailto:(?=\S)/giu, '')
		.replace(ADDRESS, () => {
			changes.links += 1;
			return GONE;
		});
	if (!plain.includes(GONE)) return plain;
	plain = plain.replace(BRACKETS_OF_ADDRESSES, '').replace(NUMBER_OF_ADDRESS, '');
	for (const around of AROUND_ADDRESSES) plain = plain.replace(...around);
	return plain.replaceAll(GONE, '');
}

/** Stands for a rest of the voice until all signs are replaced; what users write has no such letter. */
const PAUSE = '\uE000';

/** What a voice reads badly, and what is read well in its place, in all languages. */
const SIGNS: readonly Rule[] = [
	/** Trademarks. */
	['signs', / ?[™®©℠]/gu, ''],
	/** Arrows. */
	[
		'signs',
		/[\u2190-\u21FF\u2794-\u27BE\u27F0-\u27FF\u2B00-\u2B11]|(?<![-=<])[-=]{1,3}>|<-{1,3}(?![-\d])/gu,
		PAUSE,
	],
	/** Points and bars between words. A point between two letters belongs to the word. */
	['signs', / [·•∙|¦](?= |$)|[•|¦]/gmu, PAUSE],
	/** Ticks, stars, boxes and ornaments. */
	[
		'signs',
		/[\u2022-\u2023\u2043\u204E-\u2051\u2200\u2500-\u25FF\u2605-\u2606\u2610-\u2612\u2690-\u27BF\u2B12-\u2BFF†‡※¶❧]/gu,
		'',
	],
	/** Dashes between words and at the beginning of what somebody says; not in numbers. */
	['signs', /(?<=^|\s)-{2,3}(?=\s|$)|(?<=\p{L})--(?=\p{L})|[—―]| –(?= |$)|^–/gmu, PAUSE],
	/** The signs around a word that is found by it, and before it. */
	['signs', /[#＃]([\p{L}\p{N}_]{1,40})[#＃](?![\p{L}\p{N}])/gu, '$1'],
	['signs', /(?<![\p{L}\p{N}&/])[#＃](?=\d{0,8}[\p{L}_])/gu, ''],
	/** The sign before the name of somebody. */
	['signs', /(?<=^|[\s(,;:])@(?=[\p{L}_])/gmu, ''],
	/** Names of files and fields; an e-mail address stays. */
	['signs', /(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])(?![\w.-]{0,64}@)/gu, ' '],
	/** The number of a note behind a sentence, a part of it or a word, which is longer than a unit; and before the note. */
	['signs', /(?<=[.!?,;:"”»)]|\p{L}{4})[⁰¹²³⁴-⁹]{1,4}(?!\p{L})|^[⁰¹²³⁴-⁹]{1,4} ?(?=\p{L})/gmu, ''],
	/** What was left out of a quote. */
	['signs', /[[(](?:\.{3}|…)[\])]/gu, '…'],
	/** Players and other devices, and notes of music. */
	['signs', /(?=\p{Extended_Pictographic})[\u2300-\u23FF]|[\u2669-\u266C\u2800-\u28FF]/gu, ''],
	/** One sign is as loud as many. */
	['signs', /([!?！？¡¿])\1+/gu, '$1'],
	['signs', /\.{4,}/gu, '…'],
	/** A line to write on. */
	['signs', /_{2,}/gu, ''],
];

/** Replaces typographic signs that a voice reads badly. */
export function withReadableSigns(text: string, changes: Changes): string {
	return withPauses(withRules(text, SIGNS, changes));
}

/** One or more rests in a row, with the blanks around them. */
const PAUSES = / ?\uE000[ \uE000]*/gu;

/** A rest is a comma within a sentence, and nothing where there is a rest already. */
function withPauses(text: string): string {
	return text.replace(PAUSES, (pauses: string, at: number) => {
		const before = text.slice(Math.max(0, at - 2), at);
		const after = text.slice(at + pauses.length, at + pauses.length + 1);
		if (/^$|[\n(¿¡]$/u.test(before)) return '';
		if (/^$|[\n.,;:!?…)，。！？；：）」』】]/u.test(after)) return '';
		if (/[.,;:!?…，。！？；：،؛؟]$/u.test(before)) return ' ';
		if (IDEOGRAPH.test(before.slice(-1)) || IDEOGRAPH.test(after)) return '，';
		return /\p{Script=Arabic}$/u.test(before) ? '، ' : ', ';
	});
}

/** Blanks as a typesetter sets them: none at the ends of lines, at most one empty line. */
export function withTidyBlanks(text: string): string {
	const tidy = text
		.replace(/(?<![\p{L}\p{N}_])[([（【] ?[)\]）】]/gu, '')
		.replace(/ {2,}/g, ' ')
		.replace(/ (?=[.,)\]](?:[\s.,)\]]|$))| (?=[，。！？；：、）」』】])/gm, '')
		.replace(/,(?: ?,)+/g, ',')
		.replace(/([:：]) ?[.。](?=$|\n)/g, '$1')
		.replace(/^ (?=\S)| $/gm, '')
		.replace(/^[ .,;:!?…•-]+$/gm, '')
		.replace(/\n{3,}/g, '\n\n');
	return withWholeLines(tidy.trim());
}

/** Lines are at least as long where an e-mail or the source of a page was wrapped. */
const WRAPPED = 40;

/** Joins lines that were broken within a sentence, where a voice would pause. */
function withWholeLines(text: string): string {
	const [first = '', ...lines] = text.split('\n');
	let whole = first;
	let before = first;
	for (const line of lines) {
		const isWrapped = before.length >= WRAPPED && /[\p{L}\p{N},]$/u.test(before);
		whole += (isWrapped && /^\p{Ll}/u.test(line) ? ' ' : '\n') + line;
		before = line;
	}
	return whole;
}
