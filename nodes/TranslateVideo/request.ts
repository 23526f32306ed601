import { addFields, draftRequest, type ItemParameters } from '../shared/fields/request';
import { readField } from '../shared/fields/values';
import type { BodyRequest } from '../shared/run/prepare';
import {
	additionalFields,
	sourceType,
	targetLanguages,
	video,
	videoId,
	voice,
	voiceChoice,
} from './fields';

/**
 * The request of video_translation/create (service.md 4.9) for what the user set.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildTranslationRequest(
	parameters: ItemParameters,
): BodyRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		fields: [targetLanguages],
		groups: [additionalFields],
	});
	const { body, files, violations } = draft;
	const [source, voiceFrom] = [sourceType, voiceChoice].map((field) =>
		readField(field, parameters.read(field.property.name)),
	);
	for (const choice of [source, voiceFrom]) {
		if (choice?.violation !== undefined) violations.push(choice.violation);
	}
	if (source?.value === 'video') addFields(draft, parameters, { fields: [videoId] });
	else addFields(draft, parameters, { files: [video] });
	if (voiceFrom?.value === 'choose') addFields(draft, parameters, { fields: [voice] });
	return violations.length > 0 ? { violations } : { body, files };
}
