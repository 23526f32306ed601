import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { Editor } from '../../support/editor/editor';
import type { Workbench } from '../../support/n8n/shared';
import { openWorkbench } from '../../support/n8n/shared';
import { chain, manualTrigger } from '../../../tools/n8n/buildWorkflow';
import { expectedModels } from '../../support/editor/fields';

let bench: Workbench;
let editor: Editor;

/** Parameters of the node that do not depend on the model. */
const common = ['Operation', 'Model', 'Additional Fields', 'Completion', 'Options'];

beforeAll(async () => {
	bench = await openWorkbench();
	editor = await Editor.open(bench.rest.url);
	const workflow = await bench.load(chain('Editor', manualTrigger));
	await editor.openWorkflow(workflow.id);
});
afterAll(async () => {
	await editor.close();
	await bench.close();
});

/** An entry of a dropdown without its explanation: `2K (Same as 1440)` is the value 2K. */
function valueOf(entry: string): string {
	return entry.split(/ \(|\n/)[0]?.toLowerCase() ?? '';
}

test('the nodes panel finds the node', async () => {
	await editor.nodes.open();
	await editor.nodes.find('Digital Human AI Create', 'Digital Human AI Create');
	await editor.screenshot('nodes-panel');
	await editor.nodes.add('Digital Human AI Create', 'Create image');
	expect(await editor.node.labels()).toEqual(expect.arrayContaining(common));
});

describe.each(['Create image', 'Create video'] as const)('%s', (action) => {
	const models = expectedModels.filter((model) => model.action === action);

	beforeAll(
		async () =>
			await editor.node.choose('operation', action === 'Create image' ? 'Create I' : 'Create V'),
	);

	test('offers the models of the specification and a code of one’s own', async () => {
		const codes = (await editor.node.entries('modelCode')).map(valueOf);
		expect(codes.sort()).toEqual([...models.map(({ code }) => code), 'other'].sort());
	});

	test.each(models)('shows exactly the fields of $code', async (model) => {
		await editor.node.choose('modelCode', `${model.code} (`);
		const top = (await editor.node.labels()).filter((label) => !common.includes(label));
		const kept = await editor.node.labelsIn('Additional Fields');
		const addable = await editor.node.addable('Additional Fields');
		expect([...top, ...kept, ...addable].sort()).toEqual([...model.labels].sort());
		expect(top).toEqual(expect.arrayContaining(model.required));

		for (const label of addable) await editor.node.addTo('Additional Fields', label);
		for (const [parameter, values] of Object.entries(model.values)) {
			const entries = (await editor.node.entries(parameter)).map(valueOf);
			expect([parameter, entries.sort()]).toEqual([parameter, [...values].map(valueOf).sort()]);
		}
		await editor.screenshot(`model-${model.code}`);
	});
});

test('a frame from the input asks for the name of its field instead of an address', async () => {
	await editor.node.choose('modelCode', 'modeld-1.1-i2v (');
	await editor.node.choose('startFrameSource', 'From Input File');
	const labels = await editor.node.labels();
	expect(labels).toContain('First Frame');
	expect(labels).toContain('Input Data Field Name');
	expect(labels).not.toContain('First Frame URL');
	await editor.screenshot('frame-from-input');
	await editor.node.choose('startFrameSource', 'By URL');
	expect(await editor.node.labels()).toContain('First Frame URL');
});

test('a step runs with the fields of the last model only', async () => {
	await editor.node.choose('modelCode', 'modeld-1.1-i2v (');
	await editor.node.fill('refPrompt', 'Waves');
	await editor.node.fill('startFrame', 'https://example.com/frame.png');
	await editor.node.choose('modelCode', 'ext_modela-v3-0-turbo-text2video (');
	await editor.node.executeStep();
	await editor.node.output.shows('succeeded');
	await editor.screenshot('executed');
	const { body } = bench.service.journal.last({ operation: 'ai_creation/task/submit' }) ?? {};
	expect(body).toEqual({
		model_code: 'ext_modela-v3-0-turbo-text2video',
		creation_type: 4,
		ref_prompt: 'Waves',
		aspect_ratio: '16:9',
		video_duration: 5,
	});
});
