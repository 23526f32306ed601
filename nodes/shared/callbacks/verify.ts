import type { IWebhookFunctions } from 'n8n-workflow';

import { createClient } from '../service/client';
import { detailPath, type DetailPaths } from '../service/detailPaths';
import { CREDENTIAL, type ServiceContext } from '../service/transport';
import type { TaskKind } from '../tasks/kind';
import type { Task } from '../tasks/task';
import { answeringInTime } from './reply';
import { lookUpTogether } from './together';

/**
 * Whether the service can be asked about tasks of this kind with the node's credential.
 *
 * @throws Error that says what is wrong with the path that the credential has for it
 */
export async function canLookUp(context: ServiceContext, kind: TaskKind): Promise<boolean> {
	if (!kind.detailPath) return true;
	const paths = await context.getCredentials<DetailPaths>(CREDENTIAL);
	if ((paths[kind.detailPath] ?? '').trim() === '') return false;
	detailPath(paths, kind.detailPath);
	return true;
}

/**
 * Asks the service about tasks on behalf of a callback; callbacks that arrive together share the queries.
 *
 * @param group what may share a query: callbacks of one node of one workflow
 * @returns the tasks that the service knows, by id
 * @throws ServiceError when it does not tell
 */
export async function askService(
	context: IWebhookFunctions,
	kind: TaskKind,
	ids: Iterable<string>,
	group: string,
): Promise<Map<string, Task>> {
	const client = await createClient(context);
	const work = lookUpTogether(
		`${group} ${kind.name}`,
		ids,
		async (all) => await kind.lookUp(client, all),
	);
	return await answeringInTime(context, work);
}
