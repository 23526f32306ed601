import type { Changes } from './changes';
import { type Rule, withRules } from './rules';

/*
 * The markup of chats, forums, subtitles and editors of pages, which is neither Markdown nor HTML.
 */

const MARKUP: readonly Rule[] = [
	/** When a line of subtitles is shown, with its number above: "7\n00:01:02,500 --> 00:01:04,000". */
	[
		/^(?:\d{1,5} ?\n)?(?:\d{1,2}:)?\d{2}:\d{2}[,.]\d{3} ?--> ?(?:\d{1,2}:)?\d{2}:\d{2}[,.]\d{3}[^\n]{0,100}\n/gm,
		'',
		'signs',
	],
	/** The same before a line of a transcript: "[00:00:01.000 --> 00:00:04.000] Hello". */
	[
		/^\[(?:\d{1,2}:)?\d{2}:\d{2}[,.]\d{3} ?--> ?(?:\d{1,2}:)?\d{2}:\d{2}[,.]\d{3}\][ \t]*/gm,
		'',
		'signs',
	],
	/** The first line of a file of subtitles. */
	[/^WEBVTT\b[^\n]{0,100}\n/g, '', 'signs'],
	/** A link of Slack: `<https://example.com|words>`. */
	[/<(?:https?|mailto):[^<>|\s]{1,2000}\|([^<>|]{1,300})>/g, '$1', 'links'],
	/**
	 * Whom a message of Slack or Discord calls, and their emoji and times: `<@U123>`, `<:smile:123>`, `<t:1700000000:R>`.
	 */
	[
		/<(?:[@#!][\w!&^-]{1,40}(?:\|[^<>|]{1,60})?|a?:\w{1,40}:\d{1,20}|t:\d{1,12}(?::\w)?)>/g,
		'',
		'markdown',
	],
	/** Where a model begins and ends what it says: "<|im_start|>assistant\nHello<|im_end|>". */
	[/<\|im_start\|>\w{1,20}\n|<\|start_header_id\|>\w{1,20}(?=<\|)/g, '', 'markdown'],
	[/<\|[\w-]{1,40}\|>/g, '', 'markdown'],
	/** Headings of wikis: "== Rome ==", as Markdown has them. */
	[/^={2,6} ?([^=\n]{1,100}?) ?={2,6}$/gm, '# $1', 'markdown'],
	/** What a reader has to uncover in a post: ">!the end!<". */
	[/(?<=^|\s)>!([^<>\n]{1,300})!<(?=[\s.,]|$)/gm, '$1', 'markdown'],
	/** Where a page has its table of contents. */
	[/^\[\[?_?TOC_?\]?\]$/gim, '', 'markdown'],
	/** Bold and italic of wikis: "''word''"; no inches, as in "7''". */
	[/(?<!\d)'{2,5}/g, '', 'markdown'],
	/** Where a language model has its words from: "[cite_start]", "[cite: 1, 2]". */
	[/\[cite_(?:start|end)\]| ?\[cite: ?[\d,. -]{1,100}\]/g, '', 'markdown'],
	/** The same of another one: ":contentReference[oaicite:0]{index=0}". */
	[/:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g, '', 'markdown'],
];

/** What is only markup in a text where some of it has an end, as in "[b]words[/b]". */
const PAIRED: readonly Rule[] = [
	[/\[url=[^\]\s]{1,2000}\]/gi, '', 'links'],
	[/\[img\][^[\]\s]{1,2000}\[\/img\]/gi, '', 'markdown'],
	[/\[\/?(?:b|center|code|color|i|list|quote|s|size|u|url)(?:=[^\]\n]{1,60})?\]/gi, '', 'markdown'],
];

/** The end of a pair: "[/b]". */
const END = /\[\/[a-z]{1,10}\]/i;

/** Shortcodes of editors. */
const SHORTCODES: readonly Rule[] = [
	/** The beginning of a pair: "[caption]words[/caption]". */
	[/\[([a-z][\w-]{1,30})\](?=[^\]]{0,2000}\[\/\1\])/gi, '', 'html'],
	/** The end of a pair, and what has attributes: `[/caption]`, `[gallery ids="1,2"]`. */
	[
		/\[\/[a-z][\w-]{1,30}\]|\[[a-z][\w-]{1,30}(?: [\w-]{1,30}=(?:"[^"\]\n]{0,200}"|'[^'\]\n]{0,200}'|[^\s"'\]]{1,200}))+ ?\/?\]/gi,
		'',
		'html',
	],
];

/** Removes the markup; the words of links stay. */
export function withoutOtherMarkup(text: string, changes: Changes): string {
	// Without an end, words in brackets may be meant for the listener.
	const paired = END.test(text) ? PAIRED : [];
	return withRules(text, MARKUP.concat(paired, SHORTCODES), changes);
}
