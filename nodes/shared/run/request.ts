import type { IDataObject } from 'n8n-workflow';

import { filesById, withFiles, type PendingFile } from '../fields/pendingFiles';
import { parametersOf, refusal, type ItemParameters } from '../fields/request';
import type { ServiceClient } from '../service/client';
import type { SubmitOperation } from './submit';

/** A request as far as it is known without asking the service: all but the ids of its files. */
export interface BodyRequest {
	body: IDataObject;
	files: PendingFile[];
}

/** Reads the parameters of an item: its request, or every violation of the service's rules at once. */
type BuildRequest<Request> = (parameters: ItemParameters) => Request | { violations: string[] };

/** The `prepare` of an operation whose request is built from the parameters of the item. */
export function prepareWith<Request extends object>(
	build: BuildRequest<Request>,
): SubmitOperation<Request>['prepare'] {
	return (context, itemIndex) => {
		const request = build(parametersOf(context, itemIndex));
		if ('violations' in request) throw refusal(context, itemIndex, request.violations);
		return request;
	};
}

/** The files of such a request, and its body as it is sent. */
export const withItsFiles: Pick<SubmitOperation<BodyRequest>, 'filesById' | 'bodyOf'> = {
	filesById: ({ files }) => filesById(files),
	bodyOf: async (client, { body, files }, item) =>
		await withFiles({ client, ...item }, body, files),
};

/**
 * An operation that uploads the files of an item, sends its body and begins one task.
 *
 * @param create sends the body and returns the id of the task
 */
export function submitBody({
	kind,
	endpoint,
	build,
	create,
}: Pick<SubmitOperation<BodyRequest>, 'kind' | 'endpoint'> & {
	build: BuildRequest<BodyRequest>;
	create: (client: ServiceClient, body: object) => Promise<string>;
}): SubmitOperation<BodyRequest> {
	return {
		kind,
		endpoint,
		prepare: prepareWith(build),
		...withItsFiles,
		create: async (client, body) => [await create(client, body)],
	};
}
