/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installHost, type Host } from '../../../tools/n8n/install';
import { startInstance } from '../../../tools/n8n/n8n';
import { noteShared, sharedUserFolder } from './shared';

/** Starts an n8n for each of jest's workers. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const host = await installHost();
	const workers = Array.from({ length: maxWorkers }, (_, index) => String(index + 1));
	await Promise.all(workers.map(async (worker) => await startFor(worker, host)));
}

async function startFor(worker: string, host: Host): Promise<void> {
	const userFolder = sharedUserFolder(worker);
	keepNpmOffline(userFolder);
	const env = { N8N_LOG_LEVEL: 'debug' };
	const { n8n } = await startInstance({ host, userFolder, env });
	noteShared(n8n, worker);
}

/**
 * So that n8n's check for newer packages ends at once instead of after a minute. By a file, because older versions of
 * n8n give npm an environment of their own.
 */
function keepNpmOffline(userFolder: string): void {
	const folder = join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, '.npmrc'), 'offline=true\n');
}
