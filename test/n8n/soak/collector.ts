/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { json } from 'node:stream/consumers';

import { listen } from '../../support/server';

/** One thing that came out of a workflow. */
export interface Delivered {
	workflow: string;
	id: string;
	state?: string;
}

/** Where the workflows hand their results to. */
export interface Collector {
	url: string;
	/** How often each id came, by workflow. */
	received: Map<string, Map<string, Delivered[]>>;
	close(): void;
}

/** Starts a server on loopback that takes down everything that is posted to it. */
export async function startCollector(): Promise<Collector> {
	const received: Collector['received'] = new Map();
	const server = await listen((request, response) => {
		void json(request).then((body) => {
			const delivered = body as Delivered;
			const ids = received.get(delivered.workflow) ?? new Map<string, Delivered[]>();
			received.set(delivered.workflow, ids);
			ids.set(delivered.id, [...(ids.get(delivered.id) ?? []), delivered]);
			response.setHeader('content-type', 'application/json');
			response.end('{}');
		});
	});
	return { ...server, received };
}
