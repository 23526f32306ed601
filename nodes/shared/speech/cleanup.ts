import { withoutAddresses } from './addresses';
import { withTidyBlanks } from './blanks';
import { type Changes, noChanges } from './changes';
import { withPlainCharacters } from './characters';
import { withoutEmoji } from './emoji';
import { withReadableFormulas } from './formulas';
import { withoutHashtagLines } from './hashtags';
import { fromHtml } from './html';
import { fromJson } from './jsonAnswers';
import { fromMarkdown } from './markdown';
import { withoutOtherMarkup } from './otherMarkup';
import { withoutDirections } from './scripts';
import { withReadableSigns } from './signs';
import { protectSsml, restoreSsml } from './ssml';

/*
 * *Text Cleanup*: turns what a user, a feed or a language model has written into a text that a voice can read.
 */

/** A text as it is sent, and what was changed for that. */
interface CleanText {
	text: string;
	/**
	 * The text in plain characters: without JSON, HTML and SSML, in one kind of line breaks and blanks, but with all its
	 * words and with the marks of Markdown. By these, it is recognized what the text is about.
	 */
	plain: string;
	changes: Changes;
}

/** Takes one thing out of a text, or makes it readable, and adds to `changes` what it did. */
type Stage = (text: string, changes: Changes) => string;

/** The first stages, which give a text in plain characters. */
const TO_PLAIN_TEXT: readonly Stage[] = [
	fromJson,
	withPlainCharacters,
	withoutOtherMarkup,
	fromHtml,
	// Again, because entities of HTML stand for any character.
	withPlainCharacters,
];

/** The stages behind them, in an order in which none takes for its own what belongs to a later one. */
const TO_SPEECH: readonly Stage[] = [
	withoutEmoji,
	withoutHashtagLines,
	withReadableFormulas,
	withoutDirections,
	fromMarkdown,
	withoutAddresses,
	withReadableSigns,
];

/**
 * Cleans a text: without emoji, addresses and repeated blanks, with the words of links, and with Markdown and HTML as
 * plain text, whose headings and list items end as sentences. Tables are read row by row. Blocks of code, and what a
 * script has for those who make the video, are left out. SSML stays as it is (service.md 4.7). The time that it takes
 * grows in line with the length of the text.
 *
 * @param given any text
 * @returns the clean text, which is empty where nothing can be read, and how often each kind of change was made
 */
export function cleanForSpeech(given: string): CleanText {
	const changes = noChanges();
	const { text, tags } = protectSsml(given);
	const plain = behindStages(TO_PLAIN_TEXT, text, changes);
	const tidy = withTidyBlanks(behindStages(TO_SPEECH, plain, changes));
	return {
		text: restoreSsml({ text: tidy, tags }),
		plain: restoreSsml({ text: plain, tags: [] }),
		changes,
	};
}

/** A text behind some stages, each of which is given what the one before it has left, and adds to `changes`. */
function behindStages(stages: readonly Stage[], text: string, changes: Changes): string {
	return stages.reduce((plain, stage) => stage(plain, changes), text);
}
