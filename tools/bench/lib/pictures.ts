import { httpRequest, packNode, type NodeSpec } from '../../n8n/buildWorkflow';
import { pictureBody, type Sinks } from './service';

/** AI Create, which submits a picture for each item and returns its task ID. */
export function createPicture(name: string, prompt = '$json.prompt'): NodeSpec {
	return packNode('digitalHumanAiCreate', name, {
		resource: 'image',
		operation: 'generate',
		modelCode: pictureBody('').model_code,
		refPrompt: `={{ ${prompt} }}`,
		completion: 'return',
	});
}

/** n8n's HTTP Request node, which posts the same. */
export function postPicture(name: string, { url }: Sinks, prompt = '$json.prompt'): NodeSpec {
	return httpRequest(name, {
		method: 'POST',
		url: `${url}/open/v1/ai_creation/task/submit`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `=${JSON.stringify(pictureBody(`{{ ${prompt} }}`))}`,
		options: {},
	});
}
