// The row stays with its task: the fields of the input item are in the output, whatever became of it.
import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import { fastTime, inFastTime } from '../support/clock';
import { hintsOf, left, storedItems } from '../support/engine/outputs';
import {
	compose,
	CREATE,
	finishedVideo,
	getTask,
	goingOn,
	loop,
	translate,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { callPaused } from '../support/engine/webhook';

const text = '={{ $json.script }}';
const row = { name: 'Anna', script: 'Hello.', state: 'Texas', error: '' };
/** The task wins where names collide, and an error of the row would be one of the task. */
const kept = { name: 'Anna', script: 'Hello.' };
/** As an image that another node has made. */
const image = {
	...kept,
	taskId: '1',
	taskKind: 'aiCreation',
	state: 'succeeded',
	outputUrls: ['https://results.example/i.png'],
	coverUrl: 'https://results.example/i.png',
};

describe('The fields of the input item', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);

	it.each(['return', 'wait'])('stay beside the task (%s)', async (completion) => {
		setup.service.fate({ seconds: 0 });
		const { json } = await setup.run(compose({ completion, text }, { items: [row] }));
		expect(json[0]).toMatchObject({ ...kept, taskKind: 'composedVideo' });
		expect(json[0]).not.toHaveProperty('error');
		expect(json[0]?.state).not.toBe('Texas');
		// What a user looks for comes first.
		expect(Object.keys(json[0] ?? {}).indexOf('taskId')).toBeLessThan(
			Object.keys(json[0] ?? {}).indexOf('name'),
		);
	});

	it('are left out without the option', async () => {
		const options = { includeInput: false };
		const { json } = await setup.run(
			compose({ completion: 'return', text, options }, { items: [row] }),
		);
		expect(Object.keys(json[0] ?? {}).sort()).toEqual(['state', 'taskId', 'taskKind']);
	});

	it('are none of an earlier task, where the item succeeds and where it fails', async () => {
		setup.service.faults.add({
			operation: CREATE,
			fault: { kind: 'code', code: 40000, msg: 'figure is wrong' },
		});
		const node = compose({ completion: 'return', text }, { items: [image, image], ...goingOn });
		const { json } = await setup.engine.run(node);
		const failed = json.find(({ error }) => error !== undefined);
		const made = json.find(({ error }) => error === undefined);
		expect(failed).toEqual({ ...kept, error: expect.any(String), details: expect.any(Object) });
		expect(made).toEqual({
			...kept,
			taskId: expect.any(String),
			taskKind: 'composedVideo',
			state: 'inProgress',
		});
		expect(made?.taskId).not.toBe('1');
	});

	it.each(['now', 'wait', 'pauseAndLoop'])('stay in Get Task (%s)', async (whenNotFinished) => {
		const taskId = await submits.fated('composedVideo', { seconds: 0 });
		const item = { ...kept, taskId, taskKind: 'composedVideo', state: 'inProgress' };
		const parameters = { whenNotFinished, downloadResult: false };
		const run = async (options: IDataObject): Promise<IDataObject | undefined> => {
			if (whenNotFinished !== 'pauseAndLoop') {
				const { json } = await setup.engine.run(
					getTask([item], { ...parameters, options } as never),
				);
				return json[0];
			}
			const { run } = await setup.engine.run(
				loop([item], {}, { parameters: { operation: 'get', ...parameters, options } as never }),
			);
			return left(run, 1)[0];
		};
		expect(await run({})).toMatchObject({ ...kept, taskId, state: 'succeeded' });
		const bare = await run({ includeInput: false });
		expect(bare).toMatchObject({ taskId, state: 'succeeded' });
		expect(bare).not.toHaveProperty('name');
	});

	it('of an item that Get Task cannot read keep its task', async () => {
		const item = { ...kept, taskId: '7', taskKind: 'unheard of', state: 'inProgress' };
		const { json } = await setup.engine.run({ ...getTask([item]), ...goingOn });
		expect(json).toEqual([{ ...item, error: expect.any(String), details: expect.any(Object) }]);
	});

	it.each([{}, { includeInput: false }])(
		'stay over a pause with the options %j',
		async (options) => {
			setup.service.fate({ seconds: Infinity });
			const node = compose({ completion: 'pause', text, options }, { items: [row] });
			const { run } = await setup.engine.run(node);
			const [{ id } = { id: '' }] = setup.service.tasks();
			setup.service.settle(id);
			const { items = [] } = await callPaused(setup.service, node, run, finishedVideo(id));
			expect(items[0]?.json).toMatchObject({ taskId: id, state: 'succeeded' });
			const fields = 'includeInput' in options ? {} : kept;
			expect({ ...fields, ...items[0]?.json }).toEqual(items[0]?.json);
			expect('name' in (items[0]?.json ?? {})).toBe(!('includeInput' in options));
		},
	);
});

describe('With an error output', () => {
	const setup = setUp({ limits: false });

	it('an item that finished before the pause keeps the file of its input', async () => {
		setup.service.fate(({ index }) => ({
			seconds: index === 0 ? 0 : Infinity,
			result: index === 0 ? 'missing' : undefined,
		}));
		const { binary } = await storedFile({ bytes: 10, name: 'own.mp4' });
		const items = ['a', 'b'].map((script) => ({ json: { script }, binary: { own: binary } }));
		const node = compose(
			{ completion: 'pause', downloadResult: true, text },
			{ items, settings: { onError: 'continueErrorOutput' } },
		);
		const { run } = await setup.engine.run(node);
		expect(storedItems(run).map((item) => Object.keys(item.binary ?? {}))).toEqual([
			['own'],
			['own'],
		]);
		const ids = setup.service.tasks().map(({ id }) => id);
		setup.service.settle(ids[1] ?? '');
		const { items: given = [] } = await callPaused(setup.service, node, run, finishedVideo(ids[1]));
		expect(given[0]?.json).toMatchObject({
			error: expect.any(String),
			details: { taskId: ids[0] },
		});
		expect(Object.keys(given[0]?.binary ?? {})).toEqual(['own']);
	});
});

describe('Result files are named', () => {
	const setup = setUp({ limits: false, videoDetailPath: 'video/detail' });
	const submits = new Submits(() => setup.service);
	const options = { outputFileName: '={{ $json.title }}' };
	const title = 'Chapter 1';
	const namesOf = (outputs: INodeExecutionData[][]) =>
		outputs.flat().map(({ binary = {} }) => Object.values(binary).map(({ fileName }) => fileName));

	it('after the source and the language', async () => {
		setup.service.fate({ seconds: 0 });
		const { binary } = await storedFile({ bytes: 9_000, name: 'talk.mp4' });
		const { outputs } = await setup.engine.run(
			translate(
				{
					sourceType: 'file',
					completion: 'wait',
					downloadResult: true,
					targetLanguages: ['es', 'fr'],
				},
				{ items: [{ json: {}, binary: { data: binary } }] },
			),
		);
		expect(namesOf(outputs)).toEqual([['talk-es.mp4'], ['talk-fr.mp4']]);
	});

	it('as the user says, also after a pause', async () => {
		setup.service.fate({ seconds: Infinity });
		const node = compose(
			{ completion: 'pause', downloadResult: true, options },
			{ items: [{ title }] },
		);
		const { run } = await setup.engine.run(node);
		const [{ id } = { id: '' }] = setup.service.tasks();
		setup.service.settle(id);
		const { items = [] } = await callPaused(setup.service, node, run, finishedVideo(id));
		expect(namesOf([items])).toEqual([[`${title}.mp4`]]);
	});

	it('as the user says in Get Task, and as the service does otherwise', async () => {
		const taskId = await submits.fated('composedVideo', { seconds: 0 });
		const items = [{ taskId, taskKind: 'composedVideo', title }];
		const named = await setup.engine.run(getTask(items, { downloadResult: true, options }));
		expect(namesOf(named.outputs)).toEqual([[`${title}.mp4`]]);
		const other = await setup.engine.run(getTask(items, { downloadResult: true }));
		expect(namesOf(other.outputs)).toEqual([[`${taskId}.mp4`]]);
	});
});

describe('The output panel', () => {
	fastTime();
	const setup = setUp({ limits: false });

	it('says how many tasks were not awaited to their end', async () => {
		setup.service.fate(({ index }) => ({ seconds: index < 2 ? Infinity : 0 }));
		const items = ['a', 'b', 'c', 'd', 'e'].map((script) => ({ script }));
		const node = compose({ completion: 'wait', text, options: { timeLimit: 60 } }, { items });
		const { run } = await inFastTime(
			{ aheadMs: 0, shortLimits: false },
			async () => await setup.engine.run(node),
		);
		expect(hintsOf({ run })).toEqual([
			expect.stringMatching(
				/^2 of 5 (composed )?videos were still in progress after 60 minutes\. .*Get Task/,
			),
		]);
	});
});
