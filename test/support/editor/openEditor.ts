import { afterAll, beforeAll } from '@jest/globals';

import type { ServiceOptions } from '../../../demo-service';
import { openWorkbench, type Workbench } from '../n8n/shared';
import type { Viewport } from '../../../tools/n8n/browser';
import { Editor } from './editor';

/** A workbench and n8n's editor in a browser, for the tests of one file. */
interface OpenEditor {
	readonly bench: Workbench;
	readonly editor: Editor;
}

interface Wishes {
	/** How the demo service starts. */
	service?: () => Promise<ServiceOptions>;
	viewport?: Viewport;
}

/** Opens both before the tests of a file, and closes them afterwards. */
export function setUpEditor({ service, viewport }: Wishes = {}): OpenEditor {
	let bench: Workbench;
	let editor: Editor;
	beforeAll(async () => {
		bench = await openWorkbench(await service?.());
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
	};
}
