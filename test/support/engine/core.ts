/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { jest } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// n8n-core reads these when it is loaded.
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
	ExecuteContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	WorkflowExecute,
} = jest.requireActual<typeof import('n8n-core')>('n8n-core');

/** What n8n's contexts log with. */
export const { Logger } = jest.requireActual<typeof import('@n8n/backend-common')>(
	require.resolve('@n8n/backend-common', { paths: [dirname(require.resolve('n8n-core'))] }),
);
