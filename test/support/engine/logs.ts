/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { AsyncLocalStorage } from 'node:async_hooks';

import { Logger } from './core';

const current = new AsyncLocalStorage<string[]>();

/** Keeps everything that is logged on any level, whatever n8n's own level is. */
export function installLog(): void {
	// Not as a mock: that remembers every call.
	(Logger.prototype as unknown as { log: LogMethod }).log = (level, message, metadata) => {
		current.getStore()?.push(JSON.stringify([level, message, metadata]));
	};
}

/** Does some work and adds what is logged by it to the lines. */
export async function linesLogged<T>(lines: string[], work: () => Promise<T>): Promise<T> {
	return await current.run(lines, work);
}

type LogMethod = (level: string, message: string, metadata: unknown) => void;
