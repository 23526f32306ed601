import { readRequest } from '../shared/fields/readRequest';
import type { SubmitOperation } from '../shared/submit/submitOperation';
import { taskId } from '../shared/api/schemas';
import { person } from '../shared/tasks/person';
import { additional, parts } from './createPerson.fields';

/** Creates a person from a recording (service.md 4.5); its task ID is the ID of the person. */
export const createPerson: SubmitOperation = {
	kind: person,
	endpoint: 'createPerson',
	prepare: (parameters) => readRequest(parameters, parts.concat(additional)),
	async create(client, body) {
		const id = await client.call('createPerson', { body }, taskId);
		return { tasks: [{ taskId: id, name: String(body.name) }], missing: [] };
	},
};
