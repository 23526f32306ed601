/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

import { startService, type LocalService } from '../../../demo-service';
import { Rest, saveCredential, type StoredCredential } from '../../../tools/n8n/rest';
import { installHost } from '../../../tools/n8n/install';
import { startInstance, type Instance } from '../../../tools/n8n/n8n';
import {
	activateWorkflow,
	saveWorkflow,
	type StoredWorkflow,
	withCredential,
	type WorkflowFile,
} from '../../../tools/n8n/workflows';
import { testFolder } from './shared';

/** An n8n of a test file's own, which may be killed, with a demo service and a credential for it. */
interface OwnInstance {
	readonly instance: Instance;
	readonly service: LocalService;
	/** Stores a workflow with the credential. */
	load(file: WorkflowFile): Promise<StoredWorkflow>;
	/** Stores a workflow with the credential, and activates it. */
	live(file: WorkflowFile): Promise<StoredWorkflow>;
	/** Ends n8n without a chance to put anything in order, and starts it again. */
	killAndRestart(whileDead?: () => Promise<void>): Promise<void>;
}

/**
 * Starts them before the tests of a file, and ends them afterwards.
 *
 * @param folder name of n8n's folder beside those that test files share
 */
export function setUpOwnInstance(folder: string): OwnInstance {
	let instance: Instance;
	let service: LocalService;
	let credential: StoredCredential;
	beforeAll(async () => {
		const userFolder = join(testFolder(), folder);
		instance = await startInstance({ host: await installHost(), userFolder });
		service = await startService({ speed: 20, limits: false });
		credential = await saveCredential(instance.rest, {
			baseUrl: service.url,
			accessToken: service.token,
		});
	}, 120_000);
	afterAll(async () => {
		await instance.n8n.kill();
		await service.close();
	});
	const load = async (file: WorkflowFile): Promise<StoredWorkflow> =>
		await saveWorkflow(instance.rest, withCredential(file, credential), false);
	return {
		get instance() {
			return instance;
		},
		get service() {
			return service;
		},
		load,
		async live(file) {
			const workflow = await load(file);
			await activateWorkflow(instance.rest, workflow);
			return workflow;
		},
		async killAndRestart(whileDead = async () => {}) {
			await instance.n8n.kill();
			await whileDead();
			await instance.n8n.launch();
			instance.rest = await Rest.signIn(instance.n8n.url);
		},
	};
}
