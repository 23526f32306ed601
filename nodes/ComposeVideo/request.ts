import type { BodyFile } from '../shared/fields/bodyFile';
import type { BodyRequest } from '../shared/run/bodyRequest';
import type { Draft } from '../shared/fields/draft';
import { addFields, draftRequest, type ItemParameters } from '../shared/fields/request';
import { is4k, type Size } from '../shared/fields/screen';
import { readField } from '../shared/fields/values';
import { purposes } from '../shared/files/purposes';
import * as background from './fields/background';
import { figureType, person } from './fields/person';
import { placement } from './fields/placement';
import { quality, resolutionRate } from './fields/quality';
import { screen } from './fields/screen';
import { sources } from './fields/sources';
import * as speech from './fields/speech';
import { hideSubtitle, subtitles } from './fields/subtitles';
import { watermark } from './fields/watermark';
import { backgroundArea, subtitleArea, subtitleFontSize } from './layout';
import { brokenRules, type Backdrop, type VideoBody } from './rules';

/** A video as far as it is known without a request: all but the files and the size of the person. */
export interface VideoRequest extends BodyRequest {
	screen: Size;
}

const audioFile: BodyFile = {
	spec: speech.audioFile,
	idPath: 'audio.file_id',
	urlPath: 'audio.wav_url',
	urlExtensions: speech.AUDIO_URL_EXTENSIONS,
};

const backgroundFile: BodyFile = {
	spec: background.backgroundFile,
	idPath: 'bg.file_id',
	urlPath: 'bg.src_url',
	urlExtensions: purposes.make_video_background.extensions,
};

const groups = [
	speech.speech,
	placement,
	background.backgroundOptions,
	subtitles,
	watermark,
	quality,
	sources,
];

/**
 * The request of create_video (service.md 4.7) for what the user set, together with what the chosen screen
 * stands for: the area of the subtitles and of a background file, and 4K.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildVideoRequest(
	parameters: ItemParameters,
): VideoRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		fields: [person, figureType, speech.audioType],
		groups,
	});
	const body = draft.body as VideoBody;
	addSpeech(draft, parameters, body);
	const backdrop = addBackground(draft, parameters, body);
	const size = screen.add(draft, parameters.read);
	if (size) {
		addScreenParts(body, size, backdrop);
		draft.violations.push(...brokenRules({ body, screen: size, backdrop }));
	}
	const { files, violations } = draft;
	return size && violations.length === 0 ? { body, files, screen: size } : { violations };
}

function addSpeech(draft: Draft, parameters: ItemParameters, body: VideoBody): void {
	if (body.audio?.type === 'audio') {
		// Settings of the voice mean nothing for a recording; an expression may choose between the two.
		delete body.audio.tts;
		addFields(draft, parameters, { files: [audioFile] });
	} else addFields(draft, parameters, { fields: [speech.text, speech.voice] });
}

function addBackground(draft: Draft, parameters: ItemParameters, body: VideoBody): Backdrop {
	const { value, violation } = readField(background.background, parameters.read('background'));
	if (violation !== undefined) draft.violations.push(violation);
	if (value === 'color') {
		delete body.bg;
		addFields(draft, parameters, { fields: [background.bgColor] });
	}
	if (value === 'file') addFields(draft, parameters, { files: [backgroundFile] });
	if (value === 'transparent') body.person = { ...body.person, is_rgba_mode: true };
	return (value ?? 'keep') as Backdrop;
}

function addScreenParts(body: VideoBody, screenSize: Size, backdrop: Backdrop): void {
	if (is4k(screenSize)) body[resolutionRate.path] ??= 1;
	if (backdrop === 'file') body.bg = { ...backgroundArea(screenSize), ...body.bg };
	if (backdrop === 'transparent' || body[hideSubtitle.path] === true) return;
	body.subtitle_config = {
		...subtitleArea(screenSize, body.subtitle_config),
		font_size: subtitleFontSize(screenSize),
		// The service names no default for it, and an area alone need not mean that subtitles are seen.
		show: true,
		...body.subtitle_config,
	};
}
