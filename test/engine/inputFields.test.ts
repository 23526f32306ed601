// The row stays with its task: the fields of the input item are in the output, whatever became of it.
import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { storedFile } from '../support/engine/binaries';
import { fastTime, inFastTime } from '../support/clock';
import { hintsOf, left, storedItems } from '../support/engine/outputs';
import {
	byId,
	compose,
	CREATE,
	createImage,
	finishedVideo,
	generate,
	getTask,
	goingOn,
	loop,
	redFox,
	translate,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
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
	const { submits } = setup;

	it.each(['return', 'wait'])('stay beside the task (%s)', async (completion) => {
		setup.service.fate({ seconds: 0 });
		const { json } = await setup.run(compose({ completion, text }, { items: [row] }));
		expect(json[0]).toMatchObject({ ...kept, taskKind: 'composedVideo' });
		expect(json[0]).not.toHaveProperty('error');
		expect(json[0]?.state).not.toBe('Texas');
		// What a user looks for comes first.
		const names = Object.keys(json[0] ?? {});
		expect(names.indexOf('taskId')).toBeLessThan(names.indexOf('name'));
	});

	it('are left out without the option', async () => {
		const options = { includeInput: false };
		const node = compose({ completion: 'return', text, options }, { items: [row] });
		const { json } = await setup.run(node);
		expect(Object.keys(json[0] ?? {}).sort()).toEqual(['state', 'taskId', 'taskKind']);
	});

	it('are none of an earlier task, where the item succeeds and where it fails', async () => {
		setup.fault(CREATE, { kind: 'code', code: 40000, msg: 'figure is wrong' });
		const node = compose({ completion: 'return', text }, { items: [image, image], ...goingOn });
		const { json } = await setup.engine.run(node);
		const failed = json.find(({ error }) => error !== undefined);
		const made = json.find(({ error }) => error === undefined);
		expect(failed).toEqual({ ...kept, error: expect.any(String), details: expect.any(Object) });
		const task = { taskKind: 'composedVideo', state: 'inProgress' };
		expect(made).toEqual({ ...kept, ...task, taskId: expect.any(String) });
		expect(made?.taskId).not.toBe('1');
	});

	it.each(['now', 'wait', 'pauseAndLoop'])('stay in Get Task (%s)', async (whenNotFinished) => {
		const taskId = await submits.fated('composedVideo', { seconds: 0 });
		const item = { ...kept, taskId, taskKind: 'composedVideo', state: 'inProgress' };
		const run = async (options: INodeParameters): Promise<IDataObject | undefined> => {
			const { json, run } = await setup.engine.run(getTask([item], { whenNotFinished, options }));
			return whenNotFinished === 'pauseAndLoop' ? left(run, 1)[0] : json[0];
		};
		expect(await run({})).toMatchObject({ ...kept, taskId, state: 'succeeded' });
		const bare = await run({ includeInput: false });
		expect(bare).toMatchObject({ taskId, state: 'succeeded' });
		expect(bare).not.toHaveProperty('name');
	});

	it.each([
		['ComposeVideo', { completion: 'wait', text }],
		['ComposeVideo', { completion: 'return', text }],
	])('are none in the answer of a tool: %s %j', async (node, parameters) => {
		setup.service.fate({ seconds: 0 });
		const tool = { ...compose(parameters, { items: [row] }), type: `digitalHuman${node}Tool` };
		const { json } = await setup.engine.run(tool);
		expect(json[0]).toMatchObject({ taskKind: 'composedVideo' });
		expect(json[0]).not.toHaveProperty('name');
		expect(json[0]).not.toHaveProperty('script');
	});

	it('make no round of a long Pause and Loop heavier than the one before', async () => {
		const taskId = await submits.fated('composedVideo', { seconds: 3600 });
		const item = { ...kept, script: 'x'.repeat(10_000), taskId, taskKind: 'composedVideo' };
		const { run } = await setup.engine.run(loop([item], { timeLimit: 30 }));
		const sizes = left(run, 0).map((json) => JSON.stringify(json).length);
		expect(Math.max(...sizes)).toBeLessThan(10_000 + 1_000);
		expect(left(run, 0)[0]).toMatchObject(kept.name ? { name: 'Anna' } : {});
		expect(JSON.stringify(storedItems(run)).length).toBeLessThan(10_000 + 1_000);
	});

	it('of an item that Get Task cannot read keep its task', async () => {
		const item = { ...kept, taskId: '7', taskKind: 'unheard of', state: 'inProgress' };
		const { json } = await setup.engine.run({ ...getTask([item]), ...goingOn });
		expect(json).toEqual([{ ...item, error: expect.any(String), details: expect.any(Object) }]);
	});

	it.each([{}, { includeInput: false }])('stay over a pause, options %j', async (options) => {
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
	});
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
		const settings = { onError: 'continueErrorOutput' } as const;
		const pausing = { completion: 'pause', downloadResult: true, text };
		const node = compose(pausing, { items, settings });
		const { run } = await setup.engine.run(node);
		// What n8n outputs at the time limit.
		expect(storedItems(run).map((item) => item.binary)).toEqual([undefined, undefined]);
		const ids = setup.service.tasks().map(({ id }) => id);
		setup.service.settle(ids[1] ?? '');
		const { items: given = [] } = await callPaused(setup.service, node, run, finishedVideo(ids[1]));
		const failed = { error: expect.any(String), details: { taskId: ids[0] } };
		expect(given[0]?.json).toMatchObject(failed);
		expect(Object.keys(given[0]?.binary ?? {})).toEqual(['own']);
	});
});

describe('Result files are named', () => {
	const setup = setUp({ limits: false, videoDetailPath: 'video/detail' });
	const { submits } = setup;
	const options = { outputFileName: '={{ $json.title }}' };
	const title = 'Chapter 1';
	const namesOf = (outputs: INodeExecutionData[][]) =>
		outputs.flat().map(({ binary = {} }) => Object.values(binary).map(({ fileName }) => fileName));

	it('after the source and the language', async () => {
		setup.service.fate({ seconds: 0 });
		const { binary } = await storedFile({ bytes: 9_000, name: 'talk.mp4' });
		const items = [{ json: {}, binary: { data: binary } }];
		const waiting = { completion: 'wait', downloadResult: true, targetLanguages: ['es', 'fr'] };
		const node = translate({ sourceType: 'file', ...waiting }, { items });
		const { outputs } = await setup.engine.run(node);
		expect(namesOf(outputs)).toEqual([['talk-es.mp4'], ['talk-fr.mp4']]);
	});

	it('after the row and the language, where there is no source', async () => {
		setup.service.fate({ seconds: 0 });
		const titled = { targetLanguages: ['es', 'fr'], completion: 'wait', downloadResult: true };
		const videoId = byId(await submits.fated('composedVideo', { seconds: 0 }));
		const { outputs } = await setup.engine.run(
			translate(
				{ ...titled, sourceType: 'video', videoId },
				{ items: [{ title: 'Über/uns' }, { name: 'Anna' }] },
			),
		);
		expect(namesOf(outputs).flat()).toEqual([
			'Über-uns-es.mp4',
			'Über-uns-fr.mp4',
			'Anna-es.mp4',
			'Anna-fr.mp4',
		]);
	});

	it('after the only file that AI Create starts from', async () => {
		setup.service.fate({ seconds: 0 });
		const named = async (name: string, seed: number) =>
			(await storedFile({ bytes: 9_000, name, mimeType: 'image/png', seed })).binary;
		const one = { fox: await named('fox.png', 1) };
		const two = { ...one, owl: await named('owl.png', 2) };
		const start = async (operation: string, binary: object, more = {}) => {
			const done = { refPrompt: 'It moves', completion: 'wait', downloadResult: true, ...more };
			const node = generate(
				{ ...done, operation },
				{ items: [{ json: { title }, binary }] as never },
			);
			return namesOf((await setup.engine.run(node)).outputs).flat();
		};
		expect(await start('fromImage', one)).toEqual(['fox.mp4']);
		expect(await start('fromImage', one, { options })).toEqual([`${title}.mp4`]);
		expect(
			await start('fromFrames', two, { firstFrameInputField: 'fox', lastFrameInputField: 'owl' }),
		).not.toEqual(['fox.mp4']);
		// A result is named after its task, and no result of another task after that.
		const result = '1957000000000023757-0';
		const [name] = await start('fromImage', { fox: await named(`${result}.png`, 3) });
		expect(name).not.toContain(result);
	});

	it('with a number each, where there are several', async () => {
		setup.service.fate({ seconds: 0 });
		const images = { ...redFox, numberOfImages: 3, completion: 'wait', downloadResult: true };
		const { outputs } = await setup.engine.run(
			createImage({ ...images, options }, { items: [{ title }, { title: 'Two' }] }),
		);
		expect(namesOf(outputs)).toEqual(
			[title, 'Two'].map((name) => [1, 2, 3].map((number) => `${name}-${number}.png`)),
		);
	});

	it('as the user says, also after a pause', async () => {
		setup.service.fate({ seconds: Infinity });
		const pausing = { completion: 'pause', downloadResult: true, options };
		const node = compose(pausing, { items: [{ title }] });
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
		const time = { aheadMs: 0, shortLimits: false };
		const result = await inFastTime(time, async () => await setup.engine.run(node));
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(
				/^2 of 5 (composed )?videos were still in progress after 60 minutes\. .*Get Task/,
			),
		]);
	});
});
