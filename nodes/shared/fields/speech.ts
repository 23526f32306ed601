/*
 * What a voice is given to read: the text of the user, cleaned as the user chose, within the limits of the service.
 */
import { get, set } from 'lodash';

import { type Changes, noChanges } from '../speech/changes';
import { cleanForSpeech } from '../speech/cleanup';
import { emojiIn } from '../speech/emoji';
import { speechMessages } from '../speech/messages';
import { type BodyField, charactersIn, label } from './field';
import type { Draft } from './files';
import { choiceField } from './properties';
import { broken, type Violation } from './violations';

const AS_IT_IS = 'asItIs';

/** What is done with a text before a voice reads it. */
export const textCleanup: BodyField = choiceField(undefined, {
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
				'Remove emoji and URLs, and turn Markdown and HTML into plain text that a voice reads well',
		},
	],
	default: 'forSpeech',
	displayOptions: { show: { audioType: ['tts'] } },
	description:
		"How the text is prepared for the voice. SSML tags stay. 'Validate Only' in 'Options' shows the text that would be sent.",
});

/** Kinds of emoji that a message names. */
const MOST_NAMED = 10;

/** A text for a voice, with what the service demands of it. */
export interface SpeechText {
	field: BodyField & { path: string };
	/** The most characters that it may have; undefined where the service names no limit. */
	mostCharacters?: number;
	refusesEmoji: boolean;
}

/**
 * Cleans the text of a request as the user chose, and checks what is sent.
 *
 * @returns what was changed; no change where the speech is a recording
 */
export function completeSpeech(draft: Draft, speech: SpeechText): Changes {
	const { path } = speech.field;
	const [text]: unknown[] = (get(draft.body, path) as unknown[] | undefined | null) ?? [];
	if (typeof text !== 'string') return noChanges();
	const isCleaned = draft.chosen[textCleanup.property.name] !== AS_IT_IS;
	const clean = isCleaned ? cleanForSpeech(text) : { text, changes: noChanges() };
	set(draft.body, path, [clean.text]);
	draft.violations.push(...violationsOf(clean.text, speech));
	return clean.changes;
}

function violationsOf(text: string, speech: SpeechText): Violation[] {
	const { field, mostCharacters = Infinity, refusesEmoji } = speech;
	const place = label(field);
	const length = charactersIn(text);
	const emoji = refusesEmoji ? emojiIn(text) : [];
	const messages = [];
	if (text === '') messages.push(speechMessages.nothingLeft(place));
	if (length > mostCharacters) messages.push(speechMessages.tooLong(place, length, mostCharacters));
	if (emoji.length > 0) {
		const named = emoji.slice(0, MOST_NAMED).join(' ');
		messages.push(speechMessages.hasEmoji(place, named, emoji.length - MOST_NAMED));
	}
	return messages.map((message) => ({ ...broken(message), field: field.property.name }));
}
