import { cloneDeep, get, set } from 'lodash';

import { label } from '../shared/fields/field';
import { additionalFields, choiceField } from '../shared/fields/properties';
import { readRequest, type RequestPart } from '../shared/fields/readRequest';
import { completeSpeech, secondsOfSpeech, type Speech } from '../shared/fields/speechFields';
import { speechMessages } from '../shared/speech/speechMessages';
import { type Changes, cleanupHints, noChanges } from '../shared/speech/changes';
import { nameFromSpeech } from '../shared/files/fileNames';
import { voice } from '../shared/fields/videoFields';
import { VoiceLists } from '../shared/pickers/namesInLists';
import type { BodyRequest, ItemRequest, SubmitOperation } from '../shared/submit/submitOperation';
import { composedVideo } from '../shared/tasks/composedVideo';
import { addLanguageOfVoice, languageHints, type LanguageSource, languageSource } from './language';
import { PersonLookUps } from './personOnScreen';
import * as layout from './layout';
import * as speech from './speechOfVideo';
import { completeSubtitles, refuseOwnLines, subtitleOptions, subtitles } from './subtitles';

/** What the service offers, with the credits of type A that a second costs (service.md 4.7). */
const QUALITIES = [
	{ label: 'Basic', value: 0, creditA: 1 },
	{ label: 'High Quality', value: 1, creditA: 2 },
	{ label: 'Cartoon', value: 2, creditA: 3, description: 'Only for cartoon figures' },
];

function qualityChoice({ label, creditA, ...choice }: (typeof QUALITIES)[number]) {
	const credits = creditA === 1 ? '1 Credit A' : `${creditA} Credits A`;
	return { name: `${label} (${credits} per Second)`, ...choice };
}

const quality = choiceField('model', {
	displayName: 'Quality',
	name: 'model',
	options: QUALITIES.map(qualityChoice),
	default: 0,
	description: 'Quality of the video, and what each second of it costs',
});

/** What a video consists of, in the order of the panel. */
export const parts: readonly RequestPart[] = [
	...layout.personParts,
	...speech.speechParts,
	...layout.backgroundParts,
	subtitles,
	subtitleOptions,
	quality,
];

/** All else that can be set: each label begins with the part that it is about. */
export const additional = additionalFields(
	[...layout.pictureFields, ...speech.speechFields],
	'{"duration": 30}',
);

/** A video as far as it is known before the service is asked. */
interface VideoRequest extends BodyRequest {
	body: layout.VideoBody;
	/** What the cleanup has changed in the text. */
	changes: Changes;
	/** What is said: the text of each video that is made of the item. */
	texts: string[];
	language: LanguageSource;
}

/**
 * Composes a video of a person that speaks (service.md 4.7). Each item is read and checked
 * (`prepare`), then its person is looked up (`lookUps`), and only when nothing is wrong with any
 * item, its files are uploaded and its body is sent. What comes out is one task per item.
 */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	endpoint: 'createVideo',
	prepare(parameters) {
		let said: Speech = { texts: [], changes: noChanges() };
		let language: LanguageSource = 'user';
		const request = readRequest<layout.VideoBody>(parameters, [...parts, additional], (draft) => {
			const screen = layout.completePicture(draft);
			if (screen) completeSubtitles(draft, screen);
			said = completeSpeech(draft, speech.spoken);
			if (said.texts.length > 1) refuseOwnLines(draft);
			language = languageSource(draft);
		});
		if ('violations' in request) return request;
		return { ...request, ...said, language, suggestedName: nameFromSpeech(said.texts[0]) };
	},
	split: (request) =>
		request.texts.map((text, at) => {
			const body = set(cloneDeep(request.body), speech.spoken.field.path, [text]);
			// The text was cleaned once.
			return { ...request, body, changes: at === 0 ? request.changes : noChanges() };
		}),
	lookUps(asking) {
		const voices = new VoiceLists(asking);
		const persons = new PersonLookUps(asking);
		return async (request) => {
			await voices.refuseName(label(voice), get(request.body, 'audio.tts.audio_man'));
			const person = await persons.complete(request.body);
			const body = { ...cloneDeep(request.body), person };
			const isOfVoice = request.language === 'voice';
			const language = isOfVoice ? await addLanguageOfVoice(voices, body) : request.language;
			return { ...request, body, language };
		};
	},
	forecast: {
		hintsOf: (requests) => [
			...splitHints(requests),
			...cleanupHints(requests),
			...languageHints(requests),
		],
		secondsOf: (body) => secondsOfSpeech(get(body, 'audio.tts'), get(body, 'audio.language')),
		/** Of a second: the service charges the length that the video has in the end. */
		costOf(body) {
			const { model = quality.property.default } = body as layout.VideoBody;
			const chosen = QUALITIES.find(({ value }) => value === model);
			return chosen && { perSecond: { creditA: chosen.creditA } };
		},
	},
};

/** What is said about texts that become several videos. */
function splitHints(requests: ReadonlyArray<ItemRequest<VideoRequest>>): string[] {
	const parts = requests.flatMap(({ part }) => part ?? []);
	const texts = parts.filter(({ part }) => part === 1).length;
	return texts === 0 ? [] : [speechMessages.split(texts, parts.length)];
}
