import zipObject from 'lodash/zipObject';

import { storedFile } from '../../support/engine/binaries';
import type { Engine, NodeRun } from '../../support/engine/engine';
import type { Kind, Submits } from '../../support/engine/submits';
import {
	animate,
	chosen,
	compose,
	createImage,
	createPerson,
	generate,
	getMany,
	getTask,
	library,
	lipSync,
	translate,
	uploadOf,
} from '../../support/engine/runs';

/** What n8n's editor shows of a node that has not run: one file per operation. */
interface PreviewCase {
	/** Below the node's folder in `__schema__`, without the ending. */
	path: string;
	/** A run whose output has every field that a success has. */
	run: (submits: Submits, engine: Engine) => NodeRun | Promise<NodeRun>;
}

/** The first part is the version that the previews were made for, in the form in which n8n looks for them. */
const VERSION = 'v1.0.0';

/** The same for the nodes that can pause. */
const PAUSABLE = 'v1.1.0';

const finished = async (submits: Submits, kinds: Kind[]) =>
	await Promise.all(kinds.map(async (kind) => await submits.item(kind)));

/** A video made from files of the input; without fields, from the only one. */
const fromFiles = async (operation: string, fields: string[]): Promise<NodeRun> => {
	const file =
		operation === 'fromVideo'
			? { name: 'clip.mp4', mimeType: 'video/mp4' }
			: { name: 'fox.png', mimeType: 'image/png' };
	const names = fields.length > 0 ? fields : ['data'];
	const files = await Promise.all(
		names.map(async (_name, seed) => (await storedFile({ bytes: 1000, seed, ...file })).binary),
	);
	const named = Object.fromEntries(fields.map((name) => [`${name}InputField`, name]));
	return generate(
		{ operation, refPrompt: 'It moves', ...named },
		{ items: [{ json: {}, binary: zipObject(names, files) }] },
	);
};

/** The library has one file. */
const ofFile = (operation: string) => ({
	path: `Library/__schema__/${VERSION}/file/${operation}`,
	run: (submits: Submits) =>
		library('file', operation, { fileId: submits.file('ai_creation', 'fox.png') }),
});

const ofLibrary = (resource: string) => ({
	path: `Library/__schema__/${VERSION}/${resource}/getAll`,
	run: () => library(resource, 'getAll', { returnAll: true }),
});

export const previewCases: readonly PreviewCase[] = [
	{ path: `ComposeVideo/__schema__/${PAUSABLE}`, run: () => compose() },
	{
		path: `LipSync/__schema__/${PAUSABLE}`,
		run: (submits) =>
			lipSync({ videoFileFileId: chosen(submits.file('lip_sync_video', 'talk.mp4')) }),
	},
	{
		path: `TranslateVideo/__schema__/${VERSION}`,
		run: (submits) => {
			const videoFileFileId = chosen(submits.file('video_translation', 'talk.mp4'));
			const file = { sourceType: 'file', videoFileSource: 'fileId', videoFileFileId };
			return translate({ ...file, completion: 'wait' });
		},
	},
	{
		path: `CreatePerson/__schema__/${PAUSABLE}`,
		run: () => createPerson({ completion: 'wait' }),
	},
	{ path: `AiCreate/__schema__/${VERSION}/image/generate`, run: () => createImage() },
	{
		path: `AiCreate/__schema__/${VERSION}/video/generate`,
		run: () => generate({ refPrompt: 'A red fox' }),
	},
	...Object.entries({
		fromImage: [],
		fromFrames: ['firstFrame', 'lastFrame'],
		fromReferences: [],
		fromVideo: [],
	}).map(([operation, fields]) => ({
		path: `AiCreate/__schema__/${VERSION}/video/${operation}`,
		run: async () => await fromFiles(operation, fields),
	})),
	{
		path: `AiCreate/__schema__/${VERSION}/video/animate`,
		run: async (submits, engine) => {
			const { json } = await engine.run(getTask(await finished(submits, ['aiCreation'])));
			return animate({}, { items: json });
		},
	},
	{
		path: `GetTask/__schema__/${VERSION}/get`,
		run: async (submits) =>
			getTask(await finished(submits, ['composedVideo', 'aiCreation', 'lipSync', 'person'])),
	},
	{
		path: `GetTask/__schema__/${VERSION}/getAll`,
		run: async (submits) => {
			await finished(submits, ['composedVideo']);
			return getMany({ listKind: 'composedVideo' });
		},
	},
	ofFile('delete'),
	ofFile('get'),
	ofFile('getAll'),
	ofLibrary('publicPerson'),
	ofLibrary('publicVoice'),
	ofLibrary('translationLanguage'),
	{
		path: `UploadFile/__schema__/${VERSION}`,
		run: async () => uploadOf([await storedFile({ bytes: 9_000, name: 'talk.mp4' })]),
	},
];
