import { get } from 'lodash';

import { label } from '../shared/fields/field';
import { readRequest } from '../shared/fields/readRequest';
import { addScreen, screenFields, voice } from '../shared/fields/videoFields';
import { nameFromSpeech } from '../shared/files/fileNames';
import { videoSize } from '../shared/files/looking';
import { completeSpeech, secondsOfSpeech, type Speech } from '../shared/fields/speechFields';
import { type Changes, cleanupHints, noChanges } from '../shared/speech/changes';
import type { BodyRequest, SubmitOperation } from '../shared/submit/submitOperation';
import { VoiceLists } from '../shared/pickers/namesInLists';
import { lipSync as kind } from '../shared/tasks/lipSync';
import { PackError } from '../shared/util/errors';
import { additional, parts, text, video } from './lipSync.fields';
import { lipSyncMessages } from './lipSync.messages';

interface LipSyncRequest extends BodyRequest {
	/** What the cleanup has changed in the text. */
	changes: Changes;
}

/** Matches the lips of a speaker to new speech (service.md 4.8). */
export const lipSync: SubmitOperation<LipSyncRequest> = {
	kind,
	endpoint: 'createLipSync',
	prepare(parameters) {
		// Set by the function that is called once all fields are read. A recording has no texts.
		let speech: Speech = { texts: [], changes: noChanges() };
		const request = readRequest(parameters, parts.concat(additional), (draft) => {
			addScreen(draft);
			speech = completeSpeech(draft, {
				field: text,
				mostCharacters: Infinity,
				refusesEmoji: false,
			});
		});
		if ('violations' in request) return request;
		// The video is the first file, and the files of the result are named after it.
		const source = request.files[0]?.ref;
		const { changes, texts } = speech;
		return { ...request, source, changes, suggestedName: nameFromSpeech(texts[0]) };
	},
	/**
	 * Refuses the name of a voice where its ID belongs. For the screen 'Same as Video', it finds the size in the file of
	 * the video.
	 */
	lookUps(asking) {
		const voices = new VoiceLists(asking);
		return async (request, item) => {
			const { body, source } = request;
			await voices.refuseName(label(voice), get(body, 'tts_config.audio_man_id'));
			// Only this choice of the screen puts no size into the body.
			const isSameAsVideo = !('screen_width' in body);
			// The video, which is the `source`, is always there: without it, `prepare` has refused the request.
			if (!isSameAsVideo || !source) return request;
			const size = await videoSize(item, source, video);
			if (!size) throw new PackError(lipSyncMessages.unreadableSize(source.text));
			return { ...request, body: { ...body, ...screenFields(size) } };
		};
	},
	forecast: {
		hintsOf: cleanupHints,
		secondsOf: (body) => secondsOfSpeech(get(body, 'tts_config')),
	},
};
