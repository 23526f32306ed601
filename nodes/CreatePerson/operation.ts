import type { SubmitOperation } from '../shared/run/prepare';
import { createPerson as create, person } from '../shared/tasks/person';
import { buildPersonRequest } from './request';

/** Creates a digital person from a recording (service.md 4.5); its task ID is the ID of the person. */
export const createPerson: SubmitOperation = {
	kind: person,
	endpoint: 'createPerson',
	acceptsCallback: true,
	prepare: buildPersonRequest,
	create: async (client, body) => [await create(client, body)],
};
