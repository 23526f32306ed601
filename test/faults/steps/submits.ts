import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../support/engine/engine';
import { SUBMIT, type Kind } from '../../support/engine/submits';
import type { Bench } from '../lib/bench';
import type { Step } from '../lib/step';
import { LOOK_UP } from './reads';
import {
	animate,
	chosen,
	compose,
	createImage,
	createPerson,
	generate,
	getTask,
	lipSync as lipSyncOf,
	translate,
} from '../../support/engine/runs';

/** A node that submits work, and what it needs. */
interface Submitter {
	node: string;
	/** What is created, where the node has several operations. */
	what?: string;
	kind: Kind;
	/** The run without its completion. */
	prepare(bench: Bench): Promise<NodeRun>;
}

/** Lip Sync of an uploaded video to a text. */
export const lipSync = ({ submits }: Bench): NodeRun =>
	lipSyncOf({ videoFileFileId: chosen(submits.file('lip_sync_video', 'talk.mp4')) });

const SUBMITTERS: Submitter[] = [
	{
		node: 'AI Create',
		what: 'image',
		kind: 'aiCreation',
		prepare: async () => createImage(),
	},
	{
		node: 'AI Create',
		what: 'video',
		kind: 'aiCreation',
		prepare: async () =>
			generate({ modelCode: 'ext_modela-v3-0-turbo-text2video', refPrompt: 'A red fox' }),
	},
	{
		node: 'AI Create',
		what: 'animated image',
		kind: 'motion',
		async prepare({ submits, engine }) {
			const { json } = await engine.run(getTask([{ taskId: await submits.aiCreation() }]));
			return animate({}, { items: json });
		},
	},
	{
		node: 'Compose Video',
		kind: 'composedVideo',
		prepare: async () => compose(),
	},
	{
		node: 'Lip Sync',
		kind: 'lipSync',
		prepare: async (bench) => lipSync(bench),
	},
	{
		node: 'Translate Video',
		kind: 'translation',
		prepare: async ({ submits }) =>
			translate({
				videoId: chosen(await submits.composedVideo()),
				targetLanguages: ['de', 'fr'],
			}),
	},
	{
		node: 'Create Person',
		kind: 'person',
		prepare: async ({ service }) => {
			const { url } = service.storage.source({ bytes: 1000, name: 'anna.mp4' });
			return createPerson({ videoFileUrl: url });
		},
	},
];

const completed = (run: NodeRun, more: INodeParameters): NodeRun => ({
	...run,
	parameters: { ...run.parameters, ...more },
});

/** For each such node: the submit, and the query for its result with a time limit of a minute. */
export const submitSteps: Step[] = SUBMITTERS.flatMap(({ node, what, kind, prepare }) => {
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
			request: LOOK_UP[kind],
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
export const downloadStep: Step = {
	node: 'AI Create',
	name: 'download result',
	kind: 'download',
	request: 'result',
	prepare: async () => createImage({ downloadResult: true }),
};
