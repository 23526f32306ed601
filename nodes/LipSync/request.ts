import { addFields, draftRequest, inGroup, type ItemParameters } from '../shared/fields/request';
import type { BodyRequest } from '../shared/run/prepare';
import {
	additionalFields,
	audio,
	audioType,
	furtherFields,
	screen,
	text,
	video,
	voice,
	voiceFields,
} from './fields';

/**
 * The request of video_lip_sync/create (service.md 4.8) for what the user set. A field that the editor hides for a choice
 * is not read, also where an expression made the choice.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildLipSyncRequest(
	parameters: ItemParameters,
): BodyRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		files: [video],
		fields: [audioType],
		...inGroup(additionalFields, furtherFields),
	});
	const { body, files, violations } = draft;
	if (body.audio_type === 'audio') addFields(draft, parameters, { files: [audio] });
	else {
		addFields(draft, parameters, {
			fields: [text, voice],
			...inGroup(additionalFields, voiceFields),
		});
	}
	screen.add(draft, parameters.read);
	return violations.length > 0 ? { violations } : { body, files };
}
