import type { IWebhookFunctions } from 'n8n-workflow';

import { Callback } from '../../nodes/shared/callbacks/callback';

/* What the service sends to a callback address when a task has finished, with all fields (service.md 4.3 to 4.8). */

const common = { progress: 100, create_time: 1_790_000_000 };

export const person = {
	...common,
	id: '8801',
	name: 'Ada',
	type: 'person',
	status: 2,
	reason: '',
	err_reason: '',
	audio_man_id: '77',
	is_open: 1,
	pic_url: 'https://files.example/p.jpg',
	preview_url: 'https://files.example/p.mp4',
	width: 1080,
	height: 1920,
};

export const video = {
	...common,
	id: '9901',
	status: 30,
	msg: '',
	video_url: 'https://files.example/v.mp4',
	subtitle_data_url: '',
	preview_url: 'https://files.example/v.jpg',
	duration: 12.5,
	audio_urls: ['https://files.example/v.wav'],
};

export const lipSync = {
	trace_id: 'abc',
	code: 0,
	msg: 'success',
	data: {
		...common,
		id: '6601',
		status: 20,
		msg: '',
		video_url: 'https://files.example/l.mp4',
		preview_url: 'https://files.example/l.jpg',
		duration: 12_400,
	},
};

export const voice = {
	id: '5501',
	name: 'Narrator',
	type: 'clone',
	status: 2,
	progress: 100,
	lang: 'en',
	err_msg: '',
	audio_path: 'https://files.example/voice.wav',
};

/** A call with this body, read. */
export async function callWith(body: unknown): Promise<Callback> {
	const context = { getRequestObject: () => ({}), getBodyData: () => body };
	const call = new Callback(context as unknown as IWebhookFunctions);
	await call.read();
	return call;
}
