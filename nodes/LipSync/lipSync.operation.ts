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
		// Where the speech is a recording, nothing is said by a voice.
		let said: Speech = { texts: [], changes: noChanges() };
		const request = readRequest(parameters, parts.concat(additional), (draft) => {
			addScreen(draft);
			said = completeSpeech(draft, { field: text, refusesEmoji: false });
		});
		if ('violations' in request) return request;
		// The video is the first file, and gives its name to the result.
		const source = request.files[0]?.ref;
		const { changes, texts } = said;
		return { ...request, source, changes, suggestedName: nameFromSpeech(texts[0]) };
	},
	/**
	 * Refuses a voice by its name; for 'Same as Video', the only choice that leaves the size out, finds it in the file.
	 */
	lookUps(asking) {
		const voices = new VoiceLists(asking);
		return async (request, item) => {
			const { body, source } = request;
			await voices.refuseName(label(voice), get(body, 'tts_config.audio_man_id'));
			// A request without its video, the `source`, has been refused before.
			const isSameAsVideo = !('screen_width' in body);
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
