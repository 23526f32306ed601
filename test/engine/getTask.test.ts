import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { DETAILS, getTask, PAGES } from '../support/engine/getTask';
import { setUp } from '../support/engine/setup';
import { Submits, type Kind } from '../support/engine/submits';
import { errorText } from '../support/engine/errorText';
import { quickTime } from '../support/quickTime';

quickTime();

describe('Get Task', () => {
	const setup = setUp({
		limits: false,
		videoDetailPath: DETAILS.translation,
		personDetailPath: DETAILS.person,
	});
	const submits = new Submits(() => setup.service);
	const reads = (operation: string) => setup.service.journal.count({ operation });
	beforeEach(() => setup.service.journal.clear());

	it('passes a task that is final in the input through without a request', async () => {
		const done = {
			taskId: '1',
			taskKind: 'lipSync',
			state: 'succeeded',
			outputUrls: ['https://example.com/a.mp4'],
			reference: 'row 7',
		};
		const file = { data: 'YQ==', mimeType: 'video/mp4', fileName: 'a.mp4' };
		const { outputs, error } = await setup.engine.run(
			getTask([], {}, { items: [{ json: done, binary: { data: file } }] }),
		);
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual([{ json: done, binary: { data: file }, pairedItem: { item: 0 } }]);
		expect(setup.service.journal.count()).toBe(0);
	});

	it('looks a task up when the item that seems final is about another one', async () => {
		const taskId = await submits.fated('aiCreation', { seconds: Infinity });
		setup.service.journal.clear();
		const item = { taskId: 'other', requested: taskId, taskKind: 'aiCreation', state: 'succeeded' };
		const { json } = await setup.engine.run(getTask([item], { taskId: '={{ $json.requested }}' }));
		expect(json).toEqual([expect.objectContaining({ taskId, state: 'inProgress' })]);
		expect(reads(PAGES.aiCreation)).toBe(1);
	});

	it('looks a task up as the kind that is chosen, when the item is about one of another kind', async () => {
		const taskId = await submits.fated('lipSync', { seconds: 0 });
		const item = { taskId, taskKind: 'aiCreation', state: 'failed' };
		const { json } = await setup.engine.run(getTask([item], { taskKind: 'lipSync' }));
		expect(json[0]).toMatchObject({ taskId, taskKind: 'lipSync', state: 'succeeded' });
	});

	it.each(['now', 'pauseAndLoop'])(
		'keeps what only the item knows about its task (%s)',
		async (whenNotFinished) => {
			const taskId = await submits.fated('lipSync', { seconds: 0 });
			const input = { taskId, taskKind: 'lipSync', state: 'inProgress', reference: 'row 7' };
			const { outputs } = await setup.engine.run(
				getTask([{ ...input, targetLanguage: 'de', translationId: '9', row: 7 }], {
					whenNotFinished,
				}),
			);
			const json = outputs.flat()[0]?.json ?? {};
			expect(json).toMatchObject({
				state: 'succeeded',
				reference: 'row 7',
				targetLanguage: 'de',
				translationId: '9',
			});
			// The loop keeps all that the item brought.
			expect(json.row).toBe(whenNotFinished === 'pauseAndLoop' ? 7 : undefined);
		},
	);

	it('does not keep what an item reports about another task', async () => {
		const requested = await submits.fated('lipSync', { seconds: 0 });
		const input = { taskId: 'other', requested, taskKind: 'lipSync', reference: 'row 7' };
		const { json } = await setup.engine.run(getTask([input], { taskId: '={{ $json.requested }}' }));
		expect(json[0]).toMatchObject({ taskId: requested, state: 'succeeded' });
		expect(json[0]).not.toHaveProperty('reference');
	});

	it('fails the item of a failed task, also of one that had failed before', async () => {
		const failed = { taskId: '1', taskKind: 'lipSync', state: 'failed', errorMessage: 'no face' };
		const { error } = await setup.engine.run(getTask([failed]));
		expect(error?.message).toBe('The task failed: no face');
	});

	it('waits until tasks of several kinds are finished', async () => {
		setup.service.fate({ seconds: 40 });
		const tasks = [
			{ taskId: await submits.aiCreation(), taskKind: 'aiCreation' },
			{ taskId: await submits.composedVideo(), taskKind: 'composedVideo' },
		];
		const { json } = await setup.engine.run(getTask(tasks, { whenNotFinished: 'wait' }));
		expect(json.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
	});

	it('outputs an unfinished task with its ID at the time limit', async () => {
		setup.service.fate({ seconds: Infinity });
		const taskId = await submits.lipSync();
		const { json } = await setup.engine.run(
			getTask([{ taskId }], {
				taskKind: 'lipSync',
				whenNotFinished: 'wait',
				options: { timeLimit: 0 },
			}),
		);
		expect(json).toEqual([
			expect.objectContaining({ taskId, state: 'inProgress', timedOut: true }),
		]);
	});

	it('takes a time limit that is no whole number of milliseconds', async () => {
		const taskId = await submits.fated('lipSync', { seconds: Infinity });
		const { json, error } = await setup.engine.run(
			getTask([{ taskId }], {
				taskKind: 'lipSync',
				whenNotFinished: 'wait',
				options: { timeLimit: 0.0012345 },
			}),
		);
		expect(error).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ taskId, timedOut: true })]);
	});

	it.each<Kind>(['aiCreation', 'motion', 'composedVideo', 'lipSync', 'translation', 'person'])(
		'says that the service has no %s with the ID',
		async (taskKind) => {
			const { error } = await setup.engine.run(getTask([{ taskId: '404', taskKind }]));
			expect(error?.message).toMatch(/^The service has no .* with the ID '404'/);
		},
	);

	it('keeps the other items when one is wrong and the workflow continues', async () => {
		const taskId = await submits.fated('lipSync', { seconds: Infinity });
		const items = [
			{ taskId: '' },
			{ taskId, taskKind: 'lipSync' },
			{ taskId, taskKind: 'song' },
			{ taskId: '404', taskKind: 'lipSync' },
		];
		const { json } = await setup.engine.run(
			getTask(items, {}, { settings: { onError: 'continueRegularOutput' } }),
		);
		expect(json).toEqual([
			expect.objectContaining({ error: "'Task ID' is missing" }),
			expect.objectContaining({ taskId, state: 'inProgress' }),
			expect.objectContaining({ error: expect.stringContaining("'Task Kind' is 'song'") }),
			expect.objectContaining({ error: expect.stringContaining('has no lip-sync video') }),
		]);
	});

	it('fails when the service cannot be asked, rather than calling the task unfinished', async () => {
		const taskId = await submits.lipSync();
		setup.service.faults.add({
			operation: DETAILS.lipSync,
			fault: { kind: 'status', status: 503 },
			times: Infinity,
		});
		const { error } = await setup.engine.run(getTask([{ taskId, taskKind: 'lipSync' }]));
		expect(error?.message).toMatch(/^Could not look up the lip-sync video/);
	}, 60_000);
});

describe('Get Task with Download Result', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);
	const forged = (taskId: string, taskKind: string) => ({
		taskId,
		taskKind,
		state: 'succeeded',
		reference: 'row 7',
		outputUrls: [setup.service.storage.source({ bytes: 500, name: 'inside.mp4' }).url],
	});
	const fetched = () => setup.service.journal.count({ operation: 'source' });
	const choices = [['now'], ['wait'], ['pauseAndLoop']];
	const download = (whenNotFinished: string) => ({
		whenNotFinished,
		downloadResult: true,
	});

	it.each(choices)(
		'asks the service about a task that an item presents as finished, and fetches from its addresses alone (%s)',
		async (choice) => {
			const taskId = await submits.fated('lipSync', { seconds: 0 });
			const { outputs, error } = await setup.engine.run(
				getTask([forged(taskId, 'lipSync')], download(choice)),
			);
			expect(error).toBeUndefined();
			const [item] = outputs.flat();
			expect(item?.json).toMatchObject({ taskId, state: 'succeeded', reference: 'row 7' });
			expect(item?.json.outputUrls).not.toEqual(forged(taskId, 'lipSync').outputUrls);
			expect(item?.binary?.data).toBeDefined();
			expect(fetched()).toBe(0);
		},
	);

	it.each(choices)(
		'fetches nothing for a task that the service does not know (%s)',
		async (choice) => {
			const { error } = await setup.engine.run(
				getTask([{ ...forged('404', 'lipSync'), waitingSince: '2020-01-01T00:00:00.000Z' }], {
					...download(choice),
				}),
			);
			expect(error?.message).toBe('The result files could not be downloaded');
			expect(error?.description).toContain('Could not look up the lip-sync video');
			expect(fetched()).toBe(0);
		},
	);

	it.each(choices)(
		'passes a task on without files where the service cannot be asked, and says what is missing (%s)',
		async (choice) => {
			const items = [
				forged('1', 'translation'),
				{ ...forged('2', 'translation'), state: 'failed' },
			];
			const settings = { onError: 'continueRegularOutput' } as const;
			const { outputs, run } = await setup.engine.run(
				getTask(items, download(choice), { settings }),
			);
			expect(outputs.flat().map(({ json, binary }) => [json.error, binary])).toEqual([
				[undefined, undefined],
				[choice === 'pauseAndLoop' ? undefined : 'The task failed', undefined],
			]);
			const { hints } = run.data.resultData.runData.Tested?.at(-1) ?? {};
			expect(JSON.stringify(hints)).toContain("needs the 'Video Detail Path'");
			expect(fetched()).toBe(0);
		},
	);
});

describe('Get Task without the paths that are not published', () => {
	const setup = setUp({ limits: false });

	it.each([
		['translation', /^Translations cannot be awaited or looked up.*'Video Detail Path'/],
		['person', /^Custom persons cannot be awaited or looked up.*'Person Detail Path'/],
	])('says what is missing for a %s and keeps the other kinds', async (taskKind, words) => {
		const submits = new Submits(() => setup.service);
		setup.service.fate({ seconds: Infinity });
		const items = [
			{ taskId: '1', taskKind },
			{ taskId: await submits.aiCreation(), taskKind: 'aiCreation' },
		];
		const { error } = await setup.engine.run(getTask(items));
		expect(errorText(error)).toMatch(words);
		const { json } = await setup.engine.run(
			getTask(items, {}, { settings: { onError: 'continueRegularOutput' } }),
		);
		const [{ error: title, details } = {}] = json as Array<{ error: string; details: IDataObject }>;
		expect(`${title}. ${String(details?.description)}`).toMatch(words);
		expect(json[1]).toMatchObject({ state: 'inProgress', taskKind: 'aiCreation' });
	});

	it('does not speak of a submit when an option is wrong', async () => {
		const { error } = await setup.engine.run({
			type: 'digitalHumanGetTask',
			parameters: { operation: 'get', whenNotFinished: 'wait', options: { timeLimit: 'soon' } },
			items: [{ taskId: '1' }],
		});
		expect(error?.message).toContain("'Limit Wait Time (Minutes)'");
		expect(error?.description).toContain('Correct the field');
		expect(error?.description).not.toContain('submitted');
	});
});
