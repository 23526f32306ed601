/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { castArray, chunk, noop, partition, range } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type Caller, callerOf } from '../../nodes/shared/n8n/executionLine';
import { findAcceptedTasks } from '../../nodes/shared/submit/findTasks';
import type { EarlierSubmits, Match } from '../../nodes/shared/submit/memory/earlierRuns';
import { SubmitMemory } from '../../nodes/shared/submit/memory/memory';
import { printsOf } from '../../nodes/shared/submit/memory/prints';
import type { RunEnd, StoreAnswer } from '../../nodes/shared/submit/memory/store';
import {
	applyEvent,
	type Created,
	type ItemSubmit,
} from '../../nodes/shared/submit/memory/submission';
import { submittedSentence } from '../../nodes/shared/completion/submittedSentence';
import { submittedTask } from '../../nodes/shared/model/task';
import type { TaskList } from '../../nodes/shared/model/taskKind';
import { PackError } from '../../nodes/shared/util/errors';
import { clientWith, failed } from '../support/noRequests';

/*
 * What is remembered of submits, without any other part of a run.
 */

const unanswered = failed('submitAiCreation', {
	cause: 'noResponse',
	detail: 'The connection broke',
});

const begun: SubmitMemory[] = [];

afterEach(async () => {
	jest.useRealTimers();
	for (const memory of begun.splice(0)) await memory.end(() => 'output');
	// One is jest's own.
	expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(1);
});

interface Settings {
	run?: number;
	tool?: boolean;
	executionId?: string;
	mode?: string;
	input?: IDataObject;
	/** Whether the service has a list of its tasks. */
	isListed?: boolean;
	/** How many parts each input item has, which are submitted one by one. */
	parts?: number;
	/** In the resume address; another one than that of the other executions. */
	token?: string;
	/** The execution that has called it as a sub-workflow. */
	caller?: string;
}

const PARAMETERS = { prompt: '={{ $json.prompt }}' };

/** An execution: makes one try of a run of the node, or of a call when it is a tool. */
function execution(helpers: object = {}) {
	const memory: IDataObject = {};
	return (prompts: string | string[], settings: Settings = {}, request: object = {}) => {
		const { run = 0, tool = false, executionId = '1', mode = 'trigger' } = settings;
		const { input = {}, token = 'a', isListed = true, parts = 1 } = settings;
		const items = castArray(prompts);
		const context = {
			getContext: () => memory,
			evaluateExpression: (text: string) =>
				text.includes('resumeUrl') ? `http://n8n/1?signature=${token}` : run,
			getNode: () => ({
				id: 'node',
				type: tool ? 'aiCreateTool' : 'aiCreate',
				parameters: PARAMETERS,
			}),
			getWorkflow: () => ({ id: 'workflow' }),
			getMode: () => mode,
			getParentNodes: () => [],
			getWorkflowDataProxy: () => ({}),
			continueOnFail: () => false,
			logger: { debug: noop },
			helpers,
			getExecutionId: () => executionId,
			getExecutionContext: () => ({ parentExecutionId: settings.caller }),
			getExecutionDataById: async () => ({ resumeToken: 'of caller' }),
			getInputData: () =>
				chunk(items, parts).map(([prompt]) => ({
					json: { prompt, ...input, ...(tool ? { toolCallId: randomUUID() } : {}) },
				})),
		} as unknown as IExecuteFunctions;
		const submits = new SubmitMemory(context, isListed);
		begun.push(submits);
		const all = items.map((prompt, index) =>
			submits.beginSubmit(index, { prompt, ...request }, index),
		);
		const known = async (): Promise<StoreAnswer> => await submits.beginStore(all);
		return { submits, all, known, submit: all[0] as ItemSubmit };
	};
}

type Try = ReturnType<ReturnType<typeof execution>>;

const created = (...ids: string[]): Created => ({
	tasks: ids.map((taskId) => ({ taskId })),
	missing: [],
});

const SEVEN = created('7');

const OPEN = { taskKind: 'aiCreation', state: 'inProgress' };

/** Sends an item, the first one unless said otherwise, which the service accepts. */
const accept = async ({ submits, all }: Pick<Try, 'submits' | 'all'>, tasks = SEVEN, item = 0) => {
	const submit = all[item] as ItemSubmit;
	await submits.noteSend(submit);
	submits.noteAccepted(submit, tasks);
};

const shown = ({ state }: ItemSubmit) =>
	state.is === 'accepted'
		? `${state.created.tasks.map(({ taskId }) => taskId).join()} by ${state.by}`
		: state.is;

const API = { api: { id: '1', name: 'API' } };
const EARLIER = { taskId: '8', taskKind: 'aiCreation', state: 'succeeded', url: 'a' };

/** The fingerprints of a picture of a fox, whose item has the task of an earlier node. */
const printed = (node: object = {}, json: IDataObject = {}, request: object = {}) =>
	printsOf(
		{ parameters: PARAMETERS, credentials: API, ...node },
		{ json: { ...EARLIER, ...json } },
		{ prompt: 'fox', ...request },
	);

it.each<[string, string[], ...Parameters<typeof printed>]>([
	['the name of the credential', ['request', 'input'], { credentials: { api: { id: '1' } } }],
	['the credential', [], { credentials: { api: { id: '2', name: 'API' } } }],
	['options of what follows', ['request', 'input'], { parameters: { ...PARAMETERS, options: {} } }],
	['another setting of the node', ['request'], { parameters: { prompt: 'cat' } }],
	['a column', ['request'], {}, { readAt: 1 }],
	['the task of the earlier node', ['request', 'input'], {}, { taskId: '9', url: 'b' }],
	['the error with which it is back', ['request', 'input'], {}, { error: 'No', details: {} }],
	['what is sent', ['input'], {}, {}, { prompt: 'cat' }],
	// None of these is sent.
	['its file name', ['request', 'input'], {}, {}, { fileName: 'a.mp4', hint: 'No', source: {} }],
])('A submit of which %s differs has the same fingerprint of its %j', (_, same, ...changed) => {
	const [before, after] = [printed(), printed(...changed)];
	expect((['request', 'input'] as const).filter((name) => before[name] === after[name])).toEqual(
		same,
	);
});

it.each<[string, string | undefined, Partial<Caller> | undefined, string?]>([
	['by nobody', undefined, undefined],
	['by an execution', '1', { executionId: '1', ownCall: ['9'] }],
	[
		'by a sub-workflow, which an execution has called',
		'2',
		{ executionId: '1', ownCall: ['9', '2'] },
	],
	['by an execution of n8n before 2.14', '3', undefined],
	['by one that n8n does not have any more', '4', undefined],
	['as an error workflow, by the execution that has failed', '1', undefined, 'error'],
	[
		'by one that keeps calls, noted with its run or its items',
		'5',
		{ keptCalls: ['6', '7', '8', '9'] },
	],
	['by one that keeps none of those of an agent that has failed', '6', { keptCalls: ['10'] }],
])(
	'a sub-workflow is called %s: it knows with which execution the calls began, and reads it once',
	async (_, parent, expected, mode = 'integrated') => {
		const metadata = (id: string) => ({ subExecution: { executionId: id, workflowId: 'called' } });
		const items = ['7', '8', '8', '9'].map((id) => ({ json: {}, metadata: metadata(id) }));
		const runData = {
			Once: [{ metadata: metadata('6') }],
			Each: [{ data: { main: [null, items] } }],
		};
		// A retry lacks the last run of a node that has failed.
		const ofAgent = {
			Agent: [{}],
			Tool: ['10', '11'].map((id, previousNodeRun) => ({
				metadata: metadata(id),
				source: [null, { previousNode: 'Agent', previousNodeRun }],
			})),
		};
		const stored: IDataObject = {
			1: { resumeToken: 'a' },
			2: { resumeToken: 'b', parentExecution: { executionId: '1' } },
			3: {},
			5: { resumeToken: 'c', resultData: { runData } },
			6: { resumeToken: 'c', resultData: { runData: ofAgent } },
		};
		const execution = {};
		const getExecutionDataById = jest.fn(async (id: string) => stored[id]);
		// n8n's database may be busy.
		getExecutionDataById.mockRejectedValueOnce(new Error('SQLITE_BUSY: database is locked'));
		const context = {
			getMode: () => mode,
			getContext: () => execution,
			getExecutionId: () => '9',
			getExecutionContext: () => ({ parentExecutionId: parent }),
			getExecutionDataById,
		} as unknown as IExecuteFunctions;
		const caller = await callerOf(context);
		if (expected) expect(caller).toMatchObject(expected);
		else expect(caller).toBeUndefined();
		getExecutionDataById.mockClear();
		expect(await callerOf(context)).toEqual(caller);
		if (expected) expect(getExecutionDataById).not.toHaveBeenCalled();
	},
);

describe('What an execution remembers', () => {
	it.each<[string, Settings, string, string]>([
		['with another request at the next try', {}, 'fox, 10:01', '7 by thisExecution'],
		['in another execution', { executionId: '2' }, 'fox', '7 by anotherExecution'],
		['by its request alone', { input: { readAt: 1 } }, 'fox', '7 by thisExecution'],
		['not where its input differs, too', { input: { readAt: 1 } }, 'cat', 'new'],
		['not in the next run of a loop', { run: 1 }, 'fox', 'new'],
	])('knows an item again: %s', async (_, settings, prompt, expected) => {
		const at = execution();
		await accept(at('fox'));
		expect(shown(at('fox', settings, { prompt }).submit)).toBe(expected);
	});

	it.each<[string, string, IDataObject]>([
		['7 by thisExecution', 'fox', { ...OPEN, taskId: '7' }],
		['8 by thisExecution', 'fox', { ...OPEN, taskId: '8' }],
		['new', 'fox', { ...OPEN, taskId: '8', state: 'failed' }],
		['new', 'fox', { ...OPEN, taskId: '9' }],
		['new', 'fox', { taskId: '7', state: 'inProgress' }],
		['new', 'cat', { ...OPEN, taskId: '7' }],
	])('is %s for %s, led back after its time was up as %j', async (expected, prompt, input) => {
		const at = execution();
		const first = at('fox');
		await accept(first, created('7', '8', '10'));
		const item = (taskId: string) => ({ json: { ...OPEN, taskId, timedOut: true } });
		first.submits.forgetUnlessNeeded([item('7'), item('8')]);
		expect(shown(at(prompt, { run: 1, input }).submit)).toBe(expected);
	});

	it('knows a submit at another place, where an item before it has become several', async () => {
		const at = execution();
		const first = at(['fox', 'cat']);
		await accept(first, SEVEN, 1);
		const second = at(['fox one', 'fox two', 'cat', 'cat']);
		expect(second.all.map(shown)).toEqual(['new', 'new', '7 by thisExecution', 'new']);
		await accept(second, created('10'), 0);
		await accept(second, created('11'), 1);
		const third = at(['fox one', 'fox two', 'cat']);
		expect(third.all.map(shown)).toEqual(['10', '11', '7'].map((id) => `${id} by thisExecution`));
	});

	it('keeps the calls of a tool apart, and knows each try of a call', async () => {
		const at = execution();
		const tool = true;
		const call = at('a cat', { tool });
		await accept(call);
		// Another one at the same time.
		expect(at('a cat', { tool }).submit.state.is).toBe('new');
		await call.submits.end(() => 'output');
		expect(at('a dog', { tool }).submit.state.is).toBe('new');
		const following = at('a cat', { tool, run: 1 });
		expect(shown(following.submit)).toBe('7 by thisExecution');
		// The model was told to run a failed task again.
		for (const [taskId, expected] of [
			['8', '7 by thisExecution'],
			['7', 'new'],
		] as const) {
			following.submits.noteTaskFailed(taskId);
			await following.submits.end(() => 'output');
			expect(shown(at('a cat', { tool, run: 2 }).submit)).toBe(expected);
		}
	});

	it('names what exists, but the task that the message is about, until no error may run the node again', async () => {
		const at = execution();
		const sentence = (mentioned?: string) => submittedSentence(at('fox').submits, mentioned);
		const text = (ids: string) =>
			`Already submitted; 'Retry On Fail' will not resubmit: item 1: ${ids}.`;
		expect(sentence()).toBeUndefined();
		await accept(at('fox'));
		at('fox').submits.forgetUnlessNeeded([{ json: { taskId: '7' } }, { json: { error: 'No' } }]);
		expect([sentence(), sentence('7')]).toEqual([text('7'), undefined]);
		at('fox').submits.forgetUnlessNeeded([{ json: { taskId: '7' } }]);
		expect(sentence()).toBeUndefined();
		await accept(at('fox'), created('7', '8'));
		expect(sentence('7')).toEqual(text('7, 8'));
	});
});

/** n8n's store of what a node has processed, and how it is used. */
function storeOfN8n() {
	const values = new Set<string>();
	const uses: string[] = [];
	const helpers = {
		checkProcessedAndRecord: async (items: string[], _: string, { maxEntries = Infinity }) => {
			uses.push(`record ${items.length}`);
			const [processed, added] = partition(items, (item) => values.has(item));
			added.forEach((item) => values.add(item));
			for (const oldest of [...values].slice(0, Math.max(0, values.size - maxEntries))) {
				values.delete(oldest);
			}
			return { processed, new: added };
		},
		removeProcessed: async (items: string[]) => {
			items.forEach((item) => values.delete(item));
		},
		getProcessedDataCount: async () => values.size,
	};
	/** Whether it has notes that end like this. */
	const has = (end: string) => [...values].some((value) => value.endsWith(end));
	return { values, uses, helpers, has };
}

type StoreOfN8n = ReturnType<typeof storeOfN8n>;

/** A run that has begun, and what it knows of earlier ones. */
async function begin(store: StoreOfN8n, prompts: string | string[], settings: Settings = {}) {
	const one = execution(store.helpers)(prompts, settings);
	return { ...one, known: await one.known() };
}

type Run = Awaited<ReturnType<typeof begin>>;

/** What a run knows of an item that an earlier one has sent. */
const matchOf = ({ known }: Run) => (known as EarlierSubmits).matches[0] as Match;

/** The process of a run dies: nothing more is written. */
async function die(store: StoreOfN8n, { submits }: Run) {
	await submits.store.flush();
	const values = [...store.values];
	await submits.end(() => 'output');
	store.values.clear();
	values.forEach((value) => store.values.add(value));
}

/** More than a minute later, no run counts as alive by what it has noted. */
const passAMinute = () =>
	jest.useFakeTimers({ now: Date.now() + 70_000, doNotFake: ['setTimeout', 'setImmediate'] });

const numbers = (count: number) => range(count).map(String);

describe("What n8n's store remembers", () => {
	it('has an item before it is sent, and its task within a second after it was accepted', async () => {
		const store = storeOfN8n();
		const { submits, all, known } = execution(store.helpers)(['fox', 'cat']);
		await known();
		jest.useFakeTimers();
		const sending = submits.noteSend(all[0] as ItemSubmit);
		await jest.advanceTimersByTimeAsync(2);
		await sending;
		expect([store.has(' item 0'), store.has(' item 1')]).toEqual([true, false]);
		submits.noteAccepted(all[0] as ItemSubmit, SEVEN);
		await jest.advanceTimersByTimeAsync(900);
		expect([...store.values].join()).not.toContain('task 7');
		await jest.advanceTimersByTimeAsync(200);
		expect([...store.values].join()).toContain('task 7');
	});

	it('writes together what is sent together', async () => {
		const store = storeOfN8n();
		const { submits, all, known } = execution(store.helpers)(numbers(10));
		await known();
		store.uses.length = 0;
		await Promise.all(all.map(async (submit) => await submits.noteSend(submit)));
		// Three of each item, and that some are below 1, 2, 4, 8 and 16.
		expect(store.uses).toEqual(['record 35']);
	});

	/** A store whose writes take so long, which sends items one after another, each after a while. */
	const paced = async (writeMs: number, sendMs: number, count: number) => {
		const store = storeOfN8n();
		const { checkProcessedAndRecord } = store.helpers;
		jest.useFakeTimers();
		const slow = async (...given: Parameters<typeof checkProcessedAndRecord>) => {
			await new Promise((resolve) => setTimeout(resolve, writeMs));
			return await checkProcessedAndRecord(...given);
		};
		const helpers = { ...store.helpers, checkProcessedAndRecord: slow };
		const { submits, all, known } = execution(helpers)(numbers(count));
		const work = async () => {
			await known();
			store.uses.length = 0;
			submits.store.announce(all);
			for (const submit of all.slice(0, count / 2)) {
				await submits.noteSend(submit);
				expect(store.has(` item ${submit.itemIndex}`)).toBe(true);
				await new Promise((resolve) => setTimeout(resolve, sendMs));
			}
			return store.uses.length;
		};
		const working = work();
		await jest.advanceTimersByTimeAsync(100_000);
		return { store, submits, writes: await working };
	};

	it.each([
		['slow', 10, 500, 100, 100],
		['fast', 10, 20, 200, 35],
		['faster than the store, but few', 50, 1, 100, 50],
		['faster than the store', 50, 1, 2_000, 25],
	])(
		'notes no more items ahead than the speed of the service asks for: %s',
		async (_, writeMs, sendMs, count, most) => {
			const { store, writes } = await paced(writeMs, sendMs, count);
			expect(writes).toBeLessThanOrEqual(most);
			expect(writes).toBeGreaterThan(5);
			const ahead = range(count / 2, count).filter((item) => store.has(` item ${item}`));
			if (sendMs > 19 * writeMs || count <= 100) expect(ahead).toEqual([]);
		},
	);

	it('takes back what was noted ahead of its turn and not sent', async () => {
		const { store, submits } = await paced(50, 1, 1_000);
		const noted = () => range(1_000).filter((item) => store.has(` item ${item}`)).length;
		expect(noted()).toBeGreaterThan(500);
		const ended = submits.end(() => 'stopped');
		await jest.runAllTimersAsync();
		await ended;
		expect(noted()).toBe(500);
	});

	it.each<[RunEnd, string[], boolean]>([
		// The user was told of the third item.
		['output', ['0'], false],
		['stopped', ['0', '2'], true],
	])(
		'has of a run that has ended, %s, the items %j, and whether it is open',
		async (end, items, isOpen) => {
			const store = storeOfN8n();
			const one = await begin(store, numbers(4));
			const [, two, three] = one.all as [ItemSubmit, ItemSubmit, ItemSubmit];
			await accept(one);
			for (const submit of [two, three]) await one.submits.noteSend(submit);
			one.submits.noteSubmitFailed(two, failed('submitAiCreation', { code: 40000 }));
			one.submits.noteSubmitFailed(three, unanswered);
			await one.submits.end(() => end);
			expect(numbers(4).filter((item) => store.has(` item ${item}`))).toEqual(items);
			expect(store.has('open run 0')).toBe(isOpen);
			expect([...store.values].join()).not.toContain('alive');
		},
	);

	it('writes nothing where nothing is asked', async () => {
		const { helpers, uses } = storeOfN8n();
		for (const isStopped of [false, true]) {
			await execution(helpers)('fox').submits.end(() => (isStopped ? 'stopped' : 'output'));
		}
		expect(uses).toEqual([]);
	});

	it.each([
		['but at most a tenth of those of larger runs', 30_000, 27_000, 0],
		['also beyond 200,000 where a run was cut off', 210_000, 200_050, 1],
	])('pushes out the oldest notes, %s', async (_, present, most, cutOffRuns) => {
		const store = storeOfN8n();
		for (const id of range(cutOffRuns)) await stopped(store, ['a'], [`${id}`], NEXT_START);
		for (const n of range(present)) store.values.add(`old ${n}`);
		const at = await begin(store, 'fox');
		await accept(at);
		await at.submits.end(() => 'output');
		expect(store.values.size).toBeLessThanOrEqual(most);
		expect(store.values.size).toBeGreaterThan(most - 100);
		expect([store.has('old 0'), store.has(`old ${present - 1}`)]).toEqual([false, true]);
	});

	it('keeps all notes of a run, however many parts or tasks its items have, and finds them in a retry', async () => {
		const prompts = numbers(1_500);
		const parts = storeOfN8n();
		await stopped(parts, prompts, prompts, { parts: 3 });
		const retried = await found(
			parts,
			prompts,
			{ ...RETRY, parts: 3 },
			chunk(prompts.toReversed(), 100),
		);
		expect(retried.items).toEqual(prompts);

		const languages = storeOfN8n();
		const { submits, all, known } = execution(languages.helpers)(numbers(100), { isListed: false });
		await known();
		for (const [item, submit] of all.entries()) {
			await submits.noteSend(submit);
			const ids = range(5).map((language) => `70000000000000${item * 5 + language + 10_000}`);
			submits.noteAccepted(submit, created(...ids));
		}
		await submits.end(() => 'stopped');
		expect(numbers(100).filter((item) => languages.has(` item ${item}`))).toHaveLength(100);
	});

	const taken = ({ values }: StoreOfN8n) => [...values].filter((value) => /^open run/.test(value));

	it.each<[string, (store: StoreOfN8n, run: Run) => Promise<void>]>([
		['was stopped', async (_, { submits }) => await submits.end(() => 'stopped')],
		['has died', die],
	])('drops them all the same where a run %s before it has sent anything', async (_, end) => {
		const store = storeOfN8n();
		await end(store, await begin(store, 'fox', NEW_START));
		passAMinute();
		for (const n of range(30_000)) store.values.add(`old ${n}`);
		await (await begin(store, 'fox', NEXT_START)).submits.end(() => 'output');
		expect(store.values.size).toBeLessThan(27_100);
		expect(taken(store)).toEqual([]);
	});

	it('counts a run as open again that was held up so long that another process has freed its slot', async () => {
		const store = storeOfN8n();
		jest.useFakeTimers();
		const { submits } = await begin(store, 'fox');
		for (const value of [...store.values]) store.values.delete(value);
		await jest.advanceTimersByTimeAsync(20_000);
		expect(taken(store)).toHaveLength(1);
		const ended = submits.end(() => 'output');
		await jest.runOnlyPendingTimersAsync();
		await ended;
		expect([...store.values]).toEqual([]);
	});

	it.each(['was cut off', 'is alive in this process', 'is alive in another process'])(
		'drops nothing of a large run that %s, while small ones come and go',
		async (what) => {
			const store = storeOfN8n();
			// It has begun before the large one, and ends after it has begun.
			const before = await begin(store, 'cat', { executionId: '2', token: 'b' });
			const prompts = numbers(1_500);
			const large = await begin(store, prompts);
			await Promise.all(prompts.map(async (id, at) => await accept(large, created(id), at)));
			await large.submits.store.flush();
			if (what === 'was cut off') await large.submits.end(() => 'stopped');
			if (what === 'is alive in another process') await die(store, large);
			const during = await begin(store, 'fox', { executionId: '3', token: 'c' });
			for (const small of [before, during]) {
				await accept(small);
				await small.submits.end(() => 'output');
			}
			if (what === 'is alive in this process') await die(store, large);
			passAMinute();
			const pages = chunk(prompts.toReversed(), 100);
			const next = await found(store, prompts, { executionId: '4', token: 'd' }, pages);
			expect(next.items).toEqual(prompts);
		},
	);

	it('shows every twenty seconds that the run is alive, with one note', async () => {
		const store = storeOfN8n();
		const { submits, known } = execution(store.helpers)('fox');
		jest.useFakeTimers();
		await known();
		const alive = () => [...store.values].filter((value) => value.includes('alive'));
		const seen = new Set(alive());
		while (seen.size < 6) {
			await jest.advanceTimersByTimeAsync(20_000);
			expect(alive()).toHaveLength(1);
			seen.add(alive()[0] ?? '');
		}
		expect(seen.size).toBe(6);
		const ended = submits.end(() => 'output');
		await jest.runOnlyPendingTimersAsync();
		await ended;
		expect(alive()).toEqual([]);
	});
});

/** A run that has sent so many items, of which the service has accepted the first ones, and that was stopped. */
async function stopped(
	store: StoreOfN8n,
	prompts: string[],
	ids: string[],
	settings: Settings = {},
): Promise<void> {
	const one = await begin(store, prompts, settings);
	for (const [item, submit] of one.all.entries()) {
		if (ids[item]) await accept(one, created(ids[item]), item);
		else await one.submits.noteSend(submit);
	}
	await one.submits.end(() => 'stopped');
}

/** What another run finds: the ID of the task of each item in the list of the service. */
async function found(store: StoreOfN8n, prompts: string[], settings: Settings, pages: string[][]) {
	const one = await begin(store, prompts, settings);
	const { known } = one;
	const read: number[] = [];
	const list: TaskList = async (_, number) => {
		read.push(number);
		const records = (pages[number - 1] ?? []).map((taskId) => submittedTask('aiCreation', taskId));
		return { records, pages: pages.length };
	};
	const matches = known.is === 'read' ? known.matches : [];
	const accepted = matches.filter(({ noted }) => noted === 'accepted');
	const tasks = await findAcceptedTasks(
		{
			client: clientWith(),
			list,
			notes: one.submits.store.notes,
			matches: accepted,
		},
		new Set(),
	);
	await one.submits.end(() => 'output');
	const outcome = (submit: ItemSubmit) => {
		const match = matches.find((each) => each.submit === submit);
		if (!match) return 'new';
		if (match.noted !== 'accepted') return 'sent';
		return tasks.find((task) => task.match === match)?.tasks[0]?.taskId ?? 'accepted';
	};
	return { items: one.all.map(outcome), read, known };
}

/** In the order in which ten submits that began together may arrive. */
const reorder = (ten: string[]) => [1, 0, 2, 5, 3, 4, 6, 9, 7, 8].flatMap((at) => ten[at] ?? []);

const RETRY: Settings = { executionId: '2', mode: 'retry' };
const NEW_START: Settings = { executionId: '2', token: 'b' };
const DOUBT = new PackError({ code: 'unexpected', title: '', advice: '' });
const NEXT_START: Settings = { executionId: '3', token: 'c' };

describe('What was cut off', () => {
	const foreign = (count: number) => range(count).map((n) => [`foreign ${n} of ${count}`]);

	it.each<[string, string[][], string[], number]>([
		['finds tasks', [['9', '8', '7'], ['6']], ['7', '8', 'sent', 'new'], 1],
		[
			'searches past others',
			[...foreign(10), ['8'], ...foreign(19), ['7']],
			['7', '8', 'sent', 'new'],
			31,
		],
		['gives up', [['8'], ...foreign(20), ['7']], ['accepted', '8', 'sent', 'new'], 21],
	])('a retry %s, as often as it is retried', async (_, pages, items, read) => {
		const store = storeOfN8n();
		await stopped(store, ['a', 'b', 'c'], ['7', '8']);
		for (const settings of [RETRY, { ...RETRY, executionId: '3' }]) {
			const result = await found(store, ['a', 'b', 'c', 'd'], settings, pages);
			expect(result.items).toEqual(items);
			expect(result.read).toEqual(range(1, read + 1));
			expect(result.known).toMatchObject({ unidentified: 0 });
		}
	});

	it.each([100, 1_000])(
		'a retry of %i items asks little in vain, which n8n is slow at',
		async (count) => {
			const store = storeOfN8n();
			await stopped(store, numbers(count), numbers(count));
			let inVain = 0;
			const removeProcessed = async (items: string[]) => {
				inVain += items.length;
				await store.helpers.removeProcessed(items);
			};
			const watched = { ...store, helpers: { ...store.helpers, removeProcessed } };
			// Ten were submitted at once, some tasks are of others, and the last two have been deleted.
			const listed = chunk(numbers(count - 2), 10).flatMap((ten) => [
				...reorder(ten),
				`of ${ten[0]}`,
			]);
			const { items } = await found(watched, numbers(count), RETRY, chunk(listed.reverse(), 50));
			expect(items).toEqual([...numbers(count - 2), 'accepted', 'accepted']);
			// Whether other runs are open takes some hundreds.
			expect(inVain).toBeLessThan(1_000 + 3 * count);
		},
	);

	it('finds the tasks of a kind without a list by their spelled IDs', async () => {
		const store = storeOfN8n();
		const unlisted = { isListed: false };
		const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
		const one = await begin(store, letters, unlisted);
		const long = range(30).map((n) => ({
			taskId: `${n}-1957000000010261731`,
			targetLanguage: 'pt-BR',
		}));
		const all: Created[] = [
			created('1957000000010261731'),
			{ tasks: [{ taskId: 'a:1.B_2', targetLanguage: 'zh-CN' }, { taskId: '8' }], missing: [] },
			created('with spaces'),
			{ tasks: long, missing: [] },
			// With these signs, they would be read as other IDs.
			created('MTk1Nw=='),
			created('1,2'),
		];
		for (const [item, tasks] of all.entries()) await accept(one, tasks, item);
		await one.submits.end(() => 'stopped');
		const next = await begin(store, [...letters].reverse(), { ...RETRY, ...unlisted });
		const { matches } = next.known as EarlierSubmits;
		const { notes } = next.submits.store;
		const found = await findAcceptedTasks({ client: clientWith(), notes, matches }, new Set());
		expect(found.map(({ match, tasks }) => [match.submit.itemIndex, tasks])).toEqual([
			[4, all[1]?.tasks],
			[5, all[0]?.tasks],
		]);
	});

	it('a new start finds what was stopped before the next sign of life, at once', async () => {
		const store = storeOfN8n();
		const now = 1_790_000_000_000;
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const one = await begin(store, 'a');
		await accept(one);
		// In the next period, of which it has not given its sign yet.
		clock.mockReturnValue(now + 21_000);
		await one.submits.end(() => 'stopped');
		expect((await found(store, ['a'], NEW_START, [['7']])).items).toEqual(['7']);
	});

	it('a new start finds an item behind many that were refused, after another has taken over one before these', async () => {
		const store = storeOfN8n();
		const one = await begin(store, numbers(40));
		for (const submit of one.all) {
			await one.submits.noteSend(submit);
			if (submit.position > 0 && submit.position < 30) {
				one.submits.noteSubmitFailed(submit, failed('submitAiCreation', { code: 40000 }));
			} else one.submits.noteAccepted(submit, created(`${submit.position}`));
		}
		await one.submits.end(() => 'stopped');
		const all = numbers(40).reverse();
		const a = await found(store, ['0'], NEW_START, [all]);
		const b = await found(store, ['35'], { ...NEW_START, executionId: '3', token: 'c' }, [all]);
		expect([a.items, b.items]).toEqual([['0'], ['35']]);
	});

	it('of a failed run leaves no slot taken, once the next run has continued with it', async () => {
		const store = storeOfN8n();
		const one = await begin(store, ['a', 'b']);
		await accept(one, SEVEN);
		await accept(one, created('8'), 1);
		one.submits.noteTaskFailed('8');
		await one.submits.end(() => 'failed');
		const second = await begin(store, ['a', 'b'], NEW_START);
		second.submits.continueWith(matchOf(second), SEVEN);
		await accept(second, created('9'), 1);
		await second.submits.end(() => 'output');
		expect([...store.values].filter((value) => value.startsWith('open run'))).toEqual([]);
	});

	it('is left to the next run where another item of it was reported, which counts as sent no more', async () => {
		const store = storeOfN8n();
		const one = await begin(store, ['a', 'b', 'c']);
		await one.submits.noteSend(one.submit);
		one.submits.noteSubmitFailed(one.submit, unanswered);
		await accept(one, created('8'), 1);
		await accept(one, created('9'), 2);
		await one.submits.end(() => 'output');
		const retry = await begin(store, ['a', 'b', 'c'], RETRY);
		await retry.submits.end(() => 'stopped');
		expect((await found(store, ['a', 'b'], NEW_START, [['9', '8']])).items[1]).toBe('8');
		expect((await found(store, ['c'], NEXT_START, [['9', '8']])).items).toEqual(['9']);
	});

	it('is not that of one of two items with the same input, where others of that input are led back', async () => {
		const store = storeOfN8n();
		const input = { ...OPEN, taskId: '7', prompt: 'any' };
		/** The second round of a loop, in which two items are led back for one task. */
		const secondRound = async (prompts: string[], settings: Settings) => {
			const at = execution(store.helpers);
			const first = at('fox');
			await accept(first);
			first.submits.forgetUnlessNeeded([{ json: { ...OPEN, taskId: '7', timedOut: true } }]);
			const round = at(['fox', 'fox', ...prompts], { run: 1, input, ...settings });
			return { ...round, known: await round.known() };
		};
		const one = await secondRound(['owl', 'cat'], {});
		await accept(one, created('8'), 2);
		await accept(one, created('9'), 3);
		await one.submits.end(() => 'stopped');
		const { known } = await secondRound(['cat, later'], RETRY);
		expect(known).toMatchObject({ matches: [], unidentified: 2 });
	});

	it('counts as sent by the run that took it over, so that a retry of that misses it', async () => {
		const store = storeOfN8n();
		await stopped(store, ['a'], ['7']);
		const second = await begin(store, ['a', 'b'], NEW_START);
		second.submits.continueWith(matchOf(second), SEVEN);
		await accept(second, created('8'), 1);
		await second.submits.end(() => 'stopped');
		const retry = { ...NEW_START, executionId: '3', mode: 'retry' };
		const { items, known } = await found(store, ['a', 'x'], retry, [['8', '7']]);
		expect(items).toEqual(['7', 'new']);
		expect(known).toMatchObject({ unidentified: 1 });
	});

	it('is given back by all runs of an execution that was cut off together with its retry', async () => {
		const store = storeOfN8n();
		await stopped(store, ['a'], ['7']);
		await stopped(store, ['a'], ['7'], RETRY);
		const third = await begin(store, 'a', NEXT_START);
		const takenOver = () => [...store.values].filter((value) => value.includes('taken over'));
		expect(takenOver()).toHaveLength(2);
		await third.submits.store.giveBack([matchOf(third)]);
		expect(takenOver()).toEqual([]);
	});

	it('is left to the next run also where a retry that could not find out has failed with another task', async () => {
		const store = storeOfN8n();
		await stopped(store, ['a'], ['7']);
		const second = await begin(store, ['a', 'b'], RETRY);
		await second.submits.store.giveBack([matchOf(second)]);
		applyEvent(second.submit, { type: 'recallDoubt', error: DOUBT });
		await accept(second, created('8'), 1);
		await second.submits.end(() => 'failed');
		expect((await found(store, ['a'], NEXT_START, [['7']])).items).toEqual(['7']);
	});

	it.each<[string, (call: Try) => unknown]>([
		[
			'refused',
			({ submits, submit }) =>
				submits.noteSubmitFailed(submit, failed('submitAiCreation', { code: 40000 })),
		],
		['refused for now', async ({ submits, submit }) => await submits.store.noteWait(submit)],
	])('of a tool is found although an equal call at the same time was %s', async (_, end) => {
		const store = storeOfN8n();
		const at = execution(store.helpers);
		const [one, other] = [at('fox', { tool: true }), at('fox', { tool: true })];
		for (const call of [one, other]) await call.known();
		await accept(one);
		await one.submits.store.flush();
		await other.submits.noteSend(other.submit);
		await end(other);
		for (const { submits } of [one, other]) await submits.end(() => 'stopped');
		const next = await begin(store, 'fox', { ...NEW_START, tool: true });
		expect(matchOf(next)).toMatchObject({ noted: 'accepted' });
	});

	it('of a tool in a sub-workflow whose caller is retried is found although an equal call was refused', async () => {
		const store = storeOfN8n();
		const refuse = async ({ submits, submit }: Pick<Try, 'submits' | 'submit'>) => {
			await submits.noteSend(submit);
			submits.noteSubmitFailed(submit, failed('submitAiCreation', { code: 40000 }));
		};
		const first = await begin(store, 'fox', { tool: true, caller: '10' });
		await refuse(first);
		await first.submits.end(() => 'output');
		const at = execution(store.helpers);
		const calls = [];
		for (const prompt of ['fox', 'fox']) {
			const call = at(prompt, { ...NEW_START, tool: true, caller: '11' });
			await call.known();
			calls.push(call);
		}
		const [one, other] = calls as [Try, Try];
		await accept(one);
		await one.submits.store.flush();
		await refuse(other);
		for (const { submits } of calls) await submits.end(() => 'stopped');
		const next = await begin(store, 'fox', { ...NEXT_START, tool: true });
		expect(matchOf(next)).toMatchObject({ noted: 'accepted' });
	});

	it('is not taken from a run that is alive, in this process or by its sign of life', async () => {
		const store = storeOfN8n();
		const one = await begin(store, 'a');
		await accept(one);
		await one.submits.store.flush();
		expect((await found(store, ['a'], NEW_START, [['7']])).items).toEqual(['new']);
		// Another process does not know it.
		await die(store, one);
		expect((await found(store, ['a'], NEW_START, [['7']])).items).toEqual(['new']);
		passAMinute();
		expect((await found(store, ['a'], NEXT_START, [['7']])).items).toEqual(['7']);
	});

	it('is left to nobody once a retry has delivered it, also one within a minute after the crash', async () => {
		const store = storeOfN8n();
		const one = await begin(store, 'a');
		await accept(one);
		// Another process finds the notes of a run that seems to be alive.
		await die(store, one);
		expect((await found(store, ['a'], RETRY, [['7']])).items).toEqual(['7']);
		passAMinute();
		expect((await found(store, ['a'], NEXT_START, [['7']])).items).toEqual(['new']);
	});

	it('is found although its slot was that of an original whose second retry ends', async () => {
		const store = storeOfN8n();
		await stopped(store, ['a'], ['7']);
		const first = await begin(store, 'a', RETRY);
		const second = await begin(store, 'a', { ...RETRY, executionId: '3' });
		await first.submits.end(() => 'output');
		const one = await begin(store, 'b', { executionId: '4', token: 'c' });
		await accept(one, created('8'));
		await one.submits.store.flush();
		await second.submits.end(() => 'output');
		await die(store, one);
		passAMinute();
		expect((await found(store, ['b'], { ...NEW_START, token: 'd' }, [['8']])).items).toEqual(['8']);
	});

	it.each([
		['the first of all', 0],
		['behind two thousand that were refused', 2_000],
	])(
		'in a retry, counts an item that was sent and is not there any more: %s',
		async (_, position) => {
			const store = storeOfN8n();
			const one = await begin(store, numbers(position + 1));
			await accept(one, SEVEN, position);
			await one.submits.end(() => 'stopped');
			const { known } = await found(store, ['x'], RETRY, []);
			expect(known).toMatchObject({ unidentified: 1 });
		},
	);

	it('in a retry, counts none of them where each item of the retry is known: one of which the user was told may be sent', async () => {
		const store = storeOfN8n();
		const memory = execution(store.helpers);
		const one = memory(['a', 'b', 'c']);
		await one.known();
		await accept(one, created('0'), 0);
		await accept(one, created('2'), 2);
		const unclear = one.all[1] as ItemSubmit;
		await one.submits.noteSend(unclear);
		one.submits.noteSubmitFailed(unclear, unanswered);
		await one.submits.end(() => 'output');
		const next = memory(['a', 'b'], RETRY);
		expect(await next.known()).toMatchObject({ unidentified: 0 });
		expect(next.all[1]).toMatchObject({ state: { is: 'new' }, userWasTold: true });
	});

	it('takes one task of each of several executions with the same item, the newest first', async () => {
		const store = storeOfN8n();
		const all = ['1', '2', '3'].map((id) =>
			execution(store.helpers)('a', { executionId: id, token: `of ${id}` }),
		);
		for (const one of all) await one.known();
		for (const [index, one] of all.entries()) await accept(one, created(`${index + 1}`));
		for (const one of all) await one.submits.end(() => 'stopped');
		for (const id of ['3', '2', '1', 'new']) {
			const settings = { executionId: '9', token: `new ${id}` };
			expect((await found(store, ['a'], settings, [['3', '2', '1']])).items).toEqual([id]);
		}
	});

	it('compares a page with the hundred newest items', async () => {
		const store = storeOfN8n();
		await stopped(store, numbers(101), numbers(101));
		const { items } = await found(store, numbers(101), RETRY, [['100'], ['0']]);
		expect([items[0], items[99], items[100]]).toEqual(['0', 'accepted', '100']);
	});

	it('keeps sixteen runs that were cut off, and drops the oldest for a new one', async () => {
		const store = storeOfN8n();
		for (const n of range(1, 19)) {
			await stopped(store, [`${n}`], [`${n}`], { executionId: `${n}`, token: `of ${n}` });
		}
		const pages = [range(1, 19).map(String)];
		const of = async (n: number) =>
			(await found(store, [`${n}`], { executionId: '30', token: `new ${n}` }, pages)).items;
		expect(await of(1)).toEqual(['new']);
		expect(await of(18)).toEqual(['18']);
	});
});
