import { describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';

import type { Fault } from '../../demo-service';
import { compose, CREATE } from '../support/composeVideoCase';
import type { NodeRun } from '../support/engine/engine';
import { setUp } from '../support/engine/setup';

const SUBMIT = 'ai_creation/task/submit';

const create = (more: Partial<NodeRun> = {}): NodeRun => ({
	type: 'digitalHumanAiCreate',
	parameters: {
		resource: 'image',
		operation: 'generate',
		modelCode: 'modelf-4.0',
		refPrompt: "={{ $json.prompt ?? 'A red fox' }}",
		completion: 'return',
	},
	...more,
});

const prompts = (count: number) => range(count).map((n) => ({ prompt: `Picture ${n}` }));

describe('A task is never submitted twice', () => {
	const setup = setUp();
	const submits = () => setup.service.journal.count({ operation: SUBMIT });

	it.each<[string, Fault]>([
		['a reset before the task was made', { kind: 'resetBefore' }],
		['a reset after the task was made', { kind: 'resetAfter' }],
		['a truncated answer', { kind: 'truncated' }],
		['an empty answer', { kind: 'empty' }],
		['an HTML page', { kind: 'html', status: 200 }],
		['HTTP 500', { kind: 'status', status: 500 }],
		['HTTP 502 with a page', { kind: 'html', status: 502 }],
		['HTTP 503', { kind: 'status', status: 503 }],
		['HTTP 429 without an envelope', { kind: 'status', status: 429 }],
		['HTTP 401 without an envelope', { kind: 'status', status: 401 }],
		['an internal fault', { kind: 'code', code: 50000 }],
		['an answer without a task ID', { kind: 'nullData' }],
		['an answer without a code', { kind: 'missingCode' }],
		['an answer of the wrong types', { kind: 'wrongTypes' }],
		['an answer of 20 MB', { kind: 'huge', bytes: 20_000_000 }],
	])('after %s, and the user learns that it may exist', async (_, fault) => {
		setup.service.faults.add({ operation: SUBMIT, fault, times: Infinity });
		const { error } = await setup.engine.run(create());
		expect(submits()).toBe(1);
		expect(error?.message).toMatch(/^Could not create the AI task: /);
		expect(error?.description).toContain('may still have been created');
		expect(error?.description).toContain('Digital Human Get Task');
	});

	it('after a time-out', async () => {
		const { timeout } = AbortSignal;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 60));
		setup.service.faults.add({ operation: SUBMIT, fault: { kind: 'never', processed: true } });
		const { error } = await setup.engine.run(create());
		expect(error?.description).toContain('No response within 1 minute');
		expect(submits()).toBe(1);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(1);
	});

	it.each([400, 10400, 40000])('after a refusal with %i, which created nothing', async (code) => {
		setup.service.faults.add({
			operation: SUBMIT,
			fault: { kind: 'code', code, msg: 'No, sorry' },
		});
		const { error } = await setup.engine.run(create());
		expect(submits()).toBe(1);
		expect(error?.description).toContain('No, sorry');
		expect(error?.description).toContain(`code ${code}`);
		expect(error?.description).toMatch(/trace_id \S+/);
		expect(error?.description).not.toContain('may still have been created');
	});

	it('waits when a limit is exceeded, and then succeeds', async () => {
		setup.service.faults.add({ operation: SUBMIT, times: 3, fault: { kind: 'code', code: 40001 } });
		const { json, error } = await setup.engine.run(create({ items: prompts(5) }));
		expect(error).toBeUndefined();
		expect(json).toHaveLength(5);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(5);
	});

	it('follows no redirect with the token', async () => {
		setup.service.faults.add({
			operation: SUBMIT,
			times: Infinity,
			fault: { kind: 'redirect', location: `${setup.service.url}/elsewhere`, status: 307 },
		});
		const { error } = await setup.engine.run(create());
		expect(error?.message).toContain('the service address redirects');
		expect(setup.service.journal.count((entry) => entry.path === '/elsewhere')).toBe(0);
	});

	it("continues where it stopped with n8n's Retry On Fail", async () => {
		setup.service.faults.add({
			operation: SUBMIT,
			times: 2,
			when: ({ body }) => JSON.stringify(body).includes('Picture 6'),
			fault: { kind: 'code', code: 40000 },
		});
		const { json, outputs } = await setup.engine.run(
			create({
				items: prompts(10),
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			}),
		);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			range(10).map((item) => ({ item })),
		);
		expect(new Set(json.map(({ taskId }) => taskId)).size).toBe(10);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(10);
	});

	it('names every task that exists when a batch fails', async () => {
		setup.service.faults.add({ operation: SUBMIT, skip: 4, fault: { kind: 'code', code: 40000 } });
		const { error } = await setup.engine.run(create({ items: prompts(5) }));
		for (const { id } of setup.service.tasks()) expect(error?.description).toContain(id);
		expect(setup.service.tasks()).toHaveLength(4);
	});

	it('names every task when their status cannot be checked', async () => {
		setup.service.faults.add({
			operation: 'ai_creation/task/page',
			fault: { kind: 'code', code: 10400 },
			times: Infinity,
		});
		const { parameters } = create();
		const { error } = await setup.engine.run(
			create({ parameters: { ...parameters, completion: 'wait' }, items: prompts(3) }),
		);
		expect(setup.service.tasks()).toHaveLength(3);
		for (const { id } of setup.service.tasks()) expect(error?.description).toContain(id);
	});

	it.each(['composeVideo', 'aiCreate'])(
		'sends nothing more when an item of a batch has failed (%s)',
		async (node) => {
			const [run, operation]: [NodeRun, string] =
				node === 'composeVideo' ? [compose({ completion: 'return' }), CREATE] : [create(), SUBMIT];
			setup.service.faults.add({ operation, fault: { kind: 'code', code: 40000, msg: 'No' } });
			const { error } = await setup.engine.run({ ...run, items: prompts(30) });
			expect(error?.description).toContain('No');
			expect(error?.description).not.toContain('Other items with errors');
			// AI tasks may be on their way ten at a time; videos go one after another.
			const most = node === 'composeVideo' ? 1 : 10;
			expect(setup.service.journal.count({ operation })).toBeLessThanOrEqual(most);
		},
	);

	it('names every item that was on its way and refused too', async () => {
		const refused = { kind: 'code', code: 40000 } as const;
		setup.service.faults.add({ operation: SUBMIT, times: Infinity, fault: refused });
		const { error } = await setup.engine.run(create({ items: prompts(3) }));
		expect(error?.description).toContain('Other items with errors: ');
	});

	it('says of each item whether its task may exist, not only of the first that failed', async () => {
		const faults: Fault[] = [
			{ kind: 'code', code: 40000 },
			{ kind: 'resetAfter' },
			{ kind: 'code', code: 40000 },
			{ kind: 'answer', change: (right) => ({ ...(right as object), code: 52000 }) },
		];
		faults.forEach((fault, item) => {
			const when = ({ body }: { body?: unknown }) =>
				JSON.stringify(body).includes(`Picture ${item}`);
			setup.service.faults.add({ operation: SUBMIT, when, fault });
		});
		const { error } = await setup.engine.run(create({ items: prompts(4) }));
		const last = setup.service
			.tasks()
			.find(({ input }) => JSON.stringify(input).includes('Picture 3'));
		expect(error?.description).toContain(
			`Other items with errors: 1; 2; 3. Of these, a task may still have been created for: 1; 3 (ID ${last?.id}). Find it with 'Digital Human Get Task'`,
		);
	});

	it('with Continue On Fail, the other items continue', async () => {
		setup.service.faults.add({ operation: SUBMIT, skip: 2, fault: { kind: 'resetAfter' } });
		const { json } = await setup.engine.run(
			create({ items: prompts(5), settings: { onError: 'continueRegularOutput' } }),
		);
		expect(json.filter((item) => 'error' in item)).toHaveLength(1);
		expect(json.filter((item) => 'taskId' in item)).toHaveLength(4);
		expect(setup.service.journal.accepted(SUBMIT)).toBe(5);
	});

	it('shows the access token nowhere', async () => {
		const faults: Fault[] = [
			{ kind: 'resetBefore' },
			{ kind: 'html', status: 502 },
			{ kind: 'code', code: 10400 },
			{ kind: 'code', code: 10400, msg: `${setup.service.token} is not a valid token` },
			{ kind: 'redirect', location: 'http://127.0.0.1:1/' },
		];
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			for (const fault of faults) {
				setup.service.faults.add({ operation: SUBMIT, fault });
				const { stored } = await setup.engine.run(create({ settings: { onError } }));
				expect(stored).not.toContain(setup.service.token);
			}
		}
	});
});
