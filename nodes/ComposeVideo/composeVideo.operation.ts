import { cloneDeep, compact, get, omit, set } from 'lodash';

import type { ServiceClient } from '../shared/api/client';
import { label } from '../shared/fields/field';
import { additionalFields, choiceField } from '../shared/fields/properties';
import { readRequest, type RequestPart } from '../shared/fields/readRequest';
import { completeSpeech, secondsOfSpeech, type Speech } from '../shared/fields/speechFields';
import { speechMessages } from '../shared/speech/speechMessages';
import { type Changes, cleanupHints, noChanges } from '../shared/speech/changes';
import { nameFromSpeech } from '../shared/files/fileNames';
import { voice, wordsForQualities } from '../shared/fields/videoFields';
import type { ItemParameters } from '../shared/fields/fileFields';
import type { Violation } from '../shared/fields/violations';
import type { Cost } from '../shared/model/itemResult';
import { VoiceLists } from '../shared/pickers/namesInLists';
import type {
	BodyRequest,
	ItemRequest,
	RequestLookUp,
	SubmitOperation,
} from '../shared/submit/submitOperation';
import { composedVideo } from '../shared/tasks/composedVideo';
import { backgroundFields, backgroundParts } from './background';
import { languageHints, languageOfVoice, type LanguageSource, languageSource } from './language';
import { personFields, personParts } from './personFields';
import { PersonLookUps } from './personLookUps';
import { scriptHints } from './otherScript';
import { completePicture, pictureFields } from './picture';
import { speechParts, spoken, voiceFields } from './speechOfVideo';
import { subtitleOptions, subtitles } from './subtitleFields';
import { completeSubtitles, refuseOwnLines } from './subtitles';
import type { VideoBody } from './videoBody';

/*
 * Composes a video of a person who speaks (service.md 4.7).
 */

/** The qualities that the service offers, each with the credits of type A that a second of the video costs. */
const QUALITIES = [
	{ name: 'Basic (1 Credit A per Second)', value: 0, creditA: 1 },
	{ name: 'High Quality (2 Credits A per Second)', value: 1, creditA: 2 },
	{
		name: 'Cartoon (3 Credits A per Second)',
		value: 2,
		creditA: 3,
		description: 'Only for cartoon figures',
	},
];

const quality = choiceField(
	'model',
	{
		displayName: 'Quality',
		name: 'model',
		options: QUALITIES.map((choice) => omit(choice, 'creditA')),
		default: 0,
		description: 'Quality of the video, and what each second of it costs',
	},
	{ parse: { otherWords: wordsForQualities } },
);

/**
 * What stands in the panel itself, in its order. All else stands under 'Additional Fields' and is listed below.
 */
export const parts: readonly RequestPart[] = personParts.concat(
	speechParts,
	backgroundParts,
	subtitles,
	subtitleOptions,
	quality,
);

/**
 * All else that can be set. Each label begins with the part of the video that it
 * is about, because the editor sorts them.
 */
export const additional = additionalFields(
	backgroundFields.concat(personFields, pictureFields, voiceFields),
	// The example in the field for parameters that have no field of their own.
	'{"duration": 30}',
);

/** The request of an item, as far as it is known before the service is asked. */
interface VideoRequest extends BodyRequest {
	body: VideoBody;
	/** What the cleanup has changed in the text. */
	changes: Changes;
	/** What is said: the text of each video that is made of the item; none where the speech is a recording. */
	texts: string[];
	language: LanguageSource;
}

/**
 * All items are read and checked (`prepare`), then the person and the voice of each are looked up (`lookUps`). After
 * that, files are uploaded and bodies are sent, for the items with which nothing is wrong; where errors stop the
 * workflow, for none if anything is wrong with any item. What comes out is one task for each video.
 */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	endpoint: 'createVideo',
	prepare: prepareVideo,
	split: splitByTexts,
	lookUps,
	forecast: {
		hintsOf: (requests) =>
			splitHints(requests).concat(
				cleanupHints(requests),
				languageHints(requests),
				scriptHints(requests),
			),
		secondsOf: (body) => secondsOfSpeech(get(body, 'audio.tts')),
		costOf: costOfVideo,
	},
};

/** Reads the request of an item, and asks the service nothing; or returns everything that is wrong with the fields. */
function prepareVideo(parameters: ItemParameters): VideoRequest | { violations: Violation[] } {
	// Both are set below, by the function that is called in any case once all fields are read, right or wrong.
	let speech: Speech = { texts: [], changes: noChanges() };
	let language: LanguageSource = 'user';
	const request = readRequest<VideoBody>(parameters, parts.concat(additional), (draft) => {
		// Undefined where the choice of the screen is wrong, which then is a violation.
		const screen = completePicture(draft);
		if (screen) completeSubtitles(draft, screen);
		speech = completeSpeech(draft, spoken);
		if (speech.texts.length > 1) refuseOwnLines(draft);
		language = languageSource(draft);
	});
	if ('violations' in request) return request;
	return { ...request, ...speech, language, suggestedName: nameFromSpeech(speech.texts[0]) };
}

/**
 * The requests for the parts of an item, one for each of its texts. With fewer than two, the request of the item is
 * sent instead: there is one for a text that was not split, and none for a recording. What the cleanup changed stands
 * in the first one alone, because the text was cleaned before it was split, and each change counts once.
 */
function splitByTexts(request: VideoRequest): VideoRequest[] {
	return request.texts.map((text, index) => {
		// The service takes a list that holds all text in one entry.
		const body = set(cloneDeep(request.body), spoken.field.path, [text]);
		const isFirst = index === 0;
		const changes = isFirst ? request.changes : noChanges();
		return { ...request, body, changes };
	});
}

/**
 * Makes the function that completes each request of a run: it adds the figure of the person, where the person stands,
 * and the language of the voice. What it has read of the service is remembered for the other items of the run.
 *
 * The function throws a PackError where a name stands in the place of an ID, or the person cannot be used for the
 * video; a ServiceError where the service does not tell what is needed; and a CancelledError when the execution is
 * stopped.
 */
function lookUps(client: ServiceClient): RequestLookUp<VideoRequest> {
	const voices = new VoiceLists(client);
	const persons = new PersonLookUps(client);
	return async (request) => {
		await voices.refuseName(label(voice), get(request.body, 'audio.tts.audio_man'));
		const person = await persons.complete(request.body);
		const body = { ...cloneDeep(request.body), person };
		const isLanguageOfVoice = request.language === 'voice';
		if (!isLanguageOfVoice) return { ...request, body };
		// Without a code, no language is sent, and the service assumes one.
		const { source, code } = await languageOfVoice(voices, body);
		if (code !== undefined) set(body, 'audio.language', code);
		return { ...request, body, language: source };
	};
}

/**
 * What a video costs, by the second, because its length is only known once it is made. Undefined for a quality without
 * a known price.
 */
function costOfVideo(body: object): Cost | undefined {
	// Where the body has no quality, the service takes the one with which the field starts.
	const { model = quality.property.default } = body as VideoBody;
	const chosen = QUALITIES.find(({ value }) => value === model);
	if (!chosen) return undefined;
	return { perSecond: { creditA: chosen.creditA } };
}

/** What the user is told about texts that become several videos; nothing where there are none. */
function splitHints(requests: ReadonlyArray<ItemRequest<VideoRequest>>): string[] {
	// Which part of its text each request is for; a request for a whole text is for none.
	const ofSplitTexts = compact(requests.map((request) => request.part));
	if (ofSplitTexts.length === 0) return [];
	// Parts count from 1, so that each text that was split has one with this number.
	const splitTexts = ofSplitTexts.filter(({ part }) => part === 1).length;
	return [speechMessages.split(splitTexts, ofSplitTexts.length)];
}
