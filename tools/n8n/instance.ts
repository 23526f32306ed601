/* eslint-disable @n8n/community-nodes/require-node-api-error */
import type { N8nOptions } from './n8n';
import { N8n } from './n8n';
import { installPack } from './pack';
import { recordPack } from './recordPack';
import { Rest } from './rest';

/** An n8n with the pack installed and an owner signed in. */
export interface Instance {
	n8n: N8n;
	rest: Rest;
}

/** Installs the built pack into a user folder, starts n8n there and signs in. */
export async function startInstance(options: N8nOptions): Promise<Instance> {
	const pack = await installPack(options.userFolder, options.host);
	const n8n = await N8n.start(options);
	try {
		const rest = await Rest.signIn(n8n.url);
		await recordPack(n8n, rest, pack);
		return { n8n, rest };
	} catch (error) {
		await n8n.kill();
		throw error;
	}
}
