import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../support/engine/engine';
import { SUBMIT, type Kind } from '../../support/engine/submits';
import type { Bench } from '../lib/bench';
import type { Step } from '../lib/step';
import { chosen, compose } from '../../support/engine/runs';

/** A node that submits work: what it needs, and the request with which it looks its task up. */
interface Submitter {
	node: string;
	/** What is created, where the node has several operations. */
	what?: string;
	kind: Kind;
	lookUp: string;
	/** The run without its completion. */
	prepare(bench: Bench): Promise<NodeRun>;
}

const VOICE = '8988587500000000000';

const aiCreate = (parameters: INodeParameters): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters,
});

/** Lip Sync of an uploaded video to a text. */
export const lipSync = ({ submits }: Bench): NodeRun => ({
	type: 'digitalHumanLipSync',
	parameters: {
		videoFileSource: 'fileId',
		videoFileFileId: chosen(submits.file('lip_sync_video', 'talk.mp4')),
		text: 'Welcome.',
		voiceId: chosen(VOICE),
	},
});

const SUBMITTERS: Submitter[] = [
	{
		node: 'AI Create',
		what: 'image',
		kind: 'aiCreation',
		lookUp: 'ai_creation/task/page',
		prepare: async () =>
			aiCreate({
				resource: 'image',
				operation: 'generate',
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
			}),
	},
	{
		node: 'AI Create',
		what: 'video',
		kind: 'aiCreation',
		lookUp: 'ai_creation/task/page',
		prepare: async () =>
			aiCreate({
				resource: 'video',
				operation: 'generate',
				modelCode: 'ext_modela-v3-0-turbo-text2video',
				refPrompt: 'A red fox',
			}),
	},
	{
		node: 'AI Create',
		what: 'animated image',
		kind: 'motion',
		lookUp: 'aigc/motion/task',
		async prepare({ submits, engine }) {
			const taskId = await submits.aiCreation();
			const { json } = await engine.run({
				type: 'digitalHumanGetTask',
				parameters: { operation: 'get' },
				items: [{ taskId }],
			});
			return { ...aiCreate({ resource: 'video', operation: 'animate' }), items: json };
		},
	},
	{
		node: 'Compose Video',
		kind: 'composedVideo',
		lookUp: 'video_list',
		prepare: async () => compose(),
	},
	{
		node: 'Lip Sync',
		kind: 'lipSync',
		lookUp: 'video_lip_sync/detail',
		prepare: async (bench) => lipSync(bench),
	},
	{
		node: 'Translate Video',
		kind: 'translation',
		lookUp: 'detail/video',
		prepare: async ({ submits }) => ({
			type: 'digitalHumanTranslateVideo',
			parameters: {
				sourceType: 'video',
				videoId: chosen(await submits.composedVideo()),
				targetLanguages: ['de', 'fr'],
			},
		}),
	},
	{
		node: 'Create Person',
		kind: 'person',
		lookUp: 'detail/person',
		prepare: async ({ service }) => ({
			type: 'digitalHumanCreatePerson',
			parameters: {
				name: 'Anna',
				videoFileSource: 'url',
				videoFileUrl: service.storage.source({ bytes: 1000, name: 'anna.mp4' }).url,
			},
		}),
	},
];

const completed = (run: NodeRun, more: INodeParameters): NodeRun => ({
	...run,
	parameters: { ...run.parameters, ...more },
});

/** For each such node: the submit, and the query for its result with a time limit of a minute. */
export const submitSteps: Step[] = SUBMITTERS.flatMap(({ node, what, kind, lookUp, prepare }) => {
	const name = (doing: string) => (what ? `${doing} (${what})` : doing);
	return [
		{
			node,
			name: name('submit'),
			kind: 'submit',
			request: SUBMIT[kind],
			prepare: async (bench) => completed(await prepare(bench), { completion: 'return' }),
		},
		{
			node,
			name: name('wait for result'),
			kind: 'lookUp',
			request: lookUp,
			limitMinutes: 1,
			prepare: async (bench) =>
				completed(await prepare(bench), { completion: 'wait', options: { timeLimit: 1 } }),
		},
	];
});

/** What is read before a submit. */
export const figureStep: Step = {
	node: 'Compose Video',
	name: 'read the figure',
	kind: 'read',
	request: 'list_common_dp',
	prepare: async () => compose({ completion: 'return' }),
};

/** The file of a result. */
export const downloadSteps: Step[] = [
	{
		node: 'AI Create',
		name: 'download result',
		kind: 'download',
		request: 'result',
		prepare: async () =>
			aiCreate({
				resource: 'image',
				operation: 'generate',
				modelCode: 'modelf-4.0',
				refPrompt: 'A red fox',
				downloadResult: true,
			}),
	},
];
