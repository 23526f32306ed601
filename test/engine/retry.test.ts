/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { line, planned, to } from '../support/engine/nodes';
import { processed } from '../support/engine/processed';
import { chosen, CREATE, createImage, PAGES, translate } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';
import {
	createWorkflowEngine,
	storedForRetry,
	type ExecutionPlan,
	videosWorkflow,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';

const CREATED = SUBMIT.aiCreation;

/** A workflow that makes one picture for each item. */
function pictures(
	count: number,
	parameters: INodeParameters = {},
	settings: IDataObject = { onError: 'continueRegularOutput' },
): WorkflowPlan {
	const items = range(count).map((n) => ({ json: { prompt: `Picture ${n}` } }));
	const { type, parameters: needed } = createImage({
		refPrompt: '={{ $json.prompt }}',
		completion: 'wait',
		downloadResult: false,
		...parameters,
	});
	const node = { ...planned('Create', type, needed), ...settings };
	return {
		nodes: [planned('Input', 'items', { items: items as never }), node],
		connections: { Input: line('Create') },
	};
}

const outputOf = ({ data }: IRun, node = 'Create') =>
	(data.resultData.runData[node]?.at(-1)?.data?.main ?? []).flatMap((items) =>
		(items ?? []).map(({ json }) => json),
	);

const hintsOf = ({ data }: IRun, node = 'Create') =>
	JSON.stringify(data.resultData.runData[node]?.at(-1)?.hints ?? []);

describe('A retry of an execution that was cut off', () => {
	const setup = setUp({ limits: false });
	let isDead = false;
	let next = 1;

	beforeEach(() => {
		processed.reset();
		isDead = false;
	});

	const engine = async () =>
		await createWorkflowEngine({
			baseUrl: setup.service.url,
			accessToken: setup.service.token,
		});

	const begin = async (plan: Omit<ExecutionPlan, 'id'>) => {
		const id = String(next++);
		const running = (await engine()).start({ ...plan, id });
		return {
			...running,
			/** As the death of n8n's process: nothing more arrives anywhere. */
			async kill() {
				isDead = true;
				processed.dead.add(`Workflow of ${id}`);
				running.stop();
				await running.nodesEnded();
				isDead = false;
			},
			async stopped() {
				running.stop();
				await running.nodesEnded();
			},
		};
	};
	const retry = async (workflow: WorkflowPlan, stored?: string) =>
		await (
			await begin({ workflow, mode: 'retry', stored })
		).done;

	/** Requests of a process that has died do not arrive. */
	const gate = () => {
		for (const operation of [...Object.values(SUBMIT), ...Object.values(PAGES)]) {
			setup.fault(operation, { kind: 'resetBefore' }, { times: Infinity, when: () => isDead });
		}
	};

	/** How often the service has each picture. */
	const books = (): Record<string, number> => {
		const counts: Record<string, number> = {};
		for (const { input } of setup.service.tasks()) {
			const [name = '?'] = /Picture \d+/.exec(JSON.stringify(input)) ?? [];
			counts[name] = (counts[name] ?? 0) + 1;
		}
		return counts;
	};

	const settledOf = async (operation: string, count: number, ms = 2_000) => {
		while (setup.accepted(operation) < count) await delay(100);
		// The answers arrive, and are recorded.
		await delay(ms);
	};

	it.each([1, 10, 20])(
		'n8n was killed after %i submits: the service has each item once',
		async (count) => {
			setup.service.fate({ seconds: Infinity });
			gate();
			// Those after it are on their way and do not arrive.
			setup.fault(CREATED, { kind: 'delay', delayMs: 500 }, { times: count });
			setup.fault(CREATED, { kind: 'never' }, { times: Infinity });
			const workflow = pictures(20);
			const { kill } = await begin({ workflow });
			await settledOf(CREATED, count);
			await kill();
			expect(Object.keys(books())).toHaveLength(count);

			setup.service.faults.clear();
			for (const { id } of setup.service.tasks()) setup.service.settle(id);
			setup.service.fate({ seconds: 0 });
			const run = await retry(workflow);
			const output = outputOf(run);
			expect(output).toHaveLength(20);
			expect(Object.values(books()).every((times) => times === 1)).toBe(true);
			const done = output.filter(({ state }) => state === 'succeeded');
			expect(new Set(done.map(({ taskId }) => taskId)).size).toBe(setup.service.tasks().length);
			for (const [index, { taskId, error, details }] of output.entries()) {
				const task = setup.service.tasks().find(({ id }) => id === taskId);
				if (task) expect(JSON.stringify(task.input)).toContain(`Picture ${index}"`);
				else {
					expect(error).toContain('Could not create the AI task');
					expect((details as IDataObject).description).toMatch(
						/may still have been created.*Find it with 'Digital Human Get Task'/,
					);
				}
			}
			// Those that were on their way are unclear, and few that were next.
			expect(output.filter(({ error }) => error).length).toBeLessThan(count < 20 ? 15 : 1);
			expect(processed.size).toBe(0);
		},
	);

	it('the execution was stopped while it submitted: each item is there once, and none is unclear', async () => {
		setup.service.fate({ seconds: Infinity });
		setup.fault(CREATED, { kind: 'delay', delayMs: 500 }, { times: Infinity });
		const workflow = pictures(20);
		const { stopped } = await begin({ workflow });
		await setup.service.journal.waitFor({ operation: CREATED });
		await stopped();
		const before = setup.accepted(CREATED);
		expect(before).toBeLessThan(20);
		// A key and the task of each, and nothing of the others.
		expect(processed.size).toBe(3 * before);

		setup.service.fate({ seconds: 0 });
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const run = await retry(workflow);
		expect(outputOf(run).map(({ state }) => state)).toEqual(range(20).map(() => 'succeeded'));
		expect(Object.values(books())).toEqual(range(20).map(() => 1));
		expect(hintsOf(run)).toContain('no record that the original execution submitted');
		expect(processed.size).toBe(0);
	});

	it('the second try of Retry On Fail was stopped: what the first one submitted is there once', async () => {
		setup.service.fate({ seconds: Infinity });
		const when = ({ body }: { body?: unknown }) => JSON.stringify(body).includes('Picture 0');
		setup.fault(CREATED, { kind: 'code', code: 40000 }, { when });
		const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const workflow = pictures(2, {}, tries);
		const { stopped } = await begin({ workflow });
		await settledOf(CREATED, 2, 500);
		await stopped();
		setup.service.fate({ seconds: 0 });
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const run = await retry(workflow);
		expect(outputOf(run).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
		expect(Object.values(books())).toEqual([1, 1]);
		expect(processed.size).toBe(0);
	});

	const cutOffVideos = async (count = 2) => {
		setup.service.fate({ seconds: Infinity });
		gate();
		const texts = range(count).map((n) => `Picture ${n}`);
		const plan = (completion: string) =>
			videosWorkflow(texts, { completion, downloadResult: false });
		const { kill } = await begin({ workflow: plan('wait') });
		await settledOf(CREATE, count);
		await kill();
		return plan;
	};

	it.each([
		['return', 'inProgress'],
		['wait', 'succeeded'],
		['pause', 'succeeded'],
	])('continues as is chosen now in Completion: %s', async (completion, state) => {
		const plan = await cutOffVideos();
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const run = await retry(plan(completion));
		expect(outputOf(run, 'Videos').map((json) => json.state)).toEqual([state, state]);
		expect(Object.values(books())).toEqual([1, 1]);
		expect(hintsOf(run, 'Videos')).not.toContain('no record');
		expect(processed.size).toBe(0);
	});

	it('waits instead of pausing, because the service calls the original execution back', async () => {
		const plan = await cutOffVideos();
		const running = await begin({ workflow: plan('pause'), mode: 'retry' });
		await delay(30_000);
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const run = await running.done;
		expect(run.status).toBe('success');
		expect(hintsOf(run, 'Videos')).toContain('therefore waits for the results');
	});

	it('submits what was left behind where the execution is not a retry', async () => {
		const plan = await cutOffVideos();
		const again = await begin({ workflow: plan('return') });
		expect(outputOf(await again.done, 'Videos')).toHaveLength(2);
		expect(setup.accepted(CREATE)).toBe(4);
	});

	it('leaves nothing behind when a node ends by itself', async () => {
		const refuse = () => setup.fault(CREATED, { kind: 'code', code: 40000 });
		for (const onError of ['stopWorkflow', 'continueRegularOutput']) {
			refuse();
			await (
				await begin({ workflow: pictures(5, {}, { onError }) })
			).done;
			expect(processed.writes).toBeGreaterThan(0);
			expect(processed.size).toBe(0);
		}
		const paused = await begin({ workflow: videosWorkflow(['One'], { completion: 'pause' }) });
		await paused.done;
		expect(processed.size).toBe(0);
	});

	it('fails an item whose task is not found, and submits it at the next retry', async () => {
		setup.service.fate({ seconds: 0 });
		gate();
		setup.fault(CREATED, { kind: 'never', processed: true });
		const workflow = pictures(1, {}, { onError: 'stopWorkflow' });
		const { kill } = await begin({ workflow });
		await settledOf(CREATED, 1);
		await kill();
		const failed = await retry(workflow);
		const { message, description } = failed.data.resultData.error as unknown as IDataObject;
		expect(message).toContain('Could not create the AI task');
		expect(description).toMatch(/may still have been created.*Get Many/);
		expect(setup.accepted(CREATED)).toBe(1);
		expect(processed.size).toBe(0);

		const done = await retry(workflow, storedForRetry(failed));
		expect(outputOf(done)).toMatchObject([{ state: 'succeeded' }]);
		expect(setup.accepted(CREATED)).toBe(2);
	});

	it('submits nothing while the service does not list its tasks, and continues later', async () => {
		const plan = await cutOffVideos();
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const refused = setup.fault(PAGES.composedVideo, { kind: 'code', code: 10400 }, { times: 99 });
		const failed = await retry(plan('wait'));
		expect(failed.data.resultData.error?.message).toContain('the access token');
		expect(setup.accepted(CREATE)).toBe(2);

		refused();
		const run = await retry(plan('wait'), storedForRetry(failed));
		expect(outputOf(run, 'Videos')).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }]);
		expect(setup.accepted(CREATE)).toBe(2);
		expect(processed.size).toBe(0);
	});

	it('fails items of a kind that the service does not list', async () => {
		setup.service.fate({ seconds: Infinity });
		const videoId = await setup.submits.composedVideo();
		setup.service.settle(videoId);
		gate();
		setup.fault(SUBMIT.translation, { kind: 'never', processed: true });
		const { type, parameters } = translate({ videoId: chosen(videoId) });
		const workflow: WorkflowPlan = {
			nodes: [
				planned('Input', 'items', { items: [{ json: {} }] }),
				planned('Create', type, parameters),
			],
			connections: { Input: line('Create') },
		};
		const { kill } = await begin({ workflow });
		await settledOf(SUBMIT.translation, 1);
		await kill();
		const { error } = (await retry(workflow)).data.resultData;
		expect((error as unknown as IDataObject).description).toContain(
			'Find it in the list of tasks at the service',
		);
		expect(setup.accepted(SUBMIT.translation)).toBe(1);
	});

	it('tells of executions with equal items that run at once which task is whose', async () => {
		setup.service.fate({ seconds: Infinity });
		gate();
		const workflow = pictures(2);
		const both = [await begin({ workflow }), await begin({ workflow })];
		await settledOf(CREATED, 4);
		await Promise.all(both.map(async ({ kill }) => await kill()));
		expect(setup.accepted(CREATED)).toBe(4);
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const outputs = [outputOf(await retry(workflow)), outputOf(await retry(workflow))];
		const ids = outputs.flat().map(({ taskId }) => taskId);
		expect(new Set(ids)).toEqual(new Set(setup.service.tasks().map(({ id }) => id)));
		expect(setup.accepted(CREATED)).toBe(4);
		expect(processed.size).toBe(0);
	});

	it('keeps the items of an execution that is under way, when another one ends', async () => {
		setup.service.fate({ seconds: Infinity });
		gate();
		const equal = pictures(3, { completion: 'return' });
		const longer = pictures(3);
		const cut = await begin({ workflow: longer });
		await settledOf(CREATED, 3);
		const others = range(5).map(async () => await (await begin({ workflow: equal })).done);
		await Promise.all(others);
		await cut.kill();
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const first = setup.service.tasks().slice(0, 3);
		const output = outputOf(await retry(longer));
		expect(output.map(({ taskId }) => taskId).sort()).toEqual(first.map(({ id }) => id).sort());
	});

	it('does as before where the store of n8n fails, and says so in a retry', async () => {
		processed.isBroken = true;
		gate();
		setup.service.fate({ seconds: Infinity });
		const workflow = pictures(2);
		const { kill } = await begin({ workflow });
		await settledOf(CREATED, 2);
		await kill();
		setup.service.fate({ seconds: 0 });
		const run = await retry(workflow);
		expect(outputOf(run)).toHaveLength(2);
		expect(setup.accepted(CREATED)).toBe(4);
		expect(hintsOf(run)).toContain(
			"This execution is a retry. n8n has no record that the original execution submitted 2 items, so the node submits them. To be sure, search n8n's log for 'Digital Human task accepted'",
		);
	});

	it('knows the run of a loop that was cut off', async () => {
		const items = range(3).map((n) => ({ json: { prompt: `Picture ${n}` } }));
		const { type, parameters } = createImage({
			refPrompt: '={{ $json.prompt }}',
			completion: 'wait',
		});
		const workflow: WorkflowPlan = {
			nodes: [
				planned('Input', 'items', { items }),
				planned('Loop', 'loopOverItems'),
				planned('Create', type, { ...parameters, downloadResult: false }),
			],
			connections: {
				Input: line('Loop'),
				Loop: { main: [[], ...[to('Create')]] },
				Create: line('Loop'),
			},
		};
		gate();
		setup.service.fate(({ index }) => ({ seconds: index < 1 ? 0 : Infinity }));
		const running = await begin({ workflow });
		await settledOf(CREATED, 2, 20_000);
		await running.kill();
		expect(processed.size).toBe(3);
		setup.service.fate({ seconds: 0 });
		for (const { id } of setup.service.tasks()) setup.service.settle(id);
		const run = await retry(workflow, running.progress());
		expect(outputOf(run, 'Loop')).toHaveLength(3);
		expect(Object.values(books())).toEqual([1, 1, 1]);
		expect(processed.size).toBe(0);
	});

	it('removes many values, and none of an execution that was cut off', async () => {
		gate();
		setup.fault(CREATED, { kind: 'never' });
		const cut = await begin({ workflow: pictures(1, { refPrompt: 'Another picture' }) });
		await settledOf(CREATED, 0);
		await cut.kill();
		expect(processed.size).toBe(1);
		const { done } = await begin({ workflow: pictures(400, { completion: 'return' }) });
		expect(outputOf(await done)).toHaveLength(400);
		expect(processed.size).toBe(1);
	});

	it('writes little for many items', async () => {
		const { done } = await begin({ workflow: pictures(400, { completion: 'return' }) });
		expect(outputOf(await done)).toHaveLength(400);
		expect(processed.writes).toBeLessThan(60);
		expect(processed.size).toBe(0);
	});
});
