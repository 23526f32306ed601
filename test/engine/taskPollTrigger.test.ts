/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Fate, Fault } from '../../demo-service';
import { type OddRow, oddRow } from '../support/engine/oddRows';
import { DigitalHumanTaskPollTrigger } from '../../nodes/TaskPollTrigger/DigitalHumanTaskPollTrigger.node';
import { asWritten } from '../support/changedTexts';
import { Logger } from '../support/engine/core';
import { hintsOf } from '../support/engine/outputs';
import { MIB, PAGES } from '../support/engine/runs';
import { rowsWith } from '../support/answers';
import { type Setup, setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';
import { outputOf, type Poll, pollOnce, runTrigger } from '../support/engine/triggers';

const node = new DigitalHumanTaskPollTrigger();
const LIP_SYNCS = PAGES.lipSync;
const BOTH = { taskKinds: ['lipSync', 'aiCreation'] };
const DAY_MS = 24 * 3600_000;

/** A trigger for finished lip-sync videos, with what n8n has stored for its workflow. */
const triggerOf = (
	{ credential }: Setup,
	staticData: IDataObject,
	parameters: INodeParameters = {},
	more: Partial<Poll> = {},
): Poll => ({
	node,
	credential,
	staticData,
	parameters: { triggerOn: 'finished', taskKinds: ['lipSync'], options: {}, ...parameters },
	...more,
});

const copy = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

const ids = (items: INodeExecutionData[]) => items.map(({ json }) => json.taskId);

const states = (items: INodeExecutionData[]) => items.map(({ json }) => [json.taskId, json.state]);

describe('Task Poll Trigger', () => {
	const setup = setUp({ limits: false });
	const { submits } = setup;

	/** One check of n8n. */
	const poll = async (stored: IDataObject, parameters?: INodeParameters, budgetMs?: number) =>
		await pollOnce(triggerOf(setup, stored, parameters, { budgetMs }));
	/** What n8n has stored after a first check. */
	const activated = async (parameters?: INodeParameters) => {
		const stored: IDataObject = {};
		expect(await poll(stored, parameters)).toEqual([]);
		return stored;
	};
	const finished = async (fate: Fate = {}) =>
		await submits.fated('lipSync', { seconds: 0, ...fate });
	const finishedImage = async () => await submits.fated('aiCreation', { seconds: 0 });

	it('starts with a quick task with create_time 0, once', async () => {
		const stored = await activated();
		const id = await finished({ record: { create_time: 0 } });
		expect(states(await poll(stored))).toEqual([[id, 'succeeded']]);
		expect(await poll(stored)).toEqual([]);
	});

	it('starts with the tasks that become final after the activation, each once', async () => {
		await finished();
		setup.service.fate({ seconds: Infinity });
		const open = await submits.lipSync();
		const stored = await activated();
		const next = await submits.lipSync();
		expect(await poll(stored)).toEqual([]);
		setup.service.settle(open, { outcome: 30, errMsg: 'no mouth' });
		setup.service.settle(next);
		expect(await poll(stored)).toMatchObject([
			{ json: { taskId: open, taskKind: 'lipSync', state: 'failed', errorMessage: 'no mouth' } },
			{ json: { taskId: next, taskKind: 'lipSync', state: 'succeeded' } },
		]);
		expect(await poll(copy(stored))).toEqual([]);
	});

	it.each(['lipSync', 'composedVideo', 'aiCreation', 'motion'] as const)(
		'knows %s',
		async (kind) => {
			const parameters = { taskKinds: [kind] };
			const stored = await activated(parameters);
			const id = await submits.fated(kind, { seconds: Infinity });
			await poll(stored, parameters);
			setup.service.settle(id);
			const items = await poll(stored, parameters);
			expect(items.filter(({ json }) => json.taskId === id)).toMatchObject([
				{ json: { taskKind: kind, state: 'succeeded', outputUrls: [expect.any(String)] } },
			]);
		},
	);

	it('keeps to the requested state, and with another one starts anew', async () => {
		const failed = { triggerOn: 'failed' };
		const stored = await activated(failed);
		// n8n saves nothing of a check that starts nothing.
		const saved = copy(stored);
		await finished();
		const bad = await finished({ outcome: 30 });
		expect(ids(await poll(stored, failed))).toEqual([bad]);
		expect(await poll(saved, { triggerOn: 'succeeded' })).toEqual([]);
		const good = await finished();
		expect(ids(await poll(saved, { triggerOn: 'succeeded' }))).toEqual([good]);
	});

	it('starts for what was created after its first check, although that failed', async () => {
		const stored: IDataObject = {};
		await finished();
		const back = setup.always(LIP_SYNCS, { kind: 'status', status: 503 });
		expect(await poll(stored, BOTH)).toEqual([]);
		await delay(60_000);
		const id = await finished();
		back();
		expect(ids(await poll(stored, BOTH))).toEqual([id]);
	});

	/** Does something while the service's clock is behind that of n8n. */
	const whileBehind = async (hours: number, work: () => Promise<void>) => {
		const { clock } = setup.service;
		clock.advance(-hours * 3600);
		try {
			await work();
		} finally {
			clock.advance(hours * 3600);
		}
	};

	it.each([
		['two hours ahead', 2],
		['two hours behind', -2],
	])("starts for that, and for nothing older, also where n8n's clock is %s", async (_, hours) => {
		await whileBehind(hours, async () => {
			const stored: IDataObject = {};
			await finished();
			await delay(2_000);
			const back = setup.always(LIP_SYNCS, { kind: 'status', status: 503 });
			await expect(poll(stored)).rejects.toThrow('Could not look up');
			await delay(60_000);
			const id = await finished();
			back();
			expect(ids(await poll(stored))).toEqual([id]);
		});
	});

	it("follows what is in progress at its first check, also where n8n's clock is days ahead", async () => {
		await whileBehind(72, async () => {
			const open = await submits.fated('lipSync', { seconds: Infinity });
			for (let page = 0; page < 2; page++) {
				await delay(60_000);
				await submits.items('lipSync', 30, { seconds: 0 });
			}
			const stored = await activated();
			setup.service.settle(open);
			expect(ids(await poll(stored))).toEqual([open]);
		});
	});

	it.each([
		['hours ahead', 8],
		['hours behind', -8],
	])(
		'starts once for each task where its create_time is that of another time zone: %s',
		async (_, hours) => {
			const shifted = ({ create_time, ...row }: IDataObject) => ({
				...row,
				create_time: Number(create_time) + hours * 3600,
			});
			setup.always(LIP_SYNCS, rowsWith(shifted));
			await finished();
			let slow = await submits.fated('lipSync', { seconds: Infinity });
			const stored = await activated();
			// Past the hour at which the shifted times meet the clock.
			for (let hour = 0; hour < 10; hour++) {
				await delay(60_000);
				const quick = await finished();
				expect(ids(await poll(stored))).toEqual([quick]);
				setup.service.settle(slow);
				expect(ids(await poll(stored))).toEqual([slow]);
				slow = await submits.fated('lipSync', { seconds: Infinity });
				await delay(3_600_000);
				expect(await poll(stored)).toEqual([]);
			}
		},
	);

	it("brings the service's own record along", async () => {
		const stored = await activated();
		const id = await finished();
		const items = await poll(stored, { options: { simple: false } });
		expect(items).toMatchObject([{ json: { taskId: id, raw: expect.any(Object) } }]);
	});

	it('loses nothing when the service is away, and does not hold up other kinds', async () => {
		const stored = await activated(BOTH);
		const [video, image] = [await finished(), await finishedImage()];
		const remove = setup.fault(LIP_SYNCS, { kind: 'code', code: 40000 }, { times: 100 });
		expect(ids(await poll(stored, BOTH))).toEqual([image]);
		await expect(poll(stored)).rejects.toThrow(/refused a field/);
		remove();
		expect(ids(await poll(stored, BOTH))).toEqual([video]);
	});

	const oddRows: OddRow[] = ['nullStatus', 'noStatus', 'null', 'nullId'];

	it.each(oddRows)('an odd record (%s) is caught up with, and hides no other', async (row) => {
		const stored = await activated();
		const [first, second] = [await finished(), await finished()];
		const remove = setup.always(LIP_SYNCS, oddRow(row));
		expect(ids(await poll(stored))).toEqual([first]);
		remove();
		expect(ids(await poll(stored))).toEqual([second]);
	});

	it('loses nothing when it cannot read what to output', async () => {
		const stored = await activated();
		const id = await finished();
		await expect(poll(stored, { downloadResult: 'perhaps' })).rejects.toThrow(/Download Result/);
		await expect(poll(stored, { options: { simple: 'never' } })).rejects.toThrow(/'Simplify' must/);
		expect(ids(await poll(stored))).toEqual([id]);
	});

	it('starts again with a kind that was not checked for a while', async () => {
		const stored = await activated(BOTH);
		await poll(stored, { taskKinds: ['aiCreation'] });
		await finished();
		expect(await poll(stored, BOTH)).toEqual([]);
		const id = await finished();
		expect(ids(await poll(stored, BOTH))).toEqual([id]);
	});

	it('two checks at the same time output a task once', async () => {
		const stored = await activated();
		const id = await finished();
		const both = await Promise.all([poll(stored), poll(stored)]);
		expect(ids(both.flat())).toEqual([id]);
	});

	it('a test event of the editor is a finished task and changes nothing', async () => {
		const stored = await activated();
		const id = await finished();
		const before = JSON.stringify(stored);
		// Of another kind there is no list at the moment.
		setup.always(PAGES.aiCreation, { kind: 'code', code: 40000 });
		expect(ids(await outputOf(triggerOf(setup, stored, BOTH)))).toEqual([id]);
		expect(JSON.stringify(stored)).toBe(before);
		expect(ids(await poll(stored))).toEqual([id]);
	});

	it('a success without its result starts nothing until the result is there', async () => {
		const stored = await activated();
		const id = await finished({ record: { video_url: '' } });
		expect(await poll(stored)).toEqual([]);
		await delay(180_000);
		expect(await poll(stored)).toEqual([]);
		setup.service.settle(id, { record: { video_url: 'https://results.example/v.mp4' } });
		expect(states(await poll(stored))).toEqual([[id, 'succeeded']]);
	});

	it('a kind that is refused for good is told once a day, and loses no task of another', async () => {
		const stored = await activated(BOTH);
		setup.always(LIP_SYNCS, { kind: 'code', code: 10400 });
		const id = await finishedImage();
		expect(states(await poll(stored, BOTH))).toEqual([[id, 'succeeded']]);
		await expect(poll(stored, BOTH)).rejects.toMatchObject({
			message: expect.stringContaining('Could not look up lip-sync videos'),
			description: expect.stringContaining("remove it from 'Task Kinds'"),
		});
		await delay(60_000);
		expect(await poll(stored, BOTH)).toEqual([]);
		await delay(1.1 * DAY_MS);
		await expect(poll(stored, BOTH)).rejects.toThrow('Could not look up');
	});

	it('it does not keep others back where n8n forgets what a failed check has changed', async () => {
		let stored = await activated(BOTH);
		setup.always(LIP_SYNCS, { kind: 'code', code: 10400 });
		for (let images = 0; images < 2; images++) {
			const id = await finishedImage();
			stored = copy(stored);
			expect(ids(await poll(stored, BOTH))).toEqual([id]);
			await expect(poll(copy(stored), BOTH)).rejects.toThrow('Could not look up');
		}
	});

	it('a status that is not documented is logged once', async () => {
		const stored = await activated();
		await finished({ outcome: 'Done' });
		const warn = jest.spyOn(Logger.prototype, 'warn');
		for (let check = 0; check < 3; check++) expect(await poll(stored)).toEqual([]);
		expect(asWritten(warn.mock.calls).map(([line]) => line)).toEqual([
			expect.stringContaining("the status 'Done', which is not documented"),
		]);
	});

	describe('where n8n abandons a check that takes long', () => {
		const BUDGET_MS = 45_000;
		const silent = { kind: 'never' } as const;

		it('fails at first where it has not read all: what was there before starts nothing', async () => {
			await submits.items('lipSync', 60, { seconds: 0 });
			setup.always(LIP_SYNCS, silent, ({ body }) => (body as { page: number }).page === 2);
			const stored: IDataObject = {};
			await expect(poll(stored, {}, BUDGET_MS)).rejects.toThrow('Could not look up');
			setup.service.faults.clear();
			expect(await poll(stored)).toEqual([]);
			expect(await poll(stored)).toEqual([]);
		});

		it.each([1, 2])('fails in time where page %i hangs, and forgets nothing', async (hanging) => {
			const stored = await activated();
			const done = await submits.items('lipSync', 60, { seconds: 0 });
			setup.always(LIP_SYNCS, silent, ({ body }) => (body as { page: number }).page === hanging);
			const began = Date.now();
			await expect(poll(stored, {}, BUDGET_MS)).rejects.toThrow('Could not look up');
			expect(Date.now() - began).toBeLessThan(BUDGET_MS);
			setup.service.faults.clear();
			const found = await poll(stored, {}, BUDGET_MS);
			expect(ids(found).sort()).toEqual(done.map(({ taskId }) => taskId).sort());
		});
	});

	it.each<[string, Fault]>([
		['never answers', { kind: 'never' }],
		['asks for ten minutes', { kind: 'status', status: 503, headers: { 'Retry-After': '600' } }],
	])('a check takes a minute where the service %s', async (_, fault) => {
		const stored = await activated(BOTH);
		setup.always(LIP_SYNCS, fault);
		const id = await finishedImage();
		const began = Date.now();
		expect(ids(await poll(stored, BOTH))).toEqual([id]);
		expect(Date.now() - began).toBeLessThan(75_000);
	});
});

describe('Task Poll Trigger after another credential was chosen', () => {
	const [FIRST, SECOND] = ['token-of-the-first', 'token-of-the-second'];
	const setup = setUp({ limits: false, tokens: [FIRST, SECOND] });
	const first = new Submits(() => setup.service, FIRST);
	const second = new Submits(() => setup.service, SECOND);

	const poll = async (staticData: IDataObject, accessToken: string, credentialId: string) => {
		const credential = { ...setup.credential, accessToken };
		const more = { credential, credentialId, workflowId: 'both applications' };
		return ids(await pollOnce(triggerOf(setup, staticData, {}, more)));
	};
	const ofFirst = async (data: IDataObject) => await poll(data, FIRST, '1');
	const ofSecond = async (data: IDataObject) => await poll(data, SECOND, '2');
	const open = async (submits: Submits) => await submits.fated('lipSync', { seconds: Infinity });
	const finished = async (submits: Submits) => await submits.fated('lipSync', { seconds: 0 });

	it('reports the tasks of that application that are in progress by then, however old', async () => {
		const old = await open(second);
		await delay(3600_000);
		await open(first);
		const stored: IDataObject = {};
		expect(await ofFirst(stored)).toEqual([]);
		expect(await ofSecond(stored)).toEqual([]);
		setup.service.settle(old);
		expect(await ofSecond(stored)).toEqual([old]);
		expect(await ofSecond(stored)).toEqual([]);
	});

	it('continues with the same credential when its token was renewed', async () => {
		const stored: IDataObject = {};
		await poll(stored, FIRST, '1');
		const id = await finished(second);
		expect(await poll(stored, SECOND, '1')).toEqual([id]);
	});
});

describe('Task Poll Trigger with Download Result', () => {
	const setup = setUp({ limits: false });
	/** A trigger that n8n has checked once. */
	const activated = async (settings?: Partial<INode>): Promise<Poll> => {
		const parameters = { downloadResult: undefined, options: { outputField: 'video' } };
		const poll = triggerOf(setup, {}, parameters, { settings });
		await pollOnce(poll);
		return poll;
	};
	const finished = async (fate: Fate = {}) =>
		await setup.submits.fated('lipSync', { seconds: 0, ...fate });

	it('checks without files, and puts those of succeeded tasks into the execution', async () => {
		const poll = await activated();
		const [good, bad] = [await finished(), await finished({ outcome: 30 })];
		const found = await pollOnce(poll);
		expect(found).toHaveLength(2);
		expect(setup.count('result')).toBe(0);
		const items = await outputOf(poll, found);
		const of = (id: string) => items.find(({ json }) => json.taskId === id);
		const { video } = of(good)?.binary ?? {};
		expect(video).toMatchObject({ mimeType: 'video/mp4' });
		// n8n deletes the files of an execution together with it.
		expect(video?.id).toContain('/executions/execution/');
		expect(of(bad)).toMatchObject({ json: { state: 'failed' } });
		expect(of(bad)).not.toHaveProperty('binary');
	});

	it('reports a missing file in its item, which is still output once', async () => {
		const poll = await activated();
		const taskId = await finished({ result: 'missing' });
		const items = await outputOf(poll, await pollOnce(poll));
		const task = { taskId, state: 'succeeded', outputUrls: [expect.any(String)] };
		expect(items).toMatchObject([{ json: { ...task, error: expect.stringContaining('file') } }]);
		expect(await pollOnce(poll)).toEqual([]);
	});

	it('gives the error output the task whose file is missing', async () => {
		const poll = await activated({ onError: 'continueErrorOutput' });
		const id = await finished({ result: 'missing' });
		const { data } = await runTrigger(poll, await pollOnce(poll)).done;
		const [regular, failed] = data.resultData.runData.Tested?.[0]?.data?.main ?? [];
		expect(regular).toEqual([]);
		expect(failed).toMatchObject([
			{ json: { details: { taskId: id, outputUrls: [expect.any(String)] } } },
		]);
	});

	it('Stop ends the download', async () => {
		const poll = await activated();
		await finished({ bytes: 20 * MIB });
		const items = await pollOnce(poll);
		setup.fault('result', { kind: 'slow', bytesPerSecond: 50_000 });
		const execute = jest.spyOn(DigitalHumanTaskPollTrigger.prototype, 'execute');
		const run = runTrigger(poll, items);
		await setup.service.journal.waitFor({ endpoint: 'result' });
		const pressed = Date.now();
		run.stop();
		await run.done.catch(() => undefined);
		await expect(execute.mock.results.at(-1)?.value).rejects.toThrow(/stopped/);
		expect(Date.now() - pressed).toBeLessThan(1_000);
		expect(setup.count('result')).toBe(1);
	});

	it('a test event of the editor comes with its file, and without any task it says that there is none', async () => {
		const poll = triggerOf(setup, {}, { downloadResult: undefined });
		const none = await runTrigger(poll).done;
		expect(none.data.resultData.runData.Tested?.[0]?.data?.main).toEqual([[]]);
		expect(hintsOf({ run: none })).toEqual([
			expect.stringMatching(/^There is no finished task to show\. .*'Task Kinds' or 'Trigger On'$/),
		]);
		const id = await finished();
		expect(await outputOf(poll)).toMatchObject([
			{ json: { taskId: id, state: 'succeeded' }, binary: { data: { mimeType: 'video/mp4' } } },
		]);
		expect(poll.staticData).toEqual({});
	});
});
