/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { afterEach, beforeAll, afterAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type LocalService, startService } from '../../demo-service';
import { isLoopback } from '../../demo-service/server/endpoint';
import { isHeld, withLock } from '../../tools/n8n/processes';
import { dataFolder, inWords, root } from '../../tools/n8n/program';
import { owner } from '../../tools/n8n/rest';
import { endTree, here, treeAlive } from '../../tools/platform';

/** For what only Linux has: a disk that is always full, processes as files, and a shell in every image. */
const onLinux = here.platform === 'linux' ? it : it.skip;

/** Sends a request with headers that fetch would not let one set. */
async function statusOf(url: string, headers: object): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const sent = request(url, { headers: { ...headers } }, (response) => {
			response.resume().once('end', () => resolve(response.statusCode));
		});
		sent.once('error', reject).end();
	});
}

let service: LocalService;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());

it.each([
	['http://127.0.0.1:1/x', true],
	['http://localhost/x', true],
	['http://[::1]:1/x', true],
	['http://[::ffff:127.0.0.1]/x', true],
	['http://127.0.0.1.nip.example/x', false],
	['http://localhost.evil.example/x', false],
	['http://[::2]/x', false],
	['ftp://127.0.0.1/x', false],
	['127.0.0.1', false],
])('%s leads to this machine: %s', (url, expected) => {
	expect(isLoopback(url)).toBe(expected);
});

describe('the storage of the demo service', () => {
	it('ignores the cookies that a browser sends with it, as n8n has the same host', async () => {
		const url = service.storage.publish('persons/1', { kind: 'jpg' });
		expect(await statusOf(url, { cookie: 'n8n-auth=secret; rl_session=x' })).toBe(200);
		expect(service.journal.leaks()).toEqual([]);
	});

	it.each([
		['an Authorization header', () => ({ authorization: 'Bearer abc' }), ''],
		['the token', () => ({ access_token: service.token }), ''],
		['the token in the address', () => ({}), '&token='],
	])('refuses %s', async (_what, headers, query) => {
		const before = service.journal.leaks().length;
		const url = service.storage.publish('persons/1', { kind: 'jpg' });
		const sent = query === '' ? url : `${url}${query}${service.token}`;
		expect(await statusOf(sent, headers())).toBe(403);
		expect(service.journal.leaks()).toHaveLength(before + 1);
	});
});

const folders: string[] = [];
const children: ChildProcess[] = [];

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'local-start-'));
	folders.push(folder);
	return folder;
}

afterEach(() => {
	for (const { pid = 0 } of children.splice(0)) endTree(pid);
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a lock', () => {
	it('is free when the process that took it gives no sign of life any more', async () => {
		const lock = join(newFolder(), 'lock');
		mkdirSync(lock);
		expect(isHeld(lock)).toBe(true);
		const before = new Date(Date.now() - 15_000);
		utimesSync(lock, before, before);
		expect(await withLock(lock, async () => await Promise.resolve('taken'))).toBe('taken');
		expect(existsSync(lock)).toBe(false);
	});

	onLinux(
		'is refused in words where it cannot be written, instead of waiting for ever',
		async () => {
			const folder = newFolder();
			const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
				code: 'ENOSPC',
			});
			expect(inWords(error)).toMatch(/^The disk is full .* Make room on it/);
			writeFileSync(join(folder, 'file'), '');
			const lock = join(folder, 'file', 'lock');
			await expect(withLock(lock, async () => {})).rejects.toThrow('ENOTDIR');
		},
	);
});

it('the password of the owner is random, kept for the checkout, and for nobody else to read', () => {
	const { email, password } = owner();
	expect(email).toBe('owner@example.com');
	expect(password).toMatch(/^Aa1-[\w-]{16}$/);
	expect(owner().password).toBe(password);
	const file = join(dataFolder, 'owner-password');
	expect(readFileSync(file, 'utf8')).toBe(password);
	expect(statSync(file).mode & 0o077).toBe(0);
});

const hosts: Array<[host: string, status: number]> = [
	['127.0.0.1:5678', 200],
	['localhost:5678', 200],
	['[::1]:5678', 200],
	['evil.example:5678', 403],
	['127.0.0.1.evil.example', 403],
	['localhost.evil.example', 403],
];

it('n8n answers only requests that name this machine', async () => {
	const guard = join(root, 'tools', 'n8n', 'hostGuard.js');
	const program =
		"const s = require('http').createServer((q, r) => r.end()).listen(0, '127.0.0.1', () => console.log(s.address().port))";
	const child = spawn(process.execPath, ['--require', guard, '-e', program], { detached: true });
	children.push(child);
	const port = await new Promise<string>((resolve) => {
		child.stdout.once('data', (text) => resolve(String(text).trim()));
	});
	const seen: unknown[] = [];
	for (const [host] of hosts) {
		seen.push([host, await statusOf(`http://127.0.0.1:${port}/`, { host })]);
	}
	expect(seen).toEqual(hosts);
	// Nothing of it is left when the one who started it dies.
	child.stdin.destroy();
	await once(child, 'exit');
	expect(treeAlive(child.pid ?? 0)).toBe(false);
});
