// The row stays with its task: the fields of the input item are in the output, whatever became of it.
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { inputOf, itemWith } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { hintsOf, left, storedItems } from '../support/engine/outputs';
import {
	byId,
	compose,
	CREATE,
	createImage,
	generate,
	getTask,
	goingOn,
	lipSync,
	loop,
	redFox,
	translate,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';

const setup = setUp({ limits: false, videoDetailPath: 'video/detail' });
const { submits } = setup;

const text = '={{ $json.script }}';
const row = { name: 'Anna', script: 'Hello.', state: 'Texas', error: '' };
/** The task wins where names collide, and an error of the row would be one of the task. */
const kept = { name: 'Anna', script: 'Hello.' };
/** Columns of the row that are called as fields of tasks which a composed video does not have. */
const columns = { voiceId: '7', errorMessage: 'mine' };
/** As an image that another node has made. */
const image = {
	...kept,
	taskId: '1',
	taskKind: 'aiCreation',
	state: 'succeeded',
	outputUrls: ['https://results.example/i.png'],
	coverUrl: 'https://results.example/i.png',
};

describe('A field that decides what is made, by an expression that returns nothing', () => {
	const nothing = '={{ $json.nothing }}';
	it.each<[string, NodeRun]>([
		['Background', compose({ background: nothing, bgColor: '#00ff00' })],
		['Screen', compose({ screen: nothing })],
		['Subtitles', compose({ subtitles: nothing })],
		['Quality', compose({ model: nothing })],
		['Speech From', compose({ audioType: nothing })],
		['Speech From', lipSync({ audioType: nothing })],
		['Source', translate({ sourceType: nothing })],
		['Translation Voice', translate({ voiceChoice: nothing })],
		['Prompt', createImage({ refPrompt: nothing })],
		['Prompt', generate({ modelCode: 'modela2.5', videoDuration: 5, refPrompt: nothing })],
	])('is refused: %s', async (label, node) => {
		const { error } = await setup.engine.run({ ...node, items: [{ script: 'Hello.' }] });
		expect(error?.message).toContain(`'${label}' is missing`);
		expect(error?.description).toContain('The expression {{ $json.nothing }} returns nothing');
		expect(setup.count()).toBe(0);
	});
});

describe('The fields of the input item', () => {
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
		const task = await submits.item('composedVideo');
		const item = { ...kept, ...task, state: 'inProgress' };
		const outputOf = async (options: INodeParameters) => {
			const { json, run } = await setup.run(getTask([item], { whenNotFinished, options }));
			return whenNotFinished === 'pauseAndLoop' ? left(run, 1)[0] : json[0];
		};
		expect(await outputOf({})).toMatchObject({ ...kept, ...task, state: 'succeeded' });
		const bare = await outputOf({ includeInput: false });
		expect(bare).toMatchObject({ ...task, state: 'succeeded' });
		expect(bare).not.toHaveProperty('name');
	});

	it.each(['wait', 'return'])('are none in the answer of a tool: %s', async (completion) => {
		setup.service.fate({ seconds: 0 });
		const type = 'digitalHumanComposeVideoTool';
		const { json } = await setup.run({ ...compose({ completion, text }, { items: [row] }), type });
		expect(json[0]).toMatchObject({ taskKind: 'composedVideo' });
		expect(json[0]).not.toHaveProperty('name');
		expect(json[0]).not.toHaveProperty('script');
	});

	it('make no round of a long Pause and Loop heavier than the one before', async () => {
		const task = await submits.item('composedVideo', { seconds: 3600 });
		const { run } = await setup.engine.run(
			loop([{ ...kept, script: 'x'.repeat(10_000), ...task }], { timeLimit: 30 }),
		);
		const sizes = left(run, 0).map((json) => JSON.stringify(json).length);
		expect(Math.max(...sizes)).toBeLessThan(10_000 + 1_000);
		expect(left(run, 0)[0]).toMatchObject({ name: 'Anna' });
		expect(JSON.stringify(storedItems(run)).length).toBeLessThan(10_000 + 1_000);
	});

	it.each(['', null])('stay beside an empty taskId and error of a table: %j', async (empty) => {
		const own = { ...kept, reference: 'order 7', voiceId: '5', details: 'own' };
		const items = [{ ...own, taskId: empty, error: empty }];
		const { json } = await setup.run(compose({ text, completion: 'return' }, { items }));
		expect(json).toMatchObject([{ ...own, state: 'inProgress' }]);
	});

	it('have its files, in the newer binary mode, where it fails or passes through', async () => {
		const _files = { data: { id: 'filesystem:1', mimeType: 'video/mp4', data: 'filesystem' } };
		const items = [{ ...kept, script: '', _files }];
		const { json } = await setup.engine.run(compose({ text }, { items, ...goingOn }));
		expect(json).toMatchObject([{ error: expect.any(String), _files }]);
		const done = { taskId: '5', taskKind: 'aiCreation', state: 'succeeded', _files };
		expect((await setup.run(getTask([done]))).json).toMatchObject([done]);
	});

	it('of an item that Get Task cannot read keep its task', async () => {
		const item = { ...kept, taskId: '7', taskKind: 'unheard of', state: 'inProgress' };
		const { json } = await setup.run(getTask([item], {}, goingOn));
		expect(json).toEqual([{ ...item, error: expect.any(String), details: expect.any(Object) }]);
	});

	it.each([{}, { includeInput: false }])('stay over a pause, options %j', async (options) => {
		const node = compose(
			{ completion: 'pause', text, options },
			{ items: [{ ...row, ...columns }] },
		);
		const { id, end } = await setup.paused(node);
		const [{ json = {} } = {}] = (await end()).items ?? [];
		expect(json).toMatchObject({ taskId: id, state: 'succeeded' });
		if ('includeInput' in options) expect(json).not.toHaveProperty('name');
		else expect(json).toMatchObject({ ...kept, ...columns });
	});

	it('stay beside a task whose ID has blanks around it', async () => {
		const item = await submits.item('translation', { seconds: 0 });
		const more = { ...columns, targetLanguage: 'de', part: 2 };
		const { json } = await setup.run(
			getTask([{ ...kept, ...item, ...more, taskId: ` ${item.taskId} ` }]),
		);
		expect(json).toMatchObject([{ ...kept, ...more, state: 'succeeded' }]);
	});
});

describe('Result files are named', () => {
	beforeEach(() => void setup.service.fate({ seconds: 0 }));
	const options = { outputFileName: '={{ $json.title }}' };
	const title = 'Chapter 1';
	const namesOf = (outputs: INodeExecutionData[][]) =>
		outputs.flat().map(({ binary = {} }) => Object.values(binary).map(({ fileName }) => fileName));

	it('after the source and the language', async () => {
		// As without an expression.
		const downloadResult = '={{ $json.nothing }}';
		const waiting = { completion: 'wait', downloadResult, targetLanguages: ['es', 'fr'] };
		const input = await inputOf({ bytes: 9_000, name: 'talk.mp4' });
		const node = translate({ sourceType: 'file', ...waiting }, input);
		const { outputs } = await setup.engine.run(node);
		expect(namesOf(outputs)).toEqual([['talk-es.mp4'], ['talk-fr.mp4']]);
	});

	it.each([0, 1])('by an expression, which fails item %d alone', async (wrong) => {
		const outputFileName = `={{ $itemIndex === ${wrong} ? $('Gone').item.json.title : 'film' }}`;
		const waiting = { completion: 'wait', downloadResult: true, options: { outputFileName } };
		const items = [row, row];
		const { json } = await setup.engine.run(createImage(waiting, { items, ...goingOn }));
		expect(json[wrong]).toMatchObject({ name: 'Anna', error: expect.any(String) });
		expect(json[1 - wrong]).toMatchObject({ name: 'Anna', state: 'succeeded' });
	});

	it('after the row and the language, where there is no source', async () => {
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
		const picture = { bytes: 9_000, mimeType: 'image/png' };
		const one = { fox: { ...picture, name: 'fox.png', seed: 1 } };
		const two = { ...one, owl: { ...picture, name: 'owl.png', seed: 2 } };
		const start = async (operation: string, files: typeof one, more = {}) => {
			const done = { refPrompt: 'It moves', completion: 'wait', downloadResult: true, ...more };
			const items = [await itemWith(files, { title })];
			const { outputs } = await setup.engine.run(generate({ ...done, operation }, { items }));
			return namesOf(outputs).flat();
		};
		expect(await start('fromImage', one)).toEqual(['fox.mp4']);
		expect(await start('fromImage', one, { options })).toEqual([`${title}.mp4`]);
		expect(
			await start('fromFrames', two, { firstFrameInputField: 'fox', lastFrameInputField: 'owl' }),
		).not.toEqual(['fox.mp4']);
		// A result is named after its task, and no result of another task after that.
		const result = '1957000000000023757-0';
		const fox = { ...picture, name: `${result}.png`, seed: 3 };
		const [name] = await start('fromImage', { fox });
		expect(name).not.toContain(result);
	});

	it('after the row where AI Create starts from words, no two by the same name', async () => {
		const items = [{ Product: 'Red sofa' }, { Product: 'Red sofa' }, { Price: '499' }];
		const images = { ...redFox, completion: 'wait', downloadResult: true };
		const { outputs } = await setup.engine.run(createImage(images, { items }));
		expect(namesOf(outputs).flat()).toEqual([
			'Red sofa.png',
			'Red sofa (2).png',
			expect.stringMatching(/^\d+-0\.png$/),
		]);
	});

	it('with a number each, where there are several', async () => {
		const images = { ...redFox, numberOfImages: 3, completion: 'wait', downloadResult: true };
		const { outputs } = await setup.engine.run(
			createImage({ ...images, options }, { items: [{ title }, { title: 'Two' }] }),
		);
		expect(namesOf(outputs)).toEqual(
			[title, 'Two'].map((name) => [1, 2, 3].map((number) => `${name}-${number}.png`)),
		);
	});

	it('as the user says, also after a pause', async () => {
		const pausing = { completion: 'pause', downloadResult: true, options };
		const { end } = await setup.paused(compose(pausing, { items: [{ title }] }));
		expect(namesOf([(await end()).items ?? []])).toEqual([[`${title}.mp4`]]);
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

it('The output panel says how many tasks were not awaited to their end', async () => {
	setup.service.fate(({ index }) => ({ seconds: index < 2 ? Infinity : 0 }));
	const items = ['a', 'b', 'c', 'd', 'e'].map((script) => ({ script }));
	const node = compose({ completion: 'wait', text, options: { timeLimit: 5 } }, { items });
	expect(hintsOf(await setup.run(node))).toEqual([
		expect.stringMatching(
			/^2 of 5 (composed )?videos were still in progress after 5 minutes\. .*Get Task/,
		),
	]);
});
