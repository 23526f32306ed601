import { beforeAll, expect, test } from '@jest/globals';

import { setUpEditor } from '../../support/editor/openEditor';
import { chain, packNode } from '../../../tools/n8n/workflows';
import { panels } from '../../support/editor/panels';

const ui = setUpEditor({ viewport: { width: 1320, height: 1700 } });

beforeAll(async () => {
	const nodes = panels.map(({ type, picture, parameters }) => packNode(type, picture, parameters));
	const file = { ...chain('All nodes', ...nodes), connections: {} };
	await ui.show(file, undefined, await ui.onlyCredential());
});

test.each(panels)('$picture shows its fields in their order', async ({ picture, labels }) => {
	await ui.editor.openNode(picture);
	const shown = await ui.editor.node.labels();
	await ui.editor.picture(picture, await ui.editor.node.column());
	await ui.editor.node.close();
	expect(shown.join(', ')).toBe(labels);
});

test.each([
	['light', false],
	['dark', true],
] as const)('each node has its icon on a %s canvas', async (theme, isDark) => {
	await ui.editor.chooseTheme(theme);
	const icons = await ui.editor.nodeIcons();
	await ui.editor.showAll();
	await ui.editor.screenshot(`canvas-${theme}`);
	expect(icons).toHaveLength(panels.length);
	expect(icons.filter((address) => address.endsWith('.dark.svg') !== isDark)).toEqual([]);
});
