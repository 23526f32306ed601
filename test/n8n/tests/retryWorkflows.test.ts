/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { partition } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { LocalService } from '../../../demo-service';
import { does } from '../../../tools/n8n/dialect';
import {
	type Execution,
	finishedExecution,
	readExecution,
	startExecution,
} from '../../../tools/n8n/executions';
import { passing, stopExecution } from '../../support/n8n/parts';
import { byId, createImage } from '../../../tools/n8n/presenterWorkflow';
import { waitFor } from '../../../tools/n8n/program';
import { credentialType, type StoredWorkflow } from '../../../tools/n8n/rest';
import {
	activateWorkflow,
	chain,
	manualTrigger,
	type NodeSpec,
	withPinned,
} from '../../../tools/n8n/workflows';
import { SUBMIT } from '../../support/engine/submits';
import { booked, endAll } from '../../support/n8n/books';
import {
	callable,
	type Called,
	newExecution,
	publishAt,
	publishCalled,
	startRetry,
} from '../../support/n8n/called';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { openWorkbench, type Workbench } from '../../support/n8n/shared';

/*
 * What retry.test.ts proves for single nodes and chains, here for what n8n itself does otherwise: a workflow that is saved anew, its
 * loop, equal executions, sub-workflows and the editor. n8n is killed with all of them under way, then once more with the retries of
 * all of them under way, and then each is retried until it ends. Each has a workflow, a credential and a demo service of its own,
 * whose books say what was charged. The engine tests prove the same for every node that is charged.
 */

const PICTURE = SUBMIT.aiCreation;

/** The list of the service's AI tasks: it is read to find a task again, and while a node waits. */
const PAGE = 'ai_creation/task/page';

/** From then on, a dead run gives no sign of life any more (nodes/shared/submit/memory/openRuns.ts). */
const SILENT_MS = 65_000;

const own = setUpOwnInstance('retriedWorkflows');

const texts = ['Text 0.', 'Text 1.', 'Text 2.'];

/** Makes a picture of each item, and waits for it. */
const pictures = createImage({ downloadResult: false });

/** A workflow that is cut off. */
interface Scene {
	texts: readonly string[];
	/** The node whose output a retry is judged by. */
	node: string;
	publish(bench: Workbench): Promise<Called>;
	/** Prepares the service before the workflow begins; without it, no task ends. */
	arrange?(service: LocalService): void;
	/** Whether the execution has come to the point at which it is cut off. */
	isReached(service: LocalService): boolean;
	/** What somebody changes before the workflow is retried as it is saved then. */
	change?(bench: Workbench, workflow: string): Promise<void>;
	/** Whether another workflow calls it. */
	isSubWorkflow?: boolean;
}

/** Pictures are waited for. */
const waiting: Scene = {
	texts: texts.slice(0, 2),
	node: pictures.name,
	publish: async (bench) => await publishCalled(bench, 'Waiting', pictures),
	isReached: ({ journal }) => journal.accepted(PICTURE) >= 2,
};

/** A node of n8n's own that runs another workflow: for all items at once, or for each of them. */
const callWorkflow = (id: string, mode: 'once' | 'each'): NodeSpec => ({
	name: 'Call',
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.1,
	parameters: { workflowId: byId(id), mode, options: {} },
});

const calledTrigger: NodeSpec = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1,
	parameters: {},
};

/** Pictures in a sub-workflow, of which the first ones end at once. */
function inSubWorkflow(mode: 'once' | 'each', ended: number, reached: number): Scene {
	return {
		texts: texts.slice(0, 2),
		node: 'Call',
		isSubWorkflow: true,
		async publish(bench) {
			const called = await bench.load(chain('Sub-workflow', calledTrigger, pictures));
			if (does(bench.rest, 'publishesCalled')) await activateWorkflow(bench.rest, called);
			return await publishCalled(bench, 'Caller', callWorkflow(called.id, mode));
		},
		arrange: endFirst(ended),
		isReached: ({ journal }) => journal.accepted(PICTURE) >= reached,
	};
}

/** Of the tasks of each kind, the first ones end at once and the others never. */
const endFirst = (count: number) => (service: LocalService) => {
	service.fate(({ index }) => ({ seconds: index < count ? 0 : Infinity }));
};

const inLoop: Scene = {
	...waiting,
	texts,
	async publish(bench) {
		const path = randomUUID();
		const loop: NodeSpec = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		};
		const straight = chain('Loop', ...callable(path), loop, pictures, passing('After'));
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		const connections = {
			...straight.connections,
			Loop: { main: [to('After'), to(pictures.name)] },
			[pictures.name]: { main: [to('Loop')] },
		};
		return await publishAt(bench, path, { ...straight, connections });
	},
	node: 'After',
	arrange: endFirst(1),
};

/** The credential gets another name, with which the workflow is saved. */
const renamed: Scene = {
	...waiting,
	async change({ rest, service, credential: { id, type } }, workflow) {
		const name = `Renamed ${randomUUID()}`;
		const data = { baseUrl: service.url, accessToken: service.token };
		await rest.patch(`credentials/${id}`, { name, type, data });
		const { nodes, versionId } = await rest.get<StoredWorkflow>(`workflows/${workflow}`);
		const changed = nodes.map((node) =>
			node.name === pictures.name
				? { ...node, credentials: { [credentialType]: { id, name } } }
				: node,
		);
		await rest.patch(`workflows/${workflow}`, { nodes: changed, versionId });
	},
};

const scenes: Record<string, Scene> = {
	'with another name of the credential': renamed,
	'Loop Over Items': inLoop,
	'two at once': waiting,
	'called once': inSubWorkflow('once', 0, 2),
	'called for each, in the first call': inSubWorkflow('each', 0, 1),
	'called for each, in the second call': inSubWorkflow('each', 1, 2),
};

/** One of these that n8n has cut off. */
interface CutOff {
	scene: Scene;
	bench: Workbench;
	called: Called;
	/** The executions that were cut off first: one, or two that began with equal items. */
	originals: string[];
	/** All of its executions. */
	seen: string[];
}

const cutOff = new Map<string, CutOff>();

/** When n8n was killed last, in Unix milliseconds. */
let killedAt = 0;

async function begin(name: string, scene: Scene): Promise<CutOff> {
	const bench = await openWorkbench({ limits: false }, own.rest);
	const called = await scene.publish(bench);
	(scene.arrange ?? endFirst(0))(bench.service);
	await called.call(scene.texts);
	const originals = [await newExecution(bench, called.workflow)];
	if (name === 'two at once') {
		await called.call(scene.texts);
		originals.push(await newExecution(bench, called.workflow, originals));
	}
	return { scene, bench, called, originals, seen: [...originals] };
}

async function kill(): Promise<void> {
	// What the service has accepted is noted within a second.
	await delay(4_000);
	await own.killAndRestart(() => {
		killedAt = Date.now();
		for (const { bench } of cutOff.values()) bench.service.journal.clear();
	});
}

/**
 * Whether a retry only finds what was cut off when the dead run has been silent for a minute, because a called workflow
 * cannot learn that its caller is retried.
 */
const isFoundLate = ({ scene }: CutOff) =>
	scene.isSubWorkflow && !does(own.rest, 'tellsRetriesApart');

/** Waits until no run that n8n's last death has cut off is taken for one that is still alive in another process. */
async function untilSilent(): Promise<void> {
	await delay(Math.max(0, killedAt + SILENT_MS - Date.now()));
}

beforeAll(async () => {
	for (const [name, scene] of Object.entries(scenes)) cutOff.set(name, await begin(name, scene));
	for (const { scene, bench } of cutOff.values()) {
		await waitFor(() => scene.isReached(bench.service));
	}
	const { bench } = cutOffScene('two at once');
	await waitFor(() => bench.service.journal.accepted(PICTURE) >= 4);
	await kill();
	for (const { originals } of cutOff.values()) {
		for (const id of originals) {
			expect((await finishedExecution(own.rest, id)).status).toBe('crashed');
		}
	}
	const [late, atOnce] = partition([...cutOff.values()], isFoundLate);
	for (const one of atOnce) await retryUnderWay(one);
	if (late.length > 0) await untilSilent();
	for (const one of late) await retryUnderWay(one);
	await kill();
});

afterAll(async () => {
	for (const { bench } of cutOff.values()) await bench.close();
});

function cutOffScene(name: string): CutOff {
	const one = cutOff.get(name);
	if (!one) throw new Error(`${name} was not begun`);
	return one;
}

/** Presses Retry. @returns ID of the new execution */
async function pressRetry({ scene, bench, called, seen }: CutOff, id: string): Promise<string> {
	const loadWorkflow = scene.change !== undefined;
	// n8n answers when the new execution has ended, and not at all where it is killed before.
	void own.rest.post(`executions/${id}/retry`, { loadWorkflow }).catch(() => undefined);
	const retry = await newExecution(bench, called.workflow, seen);
	seen.push(retry);
	return retry;
}

/** Retries what was cut off, until each retry waits where its original did. */
async function retryUnderWay(one: CutOff): Promise<void> {
	const { scene, bench, called } = one;
	await scene.change?.(bench, called.workflow);
	for (const id of one.originals) {
		bench.service.journal.clear();
		await pressRetry(one, id);
		// The list is read to find the task, and then to wait for it.
		await waitFor(() => bench.service.journal.count({ endpoint: PAGE }) >= 2);
	}
}

/** Retries an execution until it ends; all tasks end at once from now on. */
async function retry(one: CutOff, id = one.originals[0] ?? ''): Promise<Execution> {
	endAll(one.bench.service);
	return await finishedExecution(own.rest, await pressRetry(one, id));
}

/** What was charged, in the order of the alphabet. */
const charged = ({ bench: { service } }: Pick<CutOff, 'bench'>) => booked(service).sort();

const statesOf = (items: IDataObject[]) => items.map(({ state }) => state);

const done = (one: CutOff) => one.scene.texts.map(() => 'succeeded');

const TIMES = ['second', 'third'];

describe('n8n killed, and killed once more in the retry', () => {
	test.each(['with another name of the credential', 'Loop Over Items'])(
		'%s: further retries pay for each item once',
		async (name) => {
			const one = cutOffScene(name);
			for (const time of TIMES) {
				const output = (await retry(one)).json(one.scene.node);
				expect([time, statesOf(output)]).toEqual([time, done(one)]);
				expect(charged(one)).toEqual(one.scene.texts);
			}
		},
	);

	test('two executions with equal items: each continues with its own tasks', async () => {
		const one = cutOffScene('two at once');
		const taskIds = new Set<unknown>();
		for (const id of one.originals) {
			const output = (await retry(one, id)).json(one.scene.node);
			expect(statesOf(output)).toEqual(done(one));
			for (const { taskId } of output) taskIds.add(taskId);
		}
		expect(charged(one)).toHaveLength(4);
		if (does(own.rest, 'tellsRetriesApart')) expect(taskIds.size).toBe(4);
	});
});

/** The retry of the only execution of a workflow, which ends with an error. In the retry, each task ends at once. */
async function retriedOnceFailed(bench: Workbench, workflow: string): Promise<Execution> {
	const id = await newExecution(bench, workflow);
	expect((await finishedExecution(own.rest, id)).status).toBe('error');
	bench.service.fate({ seconds: 0 });
	return await finishedExecution(own.rest, await startRetry(bench, { workflow, id }));
}

describe('A workflow that another one calls', () => {
	test.each(['called once', 'called for each, in the first call'])(
		'n8n killed in it and in its retry: each item is charged once (%s)',
		async (name) => {
			const one = cutOffScene(name);
			if (isFoundLate(one)) await untilSilent();
			const execution = await retry(one);
			expect(statesOf(execution.json('Call'))).toEqual(done(one));
			expect(charged(one)).toEqual(one.scene.texts);
		},
	);

	test('n8n killed in its second call: the item of the first call, which had ended, is charged once, too', async () => {
		const one = cutOffScene('called for each, in the second call');
		if (isFoundLate(one)) await untilSilent();
		const isKnown = does(own.rest, 'tellsRetriesApart');
		// An older n8n does not tell it its caller, and so the call looks like one by a new execution; docs/admin.md says so.
		const expected = isKnown ? one.scene.texts : ['Text 0.', 'Text 0.', 'Text 1.'];
		for (const time of isKnown ? TIMES : TIMES.slice(1)) {
			const output = (await retry(one)).json('Call');
			expect([time, statesOf(output)]).toEqual([time, done(one)]);
			expect(charged(one)).toEqual(expected);
		}
	});

	test('fails in its second call: a retry of its caller continues with the first one, and pays for the second', async () => {
		const bench = await openWorkbench({ limits: false }, own.rest);
		try {
			const { workflow, call } = await inSubWorkflow('each', 0, 0).publish(bench);
			bench.service.fate(({ index }) => (index === 1 ? { outcome: 'Error' } : { seconds: 0 }));
			await call(texts.slice(0, 2));
			const retried = await retriedOnceFailed(bench, workflow);
			expect(statesOf(retried.json('Call'))).toEqual(['succeeded', 'succeeded']);
			const first = does(own.rest, 'tellsRetriesApart') ? ['Text 0.'] : ['Text 0.', 'Text 0.'];
			expect(charged({ bench })).toEqual([...first, 'Text 1.', 'Text 1.']);
		} finally {
			await bench.close();
		}
	});

	test('fails behind a text that is written anew: a retry of its caller does not pay for the new one', async () => {
		const bench = await openWorkbench({ limits: false }, own.rest);
		try {
			const value = '={{ $json.text }} at {{ $now.toMillis() }}';
			const written: NodeSpec = {
				name: 'Write',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { assignments: { assignments: [{ name: 'text', type: 'string', value }] } },
			};
			const poster = createImage({ refPrompt: 'Text 9.', downloadResult: false }, 'Poster');
			const nodes = [calledTrigger, written, pictures, poster];
			const called = await bench.load(chain('Written anew', ...nodes));
			if (does(bench.rest, 'publishesCalled')) await activateWorkflow(bench.rest, called);
			const caller = callWorkflow(called.id, 'each');
			const { workflow, call } = await publishCalled(bench, 'Caller of it', caller);
			bench.service.fate(({ index }) => (index === 1 ? { outcome: 'Error' } : { seconds: 0 }));
			await call(texts.slice(0, 1));
			const retried = await retriedOnceFailed(bench, workflow);
			const isKnown = does(own.rest, 'tellsRetriesApart');
			expect(retried.status).toBe(isKnown ? 'error' : 'success');
			expect(bench.service.journal.accepted(PICTURE)).toBe(isKnown ? 2 : 4);
		} finally {
			await bench.close();
		}
	});

	test('fails behind a task of its second call: a retry of its caller keeps the first one, and continues with that task', async () => {
		const bench = await openWorkbench({ limits: false }, own.rest);
		try {
			const poster = createImage({ refPrompt: 'Text 9.', downloadResult: false }, 'Poster');
			const called = await bench.load(chain('Two pictures', calledTrigger, pictures, poster));
			if (does(bench.rest, 'publishesCalled')) await activateWorkflow(bench.rest, called);
			const path = randomUUID();
			const nodes = ['Call', 'Again'].map((name) => ({ ...callWorkflow(called.id, 'once'), name }));
			const straight = chain('Two calls', ...callable(path), ...nodes);
			// Both calls get the same item.
			const both = nodes.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
			const connections = {
				...straight.connections,
				[callable(path)[1].name]: { main: [both] },
				Call: { main: [] },
			};
			const { workflow, call } = await publishAt(bench, path, { ...straight, connections });
			bench.service.fate(({ index }) => (index === 3 ? { outcome: 'Error' } : { seconds: 0 }));
			await call(texts.slice(0, 1));
			const retried = await retriedOnceFailed(bench, workflow);
			expect(statesOf(retried.json('Again'))).toEqual(['succeeded']);
			const again = does(own.rest, 'tellsRetriesApart') ? [] : ['Text 0.'];
			const posters = ['Text 9.', 'Text 9.', 'Text 9.'];
			expect(charged({ bench })).toEqual(['Text 0.', 'Text 0.', ...again, ...posters]);
		} finally {
			await bench.close();
		}
	});
});

test('Stop in the editor: the next Execute continues with the same tasks, and the one after that pays', async () => {
	const { rest, service } = own;
	service.reset();
	service.fate({ seconds: Infinity });
	const items = texts.map((text) => ({ text }));
	const file = withPinned(chain('Stopped in the editor', manualTrigger, pictures), items);
	const { id: workflow } = await own.load(file);
	const execute = async () => await startExecution(rest, workflow, manualTrigger.name);
	const first = await execute();
	await waitFor(() => service.journal.accepted(PICTURE) >= texts.length);
	await service.journal.waitFor({ endpoint: PAGE });
	await stopExecution(rest, first);
	await waitFor(async () => (await readExecution(rest, first)).status === 'canceled');
	await delay(2_000);

	endAll(service);
	const second = await finishedExecution(rest, await execute());
	expect(statesOf(second.json(pictures.name))).toEqual(texts.map(() => 'succeeded'));
	expect(second.stored).toContain(`execution ${first}`);
	expect(service.journal.accepted(PICTURE)).toBe(texts.length);
	await finishedExecution(rest, await execute());
	expect(service.journal.accepted(PICTURE)).toBe(2 * texts.length);
});
