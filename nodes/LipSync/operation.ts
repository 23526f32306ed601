import { submitBody } from '../shared/run/request';
import { createLipSync, lipSync as kind } from '../shared/tasks/lipSync';
import { buildLipSyncRequest } from './request';

/** Matches the lips of a speaker to new speech (service.md 4.8). */
export const lipSync = submitBody({
	kind,
	endpoint: 'createLipSync',
	build: buildLipSyncRequest,
	create: createLipSync,
});
