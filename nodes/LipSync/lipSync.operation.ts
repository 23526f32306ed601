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

/** The request of an item. */
interface LipSyncRequest extends BodyRequest {
	/** How often the cleanup has changed what in the text; only zeros for a recording. */
	changes: Changes;
}

/** Matches the lips of a speaker to new speech (service.md 4.8). */
export const lipSync: SubmitOperation<LipSyncRequest> = {
	kind,
	endpoint: 'createLipSync',
	/**
	 * Reads the request of one item: its fields, the size of its screen, and its text, cleaned as the user chose. Where
	 * anything breaks a rule of the service, the result is every such violation instead.
	 */
	prepare(parameters) {
		// `readRequest` calls the function below once all fields are read, and that sets this. A recording has no texts.
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
		// The video is the first file, as it is the first of the `parts`. The files of the result are named after it.
		// Where neither it nor the item gives a name, they get the first words of the text.
		const source = request.files[0]?.ref;
		const { changes, texts } = speech;
		return { ...request, source, changes, suggestedName: nameFromSpeech(texts[0]) };
	},
	/**
	 * Makes the function that fills in the requests of a run. It refuses the name of a voice where its ID belongs. For
	 * the screen 'Same as Video', it finds the size in the file of the video, and adds it to the body.
	 *
	 * The function throws a PackError for such a name; where the credential has a wrong path for the list of the user's
	 * voices; where the file of the video cannot be used; and where its size cannot be read, as for a video that is
	 * chosen by its ID. It throws a ServiceError when the service refuses the file, and a CancelledError when the
	 * execution is stopped, or another item or file has failed.
	 */
	lookUps(client) {
		const voices = new VoiceLists(client);
		return async (request, item) => {
			const { body, source } = request;
			await voices.refuseName(label(voice), get(body, 'tts_config.audio_man_id'));
			// With any other choice of the screen, `prepare` has put a size into the body.
			const isSameAsVideo = !('screen_width' in body);
			// The video, which is the `source`, is always there: without it, `prepare` has refused the request.
			if (!isSameAsVideo || !source) return request;
			const size = await videoSize(item, source, video);
			if (!size) throw new PackError(lipSyncMessages.unreadableSize(source.text));
			return { ...request, body: { ...body, ...screenFields(size) } };
		};
	},
	forecast: {
		/** One hint about what the cleanup has changed in the texts of all items; none where nothing was changed. */
		hintsOf: cleanupHints,
		/** How long the speech takes, in seconds, as an estimate; undefined for a recording. */
		secondsOf: (body) => secondsOfSpeech(get(body, 'tts_config')),
	},
};
