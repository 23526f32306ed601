/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { afterEach, describe, expect, it, jest, test } from '@jest/globals';
import { type IDataObject, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { castArray, noop, partition, pick, range } from 'lodash';
import { randomUUID } from 'node:crypto';

import { requireLoopConnection } from '../../nodes/shared/completion/loops';
import { isParkedHere } from '../../nodes/shared/completion/pauseState';
import { shortList } from '../../nodes/shared/output/items';
import { logSubmit } from '../../nodes/shared/submit/run';
import { clientWith, failed } from '../support/noRequests';
import { submittedTask } from '../../nodes/shared/model/task';
import type { TaskList } from '../../nodes/shared/model/taskKind';
import { lipSync } from '../../nodes/shared/tasks/lipSync';
import { type Submit, SubmitMemory } from '../../nodes/shared/submit/memory';
import { unclearFailure } from '../../nodes/shared/api/serviceError';

it('a node in a loop has parked the execution in its present run only, and pauses again in the next one', () => {
	const memory: IDataObject = {};
	const inRun = (runIndex: number) =>
		({
			getContext: () => memory,
			evaluateExpression: () => runIndex,
		}) as unknown as IExecuteFunctions;
	expect(isParkedHere(inRun(0))).toBe(false);
	memory.parked = { runIndex: 0 };
	expect(isParkedHere(inRun(0))).toBe(true);
	expect(isParkedHere(inRun(1))).toBe(false);
});

it('a list in a message has its first hundred entries, and the number of the others', () => {
	const hundred = range(100).join('; ');
	expect(shortList(['a', 'b'])).toBe('a; b');
	expect(shortList(range(100))).toBe(hundred);
	expect(shortList(range(103))).toBe(`${hundred}; and 3 more`);
});

/** What a node of this name logs of a submit of item 1. */
function logOf(name: string, outcome: Parameters<typeof logSubmit>[3]): string[] {
	const lines: string[] = [];
	const context = {
		getNode: () => ({ name }),
		getExecutionId: () => '17',
		logger: {
			info: (line: string) => lines.push(`info ${line}`),
			warn: (line: string) => lines.push(`warn ${line}`),
		},
	} as unknown as IExecuteFunctions;
	logSubmit(context, 1, lipSync, outcome);
	return lines;
}

describe('The log of submits', () => {
	it.each([
		['Node', '"Node"', '1', '1'],
		['Node', '"Node"', 'a-b', 'a-b'],
		// One line for whatever a node is called, and an ID.
		...[
			['a "b"\nc', String.raw`"a \"b\" c"`],
			['a\u2028b\u202Ec\u0085d\u007Fe', '"a b c d e"'],
		].map(([odd = '', quoted = '']) => [odd, quoted, odd, quoted] as const),
	] as const)('has a line for each accepted task: %j', (name, node, taskId, task) => {
		const line = `info Digital Human task accepted: node=${node} item=1 kind=lipSync task=${task} execution=17`;
		expect(logOf(name, { tasks: [{ taskId }, { taskId }] })).toEqual([line, line]);
	});

	const unreadable = failed('createLipSync', { cause: 'unreadable', detail: 'data:\n"1"' });

	it.each<[string, unknown, string[]]>([
		['an unreadable answer', unreadable, [String.raw`execution=17 reason="data: \"1\""`]],
		['a refusal', failed('createLipSync', { code: 40000 }), []],
		['another error', new Error('No file'), []],
	])('has a line for each task that may exist after %s', (_, error, facts) => {
		const may = 'warn Digital Human task may exist: node="Node" item=1 kind=lipSync';
		expect(logOf('Node', { failure: unclearFailure(error) })).toEqual(
			facts.map((one) => `${may} ${one}`),
		);
	});
});

const unanswered = failed('submitAiCreation', {
	cause: 'noResponse',
	detail: 'The connection broke',
});

const begun: SubmitMemory[] = [];

afterEach(async () => {
	jest.useRealTimers();
	for (const submits of begun.splice(0)) await submits.release(() => false);
	// One is jest's own.
	expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(1);
});

/** One try of a run of the node, or of a call when it is a tool, in one execution. */
function execution(helpers: object = {}, debug: (...line: unknown[]) => void = noop) {
	const memory: IDataObject = {};
	return (
		prompts: string | string[],
		{
			run = 0,
			tool = false,
			executionId = '1',
			parameters = { prompt: '={{ $json.prompt }}' },
		} = {},
		request: object = {},
	) => {
		const items = castArray(prompts);
		const submits = new SubmitMemory({
			getContext: () => memory,
			evaluateExpression: () => run,
			getNode: () => ({ id: 'node', type: tool ? 'aiCreateTool' : 'aiCreate', parameters }),
			getWorkflow: () => ({ id: 'workflow' }),
			logger: { debug },
			helpers,
			getExecutionId: () => executionId,
			getInputData: () =>
				items.map((prompt) => ({
					json: { prompt, ...(tool ? { toolCallId: randomUUID() } : {}) },
				})),
		} as unknown as IExecuteFunctions);
		begun.push(submits);
		const all = items.map((_, index) => submits.of(index, request));
		return { submits, all, submit: all[0] as Submit };
	};
}

const created = (...ids: string[]) => ({ tasks: ids.map((taskId) => ({ taskId })) });

const SEVEN = created('7');

type Try = ReturnType<ReturnType<typeof execution>>;

const accept = ({ submits, submit }: Try) => submits.accept(submit, SEVEN);

describe('The memory of submits', () => {
	const changed = { parameters: { prompt: 'cat' } };
	const later = { parameters: { prompt: '={{ $json.prompt }}', options: { simple: false } } };
	// These are not sent.
	const own = { fileName: 'fox.mp4', hint: 'No', source: {} };
	const nowhere = {};
	const here = { accepted: SEVEN, isElsewhere: false };
	const elsewhere = { ...here, isElsewhere: true };

	it.each<[string, object, object, object]>([
		['with another request at the next try', {}, { prompt: 'fox, 10:01' }, here],
		['with another option for what follows', later, { prompt: 'fox, 10:01' }, here],
		['in another execution', { executionId: '2' }, { prompt: 'fox' }, elsewhere],
		['by its request where the node was changed', changed, { prompt: 'fox', ...own }, here],
		['not where that differs, too', changed, { prompt: 'cat' }, nowhere],
		['not in the next run of a loop', { run: 1 }, { prompt: 'fox' }, nowhere],
	])('knows an item again: %s', (_, settings, request, expected) => {
		const at = execution();
		const first = at('fox', {}, { prompt: 'fox' });
		expect(first.submits.beginRun()).toBe(false);
		accept(first);
		const { submits, submit } = at('fox', settings, request);
		expect(pick(submit, 'accepted', 'isElsewhere')).toEqual(expected);
		expect(submits.beginRun()).toBe(!('run' in settings));
	});

	it('names a submit by its node, its item and its place among equal ones', () => {
		const { all } = execution()(['fox', 'fox']);
		const [one, two] = all.map(({ key }) => key);
		expect(one).toMatch(/^workflow node \w{16} 0$/);
		expect(two).toBe(one?.replace(/0$/, '1'));
	});

	it.each([
		['may have been accepted', unanswered, unanswered],
		['was surely refused', failed('submitAiCreation', { code: 40000 }), undefined],
		['was not sent', new Error('No such file'), undefined],
	])('holds a submit back until a retry by hand, if it %s', (_, error, expected) => {
		const at = execution();
		const { submits, submit } = at('fox');
		submits.failed(submit, error);
		submits.taskFailed('7');
		expect(submits.note()).toBeUndefined();
		expect(at('fox').submit.error?.failure).toEqual(expected?.failure);
		const { submit: retried } = at('fox', { executionId: '2' });
		const { error: none, accepted, isElsewhere } = retried;
		expect([none, accepted, isElsewhere].filter(Boolean)).toEqual([]);
	});

	it('keeps the calls of a tool apart, and knows each try of a call', async () => {
		const at = execution();
		const tool = true;
		const call = at('a cat', { tool });
		accept(call);
		// Another one at the same time.
		expect(at('a cat', { tool }).submit.accepted).toBeUndefined();
		await call.submits.release(() => false);
		expect(at('a dog', { tool }).submit.accepted).toBeUndefined();
		const next = at('a cat', { tool, run: 1 });
		expect(next.submit.accepted).toEqual(SEVEN);
		// The model was told to run a failed task again.
		for (const [taskId, expected] of [
			['8', SEVEN],
			['7', undefined],
		] as const) {
			next.submits.taskFailed(taskId);
			await next.submits.release(() => false);
			expect(at('a cat', { tool, run: 2 }).submit.accepted).toEqual(expected);
		}
	});

	it('names what is handed on, but the task that the message is about, until no error may run the node again', () => {
		const at = execution();
		const note = (mentioned?: string) => at('fox').submits.note(mentioned);
		const text = (ids: string) =>
			`Already submitted; 'Retry On Fail' will not resubmit: item 1: ${ids}.`;
		expect(note()).toBeUndefined();
		accept(at('fox'));
		at('fox').submits.forgetUnlessFailed([{ json: { taskId: '7' } }, { json: { error: 'No' } }]);
		expect([note(), note('7')]).toEqual([text('7'), undefined]);
		const { submits, submit } = at('fox');
		submits.accept(submit, { tasks: [{ taskId: '7' }, { taskId: '8' }] });
		expect(note('7')).toEqual(text('7, 8'));
		submits.forgetUnlessFailed([{ json: { taskId: '7' } }]);
		expect(note()).toBeUndefined();
	});
});

/** n8n's store of what a node has processed, and how it is used. */
function storeOfN8n(...before: string[]) {
	const values = new Set(before);
	const uses: string[] = [];
	const helpers = {
		checkProcessedAndRecord: async (items: string[]) => {
			uses.push(`record ${items.length}`);
			const [processed, added] = partition(items, (item) => values.has(item));
			added.forEach((item) => values.add(item));
			return { processed, new: added };
		},
		removeProcessed: async (items: string[]) => {
			uses.push(`remove ${items.length}`);
			items.forEach((item) => values.delete(item));
		},
		clearAllProcessedItems: async () => {
			uses.push('clear');
			values.clear();
		},
		getProcessedDataCount: async () => values.size,
	};
	/** What it has, with the numbers of items in place of their keys. */
	const shown = (all: Submit[]) =>
		[...values].map((value) => all.reduce((text, { key }, n) => text.replace(key, `${n}`), value));
	return { values, uses, helpers, shown };
}

const numbers = (count: number) => range(count).map(String);

describe("The submits in n8n's store", () => {
	const begunOnes = ['0', '0 accepted', '0 task 7', '2', '4', '4 accepted', '4 task 8'];

	it.each([
		['by itself', [], [false, false], [], 'clear'],
		['beside another node', ['other'], [false, false], ['other'], 'remove 11'],
		['by Stop', ['other'], [true, true], ['other', ...begunOnes], 'remove 6'],
		['by Stop while it forgets', [], [false, true], begunOnes, 'remove 6'],
	])(
		'are noted some ahead, and forgotten when the node ends %s',
		async (_, before, isStopped, left, last) => {
			const store = storeOfN8n(...before);
			const at = execution(store.helpers);
			const earlier = at(numbers(12));
			earlier.submits.failed(earlier.all[5] as Submit, unanswered);
			await earlier.submits.release(() => false);
			const { submits, all } = at(numbers(12));
			const begin = async (item: number) => {
				await submits.begin(all[item] as Submit);
				return store.shown(all).slice(before.length).join();
			};
			const fail = (item: number, error: Error) => submits.failed(all[item] as Submit, error);
			expect(await begin(0)).toBe('0');
			submits.accept(all[0] as Submit, SEVEN);
			const four = '0,0 accepted,0 task 7,1,2,3';
			expect(await begin(1)).toBe(four);
			expect(await begin(3)).toBe(four);
			expect(await begin(2)).toBe(four);
			fail(1, new Error('Not sent'));
			fail(2, unanswered);
			fail(3, failed('submitAiCreation', { code: 40000 }));
			// One of them is held back and not sent.
			expect(await begin(4)).toBe(`${four},4,6,7,8,9`);
			submits.accept(all[4] as Submit, created('8'));
			expect(store.uses).toEqual(['record 1', 'record 5', 'record 5']);
			await submits.release(() => isStopped.shift() ?? false);
			await submits.store.flush();
			expect(store.shown(all).sort()).toEqual([...left].sort());
			expect(store.uses.at(-1)).toBe(last);
		},
	);

	it('are not written where nothing is sent', async () => {
		const { helpers, uses } = storeOfN8n('other');
		for (const isStopped of [false, true]) {
			const { submits } = execution(helpers)('fox');
			await submits.store.flush();
			await submits.release(() => isStopped);
		}
		expect(uses).toEqual([]);
	});

	it('are noted within a second after they were accepted', async () => {
		jest.useFakeTimers();
		const { helpers, shown } = storeOfN8n();
		const { submits, all } = execution(helpers)(['fox', 'cat']);
		const seen: string[] = [];
		for (const submit of all) {
			submits.accept(submit, SEVEN);
			await jest.advanceTimersByTimeAsync(999);
			seen.push(shown(all).join());
			await jest.advanceTimersByTimeAsync(2);
		}
		const first = '0,0 accepted,0 task 7,1';
		expect([...seen, shown(all).join()]).toEqual(['', first, `${first},1 accepted,1 task 7`]);
	});

	it('are submitted all the same where it fails', async () => {
		const error = new Error('FOREIGN KEY constraint failed');
		const checkProcessedAndRecord = async () => await Promise.reject(error);
		const debug: unknown[] = [];
		const at = execution({ checkProcessedAndRecord }, (...line) => debug.push(line));
		await at('fox').submits.begin(at('fox').submit);
		expect(await resumed(at('fox'), [])).toEqual([[], []]);
		const line = ['Submits could not be noted in the store of n8n', { error }];
		expect(debug).toEqual(Array(3).fill(line));
	});

	it.each([
		['ends', false, [], []],
		['is stopped', true, ['0 task 1'], ['0', '0 accepted', '0 task 1']],
	])('stay for others when an execution %s', async (_, isStopped, own, left) => {
		const store = storeOfN8n();
		const [one, two] = [await accepted(store, '1'), await accepted(store, '2')];
		await one.submits.release(() => isStopped);
		expect(store.shown(one.all)).toEqual(['0', '0 accepted', ...own, '0 task 2']);
		await two.submits.release(() => false);
		expect(store.shown(one.all)).toEqual(left);
		await (await accepted(store, '3')).submits.release(() => false);
		expect(store.shown(one.all)).toEqual(left);
	});
});

/** An execution that has begun so many equal items, of which the service has accepted the first ones. */
async function accepted(
	store: ReturnType<typeof storeOfN8n>,
	ids: string,
	count = 1,
): Promise<Try> {
	const all = execution(store.helpers)(Array<string>(count).fill('fox'));
	const tasks = ids.split(' ');
	for (const [item, submit] of all.all.entries()) {
		await all.submits.begin(submit);
		if (tasks[item]) all.submits.accept(submit, created(tasks[item]));
	}
	await all.submits.store.flush();
	return all;
}

/** What is known of a submit: its task, or why it is not sent. */
const outcome = ({ accepted, isElsewhere, error }: Submit) =>
	accepted
		? `${accepted.tasks[0]?.taskId} ${isElsewhere ? 'elsewhere' : 'here'}`
		: (error?.failure.cause ?? '');

/** What a retry finds in the list of the service, and which pages it has read; without pages, there is no list. */
async function resumed({ submits, all }: Omit<Try, 'submit'>, pages?: string[][] | Error) {
	const asked: number[] = [];
	const list: TaskList = async (_, number) => {
		asked.push(number);
		if (!pages || pages instanceof Error) throw pages;
		const records = (pages[number - 1] ?? []).map((taskId) => submittedTask('aiCreation', taskId));
		return { records, pages: pages.length };
	};
	const of = { kind: pages ? { list } : {}, endpoint: 'submitAiCreation' } as const;
	const found = await submits.resume(clientWith(), of, all);
	return [found.map(outcome), asked];
}

describe('A retry of an execution that was cut off', () => {
	const foreign = (count: number) => range(count).map((n) => [`foreign ${n} of ${count}`]);
	const [first, second, third] = ['7 elsewhere', '8 elsewhere', 'noResponse'];
	const whole = ['0', '0 accepted', '0 task 7', '1', '1 accepted', '1 task 8', '2'];
	const others = ['other', 'others'];

	it.each<[string, string[][] | Error | undefined, string[], number, string[]]>([
		['finds tasks', [['9', '8', '7'], ['6']], [first, second, third], 1, []],
		['has no list', undefined, [third, third, third], 0, ['0 task 7', '1 task 8']],
		['is refused', failed('listAiCreations'), ['refused', 'refused', 'refused'], 1, whole],
		[
			'searches past others',
			[...foreign(10), ['8'], ...foreign(19), ['7']],
			[first, second, third],
			31,
			[],
		],
		['gives up', [['8'], ...foreign(20), ['7']], [third, second, third], 21, ['0 task 7']],
	])('%s', async (_, pages, expected, read, left) => {
		const store = storeOfN8n(...others);
		await (await accepted(store, '7 8', 3)).submits.release(() => true);
		const at = execution(store.helpers);
		const retry = () => at(['fox', 'fox', 'fox', 'fox'], { executionId: '2' });
		const { submits, all } = retry();
		expect(await resumed({ submits, all }, pages)).toEqual([expected, range(1, read + 1)]);
		await submits.release(() => false);
		expect(store.shown(all).sort()).toEqual([...left, ...others]);
		// So does the next try.
		const kept = [...expected, ''].map((one) => (one === 'refused' ? '' : one));
		expect(retry().all.map(outcome)).toEqual(kept);
	});

	it('asks for nothing where the service had accepted nothing, and fails with what is no answer', async () => {
		const store = storeOfN8n();
		for (const [ids, error] of [
			['', undefined],
			['7', 'No'],
		] as const) {
			await (await accepted(store, ids)).submits.release(() => true);
			const retry = resumed(execution(store.helpers)('fox', { executionId: '2' }), new Error('No'));
			if (error) await expect(retry).rejects.toThrow(error);
			else expect(await retry).toEqual([[third], []]);
		}
	});

	it('takes one task of several executions with the same item, and none of one that is under way', async () => {
		const store = storeOfN8n();
		const tries = [
			await accepted(store, '1'),
			await accepted(store, '2'),
			await accepted(store, '3'),
		];
		const retry = async () => {
			const one = execution(store.helpers)('fox', { executionId: '2' });
			const [found] = await resumed(one, [['3', '2', '1']]);
			await one.submits.release(() => false);
			return [found, store.shown(one.all)];
		};
		const stop = async (item: number) => await tries[item]?.submits.release(() => true);
		await stop(0);
		await stop(1);
		const key = ['0', '0 accepted'];
		expect(await retry()).toEqual([['2 elsewhere'], [...key, '0 task 1', '0 task 3']]);
		await stop(2);
		expect(await retry()).toEqual([['3 elsewhere'], [...key, '0 task 1']]);
		expect(await retry()).toEqual([['1 elsewhere'], []]);
	});

	it('compares a page with the hundred newest items', async () => {
		const store = storeOfN8n();
		await (await accepted(store, numbers(101).join(' '), 101)).submits.release(() => true);
		const retry = execution(store.helpers)(Array<string>(101).fill('fox'), { executionId: '2' });
		const [found] = (await resumed(retry, [['100'], ['0']])) as [string[]];
		expect([found[0], found[99], found[100]]).toEqual(['0 elsewhere', third, '100 elsewhere']);
		expect(store.uses.filter((use) => use === 'record 100')).toHaveLength(2);
	});
});

/** Lines of each node, by the output: `A 0` leads from the first one to A. */
type Connections = Record<string, string[]>;

test.each<[string, Connections, boolean]>([
	['straight back', { 'Get Task': ['Start 0', 'Get Task 0'] }, true],
	['through another node', { 'Get Task': ['Edit 0'], Edit: ['Get Task 0'] }, true],
	['from Succeeded only', { 'Get Task': ['Start 0', 'Get Task 1'] }, false],
	['none', { 'Get Task': ['Start 0'] }, false],
	['a loop of others', { 'Get Task': ['A 0'], A: ['B 0'], B: ['A 0'] }, false],
])('the connection of Pause and Loop: %s', (_, connections, isThere) => {
	const ends = (name: string) =>
		(connections[name] ?? []).map((one) => ({ node: one.slice(0, -2), index: Number(one.at(-1)) }));
	const context = {
		getNode: () => ({ name: 'Get Task' }),
		getConnections: ({ name }: INode) => [null, ends(name)],
		getParentNodes: () => Object.keys(connections).map((name) => ({ name })),
	} as unknown as IExecuteFunctions;
	const work = expect(() => requireLoopConnection(context, 'Get Task'));
	if (isThere) work.not.toThrow();
	else work.toThrow();
});
