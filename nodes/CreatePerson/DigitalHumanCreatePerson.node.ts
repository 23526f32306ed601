import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { methodsFor } from '../shared/pickers/lists';
import { propertiesOf } from '../shared/fields/readRequest';
import { pausableProperties } from '../shared/callbacks/callbackFields';
import { pausable, resumeWhenFinished } from '../shared/completion/resume';
import { executeSubmit } from '../shared/submit/run';
import { TASK_ANSWER, toolDescription } from '../shared/output/tools';
import { additional, completion, parts } from './createPerson.fields';
import { createPerson } from './createPerson.operation';

/**
 * The node: its description for n8n's editor, and what n8n calls to load its lists, to run it, and when the service
 * calls back for an execution that it has paused.
 */
export class DigitalHumanCreatePerson implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Create Person',
		name: 'digitalHumanCreatePerson',
		icon: {
			light: 'file:../../icons/createPerson.svg',
			dark: 'file:../../icons/createPerson.dark.svg',
		},
		group: ['transform'],
		...pausable,
		subtitle:
			'={{ "Create person" + (!$rawParameter["name"] || $rawParameter["name"].startsWith("=") ? "" : ": " + $rawParameter["name"]) }}',
		description:
			'Create a digital person from a recording of someone, for use in Compose Video. Each person costs credits.',
		defaults: { name: 'Digital Human Create Person' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			toolDescription(
				`Creates a digital person from a recording of someone who has agreed to it, for use in later videos. Takes minutes to hours. Each person costs credits: call it once for each person that is wanted. ${TASK_ANSWER}`,
			),
			...propertiesOf(parts),
			...pausableProperties(additional, completion, 'a day'),
		],
	};

	methods = methodsFor(this.description.properties);
	execute = executeSubmit(createPerson);
	webhook = resumeWhenFinished(createPerson.kind);
}
