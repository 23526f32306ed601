/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, expect, it, jest } from '@jest/globals';
import { difference, map, range, sortBy, uniq } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeParameters,
	INodeType,
	IRun,
} from 'n8n-workflow';

import type { Fate } from '../../demo-service';
import type { NodeRun } from '../support/engine/engine';
import { connectionTo, nodeTypes, planned, to } from '../support/engine/nodes';
import {
	BOTH_PATHS,
	chosen,
	compose,
	CREATE,
	createImage,
	finishedVideo,
	goingOn,
	translate,
} from '../support/engine/runs';
import { queryOfCallback } from '../support/engine/webhook';
import { setUp } from '../support/engine/setup';
import { SUBMIT } from '../support/engine/submits';
import {
	createWorkflowEngine,
	errorLoop,
	loopOver,
	storedWithItems,
	type WorkflowPlan,
} from '../support/engine/workflowEngine';

/*
 * The error output of a node leads back to it: what has left there comes back as a whole item, and nothing that was made of
 * it is paid or output twice.
 */

let mockRoutesDetails = true;

jest.mock('../../nodes/shared/n8n/versions', () => ({
	...jest.requireActual<object>('../../nodes/shared/n8n/versions'),
	routesErrorDetails: () => mockRoutesDetails,
}));

const setup = setUp({ limits: false, ...BOTH_PATHS });

afterEach(() => {
	mockRoutesDetails = true;
});

/** Seconds of a task that does not finish within a minute, but within two: the demo service is 20 times as fast. */
const TOO_LONG = 1_800;

/** A workflow of the node 'Create' with such items, whose error output leads back to it. */
const loopOf = (node: NodeRun, items: IDataObject[]) =>
	errorLoop(items, { name: 'Create', ...node });

/**
 * What has left the node through the regular output, over all of its runs. n8n does not divide the items of a run in which
 * the execution was stopped.
 */
function leftRegularly({ data }: IRun): IDataObject[] {
	const runs = data.resultData.runData.Create ?? [];
	const items = runs.flatMap(({ data: output }) => output?.main?.[0] ?? []);
	return items.map(({ json }) => json).filter(({ error }) => error === undefined);
}

const idsOf = (items: ReadonlyArray<{ taskId?: unknown }>) => items.map(({ taskId }) => taskId);

const start = async (workflow: WorkflowPlan) =>
	await (await createWorkflowEngine(setup.credential)).start({ workflow, id: 'loop' }).done;

/** Runs a loop without an end for four rounds. */
async function fourRounds(workflow: WorkflowPlan, node: Required<INodeType>): Promise<IRun> {
	const engine = await createWorkflowEngine(setup.credential);
	const { execute } = node;
	let rounds = 0;
	jest.spyOn(node, 'execute').mockImplementation(async function (this: IExecuteFunctions) {
		rounds += 1;
		if (rounds > 4) running.stop();
		return await execute.call(this);
	});
	const running = engine.start({ workflow, id: 'loop' });
	const result = await running.done;
	await running.nodesEnded();
	expect(rounds).toBeGreaterThan(4);
	return result;
}

/** A text for three videos. */
const long = range(3)
	.map((n) => `Picture ${n}. ${'One more sentence. '.repeat(180)}`)
	.join('\n\n');

const seriesThat = (completion: string, more: INodeParameters = {}) =>
	compose({ text: '={{ $json.text }}', ifTextTooLong: 'makeSeveral', completion, ...more });

const series = seriesThat('return');

it('parts that were refused, all of them, come back from a node that pauses: each is paid once', async () => {
	setup.service.fate({ seconds: 0 });
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { times: 3 });
	const result = await start(loopOf(seriesThat('pause'), [{ text: long }]));
	expect(setup.accepted(CREATE)).toBe(3);
	expect(leftRegularly(result).map(({ part }) => part)).toEqual([1, 2, 3]);
});

it('errors of several parts leave one by one, where the error output does not lead back', async () => {
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { times: 2 });
	const { connections, ...plan } = loopOf(series, [{ text: long }]);
	const { data } = await start({ ...plan, connections: { Input: connections.Input ?? {} } });
	const [outputs] = data.resultData.runData.Create ?? [];
	expect(outputs?.data?.main?.map((items) => items?.length)).toEqual([1, 2]);
});

it('parts that were refused come back with the whole text: each part is paid and output once', async () => {
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { skip: 1, times: 2 });
	const result = await start(loopOf(series, [{ text: long }, { text: 'Short.' }]));
	expect(setup.accepted(CREATE)).toBe(4);
	const left = leftRegularly(result);
	expect(sortBy(idsOf(left))).toEqual(sortBy(setup.service.tasks().map(({ id }) => id)));
	expect(left.map(({ part }) => part ?? 0).sort()).toEqual([0, 1, 2, 3]);
});

it('parts of equal texts, of which each text lacks another one, come back: each text has all of its parts', async () => {
	let sent = 0;
	// The first part of the first text, and the second one of the other.
	const isRefused = () => [0, 4].includes(sent++);
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { times: 2, when: isRefused });
	const items = range(2).map((row) => ({ row, text: long }));
	const result = await start(loopOf(series, items));
	expect(setup.accepted(CREATE)).toBe(6);
	const left = leftRegularly(result).map(({ row, part }) => `${row} ${part}`);
	expect(left.sort()).toEqual(['0 1', '0 2', '0 3', '1 1', '1 2', '1 3']);
});

it('parts that may have been submitted come back: they are not submitted again, however often', async () => {
	setup.fault(CREATE, { kind: 'resetAfter' }, { skip: 1, times: 2 });
	const composed = nodeTypes.digitalHumanComposeVideo as Required<INodeType>;
	const result = await fourRounds(loopOf(series, [{ text: long }]), composed);
	expect(setup.count(CREATE)).toBe(3);
	expect(leftRegularly(result)).toMatchObject([{ part: 1, parts: 3 }]);
});

/** A translation into three languages, which is waited for. */
const inThreeLanguages = async (options: INodeParameters = {}) => {
	const videoId = chosen(await setup.submits.fated('composedVideo', { seconds: 0 }));
	const targetLanguages = ['de', 'fr', 'es'];
	return translate({ videoId, targetLanguages, completion: 'wait', options });
};

it('languages that were not finished in time come back: nothing is translated or output twice', async () => {
	const node = await inThreeLanguages({ timeLimit: 1, onTimeLimit: 'fail' });
	setup.service.fate(({ index }) => ({ seconds: index % 3 === 0 ? 0 : TOO_LONG }));
	const result = await start(loopOf(node, [{}]));
	expect(setup.accepted(SUBMIT.translation)).toBe(1);
	const left = leftRegularly(result);
	expect(left.map(({ targetLanguage }) => targetLanguage).sort()).toEqual(['de', 'es', 'fr']);
});

it('a language that has failed comes back: the others are not translated again', async () => {
	const node = await inThreeLanguages();
	setup.service.fate(({ index }) => ({ seconds: 1, outcome: index % 3 === 0 ? 51 : 30 }));
	const translated = nodeTypes.digitalHumanTranslateVideo as Required<INodeType>;
	const result = await fourRounds(loopOf(node, [{}]), translated);
	expect(setup.accepted(SUBMIT.translation)).toBe(1);
	expect(leftRegularly(result)).toHaveLength(2);
});

/** Runs a loop that pauses for videos, which end like this, and is called back: each of its items gets an error then. */
async function overAPause(workflow: WorkflowPlan, fate: Fate) {
	const engine = await createWorkflowEngine(setup.credential);
	const { data } = await engine.start({ workflow, id: 'loop' }).done;
	const plan = { workflow, id: 'loop', stored: JSON.stringify(data) };
	const ids = map(setup.service.tasks(), 'id');
	for (const id of ids) setup.service.settle(id, fate);
	const call = { query: queryOfCallback(setup.service), body: finishedVideo(ids.at(-1)) };
	const { items = [] } = await engine.callBack(plan, call);
	expect(map(items, 'json.error')).toEqual(ids.map(() => expect.any(String)));
	setup.service.faults.clear();
	const stored = storedWithItems(plan.stored, items);
	return { ids, result: await engine.start({ ...plan, stored }).done };
}

it('a loop that pauses in each of its rounds stores no more of its tasks with each round', async () => {
	setup.service.fate({ seconds: Infinity });
	const node = compose({ text: '={{ $json.prompt }}', completion: 'pause', downloadResult: false });
	const items = range(4).map((n) => ({ prompt: `Picture ${n}` }));
	const workflow = loopOver(items, { name: 'Create', ...node });
	const engine = await createWorkflowEngine(setup.credential);
	const lengths: number[] = [];
	let stored: string | undefined;
	for (const { prompt } of items) {
		const { data } = await engine.start({ workflow, id: 'loop', stored }).done;
		lengths.push(JSON.stringify(data.executionData?.contextData['node:Create']).length);
		const { id = '' } =
			setup.service.tasks().find(({ input }) => JSON.stringify(input).includes(prompt)) ?? {};
		setup.service.settle(id);
		const plan = { workflow, id: 'loop', stored: JSON.stringify(data) };
		const call = { query: queryOfCallback(setup.service), body: finishedVideo(id) };
		stored = storedWithItems(plan.stored, (await engine.callBack(plan, call)).items ?? []);
	}
	expect(uniq(lengths)).toHaveLength(1);
});

/** A node that pauses for videos with a file, and their texts. */
const paused = compose({ text: '={{ $json.text }}', completion: 'pause', downloadResult: true });
const HELLO = [{ text: 'Hello.' }];

/** Two of them, of which the first has finished before the pause. */
const HELLOS = [...HELLO, { text: 'Good day.' }];

/** A loop whose error output leads back by way of a node. */
function errorLoopBy(way: string, items: IDataObject[]): WorkflowPlan {
	const { nodes, connections } = loopOf(paused, items);
	return {
		nodes: [...nodes, planned('Way', way)],
		connections: { ...connections, Create: { main: [[], to('Way')] }, Way: connectionTo('Create') },
	};
}

/** A loop without an error output. */
function regularLoopBy(way: INode[], items: IDataObject[]): WorkflowPlan {
	const { type, parameters } = paused;
	const workflow = ifLoop({ type, parameters }, items, way);
	Object.assign(workflow.nodes[1] as INode, { onError: 'continueRegularOutput' });
	return workflow;
}

const unpair = () => planned('Unpair', 'unpair');

it.each<[string, WorkflowPlan, boolean?]>([
	['as it is', loopOf(paused, HELLOS)],
	['without its pairing', errorLoopBy('unpair', HELLOS)],
	['without its pairing, before n8n 2.36', errorLoopBy('unpair', HELLOS), false],
	['from the regular output', regularLoopBy([], HELLOS)],
	['from the regular output, without its pairing', regularLoopBy([unpair()], HELLOS)],
])(
	'an item whose file is missing after a pause comes back %s: it continues with its task',
	async (_, workflow, routesDetails = true) => {
		mockRoutesDetails = routesDetails;
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : Infinity }));
		setup.fault('result', { kind: 'status', status: 404 }, { times: 50 });
		const { ids, result } = await overAPause(workflow, {});
		expect(setup.accepted(CREATE)).toBe(2);
		const hasErrorOutput = workflow.nodes[1]?.onError === 'continueErrorOutput';
		expect(idsOf(hasErrorOutput ? leftRegularly(result) : leftDone(result))).toEqual(ids);
	},
);

it.each([true, false])(
	'an item whose task has failed after a pause comes back: it is submitted again (with details: %s)',
	async (routesDetails) => {
		mockRoutesDetails = routesDetails;
		setup.service.fate(({ index }) => ({ seconds: index === 0 ? Infinity : 0 }));
		const failed = { outcome: 51, errMsg: 'no face' };
		const { result } = await overAPause(errorLoopBy('unpair', HELLO), failed);
		expect(setup.accepted(CREATE)).toBe(2);
		expect(leftRegularly(result)).toMatchObject([{ state: 'succeeded' }]);
	},
);

it('equal items come back one after the other: each continues with its own task', async () => {
	// The first and the third item are not finished in time.
	setup.service.fate(({ index }) => ({ seconds: index % 2 === 0 ? TOO_LONG : 0 }));
	const options = { timeLimit: 1, onTimeLimit: 'fail' };
	const node = compose({ text: '={{ $json.text }}', completion: 'wait', options });
	const items = range(4).map((row) => ({ row, text: 'Hello.' }));
	const result = await start(loopOf(node, items));
	expect(setup.accepted(CREATE)).toBe(4);
	const left = leftRegularly(result);
	expect(sortBy(idsOf(left))).toEqual(sortBy(setup.service.tasks().map(({ id }) => id)));
	expect(left.map(({ row }) => row).sort()).toEqual([0, 1, 2, 3]);
});

/** A workflow of 'Create' with such items: what it has not done is led back to it by an If, by way of these nodes. */
function ifLoop(run: NodeRun, items: object[], way: INode[] = []): WorkflowPlan {
	const parameters = { downloadResult: false, ...run.parameters };
	const create = { ...planned('Create', run.type, parameters), ...run.settings };
	const before: INode[] = way.filter((node) => node.name === 'Get Task');
	const after = difference(way, before);
	const names = ['Create', ...map(before, 'name'), 'If', ...map(after, 'name'), 'Create'];
	const connections = Object.fromEntries(
		names.slice(1).map((name, index) => [names[index], { main: [to(name), []] }]),
	);
	return {
		nodes: [
			planned('Input', 'items', { items: items.map((json) => ({ json })) as never }),
			create,
			planned('If', 'if'),
			...way,
		],
		connections: { Input: connectionTo('Create'), ...connections },
	};
}

/** What has left an If loop, over all of its rounds. */
function leftDone({ data }: IRun): IDataObject[] {
	const runs = data.resultData.runData.If ?? [];
	return runs.flatMap(({ data: output }) => output?.main?.[1] ?? []).map(({ json }) => json);
}

const image = (parameters: INodeParameters = {}) =>
	createImage({
		refPrompt: '={{ $json.prompt }}',
		completion: 'wait',
		options: { timeLimit: 1 },
		...parameters,
	});

const lookUp = (completion: string) =>
	planned('Get Task', 'digitalHumanGetTask', {
		operation: 'get',
		whenNotFinished: completion,
		downloadResult: false,
	});

const FOXES = [{ prompt: 'Fox' }, { prompt: 'Fox' }];

it.each<[string, INode[]]>([
	['as it is', []],
	['with its prompt alone', [planned('Edit', 'keepPrompt')]],
	['by way of Get Task', [lookUp('now')]],
	['with the error of another node', [planned('Notify', 'addError')]],
	['with that error, without its pairing', [planned('Notify', 'addError'), unpair()]],
])('what was not finished in time is led back %s: it is paid and output once', async (_, way) => {
	// What is submitted again, if anything is, finishes at once: otherwise, it would go round without an end.
	setup.service.fate(({ index }) => ({ seconds: index < 2 ? TOO_LONG : 0 }));
	const result = await start(ifLoop(image(), FOXES, way));
	expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	expect(idsOf(leftDone(result)).sort()).toEqual(
		setup.service
			.tasks()
			.map(({ id }) => id)
			.sort(),
	);
});

it.each<[string, object]>([
	['an error', {}],
	['a state', { onTaskFailure: 'output' }],
])(
	'what was not finished in time and then failed, with %s, is submitted again',
	async (_, more) => {
		setup.service.fate(({ index }) =>
			index === 0 ? { seconds: TOO_LONG, outcome: 'Error' } : { seconds: 0 },
		);
		const node = { ...image({ options: { timeLimit: 1, ...more } }), ...goingOn };
		const result = await start(ifLoop(node, FOXES.slice(1)));
		expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
		expect(leftDone(result)).toMatchObject([{ state: 'succeeded' }]);
	},
);

it('a part that was refused and one that was not finished in time are led back: each is paid and output once', async () => {
	setup.service.fate(({ index }) => ({ seconds: index === 0 ? 0 : TOO_LONG }));
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { skip: 1, times: 1 });
	const node = { ...seriesThat('wait', { options: { timeLimit: 1 } }), ...goingOn };
	const result = await start(ifLoop(node, [{ text: long }]));
	expect(setup.accepted(CREATE)).toBe(3);
	expect(
		leftDone(result)
			.map(({ part }) => part)
			.sort(),
	).toEqual([1, 2, 3]);
});

it("an equal row that 'Loop Over Items' gives after one that was not finished in time is submitted", async () => {
	setup.service.fate({ seconds: TOO_LONG });
	const { nodes, connections } = ifLoop(image(), FOXES);
	const workflow = {
		nodes: [...nodes, planned('Loop', 'splitInBatches')],
		connections: {
			...connections,
			Input: connectionTo('Loop'),
			Loop: { main: [[], to('Create')] },
			Create: connectionTo('Loop'),
		},
	};
	await start(workflow);
	expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
});

it.each<[string, () => Promise<NodeRun>, string, number]>([
	['images', async () => await Promise.resolve(image()), SUBMIT.aiCreation, 2],
	['languages', async () => await inThreeLanguages({ timeLimit: 1 }), SUBMIT.translation, 6],
])(
	'%s that were led back are stopped in the second round: a new run continues with them',
	async (_, of, endpoint, tasks) => {
		const workflow = ifLoop(await of(), FOXES);
		setup.service.fate({ seconds: Infinity });
		const engine = await createWorkflowEngine(setup.credential);
		const running = engine.start({ workflow, id: '1' });
		// The first round waits for a minute.
		await delay(80_000);
		running.stop();
		await running.nodesEnded();
		setup.settleAll();
		setup.service.fate({ seconds: 0 });
		const result = await engine.start({ workflow, id: '2' }).done;
		expect(setup.accepted(endpoint)).toBe(2);
		expect(uniq(idsOf(leftDone(result)))).toHaveLength(tasks);
	},
);

it('of a second round that was stopped, a new run has one item: the next one still continues with the other', async () => {
	const [fox, owl] = [{ prompt: 'Fox' }, { prompt: 'Owl' }];
	const loop = (items: object[]) => ifLoop({ ...image(), ...goingOn }, items);
	setup.service.fate({ seconds: Infinity });
	// The owl is only accepted in the second round, in which the fox continues with its task.
	setup.fault(SUBMIT.aiCreation, { kind: 'code', code: 40000 }, { skip: 1, times: 1 });
	const engine = await createWorkflowEngine(setup.credential);
	const running = engine.start({ workflow: loop([fox, owl]), id: '1' });
	await delay(80_000);
	expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	running.stop();
	await running.nodesEnded();
	setup.settleAll();
	setup.service.fate({ seconds: 0 });
	await engine.start({ workflow: loop([owl]), id: '2' }).done;
	expect(setup.accepted(SUBMIT.aiCreation)).toBe(2);
	await engine.start({ workflow: loop([fox, owl]), id: '3' }).done;
	expect(setup.accepted(SUBMIT.aiCreation)).toBe(3);
});

it('what was not finished in time after a pause is led back: it is paid once', async () => {
	setup.service.fate({ seconds: Infinity });
	const node = compose({ text: '={{ $json.prompt }}', completion: 'pause' });
	const workflow = ifLoop(node, FOXES.slice(1));
	const engine = await createWorkflowEngine(setup.credential);
	const { data } = await engine.start({ workflow, id: 'loop' }).done;
	setup.settleAll();
	const result = await engine.start({ workflow, id: 'loop', stored: JSON.stringify(data) }).done;
	expect(setup.accepted(CREATE)).toBe(1);
	expect(idsOf(leftDone(result))).toEqual(setup.service.tasks().map(({ id }) => id));
});

it("two parts that were refused leave one by one into 'Loop Over Items', from which the next item comes", async () => {
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { skip: 1, times: 2 });
	const node = { ...series, ...goingOn };
	const { nodes } = ifLoop(node, [{ text: long }], [planned('Loop', 'splitInBatches')]);
	const connections = {
		Input: connectionTo('Loop'),
		Loop: { main: [[], to('Create')] },
		Create: connectionTo('Loop'),
	};
	const { data } = await start({ nodes, connections });
	expect(data.resultData.runData.Create?.[0]?.data?.main?.[0]).toHaveLength(3);
});

it("a part in progress and then a refused one come from 'Loop Over Items' with the text alone: each is paid once", async () => {
	setup.service.fate(({ index }) => ({ seconds: index === 1 ? 4 * TOO_LONG : 0 }));
	setup.fault(CREATE, { kind: 'code', code: 40002 }, { skip: 2, times: 1 });
	const own = { text: '={{ $json.prompt }}', options: { timeLimit: 1 } };
	const node = { ...seriesThat('wait', own), ...goingOn };
	const way = [planned('Edit', 'keepPrompt'), planned('Loop', 'splitInBatches')];
	const { nodes, connections } = ifLoop(node, [{ row: 1, prompt: long }], way);
	const loop = { main: [[], to('Create')] };
	const result = await start({ nodes, connections: { ...connections, Loop: loop } });
	expect(result.data.resultData.runData.Create).toHaveLength(3);
	expect(setup.accepted(CREATE)).toBe(3);
});

it('an item with the error of another node in the loop is submitted, whatever this node has not done of others', async () => {
	setup.service.fate({ seconds: 0 });
	setup.fault(CREATE, { kind: 'resetAfter' });
	setup.fault(SUBMIT.aiCreation, { kind: 'code', code: 40000 }, { skip: 1 });
	const { nodes } = ifLoop({ ...image(), ...goingOn }, [{ prompt: 'Fox' }, { prompt: 'Cat' }]);
	const { type, parameters } = compose({ text: 'Welcome.', completion: 'return' });
	const video = { ...planned('Video', type, parameters), ...goingOn.settings };
	const connections = {
		Input: connectionTo('Loop'),
		Loop: { main: [[], to('Create')] },
		Create: connectionTo('Video'),
		Video: connectionTo('Loop'),
	};
	const loop = planned('Loop', 'splitInBatches');
	const { data } = await start({ nodes: [...nodes, video, loop], connections });
	const left = map(data.resultData.runData.Video, 'data.main.0.0.json');
	expect(left).toMatchObject([{ error: expect.any(String) }, { state: 'inProgress' }]);
	expect(setup.accepted(CREATE)).toBe(2);
});
