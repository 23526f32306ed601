import { installHost } from '../../../tools/n8n/install';
import { startInstance } from '../../../tools/n8n/instance';
import { noteShared, sharedUserFolder } from './shared';

/** Starts the n8n that all test files use. */
export default async function globalSetup(): Promise<void> {
	const host = await installHost();
	// Offline, so that n8n's look for newer packages ends at once instead of after a minute.
	const env = { N8N_LOG_LEVEL: 'debug', npm_config_offline: 'true' };
	const { n8n } = await startInstance({ host, userFolder: sharedUserFolder(), env });
	noteShared(n8n);
}
