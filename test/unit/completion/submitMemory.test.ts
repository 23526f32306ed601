import { describe, expect, it } from '@jest/globals';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { submitMemory, type SubmitMemory } from '../../../nodes/shared/completion/submitMemory';
import { ServiceError } from '../../../nodes/shared/service/failure';

const unanswered = new ServiceError({
	operation: 'submitAiCreation',
	cause: 'interrupted',
	detail: 'The connection broke',
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
	): SubmitMemory =>
		submitMemory({
			getContext: () => memory,
			evaluateExpression: () => run,
			getNode: () => ({ parameters }),
			getExecutionId: () => executionId,
			getInputData: () => [{ json: { prompt } }],
			isToolExecution: () => tool,
		} as unknown as IExecuteFunctions);
}

describe('The memory of submits', () => {
	it('knows an item again in the next try, also with another request', () => {
		const at = execution();
		at('fox').accept(0, { prompt: 'fox, 10:00' }, ['7']);
		expect(at('fox').accepted(0, { prompt: 'fox, 10:01' })).toEqual(['7']);
		expect(at('fox', { run: 1 }).accepted(0, { prompt: 'fox, 10:00' })).toBeUndefined();
	});

	it('knows the same request again when the node was changed elsewhere, and no other', () => {
		const at = execution();
		at('fox').accept(0, { prompt: 'fox' }, ['7']);
		const changed = at('fox', { parameters: { prompt: 'cat' } });
		expect(changed.accepted(0, { prompt: 'fox' })).toEqual(['7']);
		expect(changed.accepted(0, { prompt: 'cat' })).toBeUndefined();
	});

	it('holds a submit back that may have been accepted, until the execution is retried by hand', () => {
		const at = execution();
		at('fox').failed(0, {}, unanswered);
		expect(at('fox').unclear(0, {})?.failure).toEqual(unanswered.failure);
		expect(at('fox', { executionId: '2' }).unclear(0, {})).toBeUndefined();
	});

	it.each(['1', undefined])('holds nothing back of which it knows nothing (execution %s)', (id) => {
		const fresh = execution()('fox', { executionId: id as string });
		expect(fresh.accepted(0, {})).toBeUndefined();
		expect(fresh.unclear(0, {})).toBeUndefined();
	});

	it('holds nothing back that was surely refused', () => {
		const at = execution();
		const { failure } = unanswered;
		at('fox').failed(0, {}, new ServiceError({ ...failure, cause: 'refused', code: 40000 }));
		at('fox').failed(0, {}, new Error('No such file'));
		expect(at('fox').unclear(0, {})).toBeUndefined();
	});

	it('keeps the calls of a tool apart, and knows each try of a call', () => {
		const at = execution();
		const tool = true;
		at('a cat', { tool }).accept(0, { prompt: 'a cat' }, ['7']);
		expect(at('a dog', { tool }).accepted(0, { prompt: 'a dog' })).toBeUndefined();
		expect(at('a cat', { tool, run: 1 }).accepted(0, { prompt: 'a cat' })).toEqual(['7']);
	});

	it('forgets what is handed on, unless n8n may run the node again for an error', () => {
		const at = execution();
		at('fox').accept(0, {}, ['7']);
		at('fox').handOn([{ json: { taskId: '7' } }, { json: { error: 'No' } }]);
		expect(at('fox').all()).toEqual([{ itemIndex: 0, taskIds: ['7'] }]);
		at('fox').handOn([{ json: { taskId: '7' } }]);
		expect(at('fox').all()).toEqual([]);
	});
});
