/* eslint-disable @n8n/community-nodes/no-restricted-imports */

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mapValues, range } from 'lodash';
import type { IDataObject, IRun } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalEntry } from '../../demo-service';
import { Logger } from '../support/engine/core';
import type { NodeRun } from '../support/engine/engine';
import { otherData, setUp } from '../support/engine/setup';
import { fastTime, quickTime, withoutPauses } from '../support/clock';
import {
	compose,
	CREATE,
	createPerson,
	DETAILS,
	finishedPerson,
	finishedVideo,
} from '../support/engine/runs';
import { type Answer, type Call, callPaused, queryOfCallback } from '../support/engine/webhook';
import { createWorkflowEngine, videosWorkflow } from '../support/engine/workflowEngine';

const pausedVideo = (parameters = {}): NodeRun =>
	compose({ completion: 'pause', ...parameters }, { items: [{}] });

describe('What a paused execution answers', () => {
	quickTime();
	fastTime();
	const setup = setUp({ limits: false, speed: 1 });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	const paused = async (node = pausedVideo()) => {
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		return { run, id: setup.requests(CREATE)[0]?.id ?? '' };
	};
	const call = async (
		run: IRun,
		id: string,
		node = pausedVideo(),
		more: Partial<Call> = {},
	): Promise<Answer> => await callPaused(setup.service, node, run, finishedVideo(id), more);

	it('checks again while the list lags behind the last callback', async () => {
		const { run, id } = await paused();
		setup.service.settle(id, { listLagSeconds: 2 });
		expect((await call(run, id)).items).toMatchObject([{ json: { state: 'succeeded' } }]);
	});

	it('checks again while the list does not show the task, which the node has submitted', async () => {
		const { run, id } = await paused();
		setup.service.settle(id);
		const empty = (value: unknown) => (Array.isArray(value) ? [] : value);
		const withoutIt = otherData((data: object) => mapValues(data, empty));
		const shownAt = Date.now() + 10_000;
		const when = () => Date.now() < shownAt;
		setup.fault('video_list', withoutIt, { times: Infinity, when });
		expect((await call(run, id)).items).toMatchObject([{ json: { state: 'succeeded' } }]);
	});

	it('asks for the callback again when the list does not show the end, and continues then', async () => {
		const { run, id } = await paused();
		setup.service.settle(id, { listLagSeconds: 600 });
		setup.service.journal.clear();
		const callBack = withoutPauses(call);
		const answers = await Promise.all(range(30).map(async () => await callBack(run, id)));
		for (const { status, items, afterMs } of answers) {
			expect({ status, items }).toEqual({ status: 503 });
			expect(afterMs).toBeLessThan(45_000);
		}
		expect(setup.count('video_list')).toBeLessThan(30);
		setup.service.settle(id, { listLagSeconds: 0 });
		expect((await call(run, id)).items).toHaveLength(1);
	}, 60_000);

	it('files that take long: one callback continues when they are there', async () => {
		const node = pausedVideo({ downloadResult: true });
		const { run, id } = await paused(node);
		setup.service.settle(id);
		setup.fault('result', { kind: 'delay', delayMs: 3_000 });
		const [first, second] = await Promise.all([call(run, id, node), call(run, id, node)]);
		expect([first, second].filter(({ items }) => items)).toMatchObject([
			{ items: [{ binary: { data: {} } }] },
		]);
		expect([first, second].filter(({ status }) => status === 200)).toHaveLength(1);
	});

	it('continues at a later callback when n8n could not', async () => {
		const { run, id } = await paused();
		setup.service.settle(id);
		expect((await call(run, id, pausedVideo(), { refusedBy: 500 })).items).toHaveLength(1);
		expect((await call(run, id)).items).toHaveLength(1);
		// One that n8n had let in before, and that was slow.
		expect(await call(run, id)).toMatchObject({ status: 200 });
	});

	/** A person whose callback counts by itself, and what calls it back. */
	const pausedPerson = async () => {
		const node = createPerson({ completion: 'pause', downloadResult: true });
		const { run } = await setup.engine.run(node);
		const id = setup.service.tasks()[0]?.id ?? '';
		const url = `${setup.service.storage.url}/source/secret.mp4`;
		const callBack = async (more: IDataObject = {}) => {
			const body = finishedPerson(id, { preview_url: url, ...more });
			return await callPaused(setup.service, createPerson(), run, body);
		};
		return { id, url, callBack };
	};

	// n8n would resume the execution with an empty item if the error were thrown.
	it('a callback that fails unexpectedly is asked for again, and does not block the next one', async () => {
		const { callBack } = await pausedPerson();
		jest.spyOn(Logger.prototype, 'warn').mockImplementationOnce(() => {
			throw new Error('The log cannot be written');
		});
		const answer = await callBack();
		const message = 'The callback cannot be processed at the moment';
		expect(answer).toMatchObject({ status: 503, message });
		expect(answer.items).toBeUndefined();
		expect((await callBack()).items).toHaveLength(1);
	});

	it('resumes a node whose name has what n8n takes for the end of an expression', async () => {
		const name = 'Video "1" {{ \\ }} of } $(\'x\')';
		const parameters = { completion: 'pause', downloadResult: false };
		const plan = { workflow: videosWorkflow(['One'], parameters, name), id: '1' };
		const engine = await createWorkflowEngine(setup.credential);
		const { data, status } = await engine.start(plan).done;
		expect(status).toBe('waiting');
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.service.settle(id);
		const answer = await engine.callBack(
			{ ...plan, stored: JSON.stringify(data) },
			{ query: queryOfCallback(setup.service), body: finishedVideo(id) },
		);
		expect(answer.items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	});

	it('the callback of a voice with the ID of the person is none of the person', async () => {
		const { callBack } = await pausedPerson();
		const answer = await callBack({ type: 'clone', audio_path: 'https://example.com/voice.wav' });
		const message = 'This is not the callback of the awaited task';
		expect(answer).toMatchObject({ status: 400, message });
		expect(answer.items).toBeUndefined();
	});

	it('opens no address that only the callback of a person gives', async () => {
		const { id, url, callBack } = await pausedPerson();
		setup.service.journal.clear();
		const { items } = await callBack();
		const expected = { taskId: id, state: 'succeeded', outputUrls: [url] };
		expect(items).toMatchObject([{ json: expected }]);
		expect(items?.[0]?.json).not.toHaveProperty('error');
		expect(items?.[0]?.binary).toBeUndefined();
		expect(setup.requests()).toEqual([]);
	});
});

describe('What a paused execution answers while another of its tasks cannot be read', () => {
	fastTime();
	const setup = setUp({ limits: false, speed: 1, personDetailPath: DETAILS.person });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	/** Two persons, and what calls one of them back. */
	const pausedPersons = async () => {
		const node = createPerson({ completion: 'pause' }, { items: [{}, {}] });
		const { run } = await withoutPauses(setup.engine.run)(node);
		const [first = '', second = ''] = setup.service.tasks().map(({ id }) => id);
		const more = { credential: setup.credential };
		const call = withoutPauses(callPaused);
		const callBack = async (id: string) =>
			await call(setup.service, createPerson(), run, finishedPerson(id), more);
		return { first, second, callBack };
	};
	const failing = (id: string, code: number, times = Infinity) => {
		const when = ({ query }: JournalEntry) => query.id === id;
		return setup.fault(DETAILS.person, { kind: 'code', code }, { when, times });
	};

	it.each([
		['unread', 50000],
		['missing', 40000],
	])('the last callback is asked for again: %s', async (_, code) => {
		const { first, second, callBack } = await pausedPersons();
		setup.service.settle(first);
		const half = '1 of 2 tasks are finished';
		expect(await callBack(first)).toMatchObject({ status: 200, message: half });
		setup.service.settle(second);
		const remove = failing(first, code);
		const answer = await callBack(second);
		const message = 'Not all tasks can be checked at the moment';
		expect(answer).toMatchObject({ status: 503, message });
		expect(answer.items).toBeUndefined();
		expect(answer.afterMs).toBeLessThan(45_000);
		remove();
		expect((await callBack(second)).items).toMatchObject([
			{ json: { taskId: first, state: 'succeeded' } },
			{ json: { taskId: second, state: 'succeeded' } },
		]);
	});

	it('checks again by itself while the fault may pass', async () => {
		const { first, second, callBack } = await pausedPersons();
		setup.service.settle(first);
		setup.service.settle(second);
		failing(first, 40000, 2);
		expect((await callBack(second)).items).toHaveLength(2);
	});

	it('checks once more for a task that is still in progress', async () => {
		const { first, callBack } = await pausedPersons();
		setup.service.settle(first);
		setup.service.journal.clear();
		expect(await callBack(first)).toMatchObject({ status: 200 });
		expect(setup.count(DETAILS.person)).toBe(4);
	});
});

const TOO_LATE = 'The time limit was reached; the workflow continues without the results';

// At the time limit, n8n resumes the execution itself. Older versions would resume it once more with a later callback.
describe('A paused execution at its time limit', () => {
	quickTime();
	const setup = setUp({ limits: false, speed: 1 });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});

	const paused = async (timeLimit: number, items: IDataObject[] = [{}]) => {
		const pausing = { completion: 'pause', downloadResult: true, options: { timeLimit } };
		const node = compose(pausing, { items });
		const { run } = await setup.engine.run(node);
		expect(run.status).toBe('waiting');
		const ids = setup.requests(CREATE).map(({ id }) => id ?? '');
		return {
			ids,
			limit: run.waitTill?.getTime() ?? 0,
			call: async (id: string) => await callPaused(setup.service, node, run, finishedVideo(id)),
		};
	};

	it('is resumed before, without the files that have not arrived', async () => {
		const { ids, limit, call } = await paused(0.3, [{}, {}]);
		for (const id of ids) setup.service.settle(id);
		setup.fault('result', { kind: 'delay', delayMs: 300_000 });
		const { items = [] } = await call(ids[0] ?? '');
		expect(Date.now()).toBeLessThan(limit);
		const done = { state: 'succeeded', outputUrls: [expect.any(String)] };
		expect(items.map(({ json }) => json)).toMatchObject([done, done]);
		const errors = items.flatMap(({ json }) => json.error ?? []);
		const late = /^The result file did not arrive before the time limit\..*Task ID: \d+.*Get Task/;
		expect(errors).toEqual([expect.stringMatching(late)]);
		const files = items.map(({ json, binary }) => json.error === undefined && binary?.data);
		expect(files).toContainEqual(expect.objectContaining({ mimeType: 'video/mp4' }));
	});

	it('is not resumed by a callback that comes later', async () => {
		const { ids, limit, call } = await paused(0.1);
		const [id = ''] = ids;
		setup.service.settle(id);
		while (Date.now() < limit) await delay(100);
		setup.service.journal.clear();
		const warn = jest.spyOn(Logger.prototype, 'warn');
		const answer = await call(id);
		expect(answer).toMatchObject({ status: 200, message: TOO_LATE });
		expect(answer.items).toBeUndefined();
		expect(setup.requests()).toEqual([]);
		expect(warn).toHaveBeenCalledWith(expect.stringContaining(`Task IDs: ${id}`));
	});

	it('is not resumed by a callback that was checked for too long', async () => {
		const { ids, call } = await paused(0.1);
		const [id = ''] = ids;
		setup.service.settle(id, { listLagSeconds: 5 });
		const answer = await call(id);
		expect(answer).toMatchObject({ status: 200, message: TOO_LATE });
		expect(answer.items).toBeUndefined();
	});
});
