import type { Changes } from './changes';
import { oneOf } from './patterns';
import { type Rule, withRules } from './rules';
import { IDEOGRAPH } from './sentences';

/*
 * Typographic signs, which a voice reads badly: by their names, or not at all where a listener needs a pause.
 */

/**
 * Stands for a pause of the voice until all signs are replaced. No text has this letter of its own, because an earlier
 * stage has removed all private ones.
 */
const PAUSE = '\uE000';

/** The names of days, also short ones; those of German only with a capital, because "so" and "do" are words. */
const DAYS = oneOf({
	en: 'Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:rs(?:day)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?',
	de: 'Mo(?:ntag)?|Di(?:enstag)?|Mi(?:ttwoch)?|Do(?:nnerstag)?|Fr(?:eitag)?|Sa(?:mstag)?|So(?:nntag)?',
	es: '[Ll]un(?:es)?|[Mm]ar(?:tes)?|[Mm]ié(?:rcoles)?|[Jj]ue(?:ves)?|[Vv]ie(?:rnes)?|[Ss]áb(?:ado)?|[Dd]om(?:ingo)?',
	fr: '[Ll]undi|[Mm]ardi|[Mm]er(?:credi)?|[Jj]eu(?:di)?|[Vv]en(?:dredi)?|[Ss]am(?:edi)?|[Dd]im(?:anche)?',
	it: '[Ll]unedì|[Mm]artedì|[Mm]ercoledì|[Gg]io(?:vedì)?|[Vv]enerdì|[Ss]ab(?:ato)?|[Dd]omenica',
});

/** The names of months, also short ones. */
const MONTHS = oneOf({
	en: 'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?',
	de: 'Januar|Februar|März|Mai|Juni|Juli|Okt(?:ober)?|Dez(?:ember)?',
	es: 'ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio|agosto|septiembre|octubre|noviembre|dic(?:iembre)?',
	fr: 'janv(?:ier)?|févr(?:ier)?|mars|avr(?:il)?|juin|juil(?:let)?|août|septembre|octobre|novembre|déc(?:embre)?',
	it: 'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre',
});

/** What becomes of each sign: nothing, a pause, or another sign that a voice reads well. */
const SIGNS: readonly Rule[] = [
	/** Trademarks: "Acme™". */
	[/ ?[™®©℠]/gu, '', 'signs'],
	/** Up and down, as rates are shown: "▲ 2.3%" is "+2.3%". */
	[/[▲△↑⬆] ?(?=\d[\d.,]* ?%)/gu, '+', 'signs'],
	[/[▼▽↓⬇] ?(?=\d[\d.,]* ?%)/gu, '−', 'signs'],
	/** Arrows, also those of letters: "A → B", "A -> B", "A <-> B"; no comparison, such as "<-5". */
	[
		/[\u2190-\u21FF\u2794-\u27BE\u27F0-\u27FF\u2B00-\u2B11]|<[-=]{1,3}>|(?<![-=<])[-=]{1,3}>|<-{1,3}(?![-\d])/gu,
		PAUSE,
		'signs',
	],
	/** Points and bars between words: "Rome · Milan | Turin". A point between two letters belongs to the word. */
	[/ [·•∙|¦](?= |$)|[•|¦]/gmu, PAUSE, 'signs'],
	/** Ticks, stars, boxes and ornaments: "★★★". */
	[
		/[\u2022-\u2023\u2043\u204E-\u2051\u2200\u2500-\u25FF\u2605-\u2606\u2610-\u2612\u2690-\u27BF\u2B12-\u2BFF†‡※¶❧]/gu,
		'',
		'signs',
	],
	/** From one number to another, "2 – 3 hours"; not behind the number of a chapter. */
	[
		/(?<!^\p{L}{1,20} \d{1,4})(?<=\d) – (?=[€$£¥]?\d+(?![\d.,]* ?%))|(?<=\d ?[€$£¥]) – (?=\d)|(?<=\d ?%) – (?=[\d.,]+ ?%)|(?<=\d ?[ap]\.?m\.?|\d ?(?:Uhr|h)) – (?=\d)/gimu,
		'–',
		'signs',
	],
	/** The same with a long dash: "9:00—17:00". */
	[/(?<=\d)[—―](?=\d)/gu, '–', 'signs'],
	/** From one day or month to another: "Mo – Fr", "Mar 21 – Apr 19", "12. – 14. Mai", "Q1 – Q3". */
	[new RegExp(`(?<=(?<!\\p{L})${DAYS}\\.?) – (?=${DAYS}(?!\\p{L}))`, 'gu'), '–', 'signs'],
	[
		new RegExp(
			`(?<=(?<!\\p{L})${MONTHS}\\.?(?: \\d{1,2}|,? \\d{4})?) – (?=(?:${MONTHS}(?!\\p{L})|\\d{1,2}(?!\\d)))`,
			'giu',
		),
		'–',
		'signs',
	],
	[/(?<=\d\.) – (?=\d{1,2}\.)|(?<=(?<!\p{L})[QH]\d) – (?=[QH]\d)/gu, '–', 'signs'],
	/** Dashes between words, and at the beginning of what somebody says; none in numbers, such as "10–12". */
	[/(?<=^|\s)-{2,3}(?=\s|$)|(?<=\p{L})--(?=[\p{L}"'“‘])|[—―⸺⸻]| –(?= |$)|^–/gmu, PAUSE, 'signs'],
	/** The signs of a hashtag: "#Rome#" and "#Rome" are "Rome"; "#1" stays. */
	[/[#＃]([\p{L}\p{N}_]{1,40})[#＃](?![\p{L}\p{N}])/gu, '$1', 'signs'],
	[/(?<![\p{L}\p{N}&/])[#＃](?=\d{0,8}[\p{L}_])/gu, '', 'signs'],
	/** The sign before the name of somebody: "@ada". */
	[/(?<=^|[\s(,;:])@(?=[\p{L}_])/gmu, '', 'signs'],
	/**
	 * The line in names of files and fields: "my_file" is "my file"; an e-mail address stays, and so does the line of
	 * German, in which "Lehrer_in" means all genders.
	 */
	[/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])(?![\w.-]{0,64}@|in(?:nen)?(?![\p{L}_]))/gu, ' ', 'signs'],
	/**
	 * The number of a note, behind a sign or a word of four letters ("proved¹"; not "m²"), and before the note itself.
	 */
	[/(?<=[.!?,;:"”»)]|\p{L}{4})[⁰¹²³⁴-⁹]{1,4}(?!\p{L})|^[⁰¹²³⁴-⁹]{1,4} ?(?=\p{L})/gmu, '', 'signs'],
	/** What was left out of a quote: "[...]". */
	[/[[(](?:\.{3}|…)[\])]/gu, '…', 'signs'],
	/** Buttons of players and other devices, notes of music, and braille: "⏯ ♪". */
	[/(?=\p{Extended_Pictographic})[\u2300-\u23FF]|[\u2669-\u266C\u2800-\u28FF]/gu, '', 'signs'],
	/** An arrow behind a link, "Read more »", which is not the end of a quote. */
	[/(?<!«[^»\n]{0,300}) [»›]$/gmu, '', 'signs'],
	/** One sign is as loud as many: "Wow!!!" */
	[/([!?！？¡¿])\1+/gu, '$1', 'signs'],
	[/\.{4,}/gu, '…', 'signs'],
	/** A line to write on: "Name: ____". */
	[/_{2,}/gu, '', 'signs'],
];

/**
 * Replaces typographic signs that a voice reads badly: "A → B" is "A, B", "Acme™" is "Acme".
 *
 * @param changes to whose `signs` each of them is added
 */
export function withReadableSigns(text: string, changes: Changes): string {
	const withMarkedPauses = withRules(text, SIGNS, changes);
	return withPauses(withMarkedPauses);
}

/** One pause or more in a row, with the blanks around them. */
const PAUSES = / ?\uE000[ \uE000]*/gu;

/** What is before a pause that stands at the beginning of a clause; empty at the beginning of the text. */
const BEFORE_CLAUSE = /^$|[\n(¿¡]$/u;

/** What is behind a pause that stands at the end of a clause; empty at the end of the text. */
const BEHIND_CLAUSE = /^$|[\n.,;:!?…)，。！？；：）」』】]/u;

/** What is before a pause and ends with a sign at which the voice pauses anyway. */
const ENDS_WITH_PAUSE = /[.,;:!?…，。！？；：،؛؟]$/u;

/**
 * The text with a comma of its script for each marked pause within a clause. At the beginning or the end of a clause,
 * and behind a sign such as a full stop, there is no comma, because the voice pauses there anyway.
 */
function withPauses(text: string): string {
	return text.replace(PAUSES, (pauses: string, start: number) => {
		const end = start + pauses.length;
		// Two places, because a letter of some scripts takes two.
		const before = text.slice(Math.max(0, start - 2), start);
		const after = text.slice(end, end + 1);
		const isAtEdgeOfClause = BEFORE_CLAUSE.test(before) || BEHIND_CLAUSE.test(after);
		if (isAtEdgeOfClause) return '';
		if (ENDS_WITH_PAUSE.test(before)) return ' ';
		const isIdeographic = IDEOGRAPH.test(before.slice(-1)) || IDEOGRAPH.test(after);
		if (isIdeographic) return '，';
		const isArabic = /\p{Script=Arabic}$/u.test(before);
		return isArabic ? '، ' : ', ';
	});
}
