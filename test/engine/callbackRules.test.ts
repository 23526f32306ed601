/* eslint-disable @n8n/community-nodes/no-restricted-imports */
// A call with the right proof prompts the check; what it says matters only where the service cannot be asked.
import { setTimeout as delay } from 'node:timers/promises';

import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mapValues, omit, range } from 'lodash';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import type { Fault, JournalEntry } from '../../demo-service';
import { installLog, linesLogged, Logger } from '../support/engine/core';
import { registry } from '../support/engine/nodes';
import { hintsOf } from '../support/engine/outputs';
import {
	BOTH_PATHS,
	compose,
	createPerson,
	DETAILS,
	finishedPerson,
	finishedVideo,
	PAGES,
} from '../support/engine/runs';
import { otherData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import { type Answer, type Call, expectNoStart, queryOfCallback } from '../support/engine/webhook';
import { createWorkflowEngine, videosWorkflow } from '../support/engine/workflowEngine';

/** A callback as documented (service.md 6). */
const documented = (id: string): IDataObject =>
	finishedVideo(id, {
		msg: '',
		create_time: 1_790_000_000,
		preview_url: 'https://forged.example/p.jpg',
		duration: 3,
		audio_urls: [],
	});

type Sent = Partial<Pick<Call, 'body' | 'rawBody' | 'isMultipart'>>;

const json = (body: unknown): Sent => ({ body });
const text = (id: string) => JSON.stringify(documented(id));
const ENVELOPE = { trace_id: 't', code: 0, msg: 'success' };
const LIST = PAGES.composedVideo;

type Odd = [what: string, outcome: number, sent: (id: string) => Sent];

/** The same video as services might send it. */
const odd: Odd[] = [
	['without an empty field', 30, (id) => json(omit(documented(id), 'subtitle_data_url'))],
	['of a failure, without what a success has', 41, (id) => json({ id, status: 41, msg: 'bad' })],
	['in the envelope of lip sync', 30, (id) => json({ ...ENVELOPE, data: documented(id) })],
	['with a code beside the record', 30, (id) => json({ ...documented(id), code: 0 })],
	['as text of another content type', 30, (id) => ({ body: text(id), rawBody: text(id) })],
	['in a content type that n8n does not read', 30, (id) => ({ body: {}, rawBody: text(id) })],
	[
		'with a number of 19 digits as ID',
		30,
		(id) => {
			const rawBody = text(id).replace(`"${id}"`, id);
			return { body: JSON.parse(rawBody) as IDataObject, rawBody };
		},
	],
];

/** What the service says of the task, and nothing of what the callback says. */
function expectTask({ items }: Answer, taskId: string, outcome: number): void {
	const state = outcome === 30 ? 'succeeded' : 'failed';
	expect(items).toMatchObject([{ json: { taskId, state } }]);
	expect(JSON.stringify(items)).not.toContain('forged.example');
}

/** What the log got while something was done. */
async function logOf(work: () => Promise<unknown>): Promise<string[]> {
	const lines: string[] = [];
	await linesLogged(lines, work);
	return lines.map((line) => {
		const [level, text] = JSON.parse(line) as string[];
		return `${level}: ${text}`;
	});
}

beforeAll(installLog);

const pausing = (parameters: INodeParameters = {}, items: IDataObject[] = [{}]) =>
	compose({ completion: 'pause', ...parameters }, { items });

describe('A call of a paused execution with the right proof', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const paused = async () => await setup.paused(pausing());

	it.each<Odd>([
		...odd,
		['empty', 30, () => json({})],
		['of a form with parts', 30, () => ({ body: {}, isMultipart: true })],
		['of another task', 30, () => json(documented('999'))],
		['that says that it is in progress', 30, (id) => json({ ...documented(id), status: 10 })],
	])('resumes it when the task is finished: %s', async (_, outcome, sent) => {
		const { id, end } = await paused();
		expectTask(await end({ outcome }, sent(id)), id, outcome);
	});

	it('checks once more after two seconds before it answers that tasks are open', async () => {
		const { call, end } = await paused();
		setup.service.journal.clear();
		expectNoStart(await call({}), { status: 200, message: '0 of 1 tasks are finished' });
		expect(setup.count(LIST)).toBeLessThanOrEqual(6);
		const late = call('999');
		await end();
		expect((await late).items).toHaveLength(1);
	});

	it.each([
		['any sign', 'Video\u2028 "1" {{ } \u2029 ä 🎬'],
		['what n8n takes for the end of an expression', 'Video "1" {{ \\ }} of } $(\'x\')'],
	])('finds its state when the name of the node has %s', async (_, name) => {
		const parameters = { completion: 'pause', downloadResult: false };
		const plan = { workflow: videosWorkflow(['One'], parameters, name), id: '1' };
		const engine = await createWorkflowEngine(setup.credential);
		setup.service.fate({ seconds: Infinity });
		const { data } = await engine.start(plan).done;
		const [{ id = '' } = {}] = setup.service.tasks();
		setup.settleAll();
		const answer = await engine.callBack(
			{ ...plan, stored: JSON.stringify(data) },
			{ query: queryOfCallback(setup.service), body: documented(id) },
		);
		expect(answer.items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	});

	it('checks again while the list does not show the task, which the node has submitted', async () => {
		const { end } = await paused();
		const empty = (value: unknown) => (Array.isArray(value) ? [] : value);
		const shownAt = Date.now() + 10_000;
		const withoutIt = otherData((data: object) => mapValues(data, empty));
		setup.always(LIST, withoutIt, () => Date.now() < shownAt);
		expect((await end()).items).toMatchObject([{ json: { state: 'succeeded' } }]);
	});

	it('continues at a later callback when n8n could not', async () => {
		const { end, call } = await paused();
		expect((await end({}, { refusedBy: 500 })).items).toHaveLength(1);
		expect((await call()).items).toHaveLength(1);
		// One that n8n had let in before, and that was slow.
		expect(await call()).toMatchObject({ status: 200 });
	});

	it('waits for the result of a success that was seen', async () => {
		const { id, end } = await paused();
		expect(await end({ record: { video_url: '' } })).toMatchObject({ status: 503 });
		const { items } = await end({ record: { video_url: 'https://results.example/v.mp4' } });
		expect(items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	});
});

/** Every question has a time limit of its own. */
describe('The time that a callback takes', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const callTrigger = async (id: string) => await setup.callTrigger(finishedVideo(id));

	it.each<[string, Fault | undefined]>([
		['is shown too late', undefined],
		['is in a list that hangs', { kind: 'never' }],
	])('is half a minute, however calls overlap, where the task %s', async (_, fault) => {
		const { id, call } = await setup.paused(pausing());
		if (fault) setup.always(LIST, fault);
		const answers = await Promise.all(
			[0, 3_000, 11_000, 25_000, 29_000].map(async (begunMs) => {
				await delay(begunMs);
				return await Promise.all([call(), callTrigger(id)]);
			}),
		);
		for (const { status, items, afterMs } of answers.flat()) {
			// Not even the list says that the task is in progress.
			expect({ status, items }).toEqual({ status: 503 });
			expect(afterMs).toBeLessThan(31_000);
		}
	});

	it('is short for 250 of unknown tasks, which cost at most 125 list requests', async () => {
		const unknown = range(250).map((index) => `${7_000_000 + index}`);
		const answers = await Promise.all(unknown.map(callTrigger));
		// On a busy machine, some get no answer of the service in time.
		for (const { status, items } of answers) {
			expect(items).toBeUndefined();
			expect([404, 503]).toContain(status);
		}
		expect(setup.service.journal.count()).toBeLessThanOrEqual(125);
	});

	it('is short for 90 of one pause, which cost at most 12 list requests', async () => {
		const items = range(90).map((n) => ({ text: `Video ${n}` }));
		const { ids, call } = await setup.paused(pausing({ text: '={{ $json.text }}' }, items));
		setup.service.journal.clear();
		const answers = await Promise.all(
			ids.map(async (id) => {
				setup.service.settle(id);
				return await call(id);
			}),
		);
		const resumed = answers.filter((answer) => answer.items);
		expect(resumed.map((answer) => answer.items?.length)).toEqual([90]);
		expect(setup.count(LIST)).toBeLessThanOrEqual(12);
	});

	it('is long enough for the last task, which may end right after the only call that n8n lets in', async () => {
		const { ids, call } = await setup.paused(pausing({}, [{}, {}]));
		const [first = '', second = ''] = ids;
		setup.service.settle(first);
		const answer = call();
		while (setup.count(LIST) < 2) await delay(0);
		setup.service.settle(second);
		expect((await answer).items).toHaveLength(2);
	});
});

// n8n itself fails at calls of nodes of version 1 in workflows with its newer binary mode (`n8n/tests/pause`).
it.each(['ComposeVideo', 'CreatePerson', 'LipSync'])('%s is not of version 1', (type) => {
	expect((registry.getByName(`digitalHuman${type}`) as INodeType).description.version).toBe(1.1);
});

describe('The trigger', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const { submits } = setup;
	const call = async (sent: Sent, parameters: INodeParameters = {}) =>
		await setup.callTrigger(undefined, parameters, sent);

	it.each(odd)('starts for a finished task: %s', async (_, outcome, sent) => {
		const id = await submits.fated('composedVideo', { seconds: 0, outcome });
		expectTask(await call(sent(id)), id, outcome);
		// Once only.
		expect((await call(sent(id), { taskKinds: ['composedVideo'] })).items).toBeUndefined();
	});

	it('has noted the task when it answers, so that n8n saves it also where it dies then', async () => {
		const id = await submits.fated('composedVideo', { seconds: 0 });
		expect(await call(json(documented(id)))).toMatchObject({ status: 200, noted: true });
		expect(await call(json({ id: '7' }))).toMatchObject({ status: 404, noted: false });
	});

	it('asks only for the kinds that it is set to', async () => {
		const id = await submits.fated('composedVideo', { seconds: 0 });
		setup.service.journal.clear();
		expect(await call(json({ id }), { taskKinds: ['lipSync'] })).toMatchObject({ status: 404 });
		expect(setup.count(LIST)).toBe(0);
	});

	it.each<[string, INodeParameters, number]>([
		['without an ID', {}, 400],
		['without the secret', { options: { secretFrom: 'own', secret: 'abc' } }, 403],
		['without a body that it knows, and no question', { options: { verify: false } }, 400],
	])('says in the log that a call was refused: %s', async (_, parameters, status) => {
		const lines = await logOf(async () => {
			expectNoStart(await call(json({ hello: 'there\nyou' }), parameters), { status });
		});
		expect(lines).toEqual([expect.stringContaining(`was refused with status ${status}`)]);
		expect(lines.join()).toContain('hello');
		expect(lines.join()).not.toMatch(/[\n\r\u2028\u2029]/);
	});
});

describe('A person who cannot be looked up', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const url = 'https://files.example/secret.mp4';
	const body = (id: string, more: IDataObject = {}) =>
		finishedPerson(id, { preview_url: url, ...more });
	const paused = async () =>
		await setup.paused(createPerson({ completion: 'pause', downloadResult: true }));

	// n8n would resume the execution with an empty item if the error were thrown.
	it('a callback that fails unexpectedly is asked for again, and does not block the next one', async () => {
		const { id, call } = await paused();
		jest.spyOn(Logger.prototype, 'warn').mockImplementationOnce(() => {
			throw new Error('The log cannot be written');
		});
		const message = 'The callback cannot be processed at the moment';
		expectNoStart(await call(body(id)), { status: 503, message });
		expect((await call(body(id))).items).toHaveLength(1);
	});

	it.each<[string, IDataObject]>([
		[
			'a voice with the ID of the person',
			{ type: 'clone', audio_path: 'https://example.com/v.wav' },
		],
		['another person', { id: '1' }],
	])('the callback of %s is none of the person', async (_, more) => {
		const { id, call } = await paused();
		const message = 'This is not the callback of the awaited task';
		expectNoStart(await call(body(id, more)), { status: 400, message });
	});

	it('opens no address that only the callback gives', async () => {
		const { id, call } = await paused();
		setup.service.journal.clear();
		const { items } = await call(body(id));
		const expected = { taskId: id, state: 'succeeded', outputUrls: [url] };
		expect(items).toMatchObject([{ json: expected }]);
		expect(items?.[0]?.json).not.toHaveProperty('error');
		expect(items?.[0]?.binary).toBeUndefined();
		expect(setup.requests()).toEqual([]);
	});
});

describe('Persons who can be looked up', () => {
	const setup = setUp({ limits: false, speed: 1, ...BOTH_PATHS });
	const paused = async (items: IDataObject[]) =>
		await setup.paused(createPerson({ completion: 'pause' }, { items }));

	/** Of two persons, what lets one not be read. */
	const failing = (id: string, code: number, times = Infinity) => {
		const when = ({ query }: JournalEntry) => query.id === id;
		return setup.fault(DETAILS.person, { kind: 'code', code }, { when, times });
	};

	it.each([
		['unread', 50000],
		['missing', 40000],
	])('the last callback is asked for again while another one is %s', async (_, code) => {
		const { ids, call } = await paused([{}, {}]);
		const [first = '', second = ''] = ids;
		setup.service.settle(first);
		const half = '1 of 2 tasks are finished';
		expect(await call(first)).toMatchObject({ status: 200, message: half });
		setup.service.settle(second);
		const remove = failing(first, code);
		const answer = await call(second);
		const message = 'The service does not report all tasks as finished yet';
		expectNoStart(answer, { status: 503, message });
		expect(answer.afterMs).toBeLessThan(45_000);
		remove();
		expect((await call(second)).items).toMatchObject(
			ids.map((taskId) => ({ json: { taskId, state: 'succeeded' } })),
		);
	});

	it('are not acknowledged once the path was removed, and the log says so', async () => {
		const { id, call } = await paused([{}, {}]);
		setup.service.settle(id);
		const credential = { ...setup.credential, personDetailPath: undefined };
		const lines = await logOf(async () =>
			expectNoStart(await call(id, { credential }), { status: 503 }),
		);
		expect(lines.join()).toContain("'Person Detail Path' of the credential is missing or wrong");
	});

	it.each<[string, Fault]>([
		['404', { kind: 'status', status: 404 }],
		['403', { kind: 'status', status: 403 }],
		['200 page', { kind: 'html', status: 200 }],
		['200 JSON', { kind: 'status', status: 200, body: '{"hello":"world"}' }],
		['data of something else', otherData(() => ({ id: 'other', status: 2 }))],
		['301', { kind: 'redirect', location: 'https://x.example', status: 301 }],
		['40000', { kind: 'code', code: 40000 }],
	])('a path that is wrong for good counts as none, and is shown: %s', async (name, fault) => {
		setup.always(DETAILS.person, fault);
		const { id, run, call, end } = await paused([{}]);
		const hints = hintsOf({ run }).join();
		if (name === '40000') expect(hints).toBe('');
		else expect(hints).toMatch(/'(Person Detail Path|Base URL)' of the credential/);
		const more = { executionId: name };
		if (name !== '40000') expect(await call({}, more)).toMatchObject({ status: 400 });
		const { items, status } = await end({}, more);
		expect(status).toBeUndefined();
		expect(items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	});

	it('a path that has answered before the pause is believed more than one page of a gateway', async () => {
		const { id, end } = await paused([{}]);
		setup.fault(DETAILS.person, { kind: 'html', status: 404 });
		const { items } = await end();
		expect(items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
		expect(JSON.stringify(items)).not.toContain('forged.example');
	});
});
