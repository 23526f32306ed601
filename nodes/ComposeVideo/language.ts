/*
 * The language of a speech. The service takes a code, assumes Chinese without one, and does not say what it does with a
 * voice of another language (service.md 4.7), so the node sends the language of the voice where it is known.
 */
import { get, map } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { SentField } from '../shared/fields/field';
import type { Draft } from '../shared/fields/fileFields';
import { fieldMessages } from '../shared/fields/fieldMessages';
import { codesInWords, isLanguageCode, readLanguage } from '../shared/fields/languages';
import { fitting, misfit, type Parser } from '../shared/fields/parse';
import { mustBe } from '../shared/fields/violations';
import type { VoiceLists } from '../shared/pickers/namesInLists';
import type { Message } from '../shared/util/catalogue';
import { formatValue } from '../shared/util/quote';
import { alphabetically, isPlain, plainText } from '../shared/util/text';
import { composeVideoMessages } from './composeVideo.messages';
import { FROM_WEBSITE, type VideoBody } from './videoBody';

/** The value of the choice to send the language of the voice, and none for a recording, which has no voice. */
const OF_VOICE = 'voice';

/** The languages to choose from, by their codes. Which of them a voice speaks, the service does not say. */
export const LANGUAGES = {
	ar: 'Arabic',
	cn: 'Chinese',
	de: 'German',
	en: 'English',
	es: 'Spanish',
	fr: 'French',
	hi: 'Hindi',
	id: 'Indonesian',
	it: 'Italian',
	ja: 'Japanese',
	ko: 'Korean',
	nl: 'Dutch',
	pl: 'Polish',
	pt: 'Portuguese',
	ru: 'Russian',
	th: 'Thai',
	tr: 'Turkish',
	vi: 'Vietnamese',
} as const;

const choices: INodePropertyOptions[] = map(LANGUAGES, (name, code) => ({
	name,
	value: code,
	description: `Code ${code}`,
}));
choices.push(
	{
		name: 'Not Specified',
		value: OF_VOICE,
		displayOptions: { show: { audioType: ['audio'] } },
		description: 'For a recording: the service assumes Chinese',
	},
	{
		name: 'Of the Voice',
		value: OF_VOICE,
		displayOptions: { show: { audioType: ['tts'] } },
		description: 'The language that the service lists for the voice, if it is known',
	},
);

const property: INodeProperties = {
	displayName: 'Speech Language',
	name: 'language',
	options: alphabetically(choices, 'name'),
	type: 'options',
	default: OF_VOICE,
	description:
		'Language of the speech. An expression may return any code, such as en. If the language of the voice is not known, none is sent, and the service assumes Chinese.',
};

/** What else 'Of the Voice' is called, in lower case. */
const WORDS_OF_VOICE = [OF_VOICE, 'of the voice', 'not specified', 'auto', 'automatic'];

const namedLanguages = map(LANGUAGES, (name, code) => ({ name, code }));

/**
 * The codes for the language of a speech that the service documents (service.md 2.6 and 4.7). Its lists of voices have
 * others, too, which are not sent, because nobody knows what the service does with them.
 */
const DOCUMENTED_CODES = ['cn', 'en'];

/** What the service's lists have in the place of a code for voices that speak several languages (service.md 2.6). */
const SEVERAL = 'multilingual';

/**
 * Reads a language by its name or code, which gives the code of one of the choices: "de" for "German", "de" and "ger".
 * Any other code stays, because only the service knows which codes there are, and so does one with a region, unless
 * the service documents its language: "es-MX". "auto" and the like give `OF_VOICE`.
 */
const parse: Parser = (given) => {
	if (!isPlain(given)) return misfit(given, fieldMessages.text);
	const text = plainText(given);
	if (WORDS_OF_VOICE.includes(text.toLowerCase())) return fitting(OF_VOICE);
	const reading = readLanguage(text, namedLanguages);
	const hasRegion = isLanguageCode(text) && /[-_]/.test(text);
	const isCertain =
		reading.is === 'offered' && (!hasRegion || DOCUMENTED_CODES.includes(reading.code));
	if (isCertain) return fitting(reading.code);
	// What names none of the choices, or may name several, stays as it is: `check` refuses it, unless it is a code. The
	// service's own codes are in lower case; longer ones, such as en-US, have capitals.
	const isShortCode = /^[a-z]{2,3}$/i.test(text);
	return fitting(isShortCode ? text.toLowerCase() : text);
};

/**
 * What is wrong with a text that does not look like a code: the name of a language, for which the problem says the
 * code, or no language at all. Undefined for any other text.
 *
 * @param place how messages name the field
 */
function checkLanguage(value: unknown, place: string): Message | undefined {
	const text = String(value);
	if (isLanguageCode(text) || text === SEVERAL) return undefined;
	const reading = readLanguage(text, namedLanguages);
	if (reading.is === 'unknown') return mustBe(place, fieldMessages.languageCode, value);
	const codes = codesInWords(reading);
	return fieldMessages.nameOfLanguage(place, formatValue(text), codes);
}

/** The field. 'Of the Voice' is not sent: `languageOfVoice` finds the code that is sent for it. */
export const language: SentField = {
	path: 'audio.language',
	property,
	// An expression that gives nothing means 'Of the Voice', and is no error, because that costs no more.
	required: false,
	parse,
	check: (value, place) => (value === OF_VOICE ? undefined : checkLanguage(value, place)),
	send: (value) => (value === OF_VOICE ? undefined : value),
};

/**
 * Where the language of a video comes from. It counts in the fingerprint by which a request is recognized later
 * (`memory/prints.ts`), so that no value may be renamed.
 */
export type LanguageSource =
	/** The user has chosen it, or the speech is a recording. */
	| 'user'
	/** It is the language of the voice, which is looked up. */
	| 'voice'
	/** No code is known for the language of the voice, so the service assumes one. */
	| 'service';

/** Where the language of a request comes from, before the service is asked. */
export function languageSource({ body, chosen }: Draft): LanguageSource {
	const isSpoken = get(body, 'audio.type') === 'tts';
	const isOfVoice = chosen[language.property.name] === OF_VOICE;
	return isSpoken && isOfVoice ? 'voice' : 'user';
}

/**
 * Looks up the language of the voice of a request.
 *
 * @returns the source 'voice' with the `code` of the language; without a code 'user', where the body has a language
 *   already, and 'service', where the service documents no code for it or a list of voices cannot be read. The voices
 *   made on the website are in no list.
 * @throws CancelledError when the execution is stopped; PackError where the credential has a wrong path for the list of
 *   the user's voices
 */
export async function languageOfVoice(
	voices: VoiceLists,
	body: VideoBody,
): Promise<{ source: LanguageSource; code?: string }> {
	// The user may have set a language in 'Other Parameters (JSON)'.
	if (get(body, 'audio.language') !== undefined) return { source: 'user' };
	if (body.audio_source === FROM_WEBSITE) return { source: 'service' };
	const code = await voices.languageOf(String(get(body, 'audio.tts.audio_man')));
	const isKnown = code !== undefined && DOCUMENTED_CODES.includes(code);
	return isKnown ? { source: 'voice', code } : { source: 'service' };
}

/** What the user is told about requests whose language the service assumes; nothing where there are none. */
export function languageHints(
	requests: ReadonlyArray<{ language: LanguageSource; body: VideoBody }>,
): string[] {
	const all = requests.length;
	const ofVoices = requests.filter(({ language }) => language === 'service').length;
	const ofRecordings = requests.filter(({ body }) => isRecordingOfAnyLanguage(body)).length;
	const hints: string[] = [];
	if (ofVoices > 0) hints.push(composeVideoMessages.languageAssumed(ofVoices, all));
	if (ofRecordings > 0) hints.push(composeVideoMessages.recordingAssumed(ofRecordings, all));
	return hints;
}

/** Whether the service writes the subtitles of a recording whose language is not set. */
function isRecordingOfAnyLanguage(body: VideoBody): boolean {
	const isRecording = get(body, 'audio.type') === 'audio';
	const hasSubtitles = get(body, 'subtitle_config') !== undefined;
	return isRecording && hasSubtitles && get(body, 'audio.language') === undefined;
}
