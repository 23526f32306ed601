/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions */
import { execFileSync } from 'node:child_process';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { omit, range, uniq } from 'lodash';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { type LocalService, startService } from '../../demo-service';
import { compose, createPerson, DETAILS, finishedPerson, PAGES } from '../support/engine/runs';
import { Container, Logger } from '../support/engine/core';
import { createEngine, type NodeRun } from '../support/engine/engine';
import { registry } from '../support/engine/nodes';
import { callPaused as call, queryOfCallback } from '../support/engine/webhook';
import { type Setup, setUp } from '../support/engine/setup';
import { hintsOf } from '../support/engine/outputs';
import { videosWorkflow, createWorkflowEngine } from '../support/engine/workflowEngine';
import { type Answer, type Call, callWebhook } from '../support/engine/webhook';
import { fastTime, withoutPauses } from '../support/clock';

fastTime();

/** A callback as documented (service.md 6). */
const documented = (id: string): IDataObject => ({
	id,
	status: 30,
	progress: 100,
	msg: '',
	video_url: 'https://forged.example/v.mp4',
	subtitle_data_url: 'https://forged.example/s.json',
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

/** The same video as services might send it. */
const odd: Array<[string, number, (id: string) => Sent]> = [
	['without an empty field', 30, (id) => json(omit(documented(id), 'subtitle_data_url'))],
	['of a failure, without what a success has', 41, (id) => json({ id, status: 41, msg: 'bad' })],
	['in the envelope of lip sync', 30, (id) => json({ ...ENVELOPE, data: documented(id) })],
	['with a code beside the record', 30, (id) => json({ ...documented(id), code: 0 })],
	['with the status in words', 30, (id) => json({ ...documented(id), status: 'success' })],
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

/** What the log got while something was done. */
async function logOf(work: () => Promise<unknown>): Promise<string[]> {
	const lines: string[] = [];
	const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
		jest.spyOn(Container.get(Logger), level).mockImplementation((line: unknown) => {
			lines.push(`${level}: ${String(line)}`);
		}),
	);
	await work();
	for (const spy of spies) spy.mockRestore();
	return lines;
}

const callPaused = withoutPauses(call);

const runNode = withoutPauses(async ({ engine }: Setup, node: NodeRun) => await engine.run(node));

const trigger = new DigitalHumanTaskTrigger();

describe('A call of a paused execution with the right proof', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const node = compose({ completion: 'pause' });
	beforeEach(() => {
		setup.service.fate({ seconds: Infinity });
	});
	const paused = async () => {
		const { run } = await runNode(setup, node);
		expect(run.status).toBe('waiting');
		return { run, id: setup.service.tasks().at(-1)?.id ?? '' };
	};

	it.each([
		...odd,
		['empty', 30, () => json({})] as (typeof odd)[number],
		['of a form with parts', 30, () => ({ body: {}, isMultipart: true })] as (typeof odd)[number],
		['of another task', 30, () => json(documented('999'))] as (typeof odd)[number],
		['that says that it is in progress', 30, (id) => json({ ...documented(id), status: 10 })],
	] as typeof odd)('resumes it when the task is finished: %s', async (_, outcome, sent) => {
		const { run, id } = await paused();
		setup.service.settle(id, { outcome });
		const { items } = await callPaused(setup.service, node, run, undefined, sent(id));
		expect(items).toMatchObject([
			{ json: { taskId: id, state: outcome === 30 ? 'succeeded' : 'failed' } },
		]);
		expect(JSON.stringify(items)).not.toContain('forged.example');
	});

	it('looks once more after two seconds before it answers that tasks are open', async () => {
		const { run, id } = await paused();
		setup.service.journal.clear();
		const answer = await callPaused(setup.service, node, run, {});
		expect(answer).toMatchObject({ status: 200, message: '0 of 1 tasks are finished' });
		expect(answer.items).toBeUndefined();
		expect(setup.count(LIST)).toBeLessThanOrEqual(6);
		const late = callPaused(setup.service, node, run, documented('999'));
		setup.service.settle(id);
		expect((await late).items).toHaveLength(1);
	});

	it('searches the list no further back than to the creation of the task, where it does not show it', async () => {
		const older = { seconds: 0, record: { create_time: 1_700_000_000 } };
		await setup.submits.items('composedVideo', 120, older);
		const { run, id } = await paused();
		const change = (right: string) => right.replaceAll(`"${id}"`, '"hidden"');
		setup.fault(LIST, { kind: 'text', change }, { times: Infinity });
		setup.service.journal.clear();
		expect(await callPaused(setup.service, node, run, {})).toMatchObject({ status: 503 });
		const pages = setup.bodies(LIST).map((body) => (body as { page: number }).page);
		expect(uniq(pages)).toEqual([1]);
	});

	it('is refused without the proof, which the log says in one short line', async () => {
		const { run, id } = await paused();
		const body = { id: `${id}\n2026 | info | forged`, more: 'x'.repeat(5_000) };
		const lines = await logOf(async () => {
			const answer = await callPaused(setup.service, node, run, body, { query: {} });
			expect(answer).toMatchObject({ status: 401 });
		});
		expect(lines).toEqual([
			expect.stringMatching(/^warn: A call of "Tested" was refused with status 401: .*Body: ".*"$/),
		]);
		expect(lines.join()).not.toMatch(/[\n\r]/);
		expect(lines.join().length).toBeLessThan(600);
	});

	it('finds its state when the name of the node has any sign', async () => {
		const name = 'Video\u2028 "1" {{ } \u2029 ä 🎬';
		const parameters = { completion: 'pause', downloadResult: false };
		const plan = { workflow: videosWorkflow(['One'], parameters, name), id: '1' };
		const engine = await createWorkflowEngine(setup.credential);
		const { data } = await withoutPauses(async () => await engine.start(plan).done)();
		const id = setup.service.tasks().at(-1)?.id ?? '';
		setup.service.settle(id);
		const answer = await withoutPauses(engine.callBack)(
			{ ...plan, stored: JSON.stringify(data) },
			{ query: queryOfCallback(setup.service), body: documented(id) },
		);
		expect(answer.items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	});
});

/** What n8n evaluates for a call of a node of version 1, before the node gets it (parseRequestBody in webhook-helpers.ts). */
const BEFORE_THE_NODE = `
	const { Expression, Workflow } = require('n8n-workflow');
	const node = { id: '1', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters: {} };
	const nodeTypes = { getByNameAndVersion: () => ({ description: { properties: [] } }) };
	const limits = { poolSize: 1, bridgeTimeout: 5000, bridgeMemoryLimit: 128, maxCodeCacheSize: 100 };
	const asked = '={{$parameter["options"]["binaryData"]}}';
	(async () => {
		await Expression.initExpressionEngine({ engine: 'quickjs', ...limits });
		for (const binaryMode of ['separate', 'combined']) {
			const settings = { binaryMode };
			const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes, settings });
			await workflow.expression.acquireIsolate();
			try {
				workflow.expression.getSimpleParameterValue(node, asked, 'webhook', {}, undefined, false);
				console.log(binaryMode, 'ok');
			} catch (error) {
				console.log(binaryMode, error.message);
			}
		}
		process.exit();
	})();
`;

// Its engine for expressions does not load in the tests' own process.
it('n8n itself fails at calls of nodes of version 1 in workflows with its newer binary mode, so those that pause have another one', () => {
	const said = execFileSync(process.execPath, ['-e', BEFORE_THE_NODE], { encoding: 'utf8' });
	expect(said.trim().split('\n')).toEqual([
		'separate ok',
		"combined Node 'Node' hasn't been executed",
	]);
	for (const type of ['ComposeVideo', 'CreatePerson', 'LipSync']) {
		expect((registry.getByName(`digitalHuman${type}`) as INodeType).description.version).toBe(1.1);
	}
});

describe('Many callbacks of one paused execution at the same time', () => {
	const setup = setUp({ limits: false, speed: 1 });

	it('90 cost at most 12 list requests, and the execution continues once', async () => {
		const items = range(90).map((n) => ({ text: `Video ${n}` }));
		const node = compose({ text: '={{ $json.text }}', completion: 'pause' }, { items });
		setup.service.fate({ seconds: Infinity });
		const { run } = await runNode(setup, node);
		expect(run.status).toBe('waiting');
		const ids = setup.service.tasks().map(({ id }) => id);
		expect(ids).toHaveLength(90);
		setup.service.journal.clear();
		const answers = await Promise.all(
			ids.map(async (id) => {
				setup.service.settle(id);
				return await callPaused(setup.service, node, run, documented(id));
			}),
		);
		const resumed = answers.filter(({ items }) => items);
		expect(resumed).toHaveLength(1);
		expect(resumed[0]?.items).toHaveLength(90);
		expect(setup.count(LIST)).toBeLessThanOrEqual(12);
	}, 120_000);

	it('the last task may end right after the only call that n8n lets in', async () => {
		const node = compose({ completion: 'pause' }, { items: [{}, {}] });
		setup.service.fate({ seconds: Infinity });
		const { run } = await runNode(setup, node);
		const [first = '', second = ''] = setup.service.tasks().map(({ id }) => id);
		setup.service.settle(first);
		const answer = callPaused(setup.service, node, run, documented(first));
		while (setup.count(LIST) < 2) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		setup.service.settle(second);
		expect((await answer).items).toHaveLength(2);
	});
});

describe('The trigger', () => {
	const setup = setUp({ limits: false, speed: 1 });
	const { submits } = setup;
	const call = async (sent: Sent, parameters: INodeParameters = {}): Promise<Answer> => {
		const options = { secretFrom: 'none', ...(parameters.options as INodeParameters) };
		return await withoutPauses(callWebhook)({
			node: trigger,
			parameters: { ...parameters, options },
			credential: setup.credential,
			staticData: {},
			...sent,
		});
	};

	it.each(odd)('starts for a finished task: %s', async (_, outcome, sent) => {
		const id = await submits.fated('composedVideo', { seconds: 0, outcome });
		for (const taskKinds of [[], ['composedVideo']]) {
			const { items } = await call(sent(id), { taskKinds });
			if (taskKinds.length > 0) {
				expect(items).toBeUndefined();
				continue;
			}
			expect(items).toMatchObject([
				{ json: { taskId: id, state: outcome === 30 ? 'succeeded' : 'failed' } },
			]);
			expect(JSON.stringify(items)).not.toContain('forged.example');
		}
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

	it('takes no task from a body that it does not know, where it does not ask the service', async () => {
		const lines = await logOf(async () => {
			const answer = await call(json({ id: '7' }), { options: { verify: false } });
			expect(answer).toMatchObject({ status: 400 });
			expect(answer.items).toBeUndefined();
		});
		expect(lines).toEqual([expect.stringContaining('was refused with status 400')]);
	});

	it.each<[string, INodeParameters, string]>([
		['without an ID', {}, 'status 400'],
		['without the secret', { options: { secretFrom: 'own', secret: 'abc' } }, 'status 403'],
	])('says in the log that a call was refused: %s', async (_, parameters, said) => {
		const lines = await logOf(async () => await call(json({ hello: 'there\nyou' }), parameters));
		expect(lines).toEqual([expect.stringContaining(said)]);
		expect(lines.join()).toContain('hello');
	});

	it.each<[string, INodeParameters]>([
		['verified', {}],
		['not verified', { downloadResult: true, options: { verify: false } }],
	])('an ID of several lines writes none into the log: %s', async (_, parameters) => {
		const forged = 'x\n2026-11-23T12:00:00.000Z | info | Digital Human task accepted: task=666';
		const data = { id: forged, status: 20, video_url: 'https://a.example/v.mp4' };
		const lines = await logOf(async () => {
			const answer = await call(json({ ...ENVELOPE, data }), parameters);
			expect(answer).toMatchObject({ status: 400 });
		});
		expect(lines.join('')).not.toMatch(/[\n\r\u2028\u2029]/);
	});
});

describe('Persons whose path is missing or wrong', () => {
	let service: LocalService;
	beforeAll(async () => {
		service = await startService({ personDetailPath: DETAILS.person, limits: false } as never);
	});
	afterAll(async () => await service.close());
	beforeEach(() => {
		service.reset();
		service.fate({ seconds: Infinity });
	});
	const node = createPerson({ completion: 'pause' });
	const credential = (personDetailPath?: string) => ({
		baseUrl: service.url,
		accessToken: service.token,
		personDetailPath,
	});

	it('a path that was removed while several are awaited: nothing is acknowledged, and the log says so', async () => {
		const engine = await createEngine(credential(DETAILS.person));
		const { run } = await withoutPauses(engine.run)({ ...node, items: [{}, {}] });
		const [first = ''] = service.tasks().map(({ id }) => id);
		service.settle(first);
		const lines = await logOf(async () => {
			const without = { credential: credential() };
			const answer = await callPaused(service, node, run, finishedPerson(first), without);
			expect(answer).toMatchObject({ status: 503 });
			expect(answer.items).toBeUndefined();
		});
		expect(lines.join()).toContain("'Person Detail Path' of the credential is missing or wrong");
	});

	it('a wrong path: shown before the pause, and the callback counts as without one', async () => {
		const engine = await createEngine(credential('person/wrong'));
		const { run } = await withoutPauses(engine.run)(node);
		expect(run.status).toBe('waiting');
		expect(hintsOf({ run }).join()).toContain("'Person Detail Path'");
		const [{ id = '' } = {}] = service.tasks();
		service.settle(id);
		const wrong = { credential: credential('person/wrong'), executionId: 'with a wrong path' };
		expect(await callPaused(service, node, run, {}, wrong)).toMatchObject({ status: 400 });
		const { items } = await callPaused(service, node, run, finishedPerson(id), wrong);
		expect(items).toMatchObject([{ json: { taskId: id, state: 'succeeded' } }]);
	}, 120_000);
});
