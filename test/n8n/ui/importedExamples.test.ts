// An example that needs more than a click after its import, done by mouse as its note says.
import { expect, test } from '@jest/globals';

import { readExample } from '../../../tools/n8n/workflows';
import { setUpEditor } from '../../support/editor/openEditor';
import { bodiesOf } from '../../support/n8n/exampleRun';

const ui = setUpEditor();

test('a blog: the first run says what is missing, and the address of the feed is all that is typed', async () => {
	const { editor } = ui;
	await ui.onlyCredential();
	await editor.importFile(JSON.stringify(readExample('blog-post-to-presenter-video')));
	await editor.executeWorkflow();
	await editor.page.getByText('The parameter "URL" has to be set!').first().waitFor();
	await editor.openNode('What to Change');
	await editor.node.fillAssignment(`${ui.bench.service.url}/samples/news.xml`);
	await editor.node.close();
	await editor.executeWorkflow();
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.openNode('Compose Video');
	await editor.node.output.items.waitFor();
	await editor.screenshot('imported-blog');
	expect(bodiesOf(ui.bench, 'create_video')).toHaveLength(1);
});
