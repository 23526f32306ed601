import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chosen, compose } from '../support/composeVideoCase';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';

const ROUNDED = '={{ 3100000000000015839 }}';
const rounded = chosen(ROUNDED);

const node = (type: string, parameters: INodeParameters): NodeRun => ({ type, parameters });

const lipSync = (parameters: INodeParameters) =>
	node('digitalHumanLipSync', {
		videoFileSource: 'fileId',
		videoFileFileId: chosen('1'),
		text: 'Welcome.',
		voiceId: chosen('1'),
		...parameters,
	});

const translate = (parameters: INodeParameters) =>
	node('digitalHumanTranslateVideo', {
		sourceType: 'video',
		videoId: chosen('1'),
		targetLanguages: ['de'],
		completion: 'return',
		...parameters,
	});

const library = (operation: string) =>
	node('digitalHumanLibrary', { resource: 'file', operation, fileId: rounded });

describe('An ID that an expression gives as a number too large to be exact', () => {
	const setup = setUp();

	it.each<[string, NodeRun]>([
		["'Task ID'", node('digitalHumanGetTask', { operation: 'get', taskId: rounded })],
		["'Person'", compose({ personId: rounded })],
		["'Voice'", compose({ voiceId: rounded })],
		["'Video File'", lipSync({ videoFileFileId: rounded })],
		["'Video Made Here'", translate({ videoId: rounded })],
		["'Voice'", translate({ voiceChoice: 'choose', voiceId: rounded })],
		[
			"'Image Task'",
			node('digitalHumanAiCreate', {
				resource: 'video',
				operation: 'animate',
				photoUniqueId: rounded,
			}),
		],
		["'File'", library('get')],
		["'File'", library('delete')],
	])('is refused in %s, and nothing is sent', async (label, run) => {
		const { error } = await setup.engine.run(run);
		expect(error?.message).toContain(label);
		expect(error?.description).toContain('Put the ID in quotes');
		expect(setup.service.journal.count({})).toBe(0);
	});

	it('is used as text', async () => {
		const { error } = await setup.engine.run(
			node('digitalHumanGetTask', {
				operation: 'get',
				taskId: chosen("={{ '3100000000000015839' }}"),
			}),
		);
		expect(error?.message).toContain("'3100000000000015839'");
	});
});
