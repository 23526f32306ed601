import type { Changes } from './changes';

/*
 * The markup of chats, forums and editors of pages, which is neither Markdown nor HTML.
 */

/** The markup of chats. */
const MARKUP = [
	/** A link of Slack: `<https://example.com|words>`. */
	{
		name: 'links',
		pattern: /<(?:https?|mailto):[^<>|\s]{1,2000}\|([^<>|]{1,300})>/g,
		instead: '$1',
	},
	/** Whom a message of Slack or Discord calls, and their emoji and times. */
	{
		name: 'markdown',
		pattern:
			/<(?:[@#!][\w!&^-]{1,40}(?:\|[^<>|]{1,60})?|a?:\w{1,40}:\d{1,20}|t:\d{1,12}(?::\w)?)>/g,
		instead: '',
	},
	/** What a reader has to uncover in a post. */
	{ name: 'markdown', pattern: /(?<=^|\s)>!([^<>\n]{1,300})!<(?=[\s.,]|$)/gm, instead: '$1' },
	/** Bold and italic of wikis; not inches. */
	{ name: 'markdown', pattern: /(?<!\d)'{2,5}/g, instead: '' },
	/** Where a model has its words from. */
	{
		name: 'markdown',
		pattern: /:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g,
		instead: '',
	},
] as const;

/** What is only markup where some of it has an end: `[b]words[/b]`. */
const PAIRED = [
	{ name: 'links', pattern: /\[url=[^\]\s]{1,2000}\]/gi, instead: '' },
	{ name: 'markdown', pattern: /\[img\][^[\]\s]{1,2000}\[\/img\]/gi, instead: '' },
	{
		name: 'markdown',
		pattern: /\[\/?(?:b|center|code|color|i|list|quote|s|size|u|url)(?:=[^\]\n]{1,60})?\]/gi,
		instead: '',
	},
] as const;

const END = /\[\/[a-z]{1,10}\]/i;

/** Shortcodes of editors: `[gallery ids="1,2"]`, `[/caption]`. */
const SHORTCODES = [
	{
		name: 'html',
		pattern:
			/\[\/[a-z][\w-]{1,30}\]|\[[a-z][\w-]{1,30}(?: [\w-]{1,30}=(?:"[^"\]\n]{0,200}"|'[^'\]\n]{0,200}'|[^\s"'\]]{1,200}))+ ?\/?\]/gi,
		instead: '',
	},
] as const;

/** Removes the markup; the words of links stay. */
export function withoutOtherMarkup(text: string, changes: Changes): string {
	const paired = END.test(text) ? PAIRED : [];
	let plain = text;
	for (const { name, pattern, instead } of [...MARKUP, ...paired, ...SHORTCODES]) {
		const found = plain.match(pattern)?.length ?? 0;
		changes[name] += found;
		if (found > 0) plain = plain.replace(pattern, instead);
	}
	return plain;
}
