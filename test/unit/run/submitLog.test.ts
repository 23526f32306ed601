import { describe, expect, it } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { logAccepted, logUnclear } from '../../../nodes/shared/run/submit';
import { ServiceError, type Failure } from '../../../nodes/shared/service/failure';
import { lipSync } from '../../../nodes/shared/tasks/lipSync';

/** What is logged by a node of this name. */
function logOf(name: string, work: (context: IExecuteFunctions) => void): string[] {
	const lines: string[] = [];
	work({
		getNode: () => ({ name }),
		getExecutionId: () => '17',
		logger: {
			info: (line: string) => lines.push(`info ${line}`),
			warn: (line: string) => lines.push(`warn ${line}`),
		},
	} as unknown as IExecuteFunctions);
	return lines;
}

const REFUSED: Failure = { operation: 'createLipSync', cause: 'refused', code: 40000, detail: '' };
const UNREADABLE: Failure = { operation: 'createLipSync', cause: 'unreadable', detail: '' };

describe('The log of submits', () => {
	it('has a line for each task that was accepted', () => {
		expect(logOf('Node', (context) => logAccepted(context, 3, lipSync, ['1', 'a-b']))).toEqual([
			'info Digital Human task accepted: node="Node" item=3 kind=lipSync task=1 execution=17',
			'info Digital Human task accepted: node="Node" item=3 kind=lipSync task=a-b execution=17',
		]);
	});

	it.each([
		['a "b"\nc', String.raw`"a \"b\"\nc"`],
		['a\u2028b\u202Ec\u0085d\u007Fe', String.raw`"a\u{2028}b\u{202e}c\u{85}d\u{7f}e"`],
	])('is one line for whatever a node is called, and an ID: %j', (text, quoted) => {
		expect(logOf(text, (context) => logAccepted(context, 0, lipSync, [text]))).toEqual([
			`info Digital Human task accepted: node=${quoted} item=0 kind=lipSync task=${quoted} execution=17`,
		]);
	});

	it.each<[string, unknown, string[]]>([
		['an unreadable answer', new ServiceError(UNREADABLE), ['unknown']],
		['one with IDs', new ServiceError({ ...UNREADABLE, taskIds: ['1', '2'] }), ['1', '2']],
		['a refusal', new ServiceError(REFUSED), []],
		['another error', new Error('No file'), []],
	])('has a line for each task that may exist after %s', (_, error, ids) => {
		expect(logOf('Node', (context) => logUnclear(context, 1, lipSync, error))).toEqual(
			ids.map(
				(id) =>
					`warn Digital Human task may exist: node="Node" item=1 kind=lipSync task=${id} execution=17`,
			),
		);
	});
});
