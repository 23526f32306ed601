import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { methodsFor } from '../shared/pickers/lists';
import { propertiesOf } from '../shared/fields/readRequest';
import { pausableProperties } from '../shared/callbacks/callbackFields';
import { pausable, resumeWhenFinished } from '../shared/completion/resume';
import { executeSubmit } from '../shared/submit/run';
import { TASK_ANSWER, toolDescription } from '../shared/output/tools';
import { additional, parts } from './lipSync.fields';
import { lipSync } from './lipSync.operation';

/**
 * The node: its description for n8n's editor, and what n8n calls to load its lists, to run it, and when the service
 * calls back for an execution that it has paused.
 */
export class DigitalHumanLipSync implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Lip Sync',
		name: 'digitalHumanLipSync',
		icon: { light: 'file:../../icons/lipSync.svg', dark: 'file:../../icons/lipSync.dark.svg' },
		group: ['transform'],
		...pausable,
		subtitle:
			'={{ ({ tts: "Lip sync to text", audio: "Lip sync to audio file" })[$rawParameter["audioType"]] ?? "Lip sync" }}',
		description:
			'Make the speaker of a video say your text or recording, with matching lips. Each run costs credits.',
		defaults: { name: 'Digital Human Lip Sync' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			toolDescription(
				`Makes the speaker of an existing video say another text or recording, with matching lips. Takes minutes. Each call costs credits: call it once for each video that is wanted. ${TASK_ANSWER}`,
			),
			...propertiesOf(parts),
			...pausableProperties(additional),
		],
	};

	methods = methodsFor(this.description.properties);
	execute = executeSubmit(lipSync);
	webhook = resumeWhenFinished(lipSync.kind);
}
