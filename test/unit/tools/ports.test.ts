/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createServer } from 'node:net';

import { expect, it } from '@jest/globals';
import { range } from 'lodash';

import { freePort } from '../../../tools/n8n/ports';

it('a free port is none that the system gives to outgoing connections before a program listens on it', async () => {
	const ports = await Promise.all(range(50).map(async () => await freePort()));
	expect(Math.min(...ports)).toBeGreaterThan(1024);
	expect(Math.max(...ports)).toBeLessThan(32_768);
	expect(new Set(ports).size).toBeGreaterThan(40);
});

it('a requested port is returned if it is free', async () => {
	const port = await freePort();
	expect(await freePort(port)).toBe(port);
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	expect(await freePort(port)).not.toBe(port);
	await new Promise((resolve) => server.close(resolve));
});
