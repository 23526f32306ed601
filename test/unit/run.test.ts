/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { afterEach, describe, expect, it, test } from '@jest/globals';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';
import { range } from 'lodash';
import { randomUUID } from 'node:crypto';

import { requireLoopConnection } from '../../nodes/shared/run/complete';
import { isParkedHere, waitingNodeTooltip, waitingFor } from '../../nodes/shared/run/pause';
import { shortList } from '../../nodes/shared/run/items';
import { logSubmit } from '../../nodes/shared/run/run';
import { failed } from '../support/noRequests';
import { lipSync } from '../../nodes/shared/tasks/lipSync';
import { SubmitMemory } from '../../nodes/shared/run/memory';

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
		expect(logOf('Node', { error })).toEqual(facts.map((one) => `${may} ${one}`));
	});
});

const SINCE = '2026-03-01T13:05:30.000Z';

const open = (...kinds: string[]) =>
	kinds.map((taskKind, index) => ({
		json: { taskKind, waitingSince: index === 0 ? SINCE : '2026-03-02T13:05:30.000Z' },
	}));

test.each([
	[open('composedVideo'), 1, '1 composed video'],
	[open(...range(10).map(() => 'composedVideo')), 10, '10 composed videos'],
	[open('lipSync', 'lipSync', 'lipSync'), 10, '3 of 10 lip-sync videos'],
	[open('lipSync'), 2, '1 of 2 lip-sync videos'],
	[open('person'), 1, '1 custom person'],
	[open('aiCreation', 'motion'), 2, '2 tasks'],
	[open('unheard of'), 1, '1 task'],
])('what a paused node waits for, case %#', (items, all, text) => {
	const noted: unknown[] = [];
	const context = {
		getTimezone: () => 'Europe/Berlin',
		setMetadata: (metadata: unknown) => noted.push(metadata),
	} as unknown as IExecuteFunctions;
	waitingFor(context, items, all);
	const words = `Waiting for ${text} since 2026-03-01 14:05:30`;
	expect(noted).toEqual([{ resumeUrl: `#${encodeURIComponent(words)}` }]);
});

describe('the tooltip, evaluated as the editor does', () => {
	const node = { id: '1', name: 'Node', type: 'tested', parameters: {} } as unknown as INode;
	const nodeTypes = {
		getByNameAndVersion: () => ({ description: { properties: [] } }),
	} as unknown as INodeTypes;
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const shown = (resumeUrl: string) => {
		const $execution = { id: '5', mode: 'test', resumeUrl, resumeFormUrl: '' } as const;
		const more = { $execution };
		return expression.getSimpleParameterValue(node, waitingNodeTooltip, 'internal', more);
	};

	test.each([
		['#Waiting%20for%203%20of%2010%20videos', 'Waiting for 3 of 10 videos'],
		['http://localhost:5678/webhook-waiting/5', 'Waiting for the tasks to finish'],
	])('%s: %s', (resumeUrl, text) => expect(shown(resumeUrl)).toBe(text));
});

const unanswered = failed('submitAiCreation', {
	cause: 'noResponse',
	detail: 'The connection broke',
});

const begun: SubmitMemory[] = [];

afterEach(async () => {
	for (const submits of begun.splice(0)) await submits.release(() => false);
	// One is jest's own.
	expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(1);
});

/** One try of a run of the node, or of a call when it is a tool, in one execution. */
function execution() {
	const memory: IDataObject = {};
	return (
		prompt: string,
		{
			run = 0,
			tool = false,
			executionId = '1',
			parameters = { prompt: '={{ $json.prompt }}' },
		} = {},
		request: object = {},
	) => {
		const submits = new SubmitMemory({
			getContext: () => memory,
			evaluateExpression: () => run,
			getNode: () => ({ type: tool ? 'aiCreateTool' : 'aiCreate', parameters }),
			getWorkflow: () => ({}),
			logger: { debug: () => {} },
			getExecutionId: () => executionId,
			getInputData: () => [{ json: { prompt, ...(tool ? { toolCallId: randomUUID() } : {}) } }],
		} as unknown as IExecuteFunctions);
		begun.push(submits);
		return { submits, submit: submits.of(0, request) };
	};
}

const SEVEN = { tasks: [{ taskId: '7' }] };

type Try = ReturnType<ReturnType<typeof execution>>;

const accept = ({ submits, submit }: Try) => submits.accept(submit, SEVEN);

describe('The memory of submits', () => {
	it('knows an item again in the next try, also with another request', () => {
		const at = execution();
		accept(at('fox', {}, { prompt: 'fox, 10:00' }));
		expect(at('fox', {}, { prompt: 'fox, 10:01' }).submit.accepted).toEqual(SEVEN);
		expect(at('fox', { run: 1 }, { prompt: 'fox, 10:00' }).submit.accepted).toBeUndefined();
	});

	it('knows in which execution a task was submitted', () => {
		const at = execution();
		accept(at('fox'));
		expect(at('fox').submit).toMatchObject({ accepted: SEVEN, isElsewhere: false });
		const elsewhere = { accepted: SEVEN, isElsewhere: true };
		expect(at('fox', { executionId: '2' }).submit).toMatchObject(elsewhere);
	});

	it('knows the same request again when the node was changed elsewhere, and no other', () => {
		const at = execution();
		accept(at('fox', {}, { prompt: 'fox' }));
		const changed = { parameters: { prompt: 'cat' } };
		expect(at('fox', changed, { prompt: 'fox' }).submit.accepted).toEqual(SEVEN);
		expect(at('fox', changed, { prompt: 'cat' }).submit.accepted).toBeUndefined();
	});

	it.each([
		['may have been accepted', unanswered, unanswered],
		['was surely refused', failed('submitAiCreation', { code: 40000 }), undefined],
		['was not sent', new Error('No such file'), undefined],
	])('holds a submit back until a retry by hand, if it %s', (_, error, expected) => {
		const at = execution();
		const { submits, submit } = at('fox');
		submits.failed(submit, error);
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
		expect(at('a cat', { tool, run: 1 }).submit.accepted).toEqual(SEVEN);
	});

	it('forgets what is handed on, unless n8n may run the node again for an error', () => {
		const at = execution();
		accept(at('fox'));
		at('fox').submits.forgetUnlessFailed([{ json: { taskId: '7' } }, { json: { error: 'No' } }]);
		expect(at('fox').submits.note()).toContain('item 1: 7');
		at('fox').submits.forgetUnlessFailed([{ json: { taskId: '7' } }]);
		expect(at('fox').submits.note()).toBeUndefined();
	});
});

/** Lines of each node, by the output: `A 0` leads from the first one to A. */
type Lines = Record<string, string[]>;

test.each<[string, Lines, boolean]>([
	['straight back', { 'Get Task': ['Start 0', 'Get Task 0'] }, true],
	['through another node', { 'Get Task': ['Edit 0'], Edit: ['Get Task 0'] }, true],
	['from Succeeded only', { 'Get Task': ['Start 0', 'Get Task 1'] }, false],
	['none', { 'Get Task': ['Start 0'] }, false],
	['a loop of others', { 'Get Task': ['A 0'], A: ['B 0'], B: ['A 0'] }, false],
])('the connection of Pause and Loop: %s', (_, lines, isThere) => {
	const ends = (name: string) =>
		(lines[name] ?? []).map((one) => ({ node: one.slice(0, -2), index: Number(one.at(-1)) }));
	const context = {
		getNode: () => ({ name: 'Get Task' }),
		getConnections: ({ name }: INode) => [null, ends(name)],
		getParentNodes: () => Object.keys(lines).map((name) => ({ name })),
	} as unknown as IExecuteFunctions;
	const work = expect(() => requireLoopConnection(context, 'Get Task'));
	if (isThere) work.not.toThrow();
	else work.toThrow();
});
