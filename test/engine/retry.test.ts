/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { countBy, map, range, uniq, uniqBy } from 'lodash';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IRunExecutionData,
} from 'n8n-workflow';

import { itemWith } from '../support/engine/binaries';
import type { NodeRun } from '../support/engine/engine';
import { connectionTo, nodeTypes, planned, to } from '../support/engine/nodes';
import { processed } from '../support/engine/processed';
import {
	BOTH_PATHS,
	byId,
	chosen,
	compose,
	CREATE,
	createImage,
	createPerson,
	DETAILS,
	generate,
	goingOn,
	lipSync,
	PAGES,
	translate,
} from '../support/engine/runs';
import { otherData } from '../support/answers';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';
import {
	callingExecution,
	type CallingExecution,
	chainOf,
	createWorkflowEngine,
	errorLoop,
	type ExecutionPlan,
	loopOver,
	type RunningExecution,
	storedAfterCrash,
	storedForRetry,
	storedWithNodes,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';

/*
 * n8n dies, or an execution is stopped, and its workflow is run again: by Retry, or by another start. The books of the service
 * have each item once, or the item fails unpaid and says why.
 */

const CREATED = SUBMIT.aiCreation;

type Items = Parameters<typeof chainOf>[0];

/** A workflow with one node behind the items, called 'Create'. */
const planOf = (run: NodeRun, items: Items, settings: NodeRun['settings'] = {}) =>
	chainOf(items, { name: 'Create', ...run, settings });

let filmCount = 0;

/** Items with a video each, of the same size, which n8n has stored just now under a new name. */
const films = async (...seeds: number[]) =>
	await Promise.all(
		seeds.map(async (seed) => {
			return await itemWith({ data: { bytes: 1000, seed, name: `clip-${filmCount++}.mp4` } });
		}),
	);

/** Equal items. */
const alike = (count: number) => Array<IDataObject>(count).fill({ prompt: 'Picture 0' });

const prompts = (count: number, more: IDataObject = {}) =>
	range(count).map((n) => ({ prompt: `Picture ${n}`, ...more }));

/** Of a wait. */
const LIMIT = { timeLimit: 1, onTimeLimit: 'fail' };

/** Makes one picture for each item, and waits for it. */
const picture = (parameters: INodeParameters = {}) =>
	createImage({ refPrompt: '={{ $json.prompt }}', completion: 'wait', ...parameters });

const pictures = (
	count: number,
	parameters: INodeParameters = {},
	settings: NodeRun['settings'] = goingOn.settings,
) => planOf(picture(parameters), prompts(count), settings);

const videos = (completion: string, count = 2) =>
	planOf(compose({ text: '={{ $json.prompt }}', completion }), prompts(count));

const outputOf = ({ data }: IRun, node = 'Create') =>
	(data.resultData.runData[node]?.at(-1)?.data?.main ?? []).flatMap((items) =>
		(items ?? []).map(({ json }) => json),
	);

const statesOf = (run: IRun, node?: string) =>
	outputOf(run, node).map(({ state, error }) => (error ? 'error' : state));

const hintsIn = ({ data }: IRun, node = 'Create') =>
	JSON.stringify(data.resultData.runData[node]?.at(-1)?.hints ?? []);

const done = (count: number) => Array<string>(count).fill('succeeded');

const setup = setUp({ limits: false, ...BOTH_PATHS });
let isDead = false;
let next = 1;

beforeEach(() => {
	isDead = false;
	// Requests of a process that has died do not arrive.
	for (const endpoint of [...Object.values(SUBMIT), ...Object.values(PAGES)]) {
		setup.always(endpoint, { kind: 'resetBefore' }, () => isDead);
	}
});

interface Running extends RunningExecution {
	id: string;
	/** As the death of n8n's process: nothing more arrives anywhere. */
	kill(): Promise<void>;
	stopped(): Promise<void>;
}

const begin = async (plan: Omit<ExecutionPlan, 'id'>): Promise<Running> => {
	const id = String(next++);
	const running = (await createWorkflowEngine(setup.credential)).start({ ...plan, id });
	const stopped = async () => {
		running.stop();
		await running.nodesEnded();
	};
	return {
		...running,
		id,
		stopped,
		async kill() {
			isDead = true;
			processed.dead.add(`Workflow of ${id}`);
			await stopped();
			isDead = false;
			// What it has signed as being alive is no longer true.
			await delay(70_000);
		},
	};
};

const run = async (workflow: WorkflowPlan, plan: Partial<ExecutionPlan> = {}) =>
	await (
		await begin({ workflow, ...plan })
	).done;

/** Retries an execution from what n8n had stored of it, with the workflow as it was or as it is saved now. */
const retry = async (
	cut: Pick<Running, 'begun'>,
	saved: WorkflowPlan,
	plan: Partial<ExecutionPlan> = {},
) => await run(saved, { mode: 'retry', stored: storedWithNodes(cut.begun, saved), ...plan });

/** What the items of a workflow ask for. */
const promptsOf = ({ nodes }: WorkflowPlan) =>
	map(nodes[0]?.parameters.items as unknown as INodeExecutionData[], 'json.prompt');

/** How often the service has each picture. */
const books = (): Record<string, number> =>
	countBy(setup.service.tasks(), ({ input }) => /Picture \d+/.exec(JSON.stringify(input))?.[0]);

const once = (count: number) => Object.fromEntries(range(count).map((n) => [`Picture ${n}`, 1]));

const accepted = async (endpoint: string, count: number, ms = 2_000) => {
	while (setup.accepted(endpoint) < count) await delay(100);
	// The answers arrive, and are recorded, also where the machine stood still and much is due at once.
	for (const wait of [ms, 100]) await delay(wait);
};

/** Each picture of a run succeeds; by then, the service has accepted so many in all. */
const expectDone = async (count: number, running: Promise<IRun>, acceptedInAll: number) => {
	const result = await running;
	expect(statesOf(result)).toEqual(done(count));
	expect(setup.accepted(CREATED)).toBe(acceptedInAll);
	return result;
};

/** Each picture of a run succeeds, and the service has each of them once. */
const expectOnceEach = async (count: number, running: Promise<IRun>) => {
	const result = await running;
	expect(statesOf(result)).toEqual(done(count));
	expect(books()).toEqual(once(count));
	return result;
};

/** An execution whose process died after so many tasks had been accepted. */
const cutOff = async (
	workflow: WorkflowPlan,
	endpoint: string,
	count: number,
	plan: Partial<ExecutionPlan> = {},
) => {
	// Files are reviewed all the same.
	setup.service.fate(({ endpoint: one }) => ({ seconds: one === endpoint ? Infinity : 0 }));
	const running = await begin({ workflow, ...plan });
	await accepted(endpoint, count);
	await running.kill();
	return running;
};

/** One whose process died when the service had accepted so many tasks in all, of which the first ones have finished. */
const cutOffAt = async (workflow: WorkflowPlan, finished: number, all: number, ms = 2_100) => {
	let made = 0;
	const submits: readonly string[] = Object.values(SUBMIT);
	setup.service.fate(({ endpoint }) => {
		const isEnding = !submits.includes(endpoint) || made++ < finished;
		return { seconds: isEnding ? 0 : Infinity };
	});
	const running = await begin({ workflow });
	while (setup.service.tasks().length < all) await delay(100);
	await delay(ms);
	await running.kill();
	return running;
};

/** From now on, all tasks end at once. */
const endAll = () => {
	setup.settleAll();
	setup.service.fate({ seconds: 0 });
};

/** As `cutOff`; the tasks have ended since. */
const cutOffAndEnded: typeof cutOff = async (...given) => {
	const cut = await cutOff(...given);
	endAll();
	return cut;
};

/** As `cutOffAndEnded`, after a retry that has had time to continue with the same tasks and was killed as well. */
const cutOffWithItsRetry = async (workflow: WorkflowPlan, endpoint: string, count: number) => {
	const cut = await cutOff(workflow, endpoint, count);
	const again = await begin({ workflow, mode: 'retry', stored: cut.begun });
	await delay(10_000);
	await again.kill();
	endAll();
	return { cut, again };
};

/** What is open in a retry that cannot say which tasks there are. */
const errorOf = (result: IRun) => result.data.resultData.error as unknown as IDataObject;

/** A video in two languages, of which the service begins only the first. */
const withoutFrench = async () => {
	const videoId = await setup.submits.fated('composedVideo', { seconds: 0 });
	const onlyFirst = (data: { tasks: IDataObject[] }) => ({ tasks: data.tasks.slice(0, 1) });
	setup.fault(SUBMIT.translation, otherData(onlyFirst));
	const targetLanguages = ['German', 'fr'];
	return translate({ videoId: chosen(videoId), targetLanguages, completion: 'return' });
};

describe('A retry of an execution that was cut off', () => {
	it.each([1, 10, 20])('n8n killed after %i submits: each item is paid once', async (count) => {
		// Those after it are on their way and do not arrive.
		setup.fault(CREATED, { kind: 'delay', delayMs: 500 }, { times: count });
		setup.always(CREATED, { kind: 'never' });
		const workflow = pictures(20);
		const cut = await cutOff(workflow, CREATED, count);
		expect(Object.keys(books())).toHaveLength(count);

		setup.service.faults.clear();
		endAll();
		const output = outputOf(await retry(cut, workflow));
		expect(output).toHaveLength(20);
		expect(Object.values(books()).every((times) => times === 1)).toBe(true);
		const finished = output.filter(({ state }) => state === 'succeeded');
		expect(new Set(finished.map(({ taskId }) => taskId)).size).toBe(setup.service.tasks().length);
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
		// Those that were on their way are unclear, and none that was next.
		expect(output.filter(({ error }) => error).length).toBeLessThanOrEqual(count < 20 ? 10 : 0);
	});

	it('the execution was stopped while it submitted: each item is there once, and none is unclear', async () => {
		setup.service.fate({ seconds: Infinity });
		setup.always(CREATED, { kind: 'delay', delayMs: 500 });
		const workflow = pictures(20);
		const cut = await begin({ workflow });
		await setup.service.journal.waitFor({ endpoint: CREATED });
		await cut.stopped();
		expect(setup.accepted(CREATED)).toBeLessThan(20);

		endAll();
		const retried = await expectOnceEach(20, retry(cut, workflow));
		expect(hintsIn(retried)).toContain('submitted before the original execution ended');
	});

	it.each([
		['submits everything', 0],
		['is not given the tasks of an earlier execution with the same items', 2],
	])('n8n was killed before the first submit: the retry %s', async (_, before) => {
		const workflow = videos('return');
		if (before > 0) await run(workflow);
		const looked = setup.count('list_common_dp');
		setup.fault('list_common_dp', { kind: 'never' });
		const cut = await begin({ workflow });
		await setup.service.journal.waitFor({ endpoint: 'list_common_dp' }, looked + 1);
		await cut.kill();
		expect(setup.accepted(CREATE)).toBe(before);
		expect(outputOf(await retry(cut, workflow))).toHaveLength(2);
		expect(setup.accepted(CREATE)).toBe(before + 2);
	});

	it.each([{}, goingOn.settings])(
		'n8n killed amid an upload: the retry submits, %j',
		async (more) => {
			setup.always('single', { kind: 'never' });
			const node = lipSync({ videoFileSource: 'inputFile', completion: 'return' });
			const workflow = planOf(node, await films(1), more);
			const cut = await begin({ workflow });
			await setup.service.journal.waitFor({ endpoint: 'single' });
			await cut.kill();
			setup.service.faults.clear();
			expect(statesOf(await retry(cut, workflow))).toEqual(['inProgress']);
			expect(setup.accepted(SUBMIT.lipSync)).toBe(1);
		},
	);

	it.each([
		['return', 'inProgress'],
		['wait', 'succeeded'],
	])('continues as is chosen now in Completion: %s', async (completion, state) => {
		const cut = await cutOff(videos('wait'), CREATE, 2);
		setup.settleAll();
		const retried = await retry(cut, videos(completion));
		expect(statesOf(retried)).toEqual([state, state]);
		expect(books()).toEqual(once(2));
	});

	it('waits instead of pausing, because the service calls the original execution back', async () => {
		const cut = await cutOff(videos('wait'), CREATE, 2);
		const retried = retry(cut, videos('pause'));
		await delay(30_000);
		setup.settleAll();
		expect((await retried).status).toBe('success');
		expect(hintsIn(await retried)).toContain('therefore waits for the results');
	});

	it('pays for nothing at the retry of a retry that was killed as well', async () => {
		const workflow = pictures(3);
		const { cut, again } = await cutOffWithItsRetry(workflow, CREATED, 3);
		expect(statesOf(await retry(again, workflow))).toEqual(done(3));
		await expectOnceEach(3, retry(cut, workflow));
	});

	const readAt = (time: string, more: INodeParameters = {}) =>
		planOf(picture(more), prompts(4, { readAt: time }), goingOn.settings);

	const withCredential = (id: string, plan: WorkflowPlan): WorkflowPlan => ({
		...plan,
		nodes: plan.nodes.map((node) => ({
			...node,
			credentials: { digitalHumanApi: { id, name: 'API of the marketing team' } },
		})),
	});

	const now = { refPrompt: '={{ $json.prompt }} at {{ $now.toMillis() }}' };
	const equal = planOf(picture(), alike(4), goingOn.settings);

	it.each<[string, WorkflowPlan, WorkflowPlan?]>([
		['nothing', readAt('10:00')],
		['a column that the request does not use', readAt('10:00'), readAt('10:05')],
		['the name of the credential', readAt('10:00'), withCredential('1', readAt('10:00'))],
		[
			'the expression, with the same result',
			readAt('10:00'),
			readAt('10:00', { refPrompt: '={{ $json["prompt"] }}' }),
		],
		['an option of what follows', readAt('10:00'), readAt('10:00', { options: { simple: false } })],
		['the request, which is another one at each try', pictures(3, now)],
		['nothing, where items are equal', equal],
		['the items, of which there is one more', pictures(2), pictures(3)],
	])('pays once for each item where this changed: %s', async (_, workflow, saved = workflow) => {
		const items = promptsOf(workflow).length;
		const cut = await cutOffAndEnded(workflow, CREATED, items);
		const retried = await retry(cut, saved);
		expect(statesOf(retried)).toEqual(done(promptsOf(saved).length));
		expect(books()).toEqual(countBy(promptsOf(saved)));
		expect(uniqBy(outputOf(retried), 'taskId')).toHaveLength(promptsOf(saved).length);
	});

	it('fails unpaid with another credential, with which a new run pays', async () => {
		const cut = await cutOffAndEnded(pictures(2), CREATED, 2);
		const exchanged = withCredential('2', pictures(2));
		expect(statesOf(await retry(cut, exchanged))).toEqual(['error', 'error']);
		expect(books()).toEqual(once(2));
		await expectDone(2, run(exchanged), 4);
		// Somebody has seen the mistake, and chosen the right one again.
		await expectDone(2, run(pictures(2)), 4);
	});

	it('fails unpaid what may be an item with other content now, and leaves to a new run what it has not found', async () => {
		const cut = await cutOffAndEnded(pictures(2), CREATED, 2);
		const items = [{ prompt: 'Picture 0' }, { prompt: 'Picture 7' }];
		const other = planOf(picture(), items, goingOn.settings);
		const retried = await retry(cut, other);
		expect(statesOf(retried)).toEqual(['succeeded', 'error']);
		expect(JSON.stringify(outputOf(retried))).toMatch(
			/may have submitted this item with other content.*one item that is not among those of this retry/,
		);
		expect(books()).toEqual(once(2));
		const result = await run(pictures(2));
		expect(statesOf(result)).toEqual(done(2));
		expect(hintsIn(result)).toContain('One item continues with');
		expect(books()).toEqual({ 'Picture 0': 2, 'Picture 1': 1 });
	});

	it('leaves to a new run what that continues with, also where it cannot read the list itself', async () => {
		const cut = await cutOff(pictures(2), CREATED, 2);
		const one = await begin({ workflow: pictures(2) });
		await delay(10_000);
		const undo = setup.always(PAGES.aiCreation, { kind: 'code', code: 10400 });
		expect(statesOf(await retry(cut, pictures(2)))).toEqual(['error', 'error']);
		undo();
		const two = await begin({ workflow: pictures(2) });
		await delay(10_000);
		endAll();
		expect(hintsIn(await one.done)).toContain('2 items continue with');
		// It asks for other pictures.
		expect(hintsIn(await two.done)).not.toContain('continue with');
		expect(books()).toEqual({ 'Picture 0': 2, 'Picture 1': 2 });
	});

	it("submits once in all tries of 'Retry On Fail', also what an earlier execution may have submitted", async () => {
		setup.always(CREATED, { kind: 'html', status: 502, processed: true });
		const tried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const workflow = pictures(1, now, tried);
		const failed = await run(workflow);
		expect(setup.accepted(CREATED)).toBe(1);
		await run(workflow, { mode: 'retry', stored: storedForRetry(failed) });
		expect(setup.accepted(CREATED)).toBe(2);
	});

	it('knows an item whose file Upload File has uploaded once more', async () => {
		const purpose = 'lip_sync_video';
		const workflow = chainOf(
			await films(1),
			{ name: 'Upload', type: 'digitalHumanUploadFile', parameters: { purpose } },
			{ name: 'Create', ...lipSync({ videoFileFileId: byId('={{ $json.fileId }}') }) },
		);
		const cut = await cutOffAndEnded(workflow, SUBMIT.lipSync, 1);
		expect(statesOf(await retry(cut, workflow))).toEqual(done(1));
		expect(setup.accepted(SUBMIT.lipSync)).toBe(1);
	});

	it.each([
		[SUBMIT.lipSync, lipSync({ videoFileSource: 'inputFile' })],
		[SUBMIT.translation, translate({ sourceType: 'file' })],
	])('gives no item the task of another file: %s', async (endpoint, node) => {
		const workflowWith = async (...seeds: number[]) =>
			planOf(node, await films(...seeds), goingOn.settings);
		const cut = await cutOffAndEnded(await workflowWith(1, 2, 3), endpoint, 3);
		const before = await retry(cut, await workflowWith(1, 2, 3));
		const now = await retry(cut, await workflowWith(2, 3, 4));
		const taskIds = outputOf(before).map(({ taskId }) => taskId);
		expect(outputOf(now).map(({ taskId }) => taskId)).toEqual([...taskIds.slice(1), undefined]);
		expect(JSON.stringify(outputOf(now)[2])).toContain('may have submitted this item with other');
		expect(setup.accepted(endpoint)).toBe(3);
	});

	it('gives no item the task of another one that is gone, where only new addresses tell them apart', async () => {
		const image = (n: number, signature: number) => ({
			taskId: `${n}${signature}`,
			taskKind: 'aiCreation',
			state: 'succeeded',
			url: `https://media.example/Picture ${n}.png?signature=${signature}`,
		});
		const byUrl = picture({ refPrompt: '={{ $json.url }}' });
		const workflow = planOf(byUrl, [image(0, 1), image(1, 1)], goingOn.settings);
		const cut = await cutOffAndEnded(workflow, CREATED, 2);
		const retried = await retry(cut, planOf(byUrl, [image(1, 2)], goingOn.settings));
		expect(JSON.stringify(outputOf(retried))).toContain('may have submitted this item with other');
		expect(setup.accepted(CREATED)).toBe(2);
		// With both of them, it continues with each.
		const both = await retry(cut, planOf(byUrl, [image(0, 2), image(1, 2)], goingOn.settings));
		expect(map(outputOf(both), 'taskId')).toEqual(map(setup.service.tasks(), 'id'));
	});

	it('tells items without fields, as behind a download, by those of the node before', async () => {
		const behind = (items: Items): WorkflowPlan => {
			const refPrompt = "={{ $('Input').item.json.prompt }} at {{ $now.toMillis() }}";
			const { nodes } = planOf(picture({ refPrompt }), items, goingOn.settings);
			const connections = { Input: connectionTo('Drop'), Drop: connectionTo('Create') };
			return { nodes: [...nodes, planned('Drop', 'dropFields')], connections };
		};
		const cut = await cutOffAndEnded(behind(prompts(2)), CREATED, 2);
		const others = await retry(cut, behind([{ prompt: 'Picture 7' }, { prompt: 'Picture 8' }]));
		expect(JSON.stringify(outputOf(others))).toContain('may have submitted this item with other');
		expect(statesOf(others)).toEqual(['error', 'error']);
		const reversed = await retry(cut, behind(prompts(2).reverse()));
		expect(map(outputOf(reversed), 'taskId')).toEqual(map(setup.service.tasks(), 'id').reverse());
		expect(books()).toEqual(once(2));
	});

	it('in an older n8n, is given them with a hint, because nothing tells the two apart', async () => {
		const workflow = pictures(2);
		const cut = await cutOffAndEnded(workflow, CREATED, 2, { isOldN8n: true });
		const retried = await expectOnceEach(2, retry(cut, workflow, { isOldN8n: true }));
		expect(hintsIn(retried)).toContain('This n8n does not say which execution is retried');
	});

	it('submits what the service has refused as one too many, and what was to be sent again later', async () => {
		const undo = setup.always(CREATED, { kind: 'code', code: 40001 });
		const workflow = pictures(3, {}, {});
		const cut = await begin({ workflow });
		while (setup.count(CREATED) < 3) await delay(100);
		await delay(1_000);
		await cut.kill();
		undo();
		endAll();
		expect(statesOf(await retry(cut, workflow))).toEqual(done(3));
		await expectOnceEach(3, retry(cut, workflow));
	});

	it('fails an item whose task is not found, and submits it at the next retry', async () => {
		setup.fault(CREATED, { kind: 'never', processed: true });
		const workflow = pictures(1, {}, { onError: 'stopWorkflow' });
		const cut = await cutOffAndEnded(workflow, CREATED, 1);
		const failed = await retry(cut, workflow);
		expect(errorOf(failed).message).toContain('Could not create the AI task');
		expect(errorOf(failed).description).toMatch(/may still have been created.*Get Many/);
		expect(setup.accepted(CREATED)).toBe(1);

		const stored = storedForRetry(failed);
		await expectDone(1, run(workflow, { mode: 'retry', stored }), 2);
	});

	it('fails items of a kind that the service does not list', async () => {
		const videoId = await setup.submits.fated('composedVideo', { seconds: 0 });
		setup.fault(SUBMIT.translation, { kind: 'never', processed: true });
		const workflow = planOf(translate({ videoId: chosen(videoId) }), [{}]);
		const cut = await cutOff(workflow, SUBMIT.translation, 1);
		const failed = await retry(cut, workflow);
		expect(errorOf(failed).description).toContain('Find it in the list of tasks at the service');
		expect(setup.accepted(SUBMIT.translation)).toBe(1);
	});

	it('continues with a person and with the languages of a translation, whose IDs are noted', async () => {
		const videoId = await setup.submits.fated('composedVideo', { seconds: 0 });
		const languages = { videoId: chosen(videoId), targetLanguages: ['de', 'fr'] };
		const workflow = chainOf(
			prompts(1),
			{ name: 'Person', ...createPerson({ name: 'Anna', completion: 'return' }) },
			{ name: 'Create', ...translate({ ...languages, completion: 'return' }) },
			{ name: 'After', ...picture({ refPrompt: 'Portrait' }) },
		);
		const cut = await cutOffAndEnded(workflow, CREATED, 1);
		const first = await retry(cut, workflow);
		const second = await retry(cut, workflow);
		for (const retried of [first, second]) {
			expect(retried.status).toBe('success');
			expect(outputOf(retried, 'Create').map((json) => json.targetLanguage)).toEqual(['de', 'fr']);
			expect(hintsIn(retried, 'Person')).toContain('One item continues with a task');
		}
		const endpoints = [SUBMIT.person, SUBMIT.translation, CREATED];
		expect(endpoints.map((one) => setup.accepted(one))).toEqual([1, 1, 2]);
	});

	it('fails a language that the service has not begun, beside the task of another one', async () => {
		const workflow = chainOf(
			[{}],
			{ name: 'Create', ...(await withoutFrench()), ...goingOn },
			{ name: 'After', ...picture({ refPrompt: 'Portrait' }) },
		);
		const cut = await cutOffAndEnded(workflow, CREATED, 2);
		expect(outputOf(await retry(cut, workflow))).toEqual([
			expect.objectContaining({ targetLanguage: 'de' }),
			expect.objectContaining({ error: expect.stringContaining("no task for 'fr'") }),
		]);
		expect(setup.accepted(SUBMIT.translation)).toBe(1);
	});

	it('says of such an item that it was accepted, where its ID is none that can be noted', async () => {
		const person = { name: 'Create', ...createPerson({ name: 'Anna', completion: 'return' }) };
		const workflow = chainOf(prompts(1), person, { name: 'After', ...picture({ refPrompt: 'A' }) });
		const change = (right: unknown) => ({ ...(right as IDataObject), data: 'person ü' });
		setup.fault(SUBMIT.person, { kind: 'answer', change });
		const cut = await cutOffAndEnded(workflow, CREATED, 1);
		const failed = await retry(cut, workflow);
		expect(errorOf(failed).message).toContain('already submitted');
		expect(errorOf(failed).description).toContain("Its ID is in n8n's log");
		expect(setup.accepted(SUBMIT.person)).toBe(1);
	});

	it('fails before it pays where the store of n8n cannot be read', async () => {
		processed.isBroken = true;
		const workflow = pictures(2);
		const cut = await cutOffAndEnded(workflow, CREATED, 2);
		const retried = await retry(cut, workflow);
		expect(statesOf(retried)).toEqual(['error', 'error']);
		expect(JSON.stringify(outputOf(retried))).toContain(
			'n8n could not read what the original execution submitted',
		);
		expect(setup.accepted(CREATED)).toBe(2);
	});

	it.each([
		['up to the run that was cut off', (cut: Running) => cut.progress()],
		['nothing', (cut: Running) => cut.begun],
	])('knows the runs of a loop of which n8n has stored %s', async (_, storedOf) => {
		const workflow = loopOf(4);
		const cut = await cutOffAt(workflow, 2, 3, 20_000);
		endAll();
		for (const stored of [storedOf(cut), storedOf(cut)]) {
			const retried = await run(workflow, { mode: 'retry', stored });
			expect(outputOf(retried, 'Loop')).toHaveLength(4);
			expect(books()).toEqual(once(4));
		}
	});
});

const loopOf = (count: number, node = picture()) =>
	loopOver(prompts(count), { name: 'Create', ...node });

describe('A chain of nodes that submit, killed in one of them', () => {
	const image = { name: 'Image', ...picture() };
	const video = {
		name: 'Video',
		...compose({ text: '={{ $json.prompt }}', completion: 'wait' }),
	};
	const two = chainOf(prompts(2), image, video);
	const three = chainOf(prompts(2), image, video, { ...image, name: 'Poster' });

	const submits = (...endpoints: string[]) => endpoints.map((one) => setup.accepted(one));

	it.each([
		['the second of two', two, 2, 4, [2, 2]],
		['the second of three', three, 2, 4, [4, 2]],
		['the third of three', three, 4, 6, [4, 2]],
		['the first of three', three, 0, 2, [4, 2]],
	] as const)(
		'%s: each item is paid once, also at the second retry',
		async (_, workflow, finished, all, expected) => {
			const cut = await cutOffAt(workflow, finished, all);
			expect(setup.service.tasks()).toHaveLength(all);
			endAll();
			const names = workflow.nodes.map(({ name }) => name);
			const last = Math.min(1 + all / 2, names.length);
			const begun = storedAfterCrash(cut.begun, names.slice(0, last));
			for (const stored of [begun, begun, cut.begun]) {
				const retried = await retry({ begun: stored }, workflow);
				expect(retried.status).toBe('success');
				expect(submits(CREATED, CREATE)).toEqual(expected);
			}
		},
	);

	it.each<[string, INodeParameters, INodeParameters]>([
		['file', { downloadResult: true }, { imageSource: 'inputFile' }],
		['URL', {}, { imageSource: 'url', imageUrl: '={{ $json.url }}' }],
	])(
		'a video of the image of the node before, as its %s, is paid once',
		async (_, ofImage, start) => {
			const first = { name: 'Image', ...picture({ downloadResult: false, ...ofImage }) };
			const fromImage = { operation: 'fromImage', refPrompt: 'Wind', downloadResult: false };
			const wind = generate({ ...fromImage, completion: 'wait', ...start });
			const workflow = chainOf(prompts(2), first, { name: 'Video', ...wind });
			const cut = await cutOffAt(workflow, 2, 4);
			endAll();
			for (let retries = 0; retries < 2; retries++) {
				const retried = await retry(cut, workflow);
				expect(statesOf(retried, 'Video')).toEqual(done(2));
				expect(setup.accepted(CREATED)).toBe(4);
			}
		},
	);

	it('begun anew by hand, it continues with what was cut off, and pays for the node that had ended', async () => {
		await cutOffAt(two, 2, 4);
		endAll();
		expect((await run(two, { mode: 'manual' })).status).toBe('success');
		expect(submits(CREATED, CREATE)).toEqual([4, 2]);
	});

	it('what the first node has told the user is lost with n8n: the next retry does not pay for it either', async () => {
		const workflow = chainOf(prompts(1), { ...image, ...goingOn }, video);
		setup.fault(CREATED, { kind: 'never', processed: true });
		const first = await cutOff(workflow, CREATED, 1);
		setup.service.fate({ seconds: Infinity });
		const stored = storedWithNodes(first.begun, workflow);
		const second = await begin({ workflow, mode: 'retry', stored });
		await accepted(CREATE, 1);
		await second.kill();
		endAll();
		const third = await retry(first, workflow);
		expect(JSON.stringify(outputOf(third, 'Image'))).toContain('may still have been created');
		expect(submits(CREATED, CREATE)).toEqual([1, 1]);
	});
});

describe('A sub-workflow whose caller is retried', () => {
	/** A node behind one row for each number, and behind a single one. */
	const rows = (numbers: number[], settings: NodeRun['settings'] = {}) =>
		planOf(
			picture(),
			numbers.map((n) => ({ prompt: `Picture ${n}` })),
			settings,
		);
	const one = (n: number, settings = {}) => rows([n], settings);

	const call = async (caller: CallingExecution, workflow: WorkflowPlan) =>
		await run(workflow, { mode: 'integrated', caller });

	/** Calls it for one picture after the other. */
	const callEach = async (caller: CallingExecution, pictureNumbers: number[]) => {
		const ids = [];
		for (const n of pictureNumbers) {
			const result = await call(caller, one(n));
			expect(statesOf(result)).toEqual(['succeeded']);
			ids.push(outputOf(result)[0]?.taskId);
		}
		return ids;
	};

	/** A caller whose process died in the third of its calls, when the service had accepted that one, too. */
	const cutOffInThird = async (pictureNumbers: number[]) => {
		const caller = callingExecution('caller');
		setup.service.fate({ seconds: 0 });
		const ended = await callEach(caller, pictureNumbers.slice(0, 2));
		const workflow = one(pictureNumbers[2] ?? 0);
		const third = await cutOff(workflow, CREATED, 3, { mode: 'integrated', caller });
		endAll();
		return { caller, ended, third };
	};

	it.each([
		['different', [0, 1, 2, 3]],
		['equal', [0, 0, 0, 0]],
	])(
		'pays for each of %s calls once, also for those that had ended, and also at the second retry',
		async (_, pictureNumbers) => {
			const { caller, ended } = await cutOffInThird(pictureNumbers);
			const first = await callEach(callingExecution('retry', caller), pictureNumbers);
			expect(setup.accepted(CREATED)).toBe(4);
			expect(uniq(first)).toHaveLength(4);
			expect(first.slice(0, 2)).toEqual(ended);
			const second = await callEach(callingExecution('second retry', caller), pictureNumbers);
			expect(second).toEqual(first);
			// Another execution of the caller pays.
			await callEach(callingExecution('another'), pictureNumbers);
			expect(setup.accepted(CREATED)).toBe(8);
		},
	);

	it('pays for no item again where one was changed or added, and sends calls with other items', async () => {
		const goOn = (...numbers: number[]) => rows(numbers, goingOn.settings);
		const caller = callingExecution('caller');
		endAll();
		for (const workflow of [goOn(0, 1), goOn(0, 2), goOn(3)]) await call(caller, workflow);
		const retried = callingExecution('retry', caller);
		const changed = await call(retried, goOn(0, 4));
		expect(statesOf(changed)).toEqual(['succeeded', 'error']);
		const added = await call(retried, goOn(0, 2, 5));
		expect(statesOf(added)).toEqual(['succeeded', 'succeeded', 'succeeded']);
		await call(retried, goOn(6));
		expect(books()).toEqual({
			'Picture 0': 2,
			'Picture 1': 1,
			'Picture 2': 1,
			'Picture 3': 1,
			'Picture 5': 1,
			'Picture 6': 1,
		});
	});

	it('says so, also where it is retried itself', async () => {
		const { caller, ended } = await cutOffInThird([0, 1, 2]);
		const plan = { mode: 'integrated' as const, caller: callingExecution('retry', caller) };
		const called = await begin({ workflow: one(0), ...plan });
		expect(hintsIn(await called.done)).toContain('before the original execution ended');
		const again = await retry(called, one(0), { ...plan, mode: 'retry' });
		expect(outputOf(again)[0]?.taskId).toBe(ended[0]);
		expect(setup.accepted(CREATED)).toBe(3);
	});

	it('takes no call for another one with an equal input, where some of the first ones are left out', async () => {
		const titled = (n: number): WorkflowPlan => {
			const made = picture({ refPrompt: "={{ $('Input').item.json.title }}" });
			const plan = planOf(made, [{ prompt: 'Draw.', title: `Picture ${n}` }]);
			const connections = { Input: connectionTo('Keep'), Keep: connectionTo('Create') };
			return { nodes: [...plan.nodes, planned('Keep', 'keepPrompt')], connections };
		};
		const caller = callingExecution('caller');
		endAll();
		for (const n of [0, 1]) await call(caller, titled(n));
		for (const n of [2, 1]) await call(callingExecution('retry', caller), titled(n));
		expect(books()).toEqual(once(3));
	});

	/** As n8n stores calls that have ended, which a retry keeps: with the run of the node, or with its items. */
	const keeping = (caller: CallingExecution, where: 'run' | 'items', ids: string[]) => {
		const state = JSON.parse(caller.stored) as IRunExecutionData;
		const notes = ids.map((executionId) => ({
			subExecution: { workflowId: 'called', executionId },
		}));
		const run = { startTime: 1, executionTime: 1, executionIndex: 0, source: [] };
		const items = notes.map((metadata) => ({ json: {}, metadata }));
		state.resultData.runData.Call =
			where === 'run'
				? notes.map((metadata) => ({ ...run, metadata, data: { main: [[{ json: {} }]] } }))
				: [{ ...run, metadata: { subExecutionsCount: 2 }, data: { main: [items] } }];
		return { ...caller, stored: JSON.stringify(state) };
	};

	it.each([
		['run', [0, 0, 0, 0]],
		['items', [0, 0, 0, 0]],
		['run', [0, 1, 2, 3]],
		['items', [1, 0, 0, 1]],
	] as const)(
		'continues behind the calls that the retry keeps, noted with the %s, of the pictures %j',
		async (where, numbers) => {
			const caller = callingExecution('caller');
			endAll();
			const taskIds: unknown[] = [];
			const ids: string[] = [];
			for (const n of numbers) {
				const called = await begin({ workflow: one(n), mode: 'integrated', caller });
				ids.push(called.id);
				taskIds.push(outputOf(await called.done)[0]?.taskId);
			}
			// Two retries of the original, which keep its first two calls, and the retry of a retry, which keeps three.
			const callNext = async (id: string, kept: string[]) => {
				const retried = keeping(callingExecution(id, caller), where, kept);
				const called = await begin({
					workflow: one(numbers[kept.length] ?? 0),
					mode: 'integrated',
					caller: retried,
				});
				return { id: called.id, taskId: outputOf(await called.done)[0]?.taskId };
			};
			const first = await callNext('first', ids.slice(0, 2));
			const second = await callNext('second', ids.slice(0, 2));
			expect([first.taskId, second.taskId]).toEqual([taskIds[2], taskIds[2]]);
			if (where === 'run') {
				const third = await callNext('third', [...ids.slice(0, 2), second.id]);
				expect(third.taskId).toBe(taskIds[3]);
			}
			expect(setup.accepted(CREATED)).toBe(4);
		},
	);

	it('continues with the other calls where one that the retry keeps has output nothing', async () => {
		const caller = callingExecution('caller');
		endAll();
		const first = await begin({ workflow: one(0), mode: 'integrated', caller });
		await first.done;
		await callEach(caller, [1, 2]);
		await call(keeping(callingExecution('retry', caller), 'items', [first.id]), one(2));
		expect(books()).toEqual(once(3));
	});

	it('fails unpaid what a call has sent with other content, as where a model writes it anew, and sends other calls', async () => {
		const caller = callingExecution('caller');
		const written = (n: number, words: string) =>
			planOf(
				picture({ refPrompt: `={{ $json.prompt }} ${words}` }),
				[{ prompt: `Picture ${n}` }],
				goingOn.settings,
			);
		endAll();
		for (const n of [0, 1]) await call(caller, written(n, 'in blue'));
		for (const retrying of ['retry', 'second retry']) {
			const again = callingExecution(retrying, caller);
			const result = await call(again, written(0, 'in red'));
			expect(JSON.stringify(outputOf(result))).toMatch(
				/may have submitted this item with other content.*one item that is not among those/,
			);
			expect(statesOf(await call(again, written(1, 'in blue')))).toEqual(['succeeded']);
			expect(statesOf(await call(again, written(2, 'in red')))).toEqual(['succeeded']);
		}
		expect(books()).toEqual(once(3));
	});

	it('continues with the items of a call that has some of them, and sends those that are added', async () => {
		const caller = callingExecution('caller');
		const retried = async (id: string, workflow: WorkflowPlan) =>
			await call(callingExecution(id, caller), workflow);
		endAll();
		const ids = map(outputOf(await call(caller, rows([0, 1, 2]))), 'taskId');
		for (const id of ['edited', 'edited again']) {
			const { message } = errorOf(await retried(id, rows([0, 7, 2])));
			expect(message).toContain('may have submitted this item with other content [item 2 of 3]');
		}
		expect(map(outputOf(await retried('one left', rows([1]))), 'taskId')).toEqual([ids[1]]);
		const added = outputOf(await retried('one more', rows([0, 3, 1, 2])));
		expect(map([added[0], added[2], added[3]], 'taskId')).toEqual(ids);
		expect(books()).toEqual(once(4));
	});

	it('knows a call that has some of its items by its order, also behind calls of one item', async () => {
		const caller = callingExecution('caller');
		endAll();
		for (const workflow of [one(0), rows([1, 2])]) await call(caller, workflow);
		const retried = callingExecution('retry', caller);
		await call(retried, one(0));
		expect((await call(retried, rows([1, 7]))).status).toBe('error');
		expect(books()).toEqual(once(3));
	});

	it('sends what has failed again, and continues with the rest', async () => {
		const caller = callingExecution('caller');
		setup.service.fate(({ index }) => (index === 1 ? { outcome: 'Error' } : { seconds: 0 }));
		await callEach(caller, [0]);
		expect(errorOf(await call(caller, one(1))).message).toContain('failed');
		endAll();
		await callEach(callingExecution('retry', caller), [0, 1]);
		expect(books()).toEqual({ 'Picture 0': 1, 'Picture 1': 2 });
	});

	it('knows a node behind another one by its input, where the address of the picture is a new one', async () => {
		const caller = callingExecution('caller');
		const drawn = { name: 'Image', ...picture() };
		const film = { name: 'Video', ...compose({ text: '={{ $json.prompt }} {{ $now }}' }) };
		const workflow = chainOf(prompts(1), drawn, film);
		endAll();
		expect((await call(caller, workflow)).status).toBe('success');
		await call(callingExecution('retry', caller), workflow);
		expect([setup.accepted(CREATED), setup.accepted(CREATE)]).toEqual([1, 1]);
	});
});

describe('What would be paid twice in one execution', () => {
	const inErrorLoop = (
		items: IDataObject[] = prompts(1),
		parameters: INodeParameters = { completion: 'return' },
	) => errorLoop(items, { name: 'Create', ...picture(parameters) });

	/** The same, by way of a node that keeps nothing of an item but its prompt. */
	const byWayOf = (plan: WorkflowPlan): WorkflowPlan => ({
		nodes: [...plan.nodes, planned('Keep', 'keepPrompt')],
		connections: {
			...plan.connections,
			Create: { main: [[], to('Keep')] },
			Keep: connectionTo('Create'),
		},
	});

	it.each<[string, (plan: WorkflowPlan) => WorkflowPlan]>([
		['as it is', (plan) => plan],
		['with nothing but its prompt', byWayOf],
	])('what may have been submitted comes back: it is not submitted, %s', async (_, way) => {
		setup.service.fate({ seconds: 0 });
		setup.always(CREATED, { kind: 'resetAfter' });
		const workflow = way(inErrorLoop());
		const running = await begin({ workflow });
		await setup.service.journal.waitFor({ endpoint: CREATED });
		const rounds = jest.spyOn(nodeTypes.digitalHumanAiCreate as Required<INodeType>, 'execute');
		// The item goes round without any wait, so that virtual time stands still.
		for (let turns = 0; turns < 500 && rounds.mock.calls.length < 5; turns++) await turn();
		await running.stopped();
		expect(rounds.mock.calls.length).toBeGreaterThanOrEqual(5);
		expect(setup.accepted(CREATED)).toBe(1);
		expect(setup.count(CREATED)).toBe(1);
	});

	it('an item that was refused came back and was accepted: a retry continues with its task', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATED, { kind: 'code', code: 40000 }, { skip: 1 });
		const workflow = inErrorLoop(prompts(2), { completion: 'wait' });
		// As if n8n had died afterwards, in a node behind.
		const cut = await begin({ workflow });
		await cut.done;
		await expectOnceEach(2, retry(cut, workflow));
	});

	it('an equal item was accepted: the one that was refused and comes back is submitted, too, and not by a retry', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATED, { kind: 'code', code: 40000 }, { skip: 1 });
		const workflow = inErrorLoop(alike(2));
		const cut = await begin({ workflow });
		expect(statesOf(await cut.done)).toEqual(['inProgress']);
		expect(outputOf(await retry(cut, workflow))).toHaveLength(2);
		expect(setup.accepted(CREATED)).toBe(2);
	});

	it('a loop has equal items, of which the first one may have been submitted: the others are submitted', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATED, { kind: 'resetAfter' });
		const result = await run(loopOver(alike(3), { name: 'Create', ...picture(), ...goingOn }));
		expect(statesOf(result, 'Loop')).toEqual(['error', 'succeeded', 'succeeded']);
		expect(setup.accepted(CREATED)).toBe(3);
	});

	it('equal requests of several items are named before they are paid', async () => {
		setup.service.fate({ seconds: 0 });
		const equal = await run(planOf(picture(), [...alike(3), { prompt: 'Picture 1' }]));
		expect(setup.accepted(CREATED)).toBe(4);
		expect(hintsIn(equal)).toContain(
			'3 of 4 items send the same request, and each of them is charged',
		);
		expect(hintsIn(await run(pictures(3)))).toBe('[]');
	});
});

describe('A run that is no retry', () => {
	it.each(['manual', 'trigger', 'integrated', 'webhook'] as const)(
		'picks up what was cut off, once, with a hint, and pays from then on (%s)',
		async (mode) => {
			const workflow = pictures(3);
			const cut = await cutOffAndEnded(workflow, CREATED, 3);
			const first = await expectOnceEach(3, run(workflow, { mode }));
			expect(hintsIn(first)).toContain(
				`3 items continue with tasks that were submitted before execution ${cut.id} ended. They were not submitted again`,
			);
			const second = await run(workflow, { mode });
			expect(setup.accepted(CREATED)).toBe(6);
			expect(hintsIn(second)).toBe('[]');
		},
	);

	it('picks up once what a retry has continued with that was killed as well', async () => {
		const workflow = pictures(3);
		await cutOffWithItsRetry(workflow, CREATED, 3);
		await expectOnceEach(3, run(workflow));
		expect(hintsIn(await run(workflow))).toBe('[]');
		expect(setup.accepted(CREATED)).toBe(6);
	});

	const isFirst = ({ body }: { body?: unknown }) => JSON.stringify(body).includes('Picture 0');

	/** Three pictures of which the first is refused so often; n8n then tries again, after five seconds. */
	const refused = async (times: number) => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATED, { kind: 'code', code: 40000 }, { when: isFirst, times });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5_000 };
		return await begin({ workflow: pictures(3, {}, { ...goingOn.settings, ...settings }) });
	};

	it.each(['stopped', 'kill'] as const)(
		"after the first try of 'Retry On Fail' (%s), it continues with what n8n has dropped",
		async (end) => {
			const cut = await refused(1);
			await accepted(CREATED, 2);
			await cut[end]();
			expect(setup.count(CREATED)).toBe(3);
			await expectOnceEach(3, run(pictures(3)));
		},
	);

	it("after the last try of 'Retry On Fail', it pays for all", async () => {
		const cut = await refused(2);
		expect(statesOf(await cut.done)).toEqual(['error', ...done(2)]);
		await run(pictures(3));
		expect(books()).toEqual({ 'Picture 0': 1, 'Picture 1': 2, 'Picture 2': 2 });
	});

	it('after Stop, the next click waits for tasks that the service does not show yet', async () => {
		setup.service.fate({ seconds: Infinity });
		const cut = await begin({ workflow: pictures(2), mode: 'manual' });
		await accepted(CREATED, 2);
		await cut.stopped();
		endAll();
		const none = { list: [], page_info: { page: 1, size: 50, total_count: 0, total_page: 0 } };
		const undo = setup.always(
			PAGES.aiCreation,
			otherData(() => none),
		);
		const next = run(pictures(2), { mode: 'manual' });
		await delay(30_000);
		undo();
		await expectOnceEach(2, next);
	});

	it('dies while it waits for a task that is not shown yet: the next click continues with what was found', async () => {
		setup.service.fate({ seconds: Infinity });
		const plan = { workflow: pictures(2), mode: 'manual' } as const;
		const cut = await begin(plan);
		await accepted(CREATED, 2);
		await cut.stopped();
		const undo = setup.always(
			PAGES.aiCreation,
			otherData((page: { list: object[] }) => ({ ...page, list: page.list.slice(-1) })),
		);
		const second = await begin(plan);
		await delay(30_000);
		await second.kill();
		undo();
		endAll();
		expect(statesOf(await run(plan.workflow, plan))).toEqual(['succeeded', 'error']);
		expect(books()).toEqual(once(2));
	});

	it('knows an input file by its content, whatever ID and name it has', async () => {
		const workflowWith = async (...seeds: number[]) =>
			planOf(lipSync({ videoFileSource: 'inputFile' }), await films(...seeds));
		const cut = await cutOffAndEnded(await workflowWith(1, 2), SUBMIT.lipSync, 2);
		const result = await run(await workflowWith(2, 3));
		expect(statesOf(result)).toEqual(done(2));
		expect(hintsIn(result)).toContain(`One item continues with a task that was submitted before`);
		expect(setup.accepted(SUBMIT.lipSync)).toBe(3);
		expect(statesOf(await retry(cut, await workflowWith(1, 2)))).toEqual(done(2));
		expect(setup.accepted(SUBMIT.lipSync)).toBe(3);
	});

	it('knows a file by its address, however that is signed', async () => {
		const image =
			'https://files.example/photo.png?Expires={{ $json.time }}&Signature={{ $json.time }}';
		const node = generate({
			operation: 'fromImage',
			imageSource: 'url',
			imageUrl: `=${image}`,
			refPrompt: 'It moves',
			completion: 'wait',
		});
		const cut = await cutOffAndEnded(planOf(node, [{ time: 1 }]), CREATED, 1);
		await expectDone(1, run(planOf(node, [{ time: 2 }])), 1);
		await expectDone(1, retry(cut, planOf(node, [{ time: 3 }])), 1);
	});

	it('submits what has another request', async () => {
		await cutOffAndEnded(pictures(2), CREATED, 2);
		const other = planOf(
			picture(),
			[{ prompt: 'Picture 0' }, { prompt: 'Picture 7' }],
			goingOn.settings,
		);
		expect(statesOf(await run(other))).toEqual(done(2));
		expect(books()).toEqual({ 'Picture 0': 1, 'Picture 1': 1, 'Picture 7': 1 });
		// The other one is still there.
		expect(statesOf(await run(pictures(2)))).toEqual(done(2));
		expect(books()).toEqual({ 'Picture 0': 2, 'Picture 1': 1, 'Picture 7': 1 });
	});

	it('continues with the calls of a tool, whichever of them comes first', async () => {
		const tool = { ...picture(), type: 'digitalHumanAiCreateTool' };
		const workflow = loopOf(3, tool);
		const cut = await cutOffAt(workflow, 2, 3, 20_000);
		endAll();
		expect(outputOf(await run(workflow), 'Loop')).toHaveLength(3);
		expect(books()).toEqual(once(3));
		// A retry still continues with them, and leaves nothing of them to a new run.
		expect(outputOf(await retry(cut, workflow), 'Loop')).toHaveLength(3);
		expect(books()).toEqual(once(3));
		await run(workflow);
		expect(setup.accepted(CREATED)).toBe(6);
	});

	it('picks up nothing of a node that has ended, with or without errors', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATED, { kind: 'code', code: 40000 }, { skip: 1 });
		const workflow = pictures(2);
		expect(statesOf(await run(workflow)).sort()).toEqual(['error', 'succeeded']);
		await expectDone(2, run(workflow), 3);
	});

	/** Two equal runs that wait for their tasks. */
	const twoAtOnce = async () => {
		setup.service.fate({ seconds: Infinity });
		const one = await begin({ workflow: pictures(2) });
		await accepted(CREATED, 2);
		const two = await begin({ workflow: pictures(2) });
		await accepted(CREATED, 4);
		return [one, two] as const;
	};

	const tasksOf = async (...runs: Array<Promise<IRun>>) =>
		uniq(
			map(
				(await Promise.all(runs)).flatMap((each) => outputOf(each)),
				'taskId',
			),
		);

	it('says which execution still works on the same, as under a schedule that is too short, and says nothing of another', async () => {
		const [one, two] = await twoAtOnce();
		const other = await begin({ workflow: planOf(picture(), [{ prompt: 'Picture 7' }]) });
		await accepted(CREATED, 5);
		endAll();
		expect(hintsIn(await one.done)).toBe('[]');
		expect(hintsIn(await other.done)).toBe('[]');
		expect(hintsIn(await two.done)).toContain(
			`Execution ${one.id} has not ended and submits the same request: each is charged`,
		);
		expect(hintsIn(await run(pictures(2)))).toBe('[]');
	});

	it('of two at once of which one dies, it picks up that one', async () => {
		const [one, two] = await twoAtOnce();
		await one.kill();
		const third = run(pictures(2));
		await delay(10_000);
		endAll();
		expect(await tasksOf(two.done, third)).toHaveLength(4);
		expect(setup.accepted(CREATED)).toBe(4);
	});

	it('picks up one that began while many others were under way, which have ended since', async () => {
		setup.service.fate(({ index }) => ({ seconds: index < 16 ? 30 : Infinity }));
		const others = await Promise.all(
			range(16).map(async () => await begin({ workflow: pictures(1) })),
		);
		await accepted(CREATED, 16);
		const cut = await begin({ workflow: pictures(1) });
		await Promise.all(others.map(async ({ done }) => await done));
		// When it gives its next sign of life, it finds a free place.
		await delay(25_000);
		await cut.kill();
		endAll();
		await expectDone(1, run(pictures(1)), 17);
	});

	it('is told once of an item whose task is not found, and then submits it', async () => {
		setup.fault(CREATED, { kind: 'never', processed: true });
		await cutOffAndEnded(pictures(1), CREATED, 1);
		const told = await run(pictures(1));
		expect(JSON.stringify(outputOf(told))).toContain('may still have been created');
		expect(setup.accepted(CREATED)).toBe(1);
		await expectDone(1, run(pictures(1)), 2);
	});

	it.each(['one', 'a retry'])(
		'after %s that has failed because of one item continues with the tasks of the others',
		async (failing) => {
			setup.fault(CREATED, { kind: 'delay', delayMs: 500 }, { times: 2 });
			setup.always(CREATED, { kind: 'never' });
			const workflow = pictures(3, {}, {});
			const cut = await cutOff(workflow, CREATED, 2);
			setup.service.faults.clear();
			endAll();
			// The user is told of the item that was on its way, and of the tasks of the others.
			const failed = failing === 'one' ? await run(workflow) : await retry(cut, workflow);
			expect(errorOf(failed).description).toContain(setup.service.tasks()[0]?.id);
			expect(setup.accepted(CREATED)).toBe(2);
			await expectOnceEach(3, run(workflow));
			await run(workflow);
			expect(setup.accepted(CREATED)).toBe(6);
		},
	);

	it('that fails because a task has failed leaves only the others to the next one', async () => {
		const workflow = pictures(3, {}, {});
		await cutOff(workflow, CREATED, 3);
		const [failedTask] = setup.service.tasks();
		setup.service.settle(failedTask?.id ?? '', { outcome: 'Error', errMsg: 'Too dark' });
		endAll();
		expect(errorOf(await run(workflow)).message).toContain('failed');
		expect(setup.accepted(CREATED)).toBe(3);
		// Otherwise, each run would continue with the failed task, and fail.
		await expectDone(3, run(workflow), 4);
	});

	const translation = async () => {
		const videoId = chosen(await setup.submits.fated('composedVideo', { seconds: 0 }));
		return translate({ videoId, completion: 'wait' });
	};

	it('that fails because a task in no list is gone leaves it to nobody', async () => {
		const workflow = planOf(await translation(), [{}, { row: 2 }]);
		await cutOffAndEnded(workflow, SUBMIT.translation, 2);
		const undo = setup.always(DETAILS.translation, { kind: 'code', code: 40000 });
		expect(errorOf(await run(workflow)).message).toContain('The service has no translation');
		expect(setup.accepted(SUBMIT.translation)).toBe(2);
		undo();
		expect(statesOf(await run(workflow))).toEqual(done(2));
		expect(setup.accepted(SUBMIT.translation)).toBe(4);
	});

	it('that fails because of one task leaves another one, which was gone before, to nobody', async () => {
		const workflow = planOf(await translation(), [{}, { row: 2 }]);
		await cutOff(workflow, SUBMIT.translation, 2);
		const [gone = '', failing = ''] = map(setup.service.tasks(), 'id').slice(-2);
		const noRecord = { kind: 'code', code: 40000 } as const;
		const isGone = (request: object) => JSON.stringify(request).includes(gone);
		const undo = setup.always(DETAILS.translation, noRecord, isGone);
		const failed = run(workflow);
		await delay(100_000);
		setup.service.settle(failing, { outcome: 51 });
		expect(errorOf(await failed).message).toContain('failed');
		undo();
		endAll();
		expect(statesOf(await run(workflow))).toEqual(done(2));
		expect(setup.accepted(SUBMIT.translation)).toBe(4);
	});

	it('asks again where the list of the service cannot be read', async () => {
		await cutOffAndEnded(pictures(1), CREATED, 1);
		const undo = setup.always(PAGES.aiCreation, { kind: 'code', code: 10400 });
		expect(statesOf(await run(pictures(1)))).toEqual(['error']);
		undo();
		await expectDone(1, run(pictures(1)), 1);
	});

	it('that is stopped while it searches leaves what it has taken over to the next one', async () => {
		await cutOffAndEnded(pictures(2), CREATED, 2);
		const undo = setup.always(PAGES.aiCreation, { kind: 'never' });
		const searching = await begin({ workflow: pictures(2) });
		await delay(5_000);
		await searching.stopped();
		undo();
		await expectDone(2, run(pictures(2)), 2);
	});

	/** The store of n8n fails at those of its uses; the items of a use are a text here. */
	const failAt = (isFailing: (items: string) => boolean) => {
		for (const use of ['checkProcessedAndRecord', 'removeProcessed'] as const) {
			const right = processed[use] as (...args: unknown[]) => Promise<unknown>;
			jest.spyOn(processed, use).mockImplementation((async (...args: unknown[]) => {
				if (isFailing(String(args[0]))) throw new Error('SQLITE_BUSY: database is locked');
				return await right(...args);
			}) as never);
		}
	};

	/** It fails for some seconds, from the first question with such words on. */
	const failFrom = (words: string) => {
		let end = Infinity;
		failAt((items) => {
			if (end === Infinity && items.includes(words)) end = Date.now() + 10_000;
			return end !== Infinity && Date.now() < end;
		});
	};

	it('continues with what was cut off, also where every other use of the store of n8n fails', async () => {
		let uses = 0;
		failAt(() => uses++ % 2 === 0);
		await cutOffAndEnded(pictures(2), CREATED, 2);
		await expectDone(2, run(pictures(2)), 2);
		await expectDone(2, run(pictures(2)), 4);
	});

	it.each<[string, string, () => Promise<NodeRun>]>([
		[CREATED, ' task ', async () => await Promise.resolve(picture())],
		[SUBMIT.translation, ' tasks of ', translation],
	])(
		'finds its task, also where the store of n8n fails for a while: %s',
		async (endpoint, words, of) => {
			const workflow = planOf(await of(), prompts(1));
			await cutOffAndEnded(workflow, endpoint, 1);
			failFrom(words);
			expect(statesOf(await run(workflow))).toEqual(['succeeded']);
			expect(setup.accepted(endpoint)).toBe(1);
		},
	);

	it('submits where the store of n8n fails', async () => {
		processed.isBroken = true;
		setup.service.fate({ seconds: 0 });
		await expectDone(2, run(pictures(2)), 2);
	});

	it('waits once for a store that fails for good, and not again at each item', async () => {
		processed.isBroken = true;
		const begunAt = Date.now();
		await run(pictures(200, { completion: 'return' }));
		expect(setup.accepted(CREATED)).toBe(200);
		expect(Date.now() - begunAt).toBeLessThan(5_000);
	});
});

describe('A run after one whose node has failed', () => {
	const noCredits = { kind: 'code', code: 50011 } as const;
	const secondFails = ({ index }: { index: number }) => (index === 1 ? { outcome: 'Error' } : {});
	const othersFail = ({ index }: { index: number }) => ({
		seconds: 0,
		outcome: index > 1 ? 'Error' : undefined,
	});

	it.each<[string, number, number, () => unknown, INodeParameters?]>([
		['the credits ran out', 20, 20, () => setup.fault(CREATED, noCredits, { skip: 11 })],
		['the time was up', 2, 2, () => setup.service.fate({ seconds: Infinity }), { options: LIMIT }],
		['a task has failed, alone submitted again,', 3, 4, () => setup.service.fate(secondFails)],
		['two tasks have failed, submitted again,', 4, 6, () => setup.service.fate(othersFail)],
		[
			'an answer was lost, its item alone submitted again,',
			3,
			4,
			() => setup.fault(CREATED, { kind: 'resetAfter' }, { skip: 2 }),
		],
	])(
		'because %s continues with the tasks that were paid for, and the run after it pays for all',
		async (_, count, submits, arrange, parameters = {}) => {
			setup.service.fate({ seconds: 0 });
			arrange();
			const workflow = pictures(count, parameters, {});
			expect((await run(workflow)).status).toBe('error');
			endAll();
			const next = await expectDone(count, run(workflow), submits);
			expect(hintsIn(next)).toContain('They were not submitted again');
			await run(workflow);
			expect(setup.accepted(CREATED)).toBe(submits + count);
		},
	);

	it('because the service has not begun a language continues with the others, and a hint names it', async () => {
		const workflow = planOf(await withoutFrench(), [{}]);
		expect(errorOf(await run(workflow)).message).toContain("no task for 'fr'");
		const next = await run(workflow);
		expect(outputOf(next).map(({ targetLanguage }) => targetLanguage)).toEqual(['de']);
		expect(hintsIn(next)).toContain("no task for 'fr'");
		expect(setup.accepted(SUBMIT.translation)).toBe(1);
		await run(workflow);
		expect(setup.accepted(SUBMIT.translation)).toBe(2);
	});

	it('submits everything where a further try of that one has succeeded', async () => {
		setup.service.fate({ seconds: 0 });
		setup.fault(CREATED, { kind: 'code', code: 40000 }, { skip: 1 });
		const workflow = pictures(2, {}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 });
		await expectDone(2, run(workflow), 2);
		const next = await run(workflow);
		expect(setup.accepted(CREATED)).toBe(4);
		expect(hintsIn(next)).toBe('[]');
	});
});

describe('The parts of long texts', () => {
	/** A text for three videos, whose paragraphs count on from a number. */
	const long = (first: number) =>
		range(first, first + 3)
			.map((n) => `Picture ${n}. ${'One more sentence. '.repeat(180)}`)
			.join('\n\n');

	const items = [{ text: long(0) }, { text: 'Picture 3.' }, { text: long(4) }];

	const series = (completion: string) =>
		planOf(
			compose({ text: '={{ $json.text }}', ifTextTooLong: 'makeSeveral', completion }),
			items,
			goingOn.settings,
		);

	it('are there once each after n8n was killed and the execution was retried', async () => {
		const workflow = series('wait');
		const cut = await cutOffAndEnded(workflow, CREATE, 7);
		const retried = await expectOnceEach(7, retry(cut, workflow));
		const output = outputOf(retried);
		expect(new Set(output.map(({ taskId }) => taskId)).size).toBe(7);
		expect(output.map(({ part }) => part)).toEqual([1, 2, 3, undefined, 1, 2, 3]);
		for (const [place, { taskId }] of output.entries()) {
			const task = setup.service.tasks().find(({ id }) => id === taskId);
			expect(JSON.stringify(task?.input)).toContain(`Picture ${place}.`);
		}
	});

	it('are not sent again where only some of them had been accepted', async () => {
		setup.fault(CREATE, { kind: 'delay', delayMs: 500 }, { times: 4 });
		setup.always(CREATE, { kind: 'never' });
		const workflow = series('return');
		const cut = await cutOff(workflow, CREATE, 4);
		setup.service.faults.clear();
		endAll();
		expect(outputOf(await retry(cut, workflow))).toHaveLength(7);
		expect(Object.values(books()).every((times) => times === 1)).toBe(true);
	});
});
