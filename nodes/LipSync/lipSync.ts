import type { SubmitOperation } from '../shared/completion/submit';
import { withFiles } from '../shared/fields/bodyFile';
import { parametersOf, refusal } from '../shared/fields/request';
import { createLipSync } from '../shared/service/lipSync';
import { lipSync as kind } from '../shared/tasks/lipSync';
import { buildLipSyncRequest, type LipSyncRequest } from './request';

/** Makes the speaker of a video say something else (specification 4.8). */
export const lipSync: SubmitOperation<LipSyncRequest> = {
	kind,
	prepare(context, itemIndex) {
		const request = buildLipSyncRequest(parametersOf(context, itemIndex));
		if ('violations' in request) throw refusal(context, itemIndex, request.violations);
		return request;
	},
	async submit(client, { body, files }, item) {
		return [await createLipSync(client, await withFiles({ client, ...item }, body, files))];
	},
};
