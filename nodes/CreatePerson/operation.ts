import { submitBody } from '../shared/run/request';
import { createPerson as create, person } from '../shared/tasks/person';
import { buildPersonRequest } from './request';

/** Creates a digital person from a recording (service.md 4.5); its task ID is the ID of the person. */
export const createPerson = submitBody({
	kind: person,
	endpoint: 'createPerson',
	build: buildPersonRequest,
	create,
});
