import type { Changes } from './changes';
import { type Rule, withRules } from './rules';

/*
 * The markup of chats, forums and editors of pages, which is neither Markdown nor HTML.
 */

/** The markup of chats. */
const MARKUP: readonly Rule[] = [
	/** When each line of subtitles is shown, with its number above. */
	[
		'signs',
		/^(?:\d{1,5} ?\n)?(?:\d{1,2}:)?\d{2}:\d{2}[,.]\d{3} ?--> ?(?:\d{1,2}:)?\d{2}:\d{2}[,.]\d{3}[^\n]{0,100}\n/gm,
		'',
	],
	['signs', /^WEBVTT\b[^\n]{0,100}\n/g, ''],
	/** A link of Slack: `<https://example.com|words>`. */
	['links', /<(?:https?|mailto):[^<>|\s]{1,2000}\|([^<>|]{1,300})>/g, '$1'],
	/** Whom a message of Slack or Discord calls, and their emoji and times. */
	[
		'markdown',
		/<(?:[@#!][\w!&^-]{1,40}(?:\|[^<>|]{1,60})?|a?:\w{1,40}:\d{1,20}|t:\d{1,12}(?::\w)?)>/g,
		'',
	],
	/** What a reader has to uncover in a post. */
	['markdown', /(?<=^|\s)>!([^<>\n]{1,300})!<(?=[\s.,]|$)/gm, '$1'],
	/** Bold and italic of wikis; not inches. */
	['markdown', /(?<!\d)'{2,5}/g, ''],
	/** Where a model has its words from. */
	['markdown', /:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g, ''],
];

/** What is only markup where some of it has an end: `[b]words[/b]`. */
const PAIRED: readonly Rule[] = [
	['links', /\[url=[^\]\s]{1,2000}\]/gi, ''],
	['markdown', /\[img\][^[\]\s]{1,2000}\[\/img\]/gi, ''],
	['markdown', /\[\/?(?:b|center|code|color|i|list|quote|s|size|u|url)(?:=[^\]\n]{1,60})?\]/gi, ''],
];

const END = /\[\/[a-z]{1,10}\]/i;

/** Shortcodes of editors: `[gallery ids="1,2"]`, `[/caption]`. */
const SHORTCODES: readonly Rule[] = [
	['html', /\[([a-z][\w-]{1,30})\](?=[^\]]{0,2000}\[\/\1\])/gi, ''],
	[
		'html',
		/\[\/[a-z][\w-]{1,30}\]|\[[a-z][\w-]{1,30}(?: [\w-]{1,30}=(?:"[^"\]\n]{0,200}"|'[^'\]\n]{0,200}'|[^\s"'\]]{1,200}))+ ?\/?\]/gi,
		'',
	],
];

/** Removes the markup; the words of links stay. */
export function withoutOtherMarkup(text: string, changes: Changes): string {
	const paired = END.test(text) ? PAIRED : [];
	return withRules(text, [...MARKUP, ...paired, ...SHORTCODES], changes);
}
