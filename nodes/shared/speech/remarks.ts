import * as words from './modelWords';
import { ADORNED, LABEL_END, oneOf, textEnd, textStart, wholeLines } from './patterns';
import { removed, type Rule } from './rules';

/*
 * What stands before and behind a text and is not a part of it: what a language model says about its own text, where it
 * has its words from, and what blogs and mail programs add. Only what closed lists of words announce is removed
 * (`modelWords.ts`), because everything else may be meant for the listener.
 */

/** What stands between the word by which a model agrees and its announcement. */
const BREAK = ' ?[!.,，。！、—–-]+ ?';

/**
 * The first line of an answer: "Sure! Here's your text:", "Okay, here's a 30-second script:", or "Certainly! Here is a
 * short script." Without a colon it is only known by all its words, because somebody may begin a story so, or by
 * "below", which nobody says to listeners.
 */
const OPENING = oneOf(
	`${words.AGREES}${BREAK}${words.ANNOUNCES}[^\\n]{0,150}?${words.WRITTEN_AS_ASKED}[^\\n]{0,100}[:：]`,
	`(?:${words.ACKNOWLEDGES}[,!.，。！] ?)?${words.ANNOUNCES}(?:(?! ${words.ON_SCRIPT} )[^\\n]){0,150}?${words.WRITTEN}[^\\n]{0,100}[:：]`,
	`(?:${words.AGREES}${BREAK}${words.ANNOUNCES}|${words.BELOW_IS})[^\\n.!?。]{0,150}?${words.WRITTEN}[^\\n.!?。]{0,100}[.。]`,
	`${words.HERE_IS_YOUR_TEXT}[^\\n]{0,60}?[:：]`,
	`(?:${words.AGREES}${BREAK})?here you go[:：]`,
	`(?:${words.AGREES}${BREAK})?${words.HERE_IS_YOUR_SCRIPT}[.!]?`,
	// Nobody says "below" to listeners: "以下が30秒の台本です。", "以下の原稿をご確認ください。"
	`(?:${words.AGREES}${BREAK})?以下[がはの][^\\n。]{0,60}${words.WRITTEN}(?:です|(?:を)?ご(?:確認|覧)ください)[。：:]`,
	// The words before 訳 tell a translation from an interpreter and from parts of costs: 通訳, 内訳.
	`[^\\n。]{0,20}(?:${words.WRITTEN}|[和英翻語]訳)は以下の(?:通り|とおり)です[。：:]`,
	// In Japanese and Korean, the verb stands behind the script. With another subject, somebody answers:
	// "はい、私の仕事は台本です。"
	`${words.AGREES}${BREAK}(?:(?:こちら|以下)[がは])?[^\\n。はが은는]{0,80}${words.WRITTEN}(?:です|입니다)[。.：:]`,
);

/** A line about a script, above its label: "**Tone:** friendly". */
const LINE_ABOUT_SCRIPT = `\\p{L}[\\p{L} /&-]{1,30}[*_]{0,4}[:：][^\\n]{1,150}\\n\\s*${ADORNED}`;

/** Lines of a list: "- a shorter version", "2. a longer one". */
const LIST = '(?:\\s*\\n[ \\t]*(?:[-*•]|\\d{1,2}[.)])[^\\n]{0,300})';

/** How many words or seconds there are, before the word for them: "about 30 ". */
const COUNT = `${words.ABOUT}? ?\\d{1,4} ?`;

/** Where a word begins, in a script that has blanks between words. */
const WORD_START = '(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])';

/**
 * The last line of an answer, perhaps with a list of offers below it: "Let me know if you'd like any changes!" Who asks
 * for a comment or a call speaks to listeners: "Want me to send you the script? Comment below!"
 */
const CLOSING = `${ADORNED}(?![^\\n]*(?<!\\p{L})${words.ASKS_LISTENERS})(?:${words.ABOUT_WORK}(?!\\p{L})[^\\n.!?]{1,150}[.!] )?(?=${words.OFFERS})(?=[^]{0,300}?${WORD_START}${words.CHANGES})[^\\n]{1,400}${LIST}{0,10}`;

/** How long a text is, with its label and nothing else: "Word count: 150 | Reading time: 1 minute". */
const LENGTH = `${words.LENGTH_LABELS}[*_]{0,3} ?[:：][*_]{0,3} ?[^\\d\\n]{0,20}\\d(?:[^\\n|.]|\\.(?! )){0,40}(?:\\|[^\\n|]{1,60}){0,3}`;

/** The rules that remove such remarks; most of them look only at the beginning or the end of a text. */
export const REMARKS: readonly Rule[] = removed('remarks', [
	/** The last line of an entry: "The post Rome appeared first on My Blog." */
	new RegExp(`(?<=\\S)\\s*\\n[ \\t]*${words.FEED_ENDS}\\s*$`, 'u'),
	/** The link behind its beginning: "Continue reading →", "Read more »", "Continue reading “Rome”". */
	new RegExp(
		`(?<=[.!?…。！？"”»)\\]\\n])[ \\t]*\\[?${words.READ_ON}(?: [“"„«][^\\n]{1,200}[”“"»])?(?: ?(?:[…→›»>\\]]|\\.{2,}(?!\\.))){0,4}\\s*$`,
		'iu',
	),
	/** The last line of a mail: "Sent from my iPhone". */
	textEnd(`[ \\t]*${words.MAIL_ENDS}\\.?`),
	/** The mail that is answered: "On Mon, Nov 16, 2026 at 9:00 AM Ann <ann@example.com> wrote:", with its quote. */
	textEnd(
		`[ \\t]*${words.ANSWERED_MAIL.replaceAll('…', '[^@\\n]{1,100}')}[ \\t]?[:：]\\n(?:[ \\t]*\\n)?(?:>[^\\n]*(?:\\n|$)){1,500}`,
	),
	new RegExp(`^\\s*[*_ ]{0,4}¡?${OPENING}\\**[ \\t]*\\n\\s*(?=\\S)`, 'iu'),
	/**
	 * What stands above a text: "**Final script:**", perhaps below lines about it, and a sentence that announces it:
	 * "I'll write a short one."
	 */
	textStart(
		`(?:${words.ANNOUNCES}(?!\\p{L})[^\\n]{1,200}[.!]\\n\\s*(?=[^\\n]*${words.SCRIPT_LABEL}))?${ADORNED}(?:${LINE_ABOUT_SCRIPT}){0,8}${words.SCRIPT_LABEL}${LABEL_END}[|>]?\\n`,
	),
	/** The same as a heading: "## Video Script", "**Script (30 seconds)**", "# Script for an Instagram reel". */
	textStart(
		`(?:#{1,6} \\*{0,3}|\\*{2,3})${words.SCRIPT_NAME}(?: (?:for ${words.SCRIPT_FOR}[^\\n*]{0,30}|\\([^()\\n]{1,40}\\)))?[:：]?\\*{0,3}[:：]?[ \\t]*\\n`,
	),
	/** The same before it in its line, only in bold: "**Script:** Bees dance." A talk may begin with "Script: a text". */
	textStart(`\\*{2,3}${words.SCRIPT_NAME}(?:[:：]\\*{2,3}|\\*{2,3}[:：])`),
	/** What stands before that of an agent: "Final Answer: …". */
	textStart(`${ADORNED}final answer${LABEL_END}`),
	/** What it says of its work on the text: "(Note: I kept the tone friendly.)", but not "Note: I used oat milk." */
	textEnd(
		`[*_([ ]{0,4}note:[*_ ]{0,4}${words.I_HAVE_WRITTEN}(?=[^\\n]{0,200}(?:${words.PROPERTY_OF_TEXT}))[^\\n]{0,300}`,
	),
	/** The same in the last paragraph, behind a line or in italics: "*This script runs about 15 seconds.*" */
	textEnd(
		`(?:[ \\t]*[-*_]{3,}[ \\t]*\\n\\s*[*_]{0,3}|[ \\t]*[*_]{1,3})${words.THIS_SCRIPT}(?!\\p{L})[^\\n]{1,500}`,
	),
	/** What it suggests to those who make the video: "### Production Notes", with a line or a list below. */
	textEnd(
		`${ADORNED}${words.SUGGESTIONS}(?:[*_ ]{0,4}[:：][^\\n]{1,300}|[*_ ]{0,4}[:：]?[*_ ]{0,4}${LIST}{1,20})`,
	),
	/** How long it takes to say it, behind the text: "(Approx. 45 seconds)", "(This script is about 30 seconds long)". */
	textEnd(
		'[*_ ]{0,4}[([]this (?:script|text|version|voice-?over)[^()[\\]\\n]{1,40}\\d{1,4}[- ](?:words|seconds|minutes)[^()[\\]\\n]{0,40}[)\\]][*_ ]{0,4}',
	),
	textEnd(
		`[*_ ]{0,4}[([（]${oneOf(
			`${COUNT}${words.UNITS_OF_TEXT}[^()[\\]（）\\n]{0,30}`,
			`全文${COUNT}${words.EAST_ASIAN_UNITS}[^()[\\]（）\\n]{0,30}`,
			`${COUNT}${words.EAST_ASIAN_UNITS}${words.BEHIND_EAST_ASIAN_UNIT}`,
		)}[)\\]）][*_ ]{0,4}`,
	),
	textEnd(CLOSING),
	/**
	 * Where the words are from, as a list of addresses or of numbered works below them: "**Sources:**",
	 * "[1] https://example.com", "[2] Smith 2023".
	 */
	textEnd(
		`${ADORNED}${words.SOURCES}[*_ ]{0,4}[:：]?[*_ ]{0,4}(?:\\s*\\n(?:[^\\n]*(?:https?:|www\\.)|[ \\t]*\\[\\d{1,3}\\] )[^\\n]*){1,40}`,
	),
	/** The same in one line, of which nothing else would be said: "Source: https://example.com". */
	textEnd(
		`${ADORNED}${words.SOURCES}[*_ ]{0,4}[:：][*_ ]{0,4}(?:<?https?:[^\\s,;]{1,2000}[,; ]{0,3}){1,10}`,
	),
	/** What is to stand below the video in a network: "**Caption:** Summer!" */
	textEnd(`${ADORNED}${words.CAPTION}[*_ ]{0,4}[:：](?:[*_ ]{0,4}\\n)?[^\\n]{1,300}`),
	/** How long it is, in its first line: "**Estimated duration:** 60 seconds". */
	textStart(`[*_([ ]{0,4}${words.ESTIMATED_SECONDS}[*_)\\] .]{0,4}\\n`),
	/** How long it is, in its last line: "**Estimated time:** 30 seconds", "Words: 52". */
	textEnd(`[*_([ ]{0,4}${words.SHORT_LENGTH}[*_)\\] .]{0,4}`),
	/**
	 * How long a text is, in brackets or in bold: "(Word count: ~150)", "**Word count:** 150". Without these it only
	 * counts at the end, because a contest may have a length in its midst: "Word count: 500 | Reading time: 3 minutes".
	 */
	wholeLines(`(?:[([（【]|(?<=[*_]))${LENGTH}`),
	textEnd(`[ \\t]*${LENGTH}`),
]);
