import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import type { InputFile } from './binaries';
import type { NodeRun } from './engine';

/*
 * Runs of each node with what it needs and more.
 */

type Build = (parameters?: INodeParameters, more?: Partial<NodeRun>) => NodeRun;

/** Runs of a node. */
const runOf =
	(type: string, needed: INodeParameters = {}): Build =>
	(parameters = {}, more = {}) => ({
		type: `digitalHuman${type}`,
		parameters: { ...needed, ...parameters },
		...more,
	});

/** The value of a searchable list. */
export const chosen = (value: string): INodeParameters => ({ __rl: true, mode: 'list', value });

/** An ID, entered instead of choosing from the list. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** The address of a trigger, entered instead of choosing its workflow. */
export const byUrl = (value: string): INodeParameters => ({ __rl: true, mode: 'url', value });

/** A value by expression, as n8n itself does not check it. */
export const given = (value: unknown): string => `={{ ${JSON.stringify(value)} }}`;

/**
 * The same parameters, each single value given by an expression, and the item that the expressions read.
 * Values inside collections, rows and searchable lists are replaced too.
 */
export function byExpression(parameters: INodeParameters): {
	parameters: INodeParameters;
	item: IDataObject;
} {
	const values: IDataObject = {};
	let count = 0;
	const replaced = (value: NodeParameterValueType): NodeParameterValueType => {
		if (Array.isArray(value)) return value.map((entry) => replaced(entry as never)) as never;
		if (typeof value === 'object' && value !== null) {
			const entries = Object.entries(value).map(([name, entry]) => [
				name,
				name === '__rl' || name === 'mode' ? entry : replaced(entry as never),
			]);
			return Object.fromEntries(entries) as never;
		}
		const name = `value${count++}`;
		values[name] = value as never;
		return `={{ $json.${name} }}`;
	};
	return { parameters: replaced(parameters) as never, item: values };
}

/** What stands under 'Additional Fields'. */
export const extra = (additionalFields: INodeParameters): INodeParameters => ({ additionalFields });

/** Settings of a node whose workflow continues after errors. */
export const goingOn = { settings: { onError: 'continueRegularOutput' } } as const;

/** Of a node that n8n runs again once, without a pause. */
export const triedTwice = {
	settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
} as const;

/** A public person of the demo service that sits, and a public voice. */
const SITTING = '6200000000000000001';
export const VOICE = '8988587500000000000';

export const CREATE = 'create_video';

export const compose = runOf('ComposeVideo', {
	personId: chosen(SITTING),
	figureType: chosen('sit_body'),
	text: 'Welcome.',
	voiceId: chosen(VOICE),
});

/** What is sent for what Compose Video needs (service.md 4.7). */
export const smallestBody = {
	person: { id: SITTING, figure_type: 'sit_body', x: 0, y: 0, width: 1080, height: 1920 },
	audio: { type: 'tts', tts: { text: ['Welcome.'], audio_man: VOICE }, language: 'en' },
	screen_width: 1080,
	screen_height: 1920,
	subtitle_config: { x: 31, y: 1521, width: 1000, height: 200, font_size: 64, show: true },
	model: 0,
};

/** The callback of a composed video that has succeeded; it is not believed. */
export const finishedVideo = (id: unknown, more: IDataObject = {}): IDataObject => ({
	id: id as string,
	status: 30,
	progress: 100,
	video_url: 'https://forged.example/v.mp4',
	subtitle_data_url: '',
	...more,
});

/** The callback of a lip-sync video. */
export const finishedLipSync = (id: string, more: IDataObject = {}): IDataObject => ({
	trace_id: 'trace',
	code: 0,
	msg: 'success',
	data: { id, status: 20, progress: 100, video_url: 'https://forged.example/v.mp4', ...more },
});

/** The callback of a custom person. */
export const finishedPerson = (id: unknown, more: IDataObject = {}): IDataObject => ({
	id: id as string,
	type: 'person',
	status: 2,
	preview_url: 'https://forged.example/p.mp4',
	...more,
});

/** The video of Create Person, which nothing opens before a run. */
export const VIDEO = 'https://example.com/anna.mp4';

export const createPerson = runOf('CreatePerson', {
	name: 'Anna',
	videoFileSource: 'url',
	videoFileUrl: VIDEO,
	completion: 'return',
});

/** With the ID of a file that nothing knows. */
export const lipSync = runOf('LipSync', {
	videoFileSource: 'fileId',
	videoFileFileId: chosen('4711'),
	text: 'Welcome.',
	voiceId: chosen(VOICE),
});

/** With the ID of a video that nothing knows. */
export const translate = runOf('TranslateVideo', {
	sourceType: 'video',
	videoId: chosen('4711'),
	targetLanguages: ['de'],
	completion: 'return',
});

/** Parameters of AI Create for one picture. */
export const redFox: INodeParameters = {
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	refPrompt: 'A red fox',
};

export const createImage = runOf('AiCreate', redFox);

/** AI Create with any model. */
export const generate = runOf('AiCreate', { resource: 'video', operation: 'generate' });

export const animate = runOf('AiCreate', { resource: 'video', operation: 'animate' });

/** The lists of tasks, as in the journal. */
export const PAGES = {
	aiCreation: 'ai_creation/task/page',
	motion: 'aigc/motion/task/page',
	composedVideo: 'video_list',
	lipSync: 'video_lip_sync/list',
} as const;
/** The detail operations; for the last two, the paths that the tests give the service. */
export const DETAILS = {
	motion: 'aigc/motion/task',
	lipSync: 'video_lip_sync/detail',
	translation: 'detail/video',
	person: 'detail/person',
} as const;

/** Both of them, for the credential. */
export const BOTH_PATHS = {
	videoDetailPath: DETAILS.translation,
	personDetailPath: DETAILS.person,
} as const;

/** Get Task, operation Get. */
export const getTask = (
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanGetTask',
	parameters: { operation: 'get', ...parameters },
	items,
	...more,
});

/** Get Task, operation Get Many. */
export const getMany = runOf('GetTask', { operation: 'getAll' });

/** Get Task that pauses and loops, its output In Progress wired back to its input. */
export const loop = (
	items: IDataObject[],
	options: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => getTask(items, { whenNotFinished: 'pauseAndLoop', options }, { loop: true, ...more });

/** The library with one operation. */
export const library = (
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun => ({
	type: 'digitalHumanLibrary',
	parameters: { resource, operation, ...parameters },
	...more,
});

export const MIB = 1024 ** 2;

/** Upload File. */
export const upload = runOf('UploadFile', { purpose: 'video_translation' });

/** Upload File with one input item a file, in its field `data`. */
export const uploadOf = (
	files: InputFile[],
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): NodeRun =>
	upload(parameters, {
		items: files.map(({ binary }) => ({ json: {}, binary: { data: binary } })),
		...more,
	});

/** Upload File with a file from the web. */
export const uploadFrom = (url: string, parameters: INodeParameters = {}): NodeRun =>
	upload({ fileSource: 'url', fileUrl: url, ...parameters });
