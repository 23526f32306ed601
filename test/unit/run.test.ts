import { describe, expect, it } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';
import { range } from 'lodash';

import { EarlierTries } from '../../nodes/shared/completion/earlierTries';
import { shortList } from '../../nodes/shared/output/items';
import { logAccepted, logContinued, logUnclear } from '../../nodes/shared/submit/log';
import { failed } from '../support/noRequests';
import { lipSync } from '../../nodes/shared/tasks/lipSync';
import { unclearFailure } from '../../nodes/shared/api/serviceError';

it('a list in a message has its first hundred entries, and the number of the others', () => {
	const hundred = range(100).join('; ');
	expect(shortList(['a', 'b'])).toBe('a; b');
	expect(shortList(range(100))).toBe(hundred);
	expect(shortList(range(103))).toBe(`${hundred}; and 3 more`);
});

type Outcome = { tasks: Array<{ taskId: string }>; submittedBy?: string } | { error: unknown };

/** What a node of this name logs of a submit of item 1. */
function logOf(name: string, outcome: Outcome): string[] {
	const lines: string[] = [];
	const context = {
		getNode: () => ({ name }),
		getExecutionId: () => '17',
		logger: {
			info: (line: string) => lines.push(`info ${line}`),
			warn: (line: string) => lines.push(`warn ${line}`),
		},
	} as unknown as IExecuteFunctions;
	const item = { context, itemIndex: 1, kind: lipSync };
	if ('tasks' in outcome) {
		const { submittedBy } = outcome;
		if (submittedBy === undefined) logAccepted(item, outcome);
		else logContinued(item, outcome, submittedBy);
	} else {
		const failure = unclearFailure(outcome.error);
		if (failure) logUnclear(item, failure);
	}
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

	it.each([
		['45', '45'],
		['', 'original'],
	])('says which execution has submitted a task that is continued with: %j', (submittedBy, by) => {
		const line = `info Digital Human task continued: node="Node" item=1 kind=lipSync task=5 execution=17 submittedBy=${by}`;
		expect(logOf('Node', { tasks: [{ taskId: '5' }], submittedBy })).toEqual([line]);
	});

	const unreadable = failed('createLipSync', { cause: 'unreadable', detail: 'data:\n"1"' });

	it.each<[string, unknown, string[]]>([
		['an unreadable answer', unreadable, [String.raw`execution=17 reason="data: \"1\""`]],
		[
			'an answer of the service',
			failed('createLipSync', { code: 50000, traceId: 'a-1', detail: 'Fault' }),
			['execution=17 code=50000 traceId=a-1 reason="Fault"'],
		],
		['a refusal', failed('createLipSync', { code: 40000 }), []],
		['another error', new Error('No file'), []],
	])('has a line for each task that may exist after %s', (_, error, facts) => {
		const may = 'warn Digital Human task may exist: node="Node" item=1 kind=lipSync';
		expect(logOf('Node', { error })).toEqual(facts.map((one) => `${may} ${one}`));
	});
});

it('the first try of a tool that runs without the ID of an execution has waited for nothing', () => {
	const kept = {};
	const context = { getContext: () => kept, getExecutionId: () => undefined };
	expect(new EarlierTries(context as never, 'run 0').waitedSoFar(false)).toBeLessThan(1000);
});
