import { invert, lowerFirst, mapValues } from 'lodash';

import type { Message } from '../util/catalogue';
import { apiMessages } from './apiMessages';

/** The codes of the service by name (service.md 7). */
export const Code = {
	BadRequest: 400,
	TokenRefused: 10400,
	FieldRefused: 40000,
	LimitExceeded: 40001,
	CapReached: 40002,
	InternalFault: 50000,
	ServiceFault: 51000,
	FileTooLarge: 50003,
	MergeUnderWay: 50005,
	ForbiddenWords: 50011,
	StorageFault: 120002,
	UploadGone: 120004,
	PartMissing: 120005,
	VideoUnusable: 170002,
	LanguagesUnfit: 170003,
	UploadedVideoUnusable: 170006,
	VoiceUnusable: 170008,
	VideoTooLong: 170009,
	VideoTooLarge: 170010,
} as const;

/**
 * Gives the value of the first of some fields that the body of the request has, as text; empty where it has none of
 * them. A field within another one is named by its path: "person.id".
 */
type ValueOf = (...fields: string[]) => string;

/** What a code or a message of the service means: a message, or what makes one that names a value of the request. */
export type Meaning = Message | ((valueOf: ValueOf) => Message);

/**
 * What each code means: the message that has the same name, with a small first letter. Whether a request is repeated
 * after a code is decided in `failure.ts`, and whether a submit has certainly created nothing then, by the refusals in
 * `endpoints.ts`.
 */
export const codes: Readonly<Record<string, Meaning>> = mapValues(
	invert(Code),
	(name) => apiMessages[lowerFirst(name) as Uncapitalize<keyof typeof Code>],
);

/**
 * Whether a code is one of the service's documented errors, so that it is known what follows from it; false for
 * undefined. A wait for tasks ends with such a code, unless it is one that passes (`failure.ts`); after any other code,
 * it goes on.
 */
export function isDocumented(code: number | undefined): boolean {
	return code !== undefined && code in codes;
}

/** The codes that mean something else for the endpoints that create tasks than in `codes`. */
export const createCodes: typeof codes = {
	[Code.LimitExceeded]: apiMessages.limitExceededAtSubmit,
};

/** The codes that mean something else for one endpoint, by its name. */
export const codesOf: Readonly<Record<string, typeof codes>> = {
	createUploadUrl: { [Code.TokenRefused]: apiMessages.noUploadAddress },
	createPerson: { [Code.CapReached]: apiMessages.personsUsedUp },
	createVideo: { [Code.CapReached]: apiMessages.videoTimeUsedUp },
	createTranslation: {
		[Code.VoiceUnusable]: (valueOf) => apiMessages.translationVoiceUnusable(valueOf('audio_id')),
	},
};

/** What the service's messages without a code mean, by their text in small letters. */
export type RefusalMessages = Readonly<Record<string, Meaning>>;

/** The messages of create_customised_person (service.md 4.5). */
export const personMessages: RefusalMessages = {
	'train_type parameter error': apiMessages.trainingRefused,
	'application state error': apiMessages.applicationState,
	'unsupported video format': apiMessages.videoFormat,
	'video information retrieval failed': apiMessages.videoNotReadable,
	'video too long': apiMessages.personVideoTooLong,
};

/** The ID of the person in the body of create_video. */
const personIn = (valueOf: ValueOf) => valueOf('person.id');

/** The ID of the voice in the same body, which has one of these two fields. */
const voiceIn = (valueOf: ValueOf) => valueOf('audio.tts.audio_man', 'tts_config.audio_man_id');

/** The messages of create_video (service.md 4.7). */
export const videoMessages: RefusalMessages = {
	'application state error': apiMessages.applicationState,
	'missing tts text': apiMessages.textMissing,
	'missing audio file': apiMessages.recordingMissing,
	'text contains emoji': apiMessages.emoji,
	'unsupported image format': apiMessages.imageFormat,
	'screen_width or screen_height invalid': (valueOf) =>
		apiMessages.screenRefused(valueOf('screen_width'), valueOf('screen_height')),
	'subtitle wider or taller than the screen': apiMessages.subtitlesTooLarge,
	'subtitle color not #rrggbb': apiMessages.subtitleColor,
	'person is not a webm type so no four-channel video': (valueOf) =>
		apiMessages.notTransparent(personIn(valueOf)),
	'figure_type needed for the person': (valueOf) => apiMessages.figureNeeded(personIn(valueOf)),
	'background color not #rrggbb': (valueOf) => apiMessages.backgroundColor(valueOf('bg_color')),
	'custom person absent': (valueOf) => apiMessages.unknownPerson(personIn(valueOf)),
	'public person without a correct figure': (valueOf) =>
		apiMessages.noSuchFigure(personIn(valueOf), valueOf('person.figure_type')),
	'person height odd': (valueOf) => apiMessages.oddHeight(valueOf('person.height')),
	'voice id not found': (valueOf) => apiMessages.unknownVoice(voiceIn(valueOf)),
	'voice audio_man absent': (valueOf) => apiMessages.unknownVoice(voiceIn(valueOf)),
	'voice not in a successful state': (valueOf) => apiMessages.unfinishedVoice(voiceIn(valueOf)),
};
