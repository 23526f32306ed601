/* eslint-disable
   @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { type LocalService, type ServiceOptions, startService } from '../../../demo-service';
import { Rest, saveCredential, type StoredCredential } from '../../../tools/n8n/rest';
import type { N8n } from '../../../tools/n8n/n8n';
import {
	activateWorkflow,
	saveWorkflow,
	type StoredWorkflow,
	withCredential,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';

/** What the tests of one file work with: an n8n that others use too, and a service and a credential of their own. */
export interface Workbench {
	rest: Rest;
	/** Where production webhooks are called; in queue mode another process than the editor's. */
	webhookUrl: string;
	service: LocalService;
	credential: StoredCredential;
	/** Imports a workflow under a name of its own, with the credential chosen. */
	load(file: WorkflowFile, credential?: StoredCredential): Promise<StoredWorkflow>;
	/** Imports a workflow likewise, and publishes it. */
	live(file: WorkflowFile): Promise<StoredWorkflow>;
	close(): Promise<void>;
}

/** Where one run of the tests keeps its files. */
export function testFolder(): string {
	return variable('N8N_TEST_FOLDER');
}

/**
 * User folder of the n8n that serves the test files of one of jest's workers. Each worker has an n8n of its own, so that
 * files that run at the same time share nothing.
 *
 * @param worker from 1 on; that of the running test file unless given
 */
export function sharedUserFolder(worker = variable('JEST_WORKER_ID')): string {
	return join(testFolder(), `n8n-${worker}`);
}

/** Hands the running n8n of a worker on to the test files, which run in contexts of their own. */
export function noteShared({ url }: N8n, worker: string): void {
	process.env[`N8N_TEST_URL_${worker}`] = url;
}

/** Where n8n answers: that of this worker, or the one that the command has started for all files. */
function sharedUrl(): string {
	return process.env.N8N_TEST_URL ?? variable(`N8N_TEST_URL_${variable('JEST_WORKER_ID')}`);
}

/**
 * Opens a workbench; every file has an access token that occurs nowhere else.
 *
 * @param own an n8n of the file's own, where it has one
 */
export async function openWorkbench(options: ServiceOptions = {}, own?: Rest): Promise<Workbench> {
	const rest = own ?? (await Rest.signIn(sharedUrl()));
	const accessToken = `token-${randomUUID()}`;
	const service = await startService({ speed: 20, tokens: [accessToken], ...options });
	const access = { baseUrl: service.url, accessToken };
	const credential = await saveCredential(rest, access, `Credential ${randomUUID()}`);
	const load = async (file: WorkflowFile, chosen = credential) => {
		const named = { ...file, name: `${file.name} ${randomUUID()}` };
		return await saveWorkflow(rest, withCredential(named, chosen), false);
	};
	return {
		rest,
		webhookUrl: process.env.N8N_TEST_WEBHOOK_URL ?? rest.url,
		service,
		credential,
		load,
		async live(file) {
			const workflow = await load(file);
			await activateWorkflow(rest, workflow);
			return workflow;
		},
		close: async () => await service.close(),
	};
}

function variable(name: string): string {
	const value = process.env[name];
	if (value === undefined) throw new Error('These tests are started with "npm run test:n8n"');
	return value;
}
