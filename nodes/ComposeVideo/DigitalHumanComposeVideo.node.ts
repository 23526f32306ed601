import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { methodsFor } from '../shared/pickers/lists';
import { propertiesOf } from '../shared/fields/readRequest';
import { pausableProperties } from '../shared/callbacks/callbackFields';
import { pausable, resumeWhenFinished } from '../shared/completion/resume';
import { executeSubmit } from '../shared/submit/run';
import { TASK_ANSWER, toolDescription } from '../shared/output/tools';
import { additional, composeVideo, parts } from './composeVideo.operation';

export class DigitalHumanComposeVideo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Digital Human Compose Video',
		name: 'digitalHumanComposeVideo',
		icon: {
			light: 'file:../../icons/composeVideo.svg',
			dark: 'file:../../icons/composeVideo.dark.svg',
		},
		group: ['transform'],
		...pausable,
		subtitle:
			'={{ ({ tts: "Video from text", audio: "Video from audio file" })[$rawParameter["audioType"]] ?? "Video of a speaking person" }}',
		description:
			'Create a video of a digital person who speaks your text or recording. The service charges credits for each second of video.',
		defaults: { name: 'Digital Human Compose Video' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'digitalHumanApi', required: true, testedBy: 'digitalHumanApi' }],
		properties: [
			toolDescription(
				`Makes a video of a digital person who speaks a text or a recording. Takes minutes. The service charges credits for each second of video: call it once for each video that is wanted. ${TASK_ANSWER}`,
			),
			...propertiesOf(parts),
			...pausableProperties(additional),
		],
	};

	methods = methodsFor(this.description.properties);
	execute = executeSubmit(composeVideo);
	webhook = resumeWhenFinished(composeVideo.kind);
}
