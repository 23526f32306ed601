import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { methodsFor } from '../shared/pickers/lists';
import { optionsProperty } from '../shared/callbacks/callbackFields';
import { executeSubmit } from '../shared/submit/run';
import { TASK_ANSWER, toolDescription } from '../shared/output/tools';
import { properties } from './translateVideo.fields';
import { translateVideo } from './translateVideo.operation';

/** The node: its description for n8n's editor, and what n8n calls to load its lists and to run it. */
export class DigitalHumanTranslateVideo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Translate Video',
		name: 'digitalHumanTranslateVideo',
		icon: {
			light: 'file:../../icons/translateVideo.svg',
			dark: 'file:../../icons/translateVideo.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ Array.isArray($rawParameter["targetLanguages"]) && $rawParameter["targetLanguages"].length > 0 ? "Translate into " + $rawParameter["targetLanguages"].join(", ") : "Translate video" }}',
		description:
			'Translate the speech of a video into other languages, one video per language. Each language costs credits.',
		defaults: { name: 'Digital Human Translate Video' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			toolDescription(
				`Translates the speech of a video into other languages, one video per language. Takes minutes. Each language costs credits: call it once for each video and language. ${TASK_ANSWER}`,
			),
			...properties,
			optionsProperty,
		],
	};

	methods = methodsFor(this.description.properties);
	execute = executeSubmit(translateVideo);
}
