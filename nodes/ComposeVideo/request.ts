import get from 'lodash/get';

import type { BodyFile, Draft } from '../shared/fields/files';
import { addFields, draftRequest, inGroup, type ItemParameters } from '../shared/fields/request';
import { readField } from '../shared/fields/values';
import { purposes } from '../shared/files/purposes';
import type { BodyRequest } from '../shared/run/prepare';
import { is4k, type Size } from '../shared/service/library';
import * as background from './fields/background';
import { additionalFields } from './fields/index';
import { figureType, person, placementFields, screen, watermarkFields } from './fields/picture';
import { audioSource, duration, quality, resolutionRate, source } from './fields/sources';
import * as speech from './fields/speech';
import { subtitleFields, subtitles } from './fields/subtitles';
import { linesTwice } from './fields/timeline';
import { backgroundArea, subtitleArea, subtitleFontSize } from './layout';
import { brokenRules, type Video, type VideoBody } from './rules';

/** A video as far as it is known without a request: all but the files and the size of the person. */
export type VideoRequest = Video & BodyRequest;

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

/** asr_type of subtitles that the user wrote (service.md 4.7). */
const OWN_LINES = 1;

/**
 * The request of create_video (service.md 4.7) for what the user set, together with what the chosen screen
 * stands for: the area of the subtitles and of a background file, and 4K. A field that the editor hides for a choice is
 * not read, also where an expression made the choice.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildVideoRequest(
	parameters: ItemParameters,
): VideoRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		fields: [person, figureType, speech.audioType, quality],
		...inGroup(additionalFields, [
			...speech.speechFields,
			...placementFields,
			...watermarkFields,
			source,
			resolutionRate,
			duration,
		]),
	});
	const { files, violations } = draft;
	const body = draft.body as VideoBody;
	addSpeech(draft, parameters, body);
	const backdrop = addBackground(draft, parameters, body);
	const size = screen.add(draft, parameters.read);
	if (backdrop !== 'transparent') addSubtitles(draft, parameters, size);
	if (size) {
		if (is4k(size)) body[resolutionRate.path] ??= 1;
		if (backdrop === 'file') body.bg = { ...backgroundArea(size), ...body.bg };
		violations.push(...brokenRules({ body, screen: size }));
	}
	return size && violations.length === 0 ? { body, files, screen: size } : { violations };
}

/** A text that a voice reads, or a recording. */
function addSpeech(draft: Draft, parameters: ItemParameters, body: VideoBody): void {
	if (body.audio?.type === 'audio') addFields(draft, parameters, { files: [audioFile] });
	else {
		addFields(draft, parameters, {
			fields: [speech.text, speech.voice],
			...inGroup(additionalFields, [...speech.voiceFields, audioSource]),
		});
	}
}

type Backdrop = 'keep' | 'color' | 'file' | 'transparent';

/** What is behind the person. A fill color and the removal of the own background only concern something else. */
function addBackground(draft: Draft, parameters: ItemParameters, body: VideoBody): Backdrop {
	const { value, violation } = readField(background.background, parameters.read('background'));
	if (violation !== undefined) draft.violations.push(violation);
	const backdrop = (value ?? 'keep') as Backdrop;
	const { bgColor, removalFields, backgroundFileFields } = background;
	if (backdrop === 'transparent') body.person = { ...body.person, is_rgba_mode: true };
	if (backdrop === 'color') {
		addFields(draft, parameters, {
			fields: [bgColor],
			...inGroup(additionalFields, removalFields),
		});
	}
	if (backdrop === 'file') {
		addFields(draft, parameters, {
			files: [backgroundFile],
			...inGroup(additionalFields, [...removalFields, ...backgroundFileFields]),
		});
	}
	return backdrop;
}

/** Subtitles in an area that fits the screen, unless the user set another one. */
function addSubtitles(draft: Draft, parameters: ItemParameters, screenSize?: Size): void {
	const { value = 'show', violation } = readField(subtitles, parameters.read('subtitles'));
	if (violation !== undefined) draft.violations.push(violation);
	const body = draft.body as VideoBody;
	if (value === 'none') {
		body.hide_subtitle = true;
		return;
	}
	addFields(draft, parameters, inGroup(additionalFields, subtitleFields));
	const set = parameters.read(additionalFields.name);
	const twice = linesTwice(({ property }) => get(set, property.name));
	if (twice) draft.violations.push(twice);
	if (!screenSize) return;
	body.subtitle_config = {
		...subtitleArea(screenSize, body.subtitle_config),
		font_size: subtitleFontSize(screenSize),
		...body.subtitle_config,
		// The service names no default for it, and an area alone need not mean that subtitles are seen.
		show: value === 'show',
	};
	if (body.subtitle_config.subtitles) body.subtitle_config.asr_type = OWN_LINES;
}
