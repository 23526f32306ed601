import type { IRun } from 'n8n-workflow';

import { DigitalHumanComposeVideo } from '../../../nodes/ComposeVideo/DigitalHumanComposeVideo.node';
import type { LocalService } from '../../../demo-service';
import type { NodeRun } from './engine';
import { callWebhook, type Answer, type Call } from './webhook';

/** Calls a paused Compose Video back, with whatever the caller says. */
export async function callPaused(
	{ url, token }: LocalService,
	{ parameters, settings }: NodeRun,
	waiting: IRun,
	body: unknown,
	more: Partial<Call> = {},
): Promise<Answer> {
	return await callWebhook({
		node: new DigitalHumanComposeVideo(),
		parameters,
		settings,
		credential: { baseUrl: url, accessToken: token },
		waiting,
		body,
		...more,
	});
}
