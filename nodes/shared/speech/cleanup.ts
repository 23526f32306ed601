import { type Changes, noChanges } from './changes';
import { withoutEmoji } from './emoji';
import { withoutFormulas } from './formulas';
import { withoutHashtagLines } from './hashtags';
import { fromHtml } from './html';
import { fromJson } from './jsonAnswers';
import { fromMarkdown } from './markdown';
import { withoutOtherMarkup } from './otherMarkup';
import { withoutAddresses, withPlainCharacters, withReadableSigns, withTidyBlanks } from './signs';
import { protectSsml, restoreSsml } from './ssml';

/** A text as it is sent, and what was changed for that. */
interface CleanText {
	text: string;
	changes: Changes;
}

/**
 * Turns a text into one that a voice can read: without emoji, addresses and repeated blanks, with the
 * words of links, and with Markdown and HTML as plain text, whose headings and list items end as
 * sentences. Tables are read row by row, and blocks of code are left out. SSML stays as it is
 * (service.md 4.7). It takes time in line with the length of the text.
 *
 * @param text anything that a user, a feed or a language model has written
 */
export function cleanForSpeech(text: string): CleanText {
	const changes = noChanges();
	const { text: free, tags } = protectSsml(text);
	const stages = [
		fromJson,
		withPlainCharacters,
		withoutOtherMarkup,
		fromHtml,
		withPlainCharacters,
		withoutEmoji,
		withoutHashtagLines,
		withoutFormulas,
		fromMarkdown,
		withoutAddresses,
		withReadableSigns,
	];
	const plain = stages.reduce((words, stage) => stage(words, changes), free);
	return { text: restoreSsml({ text: withTidyBlanks(plain), tags }), changes };
}
