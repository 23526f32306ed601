import { additionalFields, choiceField, label } from '../shared/fields/field';
import type { Draft } from '../shared/fields/files';
import {
	additionalParameters,
	type ItemParameters,
	readRequest,
	type RequestPart,
} from '../shared/fields/request';
import { addScreen } from '../shared/fields/video';
import type { BodyRequest, SubmitOperation } from '../shared/run/submit';
import { is4k } from '../shared/service/library';
import { composedVideo } from '../shared/tasks/composedVideo';
import { isIn4k, lookUpPerson, personArea, screenOf, type VideoBody } from './person';
import * as picture from './picture';
import * as speech from './speech';
import { completeSubtitles, subtitleOptions, subtitles } from './subtitles';

/** What the service offers, with the credits of type A that a second costs (service.md 4.7). */
const QUALITIES = [
	{ value: 0, label: 'Basic', creditA: 1 },
	{ value: 1, label: 'High Quality', creditA: 2 },
	{ value: 2, label: 'Cartoon', creditA: 3, description: 'Only for cartoon figures' },
];

const quality = choiceField('model', {
	displayName: 'Quality',
	name: 'model',
	options: QUALITIES.map(({ value, label, creditA, description }) => ({
		name: `${label} (${creditA} ${creditA === 1 ? 'Credit' : 'Credits'} A per Second)`,
		value,
		...(description === undefined ? {} : { description }),
	})),
	default: 0,
	description: 'Quality of the video, and what each second of it costs',
});

/**
 * What each second of a video costs, in the form of AI Create's prices. How long a text takes to
 * speak is not known, so the whole price is not either.
 */
function priceOf(body: object): { perSecond: { creditA: number } } | undefined {
	const { model = quality.property.default } = body as { model?: unknown };
	const chosen = QUALITIES.find(({ value }) => value === model);
	return chosen && { perSecond: { creditA: chosen.creditA } };
}

/** What a video consists of. */
export const parts: readonly RequestPart[] = [
	picture.person,
	picture.figureType,
	speech.audioType,
	speech.text,
	speech.voice,
	speech.language,
	speech.audioFile,
	...picture.screen,
	picture.background,
	picture.bgColor,
	picture.backgroundFile,
	subtitles,
	subtitleOptions,
	quality,
];

/** All else that can be set: each label begins with the part that it is about. */
export const additional = additionalFields(
	[
		picture.isRemoveBg,
		...picture.backgroundFileFields,
		...picture.pictureFields,
		...speech.speechFields,
	],
	additionalParameters('{"duration": 30}'),
);

/** A video as far as it is known without a request: not the files, nor the person's size. */
type VideoRequest = BodyRequest & { body: VideoBody };

/**
 * Composes a video of a person that speaks (service.md 4.7). Each item is read and checked
 * (`prepare`), then its person is looked up (`lookUp`), and only when nothing is wrong with any
 * item, its files are uploaded and its body is sent. What comes out is one task per item.
 */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	endpoint: 'createVideo',
	acceptsCallback: true,
	prepare: (parameters) =>
		readRequest<VideoBody>(parameters, [...parts, additional], (draft) =>
			completeVideo(draft, parameters),
		),
	/** Completes what the user set of the person by its figure, and by the area that keeps the figure's proportions. */
	async lookUp(client, request, { context }) {
		const { body } = request;
		const { figureType, size } = await lookUpPerson(client, context, body);
		const person = {
			...body.person,
			...(figureType ? { figure_type: figureType } : {}),
			...personArea(screenOf(body), size, body.person),
		};
		return { ...request, body: { ...body, person } };
	},
	costOf: priceOf,
};

/** Adds what follows from the chosen screen: the area of the subtitles and of a background file, and 4K. */
function completeVideo(draft: Draft, parameters: ItemParameters): void {
	const { violations, chosen } = draft;
	const size = addScreen(draft);
	if (!size) return;
	const body = draft.body as VideoBody;
	completeSubtitles(draft, parameters, size);
	// A background file covers the screen, unless the user places it.
	if (chosen[picture.background.property.name] === 'file') {
		body.bg = { x: 0, y: 0, ...size, ...body.bg };
	}
	if (is4k(size)) body.resolution_rate ??= 1;
	else if (isIn4k(body)) {
		const { width, height } = size;
		violations.push(
			`${label(picture.resolutionRate)} is 4K, but 'Screen' is ${width} × ${height}: choose a 4K screen`,
		);
	}
}
