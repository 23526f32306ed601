import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { chosen, compose, CREATE as CREATE_VIDEO, DETAILS, getTask } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { quickTime } from '../support/clock';

quickTime();

const CREATE = 'video_translation/create';

interface Entry {
	language_task_id: string;
	target_language: string;
}

describe('The languages of a translation', () => {
	const setup = setUp({
		limits: false,
		videoDetailPath: DETAILS.translation,
		personDetailPath: DETAILS.person,
	});
	const submits = new Submits(() => setup.service);

	const answerTo = (operation: string, change: (data: never) => unknown): void => {
		setup.service.faults.add({
			operation,
			times: Infinity,
			fault: {
				kind: 'answer',
				change: (right) => ({
					...(right as object),
					data: change((right as { data: never }).data),
				}),
			},
		});
	};

	const translate = async (parameters: INodeParameters) => {
		const video = await submits.fated('composedVideo', { seconds: 0 });
		setup.service.fate({ seconds: 0 });
		return await setup.engine.run({
			type: 'digitalHumanTranslateVideo',
			parameters: {
				sourceType: 'video',
				videoId: chosen(video),
				targetLanguages: ['de', 'fr'],
				...parameters,
			},
		});
	};

	it.each<[string, (entry: Entry) => unknown]>([
		[
			'in capitals',
			(entry) => ({ ...entry, target_language: entry.target_language.toUpperCase() }),
		],
		['with a region', (entry) => ({ ...entry, target_language: `${entry.target_language}-XX` })],
		['by one name', (entry) => ({ ...entry, target_language: 'German' })],
		['not at all', ({ language_task_id }) => ({ language_task_id })],
	])('may come back %s: all tasks are output', async (_, change) => {
		for (const completion of ['return', 'wait']) {
			setup.service.reset();
			answerTo(CREATE, (data: { tasks: Entry[] }) => ({ ...data, tasks: data.tasks.map(change) }));
			const { json, error } = await translate({ completion });
			expect(error).toBeUndefined();
			const ids = setup.service.tasks().map(({ id }) => id);
			expect(json).toHaveLength(2);
			expect(ids).toEqual(expect.arrayContaining(json.map(({ taskId }) => taskId)));
			expect(setup.service.journal.accepted(CREATE)).toBe(1);
		}
	});

	it('do not take the state of another task', async () => {
		const { json } = await translate({ completion: 'return' });
		answerTo(DETAILS.translation, (data: object) => ({ ...data, id: '1957000000000000001' }));
		const id = String(json[0]?.taskId);
		const { json: items, error } = await setup.engine.run(
			getTask([{ taskId: id, taskKind: 'translation' }], { whenNotFinished: 'now' }),
		);
		expect(items.filter(({ state }) => state === 'succeeded')).toEqual([]);
		expect(JSON.stringify([error?.description, items])).toContain('not the requested ID');
	});

	it.each([undefined, null])('are read where the detail has the ID %j', async (odd) => {
		answerTo(DETAILS.translation, (data: object) => ({ ...data, id: odd }));
		const { json, error } = await translate({ completion: 'wait' });
		expect(error).toBeUndefined();
		expect(json.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
	});

	it('and the size of a video is not that of another person', async () => {
		const person = await submits.fated('person', { seconds: 0 });
		answerTo(DETAILS.person, (data: object) => ({
			...data,
			id: '1957000000000000001',
			width: 1920,
			height: 48,
		}));
		await setup.engine.run(
			compose({ personId: chosen(person), figureType: chosen('auto'), completion: 'return' }),
		);
		const sent = setup.service.journal.entries({ operation: CREATE_VIDEO }).map(({ body }) => body);
		expect(JSON.stringify(sent)).not.toContain('"height":48');
	});

	it('are listed in a message as far as one reads', async () => {
		const targetLanguages = Array.from({ length: 40_000 }, (_, index) => `x${index}`);
		const { error, stored } = await translate({ completion: 'return', targetLanguages });
		expect(error?.message).toMatch(/'x0', 'x1'/);
		expect(`${error?.message} ${error?.description}`.length).toBeLessThan(5_000);
		expect(stored.length).toBeLessThan(5_000_000);
	});

	it('and messages and IDs of the service are clipped', async () => {
		const id = 'x1'.repeat(100_000);
		const library = (operation: string) => ({
			type: 'digitalHumanLibrary',
			parameters: { resource: 'file', operation, fileId: { __rl: true, mode: 'id', value: id } },
		});
		for (const operation of ['get', 'delete']) {
			const { error } = await setup.engine.run(library(operation));
			expect(error).toBeDefined();
			expect(`${error?.message} ${error?.description}`.length).toBeLessThan(5_000);
		}
		setup.service.faults.add({
			operation: 'list_common_audio',
			times: Infinity,
			fault: { kind: 'code', code: 40000, msg: 'y'.repeat(2_000_000) },
		});
		const { error } = await setup.engine.run({
			type: 'digitalHumanLibrary',
			parameters: { resource: 'publicVoice', operation: 'getAll' },
		});
		expect(error?.description).toMatch(/y{100}…? \(code 40000, trace_id \w+\)\.$/);
		expect(String(error?.description).length).toBeLessThan(2_000);
	});
});
