import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { saveCredential, forgetCredentials } from '../../../tools/n8n/credentials';
import { Editor } from '../../support/editor/editor';
import { saveWorkflow, withCredential } from '../../../tools/n8n/workflows';
import { chain, packNode } from '../../../tools/n8n/buildWorkflow';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';
import { panels } from '../../support/editor/panels';

let bench: Workbench;
let editor: Editor;

beforeAll(async () => {
	bench = await openWorkbench();
	await forgetCredentials(bench.rest);
	const credential = await saveCredential(bench.rest, {
		baseUrl: bench.service.url,
		accessToken: bench.service.token,
	});
	const nodes = panels.map(({ type, picture, parameters }) => packNode(type, picture, parameters));
	const file = { ...chain('All nodes', ...nodes), connections: {} };
	const workflow = await saveWorkflow(bench.rest, withCredential(file, credential), true);
	editor = await Editor.open(bench.rest.url, { width: 1320, height: 1700 });
	await editor.openWorkflow(workflow.id);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

test.each(panels)('$picture shows its fields in their order', async ({ picture, labels }) => {
	await editor.openNode(picture);
	const shown = await editor.node.labels();
	await editor.picture(picture, await editor.node.column());
	await editor.node.close();
	expect(shown).toEqual(labels);
});

test.each([
	['light', false],
	['dark', true],
] as const)('each node has its icon on a %s canvas', async (theme, isDark) => {
	await editor.chooseTheme(theme);
	const icons = await editor.nodeIcons();
	await editor.showAll();
	await editor.screenshot(`canvas-${theme}`);
	expect(icons).toHaveLength(panels.length);
	expect(icons.filter((address) => address.endsWith('.dark.svg') !== isDark)).toEqual([]);
});
