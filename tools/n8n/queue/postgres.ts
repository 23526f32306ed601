/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../ports';
import type { Server } from './server';
import { startServer } from './server';

const USER = 'n8n';

/** An own PostgreSQL that is thrown away at the end, with the settings of n8n for it. */
export interface Postgres extends Server {
	env: Record<string, string>;
}

/**
 * Starts PostgreSQL on a free port of loopback. It refuses to run as root, so root starts it as Debian's user
 * `postgres`.
 *
 * @param programs folder with its programs
 * @param folder for its log; its data too, unless its user may not go there
 */
export async function startPostgres(programs: string, folder: string): Promise<Postgres> {
	const user = otherUser();
	const data = dataFolder(folder, user);
	const initdb = spawnSync(
		join(programs, 'initdb'),
		['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
		{ ...user, cwd: '/', encoding: 'utf8' },
	);
	if (initdb.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${initdb.stderr}`);
	const port = String(await freePort());
	const isReady = join(programs, 'pg_isready');
	const server = await startServer({
		name: 'postgres',
		folder,
		program: join(programs, 'postgres'),
		args: ['-D', data, '-p', port, ...settings(['listen_addresses=127.0.0.1', ...quick])],
		user,
		ready: async () => spawnSync(isReady, ['-h', '127.0.0.1', '-p', port]).status === 0,
	});
	return {
		async stop() {
			await server.stop();
			rmSync(data, { recursive: true, force: true });
		},
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: USER,
		},
	};
}

/** Nothing here has to survive a failure of the machine. */
const quick = ['unix_socket_directories=', 'fsync=off', 'full_page_writes=off'];

const settings = (list: string[]): string[] => list.flatMap((setting) => ['-c', setting]);

type User = { uid: number; gid: number };

function otherUser(): User | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = ['-u', '-g'].map((flag) =>
		Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
	);
	if (!uid || !gid)
		throw new Error('PostgreSQL does not run as root, and there is no user postgres');
	return { uid, gid };
}

function dataFolder(folder: string, user: User | undefined): string {
	const own = join(folder, 'postgres');
	mkdirSync(own);
	if (user === undefined) return own;
	chownSync(own, user.uid, user.gid);
	if (mayWrite(own, user)) return own;
	rmSync(own, { recursive: true });
	const elsewhere = mkdtempSync(join(tmpdir(), 'n8n-postgres-'));
	chownSync(elsewhere, user.uid, user.gid);
	return elsewhere;
}

/** A checkout in a home folder may be closed to other users. */
function mayWrite(path: string, user: User): boolean {
	return spawnSync('test', ['-w', path], { ...user, cwd: '/' }).status === 0;
}
