/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';

import { packNode, webhookNode, type NodeSpec } from '../../../tools/n8n/workflows';

/** Webhook and Split Out: a workflow that begins with them is started in production, with any items. */
export function callable(path: string): [NodeSpec, NodeSpec] {
	const split = {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items' },
	};
	return [webhookNode(path), split];
}

/** AI Create: waits for an image of each item's text, unless the parameters say otherwise. */
export const createImage = (parameters: INodeParameters = {}, name = 'Create'): NodeSpec =>
	packNode('digitalHumanAiCreate', name, {
		resource: 'image',
		operation: 'generate',
		modelCode: 'modelf-4.0',
		refPrompt: '={{ $json.text }}',
		completion: 'wait',
		...parameters,
	});

/**
 * Posts to a webhook of a workflow that may just have gone live.
 *
 * @param url of the n8n that takes production webhooks
 * @param body for `callable` an object with `items`
 */
export async function call(url: string, path: string, body: unknown): Promise<void> {
	for (let round = 0; ; round++) {
		const response = await fetch(`${url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (response.ok) return;
		const { status } = response;
		if (round === 20) throw new Error(`${path} answers ${status}: ${await response.text()}`);
		await delay(500);
	}
}

/** Asks until there is an answer. */
export async function waitFor<T>(
	what: () => Promise<T | undefined> | T | undefined,
	seconds = 60,
): Promise<T> {
	for (const deadline = Date.now() + seconds * 1000; ; ) {
		const value = await what();
		if (value !== undefined) return value;
		if (Date.now() > deadline) throw new Error(`Nothing came within ${seconds} s`);
		await delay(250);
	}
}
