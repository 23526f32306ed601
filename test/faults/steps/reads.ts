import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createEngine } from '../../support/engine/engine';
import { type Kind, KINDS } from '../../support/engine/submits';
import { LIST_PATHS, outcomeOf, type Bench } from '../lib/bench';
import type { Step, StepKind } from '../lib/step';
import { chosen, DETAILS, getMany, getTask, library, PAGES } from '../../support/engine/runs';

/** The request with which one task of each kind is looked up. */
export const LOOK_UP: Readonly<Record<Kind, string>> = { ...PAGES, ...DETAILS };

const node = 'Get Task';

const get = async ({ submits }: Bench, kind: Kind, parameters: INodeParameters) =>
	getTask([{ taskId: await submits[kind](), taskKind: kind }], parameters);

const getTaskSteps: Step[] = [
	...KINDS.map(
		(kind): Step => ({
			node,
			name: `get (${kind})`,
			kind: 'read',
			request: LOOK_UP[kind],
			prepare: async (bench) => await get(bench, kind, { whenNotFinished: 'now' }),
		}),
	),
	{
		node,
		name: 'get and wait',
		kind: 'read',
		limitMinutes: 1,
		request: LOOK_UP.lipSync,
		prepare: async (bench) =>
			await get(bench, 'lipSync', { whenNotFinished: 'wait', options: { timeLimit: 1 } }),
	},
	...(Object.keys(PAGES) as Array<keyof typeof PAGES>).map(
		(kind): Step => ({
			node,
			name: `get many (${kind})`,
			kind: 'read',
			request: PAGES[kind],
			async prepare({ submits }) {
				await submits[kind]();
				return getMany({ listKind: kind });
			},
		}),
	),
];

const ofFile = (operation: string, name: string, kind: StepKind, request: string): Step => ({
	node: 'Library',
	name,
	kind,
	request,
	prepare: async ({ submits }) =>
		library('file', operation, { fileId: chosen(submits.file('ai_creation', 'fox.png')) }),
});

const listed = (resource: string, name: string, request: string): Step => ({
	node: 'Library',
	name,
	kind: 'read',
	request,
	prepare: async () => library(resource, 'getAll', { limit: 10 }),
});

const librarySteps: Step[] = [
	listed('publicPerson', 'persons', 'list_common_dp'),
	listed('publicVoice', 'voices', 'list_common_audio'),
	listed('translationLanguage', 'languages', 'video_translation/target_languages'),
	ofFile('getAll', 'files', 'read', 'common/file_list'),
	ofFile('get', 'get file', 'read', 'common/file_detail'),
	ofFile('delete', 'delete file', 'change', 'common/delete_file'),
];

/** A node one of whose fields has the list. */
const nodeWith = (method: string) =>
	method === 'searchFiles' ? 'digitalHumanLibrary' : 'digitalHumanComposeVideo';

/** Lists that the editor shows to choose from. */
export const choices = (
	name: string,
	method: string,
	request: string,
	paths?: Partial<typeof LIST_PATHS>,
): Step => ({
	node: 'Lists in the editor',
	name,
	kind: 'read',
	request,
	async prepare({ engine: usual, credential, submits }) {
		const engine = paths ? await createEngine({ ...credential, ...paths }) : usual;
		submits.file('ai_creation', 'fox.png');
		await submits.lipSync();
		const open = async () =>
			await outcomeOf(
				async () =>
					(await engine.search({ type: nodeWith(method), parameters: {} }, method))
						.results as unknown as IDataObject[],
			);
		return { run: open, again: open };
	},
});

export const readSteps: Step[] = [
	...getTaskSteps,
	...librarySteps,
	choices('persons', 'searchPersons', 'list_common_dp'),
	choices('voices', 'searchVoices', 'list_common_audio'),
	choices('files', 'searchFiles', 'common/file_list'),
];
