import type { SubmitOperation } from '../shared/completion/submit';
import { withFiles } from '../shared/fields/bodyFile';
import { parametersOf, refusal } from '../shared/fields/request';
import { createPerson as create } from '../shared/service/persons';
import { person } from '../shared/tasks/person';
import { buildPersonRequest, type PersonRequest } from './request';

/** Makes a digital person from a recording (specification 4.5); its task id is the id of the person. */
export const createPerson: SubmitOperation<PersonRequest> = {
	kind: person,
	prepare(context, itemIndex) {
		const request = buildPersonRequest(parametersOf(context, itemIndex));
		if ('violations' in request) throw refusal(context, itemIndex, request.violations);
		return request;
	},
	async submit(client, { body, files }, item) {
		return [await create(client, await withFiles({ client, ...item }, body, files))];
	},
};
