import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { range } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { answerTo } from '../../nodes/shared/api/failure';
import { entriesMatching } from '../../nodes/shared/pickers/entries';
import { SubmitMemory } from '../../nodes/shared/submit/memory/memory';
import { submittedSentence } from '../../nodes/shared/completion/submittedSentence';
import { readResult } from '../../nodes/shared/api/result';
import { taskId } from '../../nodes/shared/api/schemas';
import { parseJson } from '../../nodes/shared/util/json';
import { toWebAddress } from '../../nodes/shared/util/webAddress';
import { callWith, lipSync, person, video, voice } from '../support/callbackBodies';
import { fuzzing } from '../support/fuzz';
import { isNoScript } from '../../nodes/shared/speech/noScript';
import { placeholderIn } from '../../nodes/shared/speech/placeholders';
import { hasSeveralVersions } from '../../nodes/shared/speech/versions';
import { unwrapJson } from '../../nodes/shared/util/looseJson';
import { growth, LINEAR } from '../support/clock';

it('any answer of the service is either data or a failure with a reason, and never throws', () => {
	const text = fc.oneof(
		fc.string(),
		fc.json(),
		fc
			.record(
				{
					code: fc.oneof(fc.integer(), fc.anything()),
					msg: fc.oneof(fc.string(), fc.anything()),
					trace_id: fc.oneof(fc.string(), fc.anything()),
					data: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
				},
				{ requiredKeys: [] },
			)
			.map((envelope) => fc.stringify(envelope)),
	);
	const header = fc.oneof(fc.string(), fc.integer().map(String), fc.constant(undefined));
	fc.assert(
		fc.property(text, fc.integer({ min: 100, max: 599 }), header, (body, status, retryAfter) => {
			const outcome = readResult(
				{ endpoint: 'submitAiCreation', schema: taskId },
				{ status, headers: { 'retry-after': retryAfter }, text: body },
			);
			if ('data' in outcome) {
				expect(outcome.data).toMatch(/./s);
				return;
			}
			const { cause, detail } = outcome.failure;
			const { retryAfterMs = 1 } = answerTo(outcome.failure);
			expect(cause).toMatch(
				/^(refused|unavailable|rateLimited|unreadable|notTheService|redirected|tooLarge|proxyDenied)$/,
			);
			expect(typeof detail).toBe('string');
			expect(retryAfterMs).toBeGreaterThan(0);
		}),
		fuzzing(1000),
	);
});

it('any callback is read without an error, and what is read has an ID, a kind and a state', async () => {
	const records = [lipSync, lipSync.data, person, video, voice];
	const fields = records.flatMap((one) => Object.keys(one));
	const record = fc.constantFrom(...records);
	const anything = fc.oneof(
		fc.anything(),
		fc.tuple(record, fc.object({ maxDepth: 1 })).map(([one, other]) => ({ ...one, ...other })),
		fc
			.tuple(record, fc.constantFrom(...fields), fc.anything())
			.map(([one, field, value]) => ({ ...one, [field]: value })),
	);
	const taskOf = async (body: unknown) => (await callWith(body)).task;
	for (const one of records) expect((await taskOf(one)) === undefined).toBe(one === lipSync.data);
	await fc.assert(
		fc.asyncProperty(anything, async (body) => {
			const task = await taskOf(body);
			if (task === undefined) return;
			expect(task.taskId).not.toBe('');
			expect(['person', 'composedVideo', 'lipSync', 'voice']).toContain(task.taskKind);
			expect(['inProgress', 'succeeded', 'failed']).toContain(task.state);
			if (task.state === 'succeeded' && task.taskKind !== 'person') {
				expect(task.outputUrls?.length).toBeGreaterThan(0);
			}
		}),
		fuzzing(2000),
	);
});

/** Input that JSON cannot hold, or that fails while it is read. */
const oddJson: Array<() => unknown> = [
	() => {
		const circle: IDataObject = {};
		circle.self = circle;
		return circle;
	},
	() => Object.defineProperty({}, 'x', { enumerable: true, get: fail }),
	() => ({ toJSON: fail }),
	() => ({ id: 3100000000000015839n }),
	() => undefined,
	() => fail,
	() => Symbol('x'),
	() => new Date(NaN),
	() => new Proxy({}, { get: fail, ownKeys: fail }),
	() => range(20_000).reduce<unknown>((inner) => [inner], 1),
	() => Object.assign(() => 1, { toJSON: fail }),
];

function fail(): never {
	throw new RangeError('No');
}

/** The memory of a node whose one input item and credentials are anything. */
function memoryOf(json: unknown, prompt: string, memory: IDataObject): SubmitMemory {
	const context = {
		getContext: () => memory,
		evaluateExpression: () => 0,
		getNode: () => ({ type: 'aiCreate', parameters: { prompt } }),
		getWorkflow: () => ({}),
		getMode: () => 'trigger',
		getParentNodes: () => [],
		getWorkflowDataProxy: () => ({}),
		logger: { debug: () => {} },
		getExecutionId: () => '1',
		getInputData: () => [{ json }],
	} as unknown as IExecuteFunctions;
	return new SubmitMemory(context, true);
}

const SEVEN = { tasks: [{ taskId: '7' }], missing: [] };

it('remembering an accepted task never fails for any input, and tells it again', async () => {
	const usual = fc.anything({ withBigInt: true, withNullPrototype: true });
	const anything = fc.oneof(
		usual.map((value) => () => value),
		fc.constantFrom(...oddJson),
	);
	const property = fc.asyncProperty(anything, anything, async (json, request) => {
		const memory: IDataObject = {};
		const stateOf = (input: unknown, prompt: string, sent: unknown) =>
			memoryOf(input, prompt, memory).beginSubmit(0, { request: sent }, 0).state;
		const submits = memoryOf(json(), 'fox', memory);
		const submit = submits.beginSubmit(0, { request: request() }, 0);
		await submits.noteSend(submit);
		submits.noteAccepted(submit, SEVEN);
		expect(submittedSentence(submits)).toContain('item 1: 7');
		expect(stateOf(json(), 'fox', request())).toMatchObject({ is: 'accepted', created: SEVEN });
		expect(stateOf({ other: 1 }, 'cat', 'another request')).toEqual({ is: 'new' });
	});
	const examples = oddJson.map((make): [typeof make, typeof make] => [make, make]);
	await fc.assert(property, { ...fuzzing(100), examples });
});

it.each(['\\"', '1', '"', '-', '1.', '1e'])(
	'JSON of the service with any number of %j is read in linear time',
	(part) => {
		const read = (size: number) => parseJson(`[1111111111111111111,"${part.repeat(size)}`);
		const readOutside = (size: number) => parseJson(`[1111111111111111111,${part.repeat(size)}`);
		expect(growth(50_000, read)).toBeLessThan(LINEAR);
		expect(growth(50_000, readOutside)).toBeLessThan(LINEAR);
	},
);

it.each(['\n', ' \n', '``', 'a ', '[', '{{'])(
	'a block of code and an answer with many %j are recognized in linear time',
	(part) => {
		const block = (size: number) => unwrapJson(`\`\`\`\n${part.repeat(size)}x`);
		const answer = (size: number) => {
			const text = `Sure! Here are two ${part.repeat(size)}`;
			return [isNoScript(text), hasSeveralVersions(text), placeholderIn(text)];
		};
		expect(growth(20_000, block)).toBeLessThan(LINEAR);
		expect(growth(20_000, answer)).toBeLessThan(LINEAR);
	},
);

it('a search in a list takes any text in linear time', () => {
	const found = (typed: string, ...names: string[]) =>
		entriesMatching(
			names.map((name) => ({ name, value: name })),
			typed,
		);
	const long = (size: number) => found('a'.repeat(size), ...range(50).map(() => 'a'.repeat(500)));
	const odd = (size: number) => found(' ( '.repeat(size), 'a ('.repeat(size));
	expect(growth(25_000, long)).toBeLessThan(LINEAR);
	expect(growth(16_000, odd)).toBeLessThan(LINEAR);
});

it('a web address is read alike however often: Node mistakes letters such as ü once its own check is called often', () => {
	const read = Array.from({ length: 50_000 }, () => toWebAddress('https://bücher.example/a'));
	expect(new Set(read)).toEqual(new Set(['https://xn--bcher-kva.example/a']));
});
