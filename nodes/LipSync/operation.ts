import { draftRequest, type ItemParameters, NOTHING_SUBMITTED } from '../shared/fields/request';
import { screenFields } from '../shared/fields/video';
import { pictureSize } from '../shared/files/picture';
import type { BodyRequest, SubmitOperation } from '../shared/run/prepare';
import { lipSync as kind } from '../shared/tasks/lipSync';
import * as fields from './fields';

/** Matches the lips of a speaker to new speech (service.md 4.8). */
export const lipSync: SubmitOperation = {
	kind,
	endpoint: 'createLipSync',
	acceptsCallback: true,
	prepare: buildLipSyncRequest,
	/** 'Same as Video': the size is in the file, unless a screen was chosen. */
	async lookUp(client, request, item) {
		const { body, source } = request;
		if (!source || 'screen_width' in body) return request;
		const size = await pictureSize({ client, ...item }, source, fields.video.spec.purpose);
		if (size) return { ...request, body: { ...body, ...screenFields(size) } };
		throw new Error(
			`'Screen' is Same as Video, but the size of ${source.text} cannot be read. Choose the shape of the video in 'Screen', or Custom. ${NOTHING_SUBMITTED}`,
		);
	},
};

/**
 * The request of video_lip_sync/create (service.md 4.8) for what the user set.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildLipSyncRequest(
	parameters: ItemParameters,
): BodyRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		files: [fields.video, fields.audio],
		fields: [fields.audioType, fields.text, fields.voice],
		groups: [fields.additionalFields],
	});
	const { body, files, violations } = draft;
	fields.screen.add(draft, parameters.read);
	return violations.length > 0 ? { violations } : { body, files, source: files[0]?.ref };
}
