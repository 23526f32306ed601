import { get } from 'lodash';

import { readRequest } from '../shared/fields/request';
import { addScreen, screenFields } from '../shared/fields/video';
import { videoSize } from '../shared/files/videoSize';
import { estimateSeconds } from '../shared/speech/estimate';
import type { SubmitOperation } from '../shared/submit/operation';
import { lipSync as kind } from '../shared/tasks/lipSync';
import { PackError } from '../shared/util/errors';
import { additional, parts, video } from './fields';
import { lipSyncMessages } from './messages';

/** Matches the lips of a speaker to new speech (service.md 4.8). */
export const lipSync: SubmitOperation = {
	kind,
	endpoint: 'createLipSync',
	prepare(parameters) {
		const request = readRequest(parameters, [...parts, additional], addScreen);
		return 'violations' in request ? request : { ...request, source: request.files[0]?.ref };
	},
	/** 'Same as Video': the size is in the file, unless a screen was chosen. */
	async lookUp(request, item) {
		const { body, source } = request;
		if (!source || 'screen_width' in body) return request;
		const size = await videoSize(item, source, video.purpose);
		if (size) return { ...request, body: { ...body, ...screenFields(size) } };
		throw new PackError(lipSyncMessages.unreadableSize(source.text));
	},
	secondsOf(body) {
		const spoken = get(body, 'tts_config.text.0') as unknown;
		const speed = get(body, 'tts_config.speed') as number | undefined;
		return typeof spoken === 'string' ? estimateSeconds(spoken, { speed }) : undefined;
	},
};
