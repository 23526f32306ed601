import { addParameters, draftRequest, type ItemParameters } from '../shared/fields/request';
import type { BodyRequest, SubmitOperation } from '../shared/run/prepare';
import { person } from '../shared/tasks/person';
import { additionalFields, authText, authVideo, name, version, video } from './fields';

/** Creates a person from a recording (service.md 4.5); its task ID is the ID of the person. */
export const createPerson: SubmitOperation = {
	kind: person,
	endpoint: 'createPerson',
	acceptsCallback: true,
	prepare: buildPersonRequest,
	kept:
		(_, { body }) =>
		() => ({ name: String(body.name) }),
};

/**
 * The request of create_customised_person (service.md 4.5) for what the user set.
 *
 * @returns the request, or every violation of the service's rules at once
 */
export function buildPersonRequest(
	parameters: ItemParameters,
): BodyRequest | { violations: string[] } {
	const draft = draftRequest(parameters, {
		fields: [name, version, authText],
		files: [video, authVideo],
		groups: [additionalFields],
	});
	const { body, files, violations } = draft;
	addParameters(draft, parameters, additionalFields);
	return violations.length > 0 ? { violations } : { body, files };
}
