/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { LocalService } from '../../../demo-service';
import { does } from '../../../tools/n8n/dialect';
import { type Execution, finishedExecution, readExecution } from '../../../tools/n8n/executions';
import { stopExecution } from '../../support/n8n/parts';
import { CREATE, createImage, presenter } from '../../../tools/n8n/presenterWorkflow';
import { waitFor } from '../../../tools/n8n/program';
import { type NodeSpec } from '../../../tools/n8n/workflows';
import { booked, endAll } from '../../support/n8n/books';
import {
	newExecution,
	publishCalled,
	startCalled,
	type Started,
	startRetry,
} from '../../support/n8n/called';
import { setUpOwnInstance } from '../../support/n8n/ownInstance';
import { openWorkbench, type Workbench } from '../../support/n8n/shared';

/*
 * Executions that n8n's death or Stop has cut off in nodes that are charged, and their Retry. n8n dies once, with all of them
 * under way; each has a workflow, a credential and a demo service of its own.
 */

const SUBMIT = 'ai_creation/task/submit';
const PAGE = 'ai_creation/task/page';
const COUNT = 20;

const own = setUpOwnInstance('retried');

const pictures: NodeSpec = {
	...createImage({}, 'Create "pictures"'),
	onError: 'continueRegularOutput',
};
const chained = [createImage({ downloadResult: false }), presenter('wait')];

const texts = Array.from({ length: COUNT }, (_, index) => `Text ${index}.`);

/** What is under way when n8n is killed. */
interface UnderWay {
	nodes: NodeSpec[];
	texts: readonly string[];
	/** Prepares the service before the workflow begins. */
	arrange(service: LocalService): void;
	/** Whether the execution has come to the point at which it is cut off. */
	isReached(service: LocalService): boolean;
}

/** Twenty items, of which so many have been accepted; no answer comes to the others, and the service has not processed them. */
function submitting(count: number): UnderWay {
	return {
		nodes: [pictures],
		texts,
		arrange(service) {
			service.fate({ seconds: Infinity });
			const fault = { kind: 'delay', delayMs: 1500 } as const;
			service.faults.add({ endpoint: SUBMIT, times: count, fault });
			service.faults.add({ endpoint: SUBMIT, times: Infinity, fault: { kind: 'never' } });
		},
		isReached: ({ journal }) => journal.accepted(SUBMIT) >= count,
	};
}

/** A picture and then a video of each item, of which the tasks of one of the two nodes do not end. */
function waitingIn(endpoint: string): UnderWay {
	return {
		nodes: chained,
		texts: texts.slice(0, 2),
		arrange(service) {
			service.fate((task) => ({ seconds: task.endpoint === endpoint ? Infinity : 0 }));
		},
		isReached: ({ journal }) => journal.accepted(endpoint) >= 2,
	};
}

/** A video and then a picture of it, where the first node has paused the execution, and was called back. */
function resumedBefore(endpoint: string): UnderWay {
	return {
		...waitingIn(endpoint),
		nodes: [presenter('pause'), createImage({ refPrompt: '={{ $json.taskId }}' }, 'Cover')],
		arrange(service) {
			// Long enough for a busy n8n to have stored the pause before the only callback comes.
			service.fate((task) => ({ seconds: task.endpoint === endpoint ? Infinity : 10 }));
		},
	};
}

/** One of these, begun. */
interface CutOff {
	bench: Workbench;
	started: Started;
	/** The retries so far. */
	retries: string[];
}

const allUnderWay: Record<string, UnderWay> = {
	'after submit 10': submitting(10),
	[`after submit ${COUNT}`]: submitting(COUNT),
	'a chain in its second node': waitingIn(CREATE),
	'a chain that was paused, in its second node': resumedBefore(SUBMIT),
};

const cutOff = new Map<string, CutOff>();

beforeAll(async () => {
	const begun = await Promise.all(
		Object.entries(allUnderWay).map(async ([name, work]) => {
			const bench = await openWorkbench({ limits: false }, own.rest);
			const called = await publishCalled(bench, name, ...work.nodes);
			work.arrange(bench.service);
			return { name, work, bench, called };
		}),
	);
	await Promise.all(begun.map(async ({ work, called }) => await called.call(work.texts)));
	for (const { work, bench } of begun) await waitFor(() => work.isReached(bench.service));
	// What the service has accepted is noted within a second; and nothing else happens meanwhile.
	await delay(4000);
	await own.killAndRestart(() => {
		for (const { bench } of begun) bench.service.faults.clear();
	});
	for (const { name, bench, called } of begun) {
		const id = await newExecution(bench, called.workflow);
		cutOff.set(name, { bench, started: { workflow: called.workflow, id }, retries: [] });
	}
});

afterAll(async () => {
	for (const { bench } of cutOff.values()) await bench.close();
});

/** What n8n has cut off, whose tasks end now. */
async function crashed(name: string): Promise<CutOff> {
	const one = cutOff.get(name);
	if (!one) throw new Error(`${name} was not begun`);
	expect((await finishedExecution(own.rest, one.started.id)).status).toBe('crashed');
	return one;
}

/** Presses Retry, and waits until a node has output something. */
async function retry({ bench, started, retries }: CutOff, node = pictures.name) {
	await own.rest.post(`executions/${started.id}/retry`, { loadWorkflow: false });
	const id = await newExecution(bench, started.workflow, [started.id, ...retries]);
	retries.push(id);
	return await waitFor(async () => {
		const execution = await readExecution(own.rest, id);
		// Of a stopped execution, n8n carries the old error over, and may say so before it ends.
		return execution.json(node).length > 0 ? execution : undefined;
	});
}

/** Each item is in the books at most once. Of an item that has not succeeded, its output says that its task may exist. */
function expectEachOnce({ bench: { service } }: CutOff, execution: Execution): void {
	expect(new Set(booked(service)).size).toBe(booked(service).length);
	const output = execution.json(pictures.name);
	expect(output).toHaveLength(COUNT);
	for (const [index, item] of output.entries()) {
		const task = service.tasks().find(({ id }) => id === item.taskId);
		if (task) expect(JSON.stringify(task.input)).toContain(texts[index]);
		else expect(JSON.stringify(item)).toContain('may still have been created');
	}
	expect(execution.stored).not.toContain(service.token);
}

const countSucceeded = (execution: Execution) =>
	execution.json(pictures.name).filter(({ state }) => state === 'succeeded').length;

test.each(Object.keys(allUnderWay).filter((name) => name.includes('after submit')))(
	'n8n killed while it submits twenty, %s: the retry has each of them once',
	async (name) => {
		const one = await crashed(name);
		const { service } = one.bench;
		const count = Number(/\d+/.exec(name)?.[0]);
		if (one.retries.length === 0) expect(booked(service)).toHaveLength(count);
		endAll(service);
		const execution = await retry(one);
		expectEachOnce(one, execution);
		expect(countSucceeded(execution)).toBe(booked(service).length);
		// Those are open that were on their way, and few that were next.
		const least = count === COUNT ? COUNT : COUNT - 14;
		expect(booked(service).length).toBeGreaterThanOrEqual(least);
	},
);

describe('n8n killed in a picture and then a video from it, the commonest workflow', () => {
	const submits = ({ bench: { service } }: CutOff) =>
		[SUBMIT, CREATE].map((endpoint) => service.journal.accepted(endpoint));

	test('in the second node: two retries pay for nothing', async () => {
		const one = await crashed('a chain in its second node');
		expect(submits(one)).toEqual([2, 2]);
		endAll(one.bench.service);
		for (const time of ['first', 'second']) {
			const execution = await retry(one, 'Compose');
			const states = execution.json('Compose').map(({ state }) => state);
			expect([time, states]).toEqual([time, ['succeeded', 'succeeded']]);
			expect(submits(one)).toEqual([2, 2]);
			expect(execution.stored).toContain('submitted before the original execution ended');
		}
	});

	test('in the second node, where the first one had paused: the retry pays for nothing', async () => {
		const one = await crashed('a chain that was paused, in its second node');
		expect(submits(one)).toEqual([2, 2]);
		endAll(one.bench.service);
		const execution = await retry(one, 'Cover');
		for (const node of ['Compose', 'Cover']) {
			const states = execution.json(node).map(({ state }) => state);
			expect([node, states]).toEqual([node, ['succeeded', 'succeeded']]);
		}
		expect(submits(one)).toEqual([2, 2]);
	});
});

/** n8n's log has each accepted task, nothing of its item, and no token. */
async function expectLogged(execution: string): Promise<void> {
	const lines = () =>
		own.n8n
			.log()
			.split('\n')
			.filter((line) => line.includes('Digital Human task accepted: '))
			.filter((line) => line.includes(` execution=${execution}`));
	await waitFor(() => lines().length >= COUNT);
	const log = lines().join('\n');
	for (const { id } of own.service.tasks()) {
		expect(log).toContain(`kind=aiCreation task=${id} execution=${execution}`);
	}
	expect(log).toContain('node="Create \\"pictures\\"" item=1 ');
	for (const hidden of ['Text 0', own.service.token]) expect(log).not.toContain(hidden);
}

test('Stop while it waits: the log has each task, nothing more is asked, and the retry continues with the same tasks', async () => {
	const { service, rest } = own;
	service.reset();
	service.fate({ seconds: Infinity });
	const started = await startCalled(own, 'Stopped', texts, pictures);
	await service.journal.waitFor({ endpoint: PAGE });
	await stopExecution(rest, started.id);
	const { status, stored } = await finishedExecution(rest, started.id);
	expect(status).toBe('canceled');
	// What was on its way has arrived by then.
	await delay(2000);
	const before = booked(service);
	expect(before).toHaveLength(COUNT);
	const asked = service.journal.count({ endpoint: PAGE });
	await expectLogged(started.id);
	if (does(rest, 'forgetsWhenStopped')) {
		for (const { id } of service.tasks()) expect(stored).not.toContain(id);
	}
	await delay(3000);
	expect(service.journal.count({ endpoint: PAGE })).toBe(asked);

	endAll(service);
	if (does(rest, 'retriesStopped')) {
		const one = { bench: own, started, retries: [] };
		const execution = await retry(one);
		expectEachOnce(one, execution);
		expect(countSucceeded(execution)).toBe(COUNT);
	} else {
		const execution = await finishedExecution(rest, await startRetry(own, started));
		expect(execution.nodes).not.toContain(pictures.name);
	}
	expect(booked(service)).toEqual(before);
});
