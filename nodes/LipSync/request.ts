import type { BodyRequest } from '../shared/run/bodyRequest';
import { addFields, draftRequest, type ItemParameters } from '../shared/fields/request';
import { additionalFields, audio, audioType, screen, text, video, voice } from './fields';

/**
 * The request of video_lip_sync/create (service.md 4.8) for what the user set.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildLipSyncRequest(
	parameters: ItemParameters,
): BodyRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		files: [video],
		fields: [audioType],
		groups: [additionalFields],
	});
	const { body, files, violations } = draft;
	if (body.audio_type === 'audio') {
		// Settings of the voice do not apply to a recording; an expression may choose between the two.
		delete body.tts_config;
		addFields(draft, parameters, { files: [audio] });
	} else addFields(draft, parameters, { fields: [text, voice] });
	screen.add(draft, parameters.read);
	return violations.length > 0 ? { violations } : { body, files };
}
