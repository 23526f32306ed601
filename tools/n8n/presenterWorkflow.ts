import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LocalService } from '../../demo-service';
import { waitFor } from './program';
import type { Rest } from './rest';
import { type NodeSpec, packNode, type WorkflowFile } from './workflows';

export const CREATE = 'create_video';

/** A public person and a public voice of the demo service. */
const PERSON = '6200000000000000001';
const VOICE = '8988587500000000000';

/** What is entered by its ID instead of chosen in a list. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** The address of a trigger, entered instead of choosing its workflow. */
export const byUrl = (value: string): INodeParameters => ({ __rl: true, mode: 'url', value });

/** The request of a video that says one text, for tests that submit without n8n. */
export function videoBody(text: string, callback?: string): IDataObject {
	return {
		person: { id: PERSON, figure_type: 'sit_body', x: 0, y: 0, width: 1080, height: 1920 },
		audio: { type: 'tts', tts: { text: [text], audio_man: VOICE } },
		...(callback === undefined ? {} : { callback }),
	};
}

/** A callback about a finished video as the service words it, with a result that the service never gave. */
export function forgedVideo(id: string): IDataObject {
	return {
		id,
		status: 30,
		progress: 100,
		msg: '',
		video_url: 'https://forged.example/video.mp4',
		subtitle_data_url: '',
		create_time: 1_790_000_000,
		preview_url: '',
		duration: 1,
		audio_urls: [],
	};
}

/** Compose Video, whose person says the field `text` of each item; without its files unless they are asked for. */
export function presenter(
	completion: string,
	{ downloadResult = false, callbackUrl, ...options }: INodeParameters = {},
): NodeSpec {
	return packNode('digitalHumanComposeVideo', 'Compose', {
		personId: byId(PERSON),
		text: '={{ $json.text }}',
		voiceId: byId(VOICE),
		completion,
		downloadResult,
		...(callbackUrl === undefined ? {} : { callbackUrl }),
		options,
	});
}

/** AI Create: waits for an image of each item's text, unless the parameters say otherwise. */
export const createImage = (parameters: INodeParameters = {}, name = 'Create'): NodeSpec =>
	packNode('digitalHumanAiCreate', name, {
		resource: 'image',
		operation: 'generate',
		modelCode: 'modelf-4.0',
		refPrompt: '={{ $json.text }}',
		completion: 'wait',
		...parameters,
	});

/** A Task Trigger with the address of this id. */
export function taskTrigger(parameters: INodeParameters, webhookId: string): NodeSpec {
	return { ...packNode('digitalHumanTaskTrigger', 'Trigger', parameters), webhookId };
}

/** Connects a further output of a node. */
export function alsoConnect(
	file: WorkflowFile,
	from: string,
	output: number,
	to: string,
): WorkflowFile {
	const main = [...(file.connections[from]?.main ?? [])];
	while (main.length < output) main.push([]);
	main[output] = [{ node: to, type: 'main', index: 0 }];
	return { ...file, connections: { ...file.connections, [from]: { main } } };
}

async function post(url: string, body: unknown, headers = {}): Promise<Response> {
	return await fetch(url, {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
}

/** Submits a video to the service without n8n. */
export async function submitVideo(
	{ url, token }: Pick<LocalService, 'url' | 'token'>,
	text: string,
	callback?: string,
): Promise<string> {
	const headers = { access_token: token };
	const response = await post(`${url}/open/v1/${CREATE}`, videoBody(text, callback), headers);
	const answer = (await response.json()) as { code: number; msg: string; data: string };
	if (answer.code !== 0) throw new Error(`The service refused the video: ${answer.msg}`);
	return answer.data;
}

/** How many executions there are, by workflow and states, where they are given. */
export async function countExecutions(
	rest: Rest,
	filter: { workflowId?: string; status?: string[] },
): Promise<number> {
	const query = { filter: JSON.stringify(filter), limit: '1' };
	return (await rest.get<{ count: number }>('executions', query)).count;
}

/** Waits until n8n has put the address of a workflow that was just activated into service. */
export async function isLive(address: string): Promise<void> {
	const isThere = async () => (await fetch(address, { method: 'POST' })).status !== 404;
	await waitFor(isThere, 600, `${address} is not live`);
}

/** Posts to a webhook of a workflow that may just have gone live. @param url of the n8n that takes production webhooks */
export async function call(url: string, path: string, body: unknown): Promise<void> {
	const isTaken = async () => (await post(`${url}/webhook/${path}`, body)).ok;
	await waitFor(isTaken, 600, `${path} takes no call`);
}
