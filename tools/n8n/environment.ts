/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { delimiter, dirname } from 'node:path';

import type { Host } from './install';

/** What a process needs of the surroundings; settings for n8n or a proxy that happen to be there stay out. */
const taken = /^(HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR)$/;

export interface Ports {
	editor: number;
	runners: number;
}

/**
 * The environment of an n8n that listens on loopback only, keeps everything in its user folder and asks nothing of
 * the person at the editor.
 *
 * @param more settings that go before the ones made here
 */
export function n8nEnvironment(
	{ node }: Host,
	userFolder: string,
	ports: Ports,
	more: Record<string, string> = {},
): NodeJS.ProcessEnv {
	const surroundings = Object.entries(process.env).filter(([name]) => taken.test(name));
	return {
		...Object.fromEntries(surroundings),
		PATH: [dirname(node.executable), process.env.PATH].join(delimiter),
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
