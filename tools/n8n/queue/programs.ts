/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { installPackages } from '../debian';

const versions = '/usr/lib/postgresql';
const redis = '/usr/bin/redis-server';

/** Where the programs of PostgreSQL and Redis are. */
export interface Programs {
	/** Folder with `postgres` and `initdb`. */
	postgres: string;
	redis: string;
}

/**
 * Finds PostgreSQL and Redis as Debian installs them; where they are missing, a Debian that we administer gets them.
 *
 * @throws Error that says what to install
 */
export async function ensurePrograms(): Promise<Programs> {
	const missing = [
		...(postgresFolder() === undefined ? ['postgresql'] : []),
		...(existsSync(redis) ? [] : ['redis-server']),
	];
	if (missing.length > 0) {
		await installPackages('Queue mode needs PostgreSQL and Redis', missing);
		// Debian starts what it installs; these tests have servers of their own.
		for (const name of missing) spawnSync('service', [name, 'stop']);
	}
	const postgres = postgresFolder();
	if (postgres === undefined) throw new Error(`There is no PostgreSQL below ${versions}`);
	return { postgres, redis };
}

/** The newest version that has a server. */
function postgresFolder(): string | undefined {
	const installed = existsSync(versions) ? readdirSync(versions) : [];
	return installed
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
}
