import { afterAll, beforeAll } from '@jest/globals';

import type { ServiceOptions } from '../../../demo-service';
import { openWorkbench, type Workbench } from '../n8n/shared';
import type { Viewport } from './browser';
import { saveCredential, type ServiceAccess, type StoredCredential } from '../../../tools/n8n/rest';
import { forgetCredentials } from '../n8n/parts';
import type { StoredWorkflow, WorkflowFile } from '../../../tools/n8n/workflows';
import { Editor } from './editor';

/** A workbench and n8n's editor in a browser, for the tests of one file. */
interface OpenEditor {
	readonly bench: Workbench;
	readonly editor: Editor;
	/** Stores a workflow and opens it, and a node of it. */
	show(file: WorkflowFile, node?: string, credential?: StoredCredential): Promise<StoredWorkflow>;
	/** Leaves n8n with one credential, which the editor chooses by itself, as after its first use. */
	onlyCredential(paths?: Partial<ServiceAccess>): Promise<StoredCredential>;
}

interface Wishes {
	/** How the demo service starts. */
	service?: ServiceOptions | (() => Promise<ServiceOptions>);
	viewport?: Viewport;
}

/** Opens both before the tests of a file, and closes them afterwards. */
export function setUpEditor({ service, viewport }: Wishes = {}): OpenEditor {
	let bench: Workbench;
	let editor: Editor;
	beforeAll(async () => {
		bench = await openWorkbench(typeof service === 'function' ? await service() : service);
		editor = await Editor.open(bench.rest.url, viewport);
	});
	afterAll(async () => {
		await editor.close();
		await bench.close();
	});
	return {
		get bench() {
			return bench;
		},
		get editor() {
			return editor;
		},
		async show(file, node, credential) {
			const workflow = await bench.load(file, credential);
			await editor.openWorkflow(workflow.id);
			if (node !== undefined) await editor.openNode(node);
			return workflow;
		},
		async onlyCredential(paths) {
			const { url: baseUrl, token: accessToken } = bench.service;
			await forgetCredentials(bench.rest);
			return await saveCredential(bench.rest, { baseUrl, accessToken, ...paths });
		},
	};
}
