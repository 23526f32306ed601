import cloneDeep from 'lodash/cloneDeep';
import type { INodeProperties } from 'n8n-workflow';

import {
	choiceField,
	type FieldGroup,
	groupProperty,
	label,
	markedProperties,
} from '../shared/fields/field';
import { type BodyFile, fileField } from '../shared/fields/files';
import {
	additionalParameters,
	addParameters,
	draftRequest,
	type ItemParameters,
	NOTHING_SUBMITTED,
	refusal,
} from '../shared/fields/request';
import { purposes } from '../shared/files/purposes';
import type { BodyRequest, SubmitOperation } from '../shared/run/prepare';
import { is4k } from '../shared/service/library';
import { composedVideo } from '../shared/tasks/composedVideo';
import * as picture from './picture';
import * as speech from './speech';
import { completeSubtitles, subtitleOptions, subtitles } from './subtitles';
import { isIn4k, lookUpPerson, personArea, type Video, type VideoBody } from './person';

const audioFile: BodyFile = {
	spec: speech.audioFile,
	idPath: 'audio.file_id',
	urlPath: 'audio.wav_url',
	// A URL may lead to more types than an upload; its suffix says which.
	urlExtensions: ['wav', 'mp3', 'm4a', 'mp4'],
};

const backgroundFile: BodyFile = {
	spec: picture.backgroundFile,
	idPath: 'bg.file_id',
	urlPath: 'bg.src_url',
	urlExtensions: purposes.make_video_background.extensions,
};

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
export const properties: INodeProperties[] = [
	picture.person.property,
	picture.figureType.property,
	speech.audioType.property,
	...markedProperties(speech.text.property),
	...markedProperties(speech.voice.property),
	speech.language.property,
	...fileField(audioFile.spec),
	...picture.screen.properties,
	picture.background.property,
	picture.bgColor.property,
	...fileField(backgroundFile.spec),
	subtitles.property,
	groupProperty(subtitleOptions),
	quality.property,
];

/** All else that can be set: each label begins with the part that it is about. */
export const additionalFields = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	placeholder: 'Add Field',
	fields: [
		picture.isRemoveBg,
		...picture.backgroundFileFields,
		...picture.pictureFields,
		...speech.speechFields,
	],
	last: additionalParameters('{"duration": 30}'),
} satisfies FieldGroup;

/** A video as far as it is known without a request: not the files, nor the person's size. */
type VideoRequest = Video & BodyRequest;

/**
 * Composes a video of a person that speaks (service.md 4.7). Each item is read and checked
 * (`prepare`), then its person is looked up (`lookUp`), and only when nothing is wrong with any
 * item, its files are uploaded and its body is sent. What comes out is one task per item.
 */
export const composeVideo: SubmitOperation<VideoRequest> = {
	kind: composedVideo,
	endpoint: 'createVideo',
	acceptsCallback: true,
	prepare: buildVideoRequest,
	/** Completes what the user set of the person by its figure, and by the area that keeps the figure's proportions. */
	async lookUp(client, request, { context, itemIndex }) {
		const body = cloneDeep(request.body);
		const person = await lookUpPerson(client, context, { ...request, body });
		if ('title' in person) {
			const { title, advice } = person;
			throw refusal(context, itemIndex, [title], `${advice} ${NOTHING_SUBMITTED}.`);
		}
		const { figureType, size } = person;
		body.person = {
			...body.person,
			...(figureType ? { figure_type: figureType } : {}),
			...personArea(request.screen, size, body.person),
		};
		return { ...request, body };
	},
	costOf: priceOf,
};

/**
 * The request of create_video (service.md 4.7) for what the user set and for the chosen screen: the
 * area of the subtitles and of a background file, and 4K.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildVideoRequest(
	parameters: ItemParameters,
): VideoRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		fields: [
			picture.person,
			picture.figureType,
			speech.audioType,
			speech.text,
			speech.voice,
			speech.language,
			picture.background,
			picture.bgColor,
			subtitles,
			quality,
		],
		groups: [additionalFields, subtitleOptions],
		files: [audioFile, backgroundFile],
	});
	const { files, violations, chosen } = draft;
	const body = draft.body as VideoBody;
	const size = picture.screen.add(draft, parameters.read);
	if (!size) return { violations };
	completeSubtitles(draft, parameters, size);
	// A background file covers the screen, unless the user places it.
	if (chosen[picture.background.property.name] === 'file') {
		body.bg = { x: 0, y: 0, ...size, ...body.bg };
	}
	if (is4k(size)) body[picture.resolutionRate.path] ??= 1;
	else if (isIn4k(body)) {
		const { width, height } = size;
		violations.push(
			`${label(picture.resolutionRate)} is 4K, but 'Screen' is ${width} × ${height}: choose a 4K screen`,
		);
	}
	addParameters(draft, parameters, additionalFields);
	return violations.length > 0 ? { violations } : { body, files, screen: size };
}
