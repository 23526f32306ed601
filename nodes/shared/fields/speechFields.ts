/*
 * What a voice is given to read: the text of the user, cleaned as the user chose, within the limits of the service.
 */
import { get, set } from 'lodash';

import { type Changes, noChanges } from '../speech/changes';
import { cleanForSpeech } from '../speech/cleanup';
import { emojiIn } from '../speech/emoji';
import { isErrorInJson } from '../speech/jsonAnswers';
import { isNoScript } from '../speech/noScript';
import { placeholderIn } from '../speech/placeholders';
import { estimateSeconds } from '../speech/readingTime';
import { speechMessages } from '../speech/speechMessages';
import { splitText } from '../speech/split';
import { hasSeveralVersions, hasVersionsInJson } from '../speech/versions';
import type { Message } from '../util/catalogue';
import { formatValue } from '../util/quote';
import { charactersIn } from '../util/text';
import { label, type PanelField, type SentField } from './field';
import type { Draft } from './fileFields';
import { panelChoice } from './properties';

const AS_IT_IS = 'asItIs';

/** What is done with a text before a voice reads it. */
export const textCleanup: PanelField = panelChoice({
	displayName: 'Text Cleanup',
	name: 'textCleanup',
	options: [
		{
			name: 'As It Is',
			value: AS_IT_IS,
			description: 'Send the text unchanged',
		},
		{
			name: 'For Speech',
			value: 'forSpeech',
			description:
				'Remove emoji and URLs of pages, and turn Markdown and HTML into plain text that a voice reads well',
		},
	],
	default: 'forSpeech',
	displayOptions: { show: { audioType: ['tts'] } },
	description:
		"How the text is prepared for the voice. SSML tags stay. 'Validate Only' in 'Options' shows the text that would be sent.",
});

const MAKE_SEVERAL = 'makeSeveral';

/** What is done with a text that is longer than the service accepts. */
export const longText: PanelField = panelChoice({
	displayName: 'If Text Is Too Long',
	name: 'ifTextTooLong',
	options: [
		{
			name: 'Make Several Videos',
			value: MAKE_SEVERAL,
			description:
				'Split at paragraphs and sentences into equal parts. Each is a video, and an output item with part and parts.',
		},
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'The item fails, and nothing is submitted for it',
		},
	],
	default: 'refuse',
	displayOptions: { show: { audioType: ['tts'] } },
	description: 'What happens with a text that is longer than one video allows',
});

/** What is said in a request, after the cleanup. */
export interface Speech {
	/** One text, or one for each video; none where the speech is a recording. */
	texts: string[];
	/** What the cleanup has changed. */
	changes: Changes;
}

/**
 * The most videos that are made of one text: at four minutes each, over three hours. More is rather a mistake, and each
 * costs credits.
 */
const MOST_PARTS = 50;

/** The most kinds of emoji that a message names. */
const MOST_NAMED = 10;

/** A text for a voice, with what the service demands of it. */
export interface SpeechText {
	/** The field of the text. */
	field: SentField;
	/** The most characters that it may have; Infinity where the service names no limit. */
	mostCharacters: number;
	/** Whether the service refuses a text with emoji. */
	refusesEmoji: boolean;
}

/**
 * Cleans the text of a request as the user chose, splits one that is too long if the user wants several videos, and
 * checks what is sent. A text that is cleaned also has to be a script. In the body, the whole clean text takes the
 * place of the text, even if it is split; what is wrong is added to the violations.
 *
 * @param draft the request under construction
 * @returns what is said, and what was changed; no texts where the speech is a recording, or the text cannot be used
 */
export function completeSpeech(draft: Draft, speech: SpeechText): Speech {
	const { body, chosen, violations } = draft;
	// The service takes a list that holds all text in one entry.
	const path = `${speech.field.path}[0]`;
	const text: unknown = get(body, path);
	// The body has no text where the speech is a recording, and where the text has been refused.
	if (typeof text !== 'string') return { texts: [], changes: noChanges() };
	const isCleaned = chosen[textCleanup.property.name] !== AS_IT_IS;
	const clean = isCleaned ? cleanForSpeech(text) : { text, plain: text, changes: noChanges() };
	const problem = isCleaned
		? problemOfScript({ given: text, plain: clean.plain, clean: clean.text }, label(speech.field))
		: undefined;
	if (problem) violations.push(problem);
	set(body, path, clean.text);
	const splitting = splittingOf(clean.text, speech.mostCharacters);
	const isSplit = chosen[longText.property.name] === MAKE_SEVERAL && splitting.is === 'possible';
	const texts = isSplit ? splitting.parts : [clean.text];
	for (const message of problemsOf(texts, splitting, speech)) {
		violations.push(message);
	}
	return { texts, changes: clean.changes };
}

/**
 * Why a text is not the script that is to be said, so that a video of it would be charged for nothing: a language model
 * has refused or asks for something, a service has failed, there are several versions to choose from, or a placeholder
 * such as "[Your Name]". Undefined where it may be a script.
 *
 * @param texts `given` is the text before its cleanup; `plain` the one without HTML, which still has the signs of
 *   Markdown, by which such texts are recognized; and `clean` the one that will be said
 * @param place how messages name the field of the text
 */
function problemOfScript(
	{ given, plain, clean }: { given: string; plain: string; clean: string },
	place: string,
): Message | undefined {
	if (isNoScript(plain)) return speechMessages.noScript(place, formatValue(plain.trim()));
	if (isErrorInJson(given)) return speechMessages.isError(place, formatValue(given.trim()));
	const hasVersions = hasSeveralVersions(plain) || hasVersionsInJson(given);
	if (hasVersions) return speechMessages.severalVersions(place);
	const placeholder = placeholderIn(plain);
	if (placeholder === undefined || !isSaid(placeholder, clean)) return undefined;
	return speechMessages.placeholder(place, placeholder);
}

/** Whether a placeholder is in a clean text: by its first word, because the cleanup may change the signs in it. */
function isSaid(placeholder: string, clean: string): boolean {
	const [word = ''] = /\p{L}+/u.exec(placeholder) ?? [];
	return clean.includes(word);
}

/** How a text can be split for several videos. */
type Splitting =
	/** Into these parts. A text that is not too long is a single part. */
	| { is: 'possible'; parts: string[] }
	/** Not at all, because there would be more than `MOST_PARTS`. */
	| { is: 'tooLong' }
	/** Not at all, because a word or an element of SSML is longer than a part may be. */
	| { is: 'impossible' };

/** How a text can be split into parts of at most so many characters (`most`). */
function splittingOf(text: string, most: number): Splitting {
	const length = charactersIn(text);
	if (length <= most) return { is: 'possible', parts: [text] };
	// Not tried, because to split a text of any length would take long.
	if (length > MOST_PARTS * most) return { is: 'tooLong' };
	const parts = splitText(text, most);
	if (!parts) return { is: 'impossible' };
	return parts.length > MOST_PARTS ? { is: 'tooLong' } : { is: 'possible', parts };
}

/**
 * How long a voice takes to say what it is given in a request, in seconds, as an estimate.
 *
 * @param given the part of the body that says what the voice reads: `text`, a list of one, and perhaps `speed`
 * @returns undefined where the speech is a recording
 */
export function secondsOfSpeech(given: unknown): number | undefined {
	const text: unknown = get(given, 'text.0');
	if (typeof text !== 'string') return undefined;
	return estimateSeconds(text, get(given, 'speed') as number | undefined);
}

/**
 * What is wrong with the texts that would be sent, each as a message; none where nothing is.
 *
 * @param texts the parts of a text, or the text as a whole; at least one
 * @param splitting how the text can be split, which the message about a text that is too long says
 */
function problemsOf(texts: readonly string[], splitting: Splitting, speech: SpeechText): Message[] {
	const place = label(speech.field);
	const problems: Message[] = [];
	const [first = ''] = texts;
	// A part is never empty. A whole text is, where the cleanup has left nothing of it.
	if (first === '') problems.push(speechMessages.nothingLeft(place));
	// As no part is too long, a first text that is too long is the whole text.
	const isTooLong = charactersIn(first) > speech.mostCharacters;
	if (isTooLong) problems.push(lengthProblem(first, splitting, speech));
	const emoji = speech.refusesEmoji ? emojiIn(texts.join('\n')) : [];
	if (emoji.length > 0) {
		const named = emoji.slice(0, MOST_NAMED).join(' ');
		// Zero or less where all of them are named; the message then leaves this out.
		const notNamed = emoji.length - MOST_NAMED;
		problems.push(speechMessages.hasEmoji(place, named, notNamed));
	}
	return problems;
}

/** What is said about a text that is too long: into how many videos it could be split, or why it cannot be. */
function lengthProblem(text: string, splitting: Splitting, speech: SpeechText): Message {
	const { field, mostCharacters: most } = speech;
	const place = label(field);
	const length = charactersIn(text);
	switch (splitting.is) {
		case 'possible':
			return speechMessages.tooLong(place, length, most, splitting.parts.length);
		case 'tooLong':
			return speechMessages.tooManyParts(place, length, most, MOST_PARTS);
		case 'impossible':
			return speechMessages.tooLongToSplit(place, length, most);
	}
}
