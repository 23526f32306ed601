/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { connect } from 'node:net';

import { freePort } from '../ports';
import type { Server } from './server';
import { startServer } from './server';

/** An own Redis that keeps nothing on disk, with the settings of n8n for it. */
export interface Redis extends Server {
	env: Record<string, string>;
}

/** Starts Redis on a free port of loopback. */
export async function startRedis(program: string, folder: string): Promise<Redis> {
	const port = await freePort();
	const server = await startServer({
		name: 'redis',
		folder,
		program,
		args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
		ready: async () => await answers(port),
	});
	return {
		stop: server.stop,
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
	};
}

async function answers(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		const end = (value: boolean): void => {
			socket.destroy();
			resolve(value);
		};
		socket.once('data', (answer) => end(answer.toString().startsWith('+PONG')));
		socket.once('error', () => end(false));
		socket.setTimeout(2000, () => end(false));
	});
}
