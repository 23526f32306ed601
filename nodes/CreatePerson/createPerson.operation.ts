import { readRequest } from '../shared/fields/readRequest';
import type { SubmitOperation } from '../shared/submit/submitOperation';
import { taskId } from '../shared/api/schemas';
import { person } from '../shared/tasks/person';
import { additional, parts } from './createPerson.fields';

/**
 * Creates a person from a recording (service.md 4.5). The service answers with the ID of the person, which is also
 * that of the task.
 */
export const createPerson: SubmitOperation = {
	kind: person,
	endpoint: 'createPerson',
	/** Reads the request of one item, or every violation of the service's rules. */
	prepare: (parameters) => readRequest(parameters, parts.concat(additional)),
	creation: {
		/**
		 * Sends the body of one item. The task also gets the name that the user gave the person.
		 *
		 * @throws ServiceError when the service gives no ID; CancelledError when the execution is stopped
		 */
		async create(client, body) {
			const id = await client.call('createPerson', { body }, taskId);
			return { tasks: [{ taskId: id, name: String(body.name) }], missing: [] };
		},
	},
};
