import { uniq } from 'lodash';

import type { Changes } from './changes';
import { type Rule, withRules } from './rules';

/*
 * The markup of chats, forums, subtitles and editors of pages, which is neither Markdown nor HTML.
 */

/** When a word of subtitles is said: "<00:00:01.500>". */
const TIME_OF_WORD = '<(?:\\d{1,2}:)?\\d{2}:\\d{2}\\.\\d{3}>';

/** A time to a thousandth of a second, which only subtitles have: "00:01:02,500", "01:02.500". */
const EXACT_TIME = '(?:\\d{1,2}:)?\\d{1,2}:\\d{2}[,.]\\d{3}';

/** A time with its seconds, perhaps exact, which the plan of a day may have as well. */
const TIME = '\\d{1,2}:\\d{2}:\\d{2}(?:[,.]\\d{3})?';

/** The number of a subtitle in the line above it, and how a subtitle is shown: "align:start position:0%". */
const CUE_NUMBER = '(?:\\d{1,5} ?\\n)?';
const CUE_SETTINGS = '(?: ?(?:align|line|position|region|size|vertical|[XY][12]):\\S{1,30}){0,8}';

const MARKUP: readonly Rule[] = [
	/** When a subtitle is shown: "7\n00:01:02,500 --> 00:01:04,000", "0:01:02.500,0:01:04.000". */
	[
		new RegExp(
			`^${CUE_NUMBER}${EXACT_TIME}(?: ?--> ?|,)${EXACT_TIME}${CUE_SETTINGS}[ \\t]*\\n?`,
			'gm',
		),
		'',
		'signs',
	],
	/** The same without fractions, where nothing follows in the line: "10:00:00 --> 11:00:00 Opening" is of a plan. */
	[new RegExp(`^${CUE_NUMBER}${TIME} ?--> ?${TIME}${CUE_SETTINGS}[ \\t]*\\n`, 'gm'), '', 'signs'],
	/** Both before a line of a transcript: "[00:00:01.000 --> 00:00:04.000] Hello". */
	[
		new RegExp(`^\\[(?:${EXACT_TIME} ?--> ?${EXACT_TIME}|${TIME} ?--> ?${TIME})\\][ \\t]*`, 'gm'),
		'',
		'signs',
	],
	/** The first lines of a file of subtitles, and when each word of it is said: "<00:00:01.500>". */
	[/^WEBVTT\b[^\n]{0,100}\n(?:(?:Kind|Language|NOTE)\b[^\n]{0,100}\n|\n){0,6}/g, '', 'signs'],
	[new RegExp(`${TIME_OF_WORD}|</?c(?:\\.[\\w.-]{1,40})?>`, 'g'), '', 'signs'],
	/** Who says a line of subtitles: "<v Ann Lee>Hello". */
	[/<v(?:\.[\w.-]{1,40})? [^<>\n]{1,60}>/g, '', 'signs'],
	/** How a line of subtitles is shown: "{\\an8}". */
	[/\{\\(?:an?\d{1,2}|[biu][01])\}/g, '', 'signs'],
	/** A link of Slack: `<https://example.com|words>`. */
	[/<(?:https?|mailto):[^<>|\s]{1,2000}\|([^<>|]{1,300})>/g, '$1', 'links'],
	/** Names in a message of Slack, of which only some are written out: `<#C0123|support>`, `<!date^1^{date}|Feb 18>`. */
	[/<(?:[@#][\w!&-]{1,40}|!(?:subteam|date)\^[^<>|]{1,80})\|@?([^<>|]{1,60})>/g, '$1', 'markdown'],
	/**
	 * Whom a message of Slack or Discord calls, and their emoji and times: `<@U123>`, `<:smile:123>`, `<t:1700000000:R>`.
	 */
	[
		/<(?:[@#!][\w!&^-]{1,40}(?:\|[^<>|]{1,60})?|a?:\w{1,40}:\d{1,20}|t:\d{1,12}(?::\w)?)>/g,
		'',
		'markdown',
	],
	/** Where a model begins and ends what it says: "<|im_start|>assistant\nHello<|im_end|>". */
	[/^[^]{0,20000}<\|channel\|>final<\|message\|>/g, '', 'markdown'],
	[/<\|im_start\|>\w{1,20}\n|<\|start_header_id\|>\w{1,20}(?=<\|)/g, '', 'markdown'],
	[/<\|[\w-]{1,40}\|>/g, '', 'markdown'],
	/** Headings of wikis, as Markdown has them: "== Rome ==". */
	[/^={2,6} ?([^=\n]{1,100}?) ?={2,6}$/gm, '# $1', 'markdown'],
	/** How much of an article a service for news has cut off: "[+3456 chars]". */
	[/ ?\[\+\d{1,7} chars\]/g, '', 'markdown'],
	/** Bold and italic of wikis: "''word''"; no inches, as in "7''". */
	[/(?<!\d)'{2,5}/g, '', 'markdown'],
	/** Where a language model has its words from: "[cite_start]", "[cite: 1, 2]". */
	[/\[cite_(?:start|end)\]| ?\[cite: ?[\d,. -]{1,100}\]/g, '', 'markdown'],
	/** The same of another one: ":contentReference[oaicite:0]{index=0}". */
	[/:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g, '', 'markdown'],
];

/** Where a transcript begins: the time alone in its line, "0:00", which begins no plan of a day. */
const TRANSCRIPT = /^0{1,2}:0\d$/m;

/** The times of a transcript, each alone in its line. */
const TRANSCRIPT_TIMES: Rule = [/^(?:\d{1,2}:)?\d{1,2}:\d{2}\n/gm, '', 'signs'];

/** Where one begins whose lines begin with their times, so close together as no plan of a day and no chapters are. */
const TIMED_LINES =
	/^\s*(?:0{1,2}:0\d|0{1,2}:00:\d{2})[ \t][^\n]+\n(?:0{1,2}:[0-2]\d|0{1,2}:00:\d{2})[ \t]/;

/** The times of its lines: "0:03 today we bake". */
const TIMES_OF_LINES: Rule = [
	/^(?:\d{1,2}:)?\d{1,2}:\d{2}[ \t]+(?:[-–—][ \t]+)?(?=\S)/gm,
	'',
	'signs',
];

/** Whether times of words are there: only subtitles have these that a program has written, and that roll up. */
const ROLLS_UP = new RegExp(TIME_OF_WORD);

/** A line that stands there in several subtitles one after another, until it has rolled out of the picture. */
const REPEATED_LINES: Rule = [/^(\S[^\n]*)(?:[ \t\n]*\n\1)+$/gm, '$1', 'signs'];

/** The end of a shortcode of an editor, or of the markup of a forum: "[/caption]", "[/b]". */
const SHORTCODE_END = /\[\/([a-z][\w-]{0,30})\]/gi;

/** Shortcodes that have attributes: `[gallery ids="1,2"]`. */
const SHORTCODE_WITH_ATTRIBUTES =
	/\[[a-z][\w-]{1,30}(?: [\w-]{1,30}=(?:"[^"\]\n]{0,200}"|'[^'\]\n]{0,200}'|[^\s"'\]]{1,200}))+ ?\/?\]/gi;

/**
 * The rules that remove the shortcodes of a text: those with attributes, and those whose end stands somewhere in the
 * text, as in "[row]words[/row]" and "[url=https://example.com]words[/url]". Anything else in brackets is taken for
 * words.
 */
function shortcodeRules(text: string): Rule[] {
	const rules: Rule[] = [];
	const ends = Array.from(text.matchAll(SHORTCODE_END));
	const namesWithEnd = uniq(ends.map(([, name = '']) => name));
	if (namesWithEnd.length > 0) {
		const names = namesWithEnd.join('|');
		rules.push([new RegExp(`\\[/?(?:${names})(?:=[^\\]\\n]{1,2000})?\\]`, 'gi'), '', 'html']);
	}
	rules.push([SHORTCODE_WITH_ATTRIBUTES, '', 'html']);
	return rules;
}

/**
 * Removes the markup of chats, forums, subtitles and editors of pages. The words of links stay. Headings of wikis
 * become those of Markdown, which a later stage reads.
 *
 * @param changes to which each removed mark is added, under its kind
 */
export function withoutOtherMarkup(text: string, changes: Changes): string {
	const times = TRANSCRIPT.test(text) ? [TRANSCRIPT_TIMES] : [];
	const timesOfLines = TIMED_LINES.test(text) ? [TIMES_OF_LINES] : [];
	const repeated = ROLLS_UP.test(text) ? [REPEATED_LINES] : [];
	const rules = MARKUP.concat(repeated, times, timesOfLines, shortcodeRules(text));
	return withRules(text, rules, changes);
}
