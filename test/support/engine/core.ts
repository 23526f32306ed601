/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { asWritten } from '../changedTexts';

// n8n-core reads these when it is loaded, for the first of a worker's test files.
process.env.N8N_USER_FOLDER = mkdtempSync(
	join(process.env.ENGINE_TESTS_FOLDER ?? tmpdir(), 'user-'),
);
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
process.env.N8N_LOG_LEVEL = 'silent';

// n8n-core keeps its services in its own copy of the container.
export const { Container } = jest.requireActual<typeof import('@n8n/di')>(
	require.resolve('@n8n/di', { paths: [dirname(require.resolve('n8n-core'))] }),
);

export const {
	BinaryDataService,
	CredentialTestContext,
	DataDeduplicationService,
	ExecuteContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	WorkflowExecute,
} = jest.requireActual<typeof import('n8n-core')>('n8n-core');

/** What n8n's contexts log with. */
export const { Logger } = jest.requireActual<typeof import('@n8n/backend-common')>(
	require.resolve('@n8n/backend-common', { paths: [dirname(require.resolve('n8n-core'))] }),
);

const logged = new AsyncLocalStorage<string[]>();

/** Keeps everything that is logged on any level, whatever n8n's own level is. */
export function installLog(): void {
	// Not as a mock: that remembers every call.
	(Logger.prototype as unknown as { log: LogMethod }).log = (level, message, metadata) => {
		// Each text on its own, because one with quotes in it would break the JSON.
		const line = JSON.stringify([level, message, metadata], (_key, value: unknown) =>
			typeof value === 'string' ? asWritten(value) : value,
		);
		logged.getStore()?.push(line);
	};
}

/** Does some work and adds what is logged by it to the lines. */
export async function linesLogged<T>(lines: string[], work: () => Promise<T>): Promise<T> {
	return await logged.run(lines, work);
}

type LogMethod = (level: string, message: string, metadata: unknown) => void;
