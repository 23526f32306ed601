import type { INodeType, IRun } from 'n8n-workflow';

import type { LocalService } from '../../../demo-service';
import { registry, type NodeRun } from './engine';
import { callWebhook, type Answer, type Call } from './webhook';

/** The query of the address that the service was given last, as the service calls it. */
export function queryOfCallback({ callbacks, tasks }: LocalService): Record<string, string> {
	const [address = ''] = tasks()
		.flatMap(({ id }) => callbacks.addressOf(id) ?? [])
		.slice(-1);
	return Object.fromEntries(new URL(address).searchParams);
}

/** Calls a paused node back, with whatever the caller says. */
export async function callPaused(
	service: LocalService,
	{ type, parameters, settings }: NodeRun,
	waiting: IRun,
	body: unknown,
	more: Partial<Call> = {},
): Promise<Answer> {
	const { url, token } = service;
	return await callWebhook({
		node: registry.getByName(type) as INodeType,
		parameters,
		settings,
		credential: { baseUrl: url, accessToken: token },
		waiting,
		body,
		query: queryOfCallback(service),
		...more,
	});
}
