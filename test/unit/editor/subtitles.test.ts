import { describe, expect, it } from '@jest/globals';
import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { packNodes } from '../../../tools/docs/pack';

/** What the editor shows in place of what is only known when the workflow runs. */
const LATER = '[filled at execution time]';

const types = Object.fromEntries(packNodes.map(({ type }) => [type.description.name, type]));

/** The text under the name of a node on the canvas, as n8n's editor makes it. */
function subtitle(type: string, parameters: INodeParameters): unknown {
	const node: INode = {
		id: '1',
		name: 'Node',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = {
		getByNameAndVersion: (name: string) => types[name] as INodeType,
		getByName: (name: string) => types[name] as INodeType,
		getKnownTypes: () => ({}),
	} as INodeTypes;
	const workflow = new Workflow({
		id: '1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode('Node') as INode,
		types[type]?.description.subtitle ?? '',
		'internal',
		{},
		undefined,
		LATER,
	);
}

describe('the subtitle says what the node will do', () => {
	it.each<[string, INodeParameters, string]>([
		['digitalHumanAiCreate', {}, 'Image: modelf-4.0'],
		['digitalHumanAiCreate', { resource: 'video' }, 'Video: modelb-2.0-lite-tk'],
		['digitalHumanAiCreate', { resource: 'video', modelCode: 'other' }, 'Video: other model'],
		['digitalHumanAiCreate', { resource: 'video', operation: 'animate' }, 'Animate image'],
		['digitalHumanComposeVideo', {}, 'Video from text'],
		['digitalHumanComposeVideo', { audioType: 'audio' }, 'Video from audio file'],
		['digitalHumanLipSync', {}, 'Lip sync to text'],
		['digitalHumanLipSync', { audioType: 'audio' }, 'Lip sync to audio file'],
		['digitalHumanTranslateVideo', {}, 'Translate video'],
		['digitalHumanTranslateVideo', { targetLanguages: ['de', 'fr'] }, 'Translate into de, fr'],
		['digitalHumanCreatePerson', {}, 'Create person'],
		['digitalHumanCreatePerson', { name: 'Anna' }, 'Create person: Anna'],
		['digitalHumanGetTask', {}, 'Get task'],
		['digitalHumanGetTask', { operation: 'getAll' }, 'Get many tasks'],
		['digitalHumanGetTask', { whenNotFinished: 'pauseAndLoop' }, ''],
		['digitalHumanLibrary', {}, 'Get many: public person'],
		['digitalHumanLibrary', { resource: 'file', operation: 'delete' }, 'Delete: file'],
		['digitalHumanUploadFile', {}, 'Upload for AI creation'],
		['digitalHumanUploadFile', { purpose: 'video_translation' }, 'Upload for video translation'],
		['digitalHumanTaskTrigger', { triggerOn: 'failed' }, 'Failed or canceled tasks'],
		['digitalHumanTaskPollTrigger', {}, 'Finished tasks'],
	])('%s %j: %s', (type, parameters, words) => {
		expect(subtitle(type, parameters)).toBe(words);
	});

	it.each(packNodes.map(({ type }) => type.description))(
		'$displayName also says something when every field is an expression',
		({ name, properties }) => {
			const fields = properties.filter(
				(field) => !field.noDataExpression && !['notice', 'collection'].includes(field.type),
			);
			const value = '={{ $json.value }}';
			const words = subtitle(name, Object.fromEntries(fields.map((field) => [field.name, value])));
			expect(words).toMatch(/^[A-Z][a-z]+ [a-z: ]+$/);
			expect(words).not.toMatch(/undefined/);
		},
	);
});
