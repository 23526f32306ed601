import type { IDataObject, INode, INodeParameters, OnError } from 'n8n-workflow';

import { SUBMIT } from '../engine/submits';
import type { WorkflowPlan } from '../engine/workflowEngine';
import type { NodeRun } from '../engine/engine';
import { connectionTo, planned, to } from '../engine/nodes';
import {
	chosen,
	compose,
	createImage,
	createPerson,
	getMany,
	getTask,
	library,
	lipSync,
	translate,
	uploadFrom,
} from '../engine/runs';

/** Nodes that submit work, by the request that does so. */
export const SUBMITTERS = {
	aiCreate: SUBMIT.aiCreation,
	composeVideo: SUBMIT.composedVideo,
	lipSync: SUBMIT.lipSync,
	createPerson: SUBMIT.person,
	translateVideo: SUBMIT.translation,
} as const;

export const READERS = ['getTask', 'getMany', 'uploadFile', 'library'] as const;

export type StepKind = keyof typeof SUBMITTERS | (typeof READERS)[number];

/** Nodes that can pause until their tasks have finished. */
export const PAUSING: readonly StepKind[] = ['composeVideo', 'lipSync', 'createPerson'];

/** One node of a random workflow. */
export interface Step {
	kind: StepKind;
	completion: 'wait' | 'return' | 'pause';
	whenNotFinished: 'now' | 'wait' | 'pauseAndLoop';
	onError: OnError;
	/** n8n's 'Max. Tries'; 1 for no Retry On Fail. */
	tries: number;
	/** 'Execute Once'. */
	once: boolean;
	/** Whether a failed task, and one that has not finished in time, are errors. */
	failsItem: boolean;
	/** Whether the second output that matters, of errors or of failed tasks, leads to the next node too. */
	joined: boolean;
	/** Whether the request is another one at each try. */
	changing: boolean;
	languages: number;
	/** Whether the video of the request is uploaded by URL, or was uploaded before. */
	uploads: boolean;
	downloads: boolean;
}

/** What the application has before the workflow starts. */
export interface Belongings {
	/** A finished composed video. */
	videoId: string;
	fileId: string;
	/** The address of a video. */
	videoUrl: string;
}

const UPLOAD = ['common/create_upload_url', 'single', 'common/file_detail'];

/** What a node asks the service, the most important request first. */
export const REQUESTS: Readonly<Record<StepKind, readonly string[]>> = {
	aiCreate: [SUBMITTERS.aiCreate, 'ai_creation/task/page', 'result'],
	composeVideo: [SUBMITTERS.composeVideo, 'video_list', 'list_common_dp', 'result'],
	lipSync: [SUBMITTERS.lipSync, 'video_lip_sync/detail', 'video_lip_sync/list', ...UPLOAD],
	createPerson: [SUBMITTERS.createPerson, 'detail/person', 'result'],
	translateVideo: [
		SUBMITTERS.translateVideo,
		'detail/video',
		'video_translation/target_languages',
		...UPLOAD,
	],
	getTask: ['video_list', 'ai_creation/task/page', 'video_lip_sync/detail', 'detail/video'],
	getMany: ['ai_creation/task/page'],
	uploadFile: UPLOAD,
	library: ['list_common_dp'],
};

export const INPUT = 'Input';
export const nameOf = (index: number) => `N${index + 1}`;

/**
 * What tells in the books of the service to which item of which run of which node a task belongs. The number of the
 * input item is found by n8n's pairing alone.
 */
const mark = (name: string, changing: boolean) =>
	`={{ "k" + $("${INPUT}").item.json.key }} ${name} {{ "r" + $runIndex }} {{ "i" + $itemIndex }} end${
		changing ? '{{ $now.toMillis() }}' : ''
	}`;

const MARK = /k(\d+) (N\d) r(\d+) i(\d+) end/;

/** To which item a task belongs. */
export interface Mark {
	/** All of it in one text. */
	text: string;
	/** The item of the workflow's input. */
	key: number;
	node: string;
	runIndex: number;
	itemIndex: number;
}

/** The mark in anything that was sent to the service. */
export function markIn(sent: unknown): Mark | undefined {
	const found = MARK.exec(JSON.stringify(sent));
	if (!found) return undefined;
	const [text, key, node = '', runIndex, itemIndex] = found;
	return { text, key: Number(key), node, runIndex: Number(runIndex), itemIndex: Number(itemIndex) };
}

const LANGUAGES = ['de', 'fr', 'ja'];

/** What a node does for its items. */
function runOf(step: Step, name: string, { videoUrl, fileId, videoId }: Belongings): NodeRun {
	const text = mark(name, step.changing);
	const ofWeb = { videoFileSource: 'url', videoFileUrl: videoUrl };
	switch (step.kind) {
		case 'aiCreate':
			return createImage({ refPrompt: text });
		case 'composeVideo':
			return compose({ text });
		case 'lipSync':
			return lipSync({ ...(step.uploads ? ofWeb : { videoFileFileId: chosen(fileId) }), text });
		case 'createPerson':
			return createPerson({ name: text, ...ofWeb });
		case 'translateVideo':
			return translate({
				...(step.uploads ? { sourceType: 'file', ...ofWeb } : { videoId: chosen(videoId) }),
				targetLanguages: LANGUAGES.slice(0, step.languages),
				additionalFields: { title: text },
			});
		case 'getTask':
			return getTask([], { whenNotFinished: step.whenNotFinished });
		case 'getMany':
			return getMany({ listKind: 'aiCreation', returnAll: false, limit: 2 });
		case 'uploadFile':
			return uploadFrom(videoUrl);
		case 'library':
			return library('publicPerson', 'getAll', { returnAll: false, limit: 2 });
	}
}

/** Which options a node that submits or looks tasks up has depends on what it does. */
function optionsOf({ kind, failsItem, completion, whenNotFinished }: Step): INodeParameters {
	const fail = failsItem ? 'fail' : 'output';
	const waits = kind === 'getTask' ? whenNotFinished === 'wait' : completion === 'wait';
	const loops = kind === 'getTask' && whenNotFinished === 'pauseAndLoop';
	return {
		...(waits || loops || completion === 'pause' ? { timeLimit: loops ? 2 : 1 } : {}),
		...(waits ? { onTimeLimit: fail } : {}),
		...(loops ? {} : { onTaskFailure: fail }),
	};
}

function nodeOf(step: Step, index: number, has: Belongings): INode {
	const name = nameOf(index);
	const { kind, completion, onError, tries, once, downloads } = step;
	const follows = kind === 'getTask' || kind in SUBMITTERS;
	const { type, parameters } = runOf(step, name, has);
	return {
		...planned(name, type, {
			...parameters,
			...(kind in SUBMITTERS ? { completion } : {}),
			...(follows ? { downloadResult: downloads, options: optionsOf(step) } : {}),
		}),
		onError,
		executeOnce: once,
		...(tries > 1 ? { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 } : {}),
	};
}

export const loops = ({ kind, whenNotFinished }: Step) =>
	kind === 'getTask' && whenNotFinished === 'pauseAndLoop';

/** Outputs of a node from which its items go on. */
function outputsOf(step: Step): number[] {
	const [first, second, errors] =
		step.kind === 'getTask' && loops(step) ? [1, 2, 3] : [0, undefined, 1];
	const withErrors = step.onError === 'continueErrorOutput' ? [errors] : [];
	const joined = [...(second === undefined ? [] : [second]), ...withErrors];
	return step.joined ? [first, ...joined] : [first];
}

/** The nodes one after another, after one that outputs the items. */
export function workflowOf(
	steps: readonly Step[],
	items: IDataObject[],
	has: Belongings,
): WorkflowPlan {
	const input = planned(INPUT, 'items', { items: items as never });
	const connections: WorkflowPlan['connections'] = { [INPUT]: connectionTo(nameOf(0)) };
	steps.forEach((step, index) => {
		const main: Array<ReturnType<typeof to>> = [[], [], [], []];
		if (loops(step)) main[0] = to(nameOf(index));
		if (index + 1 < steps.length) {
			for (const output of outputsOf(step)) main[output] = to(nameOf(index + 1));
		}
		connections[nameOf(index)] = { main };
	});
	return { nodes: [input, ...steps.map((step, index) => nodeOf(step, index, has))], connections };
}
