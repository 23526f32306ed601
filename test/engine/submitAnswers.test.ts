import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../demo-service';
import { chosen, compose, CREATE } from '../support/composeVideoCase';
import { Logger } from '../support/engine/core';
import type { NodeRun } from '../support/engine/engine';
import { redFox } from '../support/engine/redFox';
import { setUp } from '../support/engine/setup';
import { SUBMIT, Submits } from '../support/engine/submits';

const DETAIL = 'detail/video';

const create: NodeRun = {
	type: 'digitalHumanAiCreate',
	parameters: {
		...redFox,
		completion: 'return',
	},
};

const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

const answered = (change: (right: IDataObject) => unknown): Fault => ({
	kind: 'answer',
	change: (right) => change(right as IDataObject),
});

describe('An unexpected answer to a submit', () => {
	const setup = setUp({ videoDetailPath: DETAIL, limits: false });
	const submits = new Submits(() => setup.service);
	const accepted = (operation: string) => setup.service.journal.accepted(operation);

	it.each<[string, Fault]>([
		['50000 as text', answered((right) => ({ ...right, code: '50000', data: null }))],
		['an undocumented code', answered((right) => ({ ...right, code: 52000, data: null }))],
		['a message only', { kind: 'message', msg: 'gateway timeout', processed: true }],
		['a code of true', answered((right) => ({ ...right, code: true }))],
		['HTTP 404', { kind: 'status', status: 404, processed: true }],
	])('with %s is not repeated by Retry On Fail', async (_, fault) => {
		setup.service.faults.add({ operation: SUBMIT.aiCreation, fault, times: Infinity });
		const { error } = await setup.engine.run({ ...create, settings: retried });
		expect(setup.service.journal.count({ operation: SUBMIT.aiCreation })).toBe(1);
		expect(error?.description).toContain('may still have been created');
		expect(error?.description).toContain('Digital Human Get Task');
	});

	it('is repeated by Retry On Fail when it refuses, in words too', async () => {
		setup.service.faults.add({
			operation: CREATE,
			times: 2,
			fault: { kind: 'message', msg: 'voice not in a successful state' },
		});
		const { error, json } = await setup.engine.run({
			...compose({ completion: 'return' }),
			settings: retried,
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(accepted(CREATE)).toBe(1);
	});

	it.each<[string, Fault]>([
		['the code as text', answered((right) => ({ ...right, code: '0' }))],
		['a byte order mark', { kind: 'text', change: (right) => `\uFEFF${right}` }],
	])('with %s gives the ID', async (_, fault) => {
		setup.service.faults.add({ operation: SUBMIT.aiCreation, fault });
		const { json, error } = await setup.engine.run(create);
		expect(error).toBeUndefined();
		expect(json[0]?.taskId).toBe(setup.service.tasks()[0]?.id);
	});

	it('with a large number gives the ID as it was sent', async () => {
		const change = (right: string) => right.replace(/"data":"(\d+)"/, '"data":$1');
		setup.service.faults.add({ operation: CREATE, fault: { kind: 'text', change } });
		const { json } = await setup.engine.run(compose({ completion: 'return' }));
		expect(json[0]?.taskId).toBe(setup.service.tasks()[0]?.id);
	});

	it.each<[string, (right: IDataObject) => unknown]>([
		['an object', ({ data, ...rest }) => ({ ...rest, data: { id: 17, unique_id: data } })],
		['an unknown code', (right) => ({ ...right, code: 52000 })],
		['no code', ({ data, msg }) => ({ data, msg })],
		['the ID deep inside', ({ data, ...rest }) => ({ ...rest, data: { video: [{ id: data }] } })],
		['a name in capitals', ({ data, ...rest }) => ({ ...rest, data: { TASK_ID: data } })],
		['the ID wrapped', ({ data, ...rest }) => ({ ...rest, data: { task_id: { value: data } } })],
	])('with %s quotes the answer with the ID, and not the token', async (_, change) => {
		const { token } = setup.service;
		const fault = answered((right) => change({ ...right, trace_id: `of ${token}`, msg: token }));
		setup.service.faults.add({ operation: SUBMIT.aiCreation, fault });
		const { error, stored } = await setup.engine.run(create);
		const id = setup.service.tasks()[0]?.id;
		expect(error?.description).toContain(id);
		expect(error?.description).toMatch(/may still have been created.*Find it/);
		expect(stored).not.toContain(token);
	});

	it('reports a wrong address first, and then that a task may exist', async () => {
		for (const status of [401, 403, 404, 405]) {
			setup.service.faults.add({ operation: SUBMIT.aiCreation, fault: { kind: 'html', status } });
			const { error } = await setup.engine.run(create);
			expect(error?.message).toContain("'Base URL' of the credential may be wrong");
			expect(error?.description).toMatch(
				/^The response does not look .*'Base URL'.*may still have been/,
			);
		}
	});

	it('counts every readable task of a translation, and reports the others', async () => {
		const video = await submits.composedVideo();
		setup.service.settle(video);
		const videoId = chosen(video);
		const requested = ['de', 'fr', 'ja'];
		const translate = (settings: NodeRun['settings']): NodeRun => ({
			type: 'digitalHumanTranslateVideo',
			parameters: {
				sourceType: 'video',
				videoId,
				targetLanguages: requested,
				completion: 'return',
			},
			settings,
		});
		for (const id of [null, { odd: true }]) {
			const fault = answered((right) => {
				const { tasks, ...data } = right.data as { tasks: IDataObject[] };
				const [first, second, third] = tasks;
				return {
					...right,
					data: {
						...data,
						tasks: [
							{ ...first, language_task_id: id },
							null,
							second,
							{ ...third, target_language: 5 },
						],
					},
				};
			});
			setup.service.faults.add({ operation: SUBMIT.translation, fault });
			const { json } = await setup.engine.run(translate({ onError: 'continueRegularOutput' }));
			const begun = json.filter(({ taskId }) => taskId);
			expect(begun.map(({ targetLanguage }) => targetLanguage)).toEqual(['fr', undefined]);
			// The one without a language may be either.
			const failed = json.filter(({ error }) => error);
			expect(failed.map(({ error }) => error)).toEqual([
				"The service accepted the video but returned no task for 'de' or 'ja'",
			]);
			expect((failed[0]?.details as IDataObject).description).toMatch(
				/may still have been started.*without a readable ID: \[.*,null\].*Find it/,
			);
		}
	});

	it('quotes a translation whose ID stands where it does not belong, in the message and in the log', async () => {
		const warn = jest.spyOn(Logger.prototype, 'warn');
		const video = await submits.composedVideo();
		setup.service.settle(video);
		const fault = answered((right) => {
			const { tasks, ...data } = right.data as { tasks: IDataObject[] };
			const [first, { language_task_id: taskId, ...second } = {}] = tasks;
			return { ...right, data: { ...data, tasks: [first, { ...second, languageTaskId: taskId }] } };
		});
		setup.service.faults.add({ operation: SUBMIT.translation, fault });
		const { error } = await setup.engine.run({
			type: 'digitalHumanTranslateVideo',
			parameters: {
				sourceType: 'video',
				videoId: chosen(video),
				targetLanguages: ['de', 'fr'],
				completion: 'return',
			},
		});
		const ids = setup.service.tasks().flatMap(({ id }) => (id === video ? [] : id));
		expect(ids.filter((id) => error?.description?.includes(id))).toHaveLength(2);
		const logged = warn.mock.calls.map(([line]) => line).join();
		expect(ids.filter((id) => logged.includes(id))).toHaveLength(1);
	});

	it('logs one line for each task as soon as it is accepted, without content or token', async () => {
		const info = jest.spyOn(Logger.prototype, 'info');
		const items = [{ prompt: 'Secret fox' }, { prompt: 'Secret cat' }];
		await setup.engine.run({
			...create,
			parameters: { ...create.parameters, refPrompt: '={{ $json.prompt }}' },
			items,
		});
		const lines = () =>
			info.mock.calls.map(([line]) => line).filter((line) => line.includes('task accepted'));
		const ids = setup.service.tasks().map(({ id }) => id);
		const expected = ids.map(() =>
			expect.stringMatching(
				/^Digital Human task accepted: node="Tested" item=\d kind=aiCreation task=[\w-]+ execution=execution$/,
			),
		);
		expect(lines()).toEqual(expected);
		for (const id of ids) expect(lines().join()).toContain(`task=${id} `);
		expect(lines().join()).not.toMatch(/Secret/);
		expect(lines().join()).not.toContain(setup.service.token);
	});
});
