import { installHost } from '../lib/install';
import { startInstance } from '../lib/instance';
import { noteShared, sharedUserFolder } from './shared';

/** Starts the n8n that all test files use. */
export default async function globalSetup(): Promise<void> {
	const host = await installHost();
	const env = { N8N_LOG_LEVEL: 'debug' };
	const { n8n } = await startInstance({ host, userFolder: sharedUserFolder(), env });
	noteShared(n8n);
}
