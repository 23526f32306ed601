/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, it } from '@jest/globals';
import { countBy, range } from 'lodash';
import type { IDataObject, INode, INodeParameters, IRun } from 'n8n-workflow';

import type { NodeRun } from '../support/engine/engine';
import { connectionTo, planned, to } from '../support/engine/nodes';
import { processed } from '../support/engine/processed';
import {
	chosen,
	compose,
	CREATE,
	createImage,
	goingOn,
	PAGES,
	translate,
} from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';
import {
	createWorkflowEngine,
	storedForRetry,
	type ExecutionPlan,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';

const CREATED = SUBMIT.aiCreation;

/** A workflow with one node behind the items, called 'Create'. */
const planOf = (
	{ type, parameters }: NodeRun,
	items: IDataObject[],
	settings = {},
): WorkflowPlan => ({
	nodes: [
		planned('Input', 'items', { items: items.map((json) => ({ json })) as never }),
		{ ...planned('Create', type, { downloadResult: false, ...parameters }), ...settings },
	],
	connections: { Input: connectionTo('Create') },
});

const names = (count: number) => range(count).map((n) => ({ prompt: `Picture ${n}` }));

/** Makes one picture for each item, and waits for it. */
const picture = (parameters: INodeParameters = {}) =>
	createImage({ refPrompt: '={{ $json.prompt }}', completion: 'wait', ...parameters });

const pictures = (
	count: number,
	parameters: INodeParameters = {},
	settings: Partial<INode> = goingOn.settings,
) => planOf(picture(parameters), names(count), settings);

const videos = (completion: string, count = 2) =>
	planOf(compose({ text: '={{ $json.prompt }}', completion }), names(count));

const outputOf = ({ data }: IRun, node = 'Create') =>
	(data.resultData.runData[node]?.at(-1)?.data?.main ?? []).flatMap((items) =>
		(items ?? []).map(({ json }) => json),
	);

const hintsIn = ({ data }: IRun) =>
	JSON.stringify(data.resultData.runData.Create?.at(-1)?.hints ?? []);

describe('A retry of an execution that was cut off', () => {
	const setup = setUp({ limits: false });
	let isDead = false;
	let next = 1;

	beforeEach(() => {
		processed.reset();
		isDead = false;
		// Requests of a process that has died do not arrive.
		for (const operation of [...Object.values(SUBMIT), ...Object.values(PAGES)]) {
			setup.always(operation, { kind: 'resetBefore' }, () => isDead);
		}
	});

	const begin = async (plan: Omit<ExecutionPlan, 'id'>) => {
		const id = String(next++);
		const running = (await createWorkflowEngine(setup.credential)).start({ ...plan, id });
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
	const run = async (workflow: WorkflowPlan) => await (await begin({ workflow })).done;
	const retry = async (workflow: WorkflowPlan, stored?: string) =>
		await (
			await begin({ workflow, mode: 'retry', stored })
		).done;

	/** How often the service has each picture. */
	const books = (): Record<string, number> =>
		countBy(setup.service.tasks(), ({ input }) => /Picture \d+/.exec(JSON.stringify(input))?.[0]);

	const accepted = async (operation: string, count: number, ms = 2_000) => {
		while (setup.accepted(operation) < count) await delay(100);
		// The answers arrive, and are recorded, also where the machine stood still and much is due at once.
		for (const wait of [ms, 100]) await delay(wait);
	};

	/** An execution whose process died after so many tasks had been accepted. */
	const cutOff = async (workflow: WorkflowPlan, operation: string, count: number) => {
		setup.service.fate({ seconds: Infinity });
		const { kill } = await begin({ workflow });
		await accepted(operation, count);
		await kill();
	};
	const cutOffVideos = async () => await cutOff(videos('wait'), CREATE, 2);

	/** From now on, all tasks end at once. */
	const endAll = () => {
		setup.settleAll();
		setup.service.fate({ seconds: 0 });
	};

	it.each([1, 10, 20])(
		'n8n was killed after %i submits: the service has each item once',
		async (count) => {
			// Those after it are on their way and do not arrive.
			setup.fault(CREATED, { kind: 'delay', delayMs: 500 }, { times: count });
			setup.always(CREATED, { kind: 'never' });
			const workflow = pictures(20);
			await cutOff(workflow, CREATED, count);
			expect(Object.keys(books())).toHaveLength(count);

			setup.service.faults.clear();
			endAll();
			const output = outputOf(await retry(workflow));
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
		setup.always(CREATED, { kind: 'delay', delayMs: 500 });
		const workflow = pictures(20);
		const { stopped } = await begin({ workflow });
		await setup.service.journal.waitFor({ operation: CREATED });
		await stopped();
		const before = setup.accepted(CREATED);
		expect(before).toBeLessThan(20);
		// A key and the task of each, and nothing of the others.
		expect(processed.size).toBe(3 * before);

		endAll();
		const retried = await retry(workflow);
		expect(outputOf(retried).map(({ state }) => state)).toEqual(Array(20).fill('succeeded'));
		expect(Object.values(books())).toEqual(Array(20).fill(1));
		expect(hintsIn(retried)).toContain('no record that the original execution submitted');
		expect(processed.size).toBe(0);
	});

	it.each([
		['return', 'inProgress'],
		['wait', 'succeeded'],
		['pause', 'succeeded'],
	])('continues as is chosen now in Completion: %s', async (completion, state) => {
		await cutOffVideos();
		setup.settleAll();
		const retried = await retry(videos(completion));
		expect(outputOf(retried).map((json) => json.state)).toEqual([state, state]);
		expect(Object.values(books())).toEqual([1, 1]);
		expect(hintsIn(retried)).not.toContain('no record');
		expect(processed.size).toBe(0);
	});

	it('waits instead of pausing, because the service calls the original execution back', async () => {
		await cutOffVideos();
		const retried = retry(videos('pause'));
		await delay(30_000);
		setup.settleAll();
		expect((await retried).status).toBe('success');
		expect(hintsIn(await retried)).toContain('therefore waits for the results');
	});

	it('submits what was left behind where the execution is not a retry, and leaves it to a retry', async () => {
		await cutOffVideos();
		expect(outputOf(await run(videos('return')))).toHaveLength(2);
		setup.settleAll();
		expect(outputOf(await retry(videos('wait')))).toHaveLength(2);
		expect(setup.accepted(CREATE)).toBe(4);
	});

	it('leaves nothing behind when a node pauses', async () => {
		await run(videos('pause', 1));
		expect(processed.size).toBe(0);
	});

	it('fails an item whose task is not found, and submits it at the next retry', async () => {
		setup.fault(CREATED, { kind: 'never', processed: true });
		const workflow = pictures(1, {}, { onError: 'stopWorkflow' });
		await cutOff(workflow, CREATED, 1);
		endAll();
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

	it('fails items of a kind that the service does not list', async () => {
		const videoId = await setup.submits.fated('composedVideo', { seconds: 0 });
		setup.fault(SUBMIT.translation, { kind: 'never', processed: true });
		const workflow = planOf(translate({ videoId: chosen(videoId) }), [{}]);
		await cutOff(workflow, SUBMIT.translation, 1);
		const { error } = (await retry(workflow)).data.resultData;
		expect((error as unknown as IDataObject).description).toContain(
			'Find it in the list of tasks at the service',
		);
		expect(setup.accepted(SUBMIT.translation)).toBe(1);
	});

	it('does as before where the store of n8n fails, and says so in a retry', async () => {
		processed.isBroken = true;
		const workflow = pictures(2);
		await cutOff(workflow, CREATED, 2);
		setup.service.fate({ seconds: 0 });
		const retried = await retry(workflow);
		expect(outputOf(retried)).toHaveLength(2);
		expect(setup.accepted(CREATED)).toBe(4);
		expect(hintsIn(retried)).toContain(
			"This execution is a retry. n8n has no record that the original execution submitted 2 items, so the node submits them. To be sure, search n8n's log for 'Digital Human task accepted'",
		);
	});

	it('knows the run of a loop that was cut off', async () => {
		const plan = planOf(picture(), names(3));
		const workflow: WorkflowPlan = {
			nodes: [...plan.nodes, planned('Loop', 'splitInBatches')],
			connections: {
				Input: connectionTo('Loop'),
				Loop: { main: [[], to('Create')] },
				Create: connectionTo('Loop'),
			},
		};
		setup.service.fate(({ index }) => ({ seconds: index < 1 ? 0 : Infinity }));
		const running = await begin({ workflow });
		await accepted(CREATED, 2, 20_000);
		await running.kill();
		expect(processed.size).toBe(3);
		endAll();
		const retried = await retry(workflow, running.progress());
		expect(outputOf(retried, 'Loop')).toHaveLength(3);
		expect(Object.values(books())).toEqual([1, 1, 1]);
		expect(processed.size).toBe(0);
	});
});
