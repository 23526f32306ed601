import type { SubmitOperation } from '../shared/run/prepare';
import { createLipSync, lipSync as kind } from '../shared/tasks/lipSync';
import { buildLipSyncRequest } from './request';

/** Matches the lips of a speaker to new speech (service.md 4.8). */
export const lipSync: SubmitOperation = {
	kind,
	endpoint: 'createLipSync',
	acceptsCallback: true,
	prepare: buildLipSyncRequest,
	create: async (client, body) => [await createLipSync(client, body)],
};
