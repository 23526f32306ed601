/* eslint-disable
   @n8n/community-nodes/no-restricted-imports */
import { dirname } from 'node:path';

import { surroundingsOf, withPathFirst } from '../platform';
import type { Host } from './install';

export interface Ports {
	editor: number;
	runners: number;
}

/**
 * The environment of an n8n that listens on loopback only, keeps everything in its user folder and asks nothing of
 * the person at the editor. Settings for n8n or a proxy that happen to be around us stay out.
 *
 * @param more settings that go before the ones made here
 */
export function n8nEnvironment(
	{ node }: Host,
	userFolder: string,
	ports: Ports,
	more: Record<string, string> = {},
): NodeJS.ProcessEnv {
	return {
		...withPathFirst(dirname(node.executable), surroundingsOf()),
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(ports.editor),
		N8N_RUNNERS_BROKER_PORT: String(ports.runners),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...more,
	};
}
