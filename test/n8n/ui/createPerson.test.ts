import { expect, test } from '@jest/globals';

import { bodiesOf } from '../../support/n8n/exampleRun';
import { setUpEditor } from '../../support/editor/openEditor';
import { chain, manualTrigger, packNode } from '../../../tools/n8n/workflows';

/** The paths that the provider may give. */
const paths = {
	personDetailPath: 'demo/person',
	personListPath: 'demo/persons',
	voiceListPath: 'demo/voices',
};
const ui = setUpEditor({ service: paths });

test('the own person and its voice stand first in the lists of the next node', async () => {
	const { url } = ui.bench.service.storage.source({ bytes: 9_000, name: 'anna.mp4' });
	const video = { videoFileSource: 'url', videoFileUrl: url };
	const create = packNode('digitalHumanCreatePerson', 'Anna', { name: 'Anna', ...video });
	await ui.show(chain('Own', manualTrigger, create), 'Anna', await ui.onlyCredential(paths));
	const { node, nodes } = ui.editor;
	await node.executeStep();
	await node.output.show('Schema');
	await node.output.shows('succeeded');
	await ui.editor.screenshot('create-person-made');
	await node.close();
	await nodes.insert('compose', 'Digital Human Compose Video');
	for (const field of ['personId', 'voiceId']) {
		const list = node.list(field);
		await list.open();
		const [first = ''] = await list.entries.allInnerTexts();
		await ui.editor.screenshot(`own-${field}`);
		expect(first).toMatch(/^Anna.*\(custom, succeeded\)/);
		await list.choose(first);
	}
	await node.fill('text', 'Hello.');
	await node.executeStep();
	await ui.editor.screenshot('own-person-video');
	const [made] = ui.bench.service.tasks();
	expect(bodiesOf(ui.bench, 'create_video')).toMatchObject([{ person: { id: made?.id } }]);
});
