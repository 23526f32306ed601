import { describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { codes } from '../../../nodes/shared/service/codes';
import {
	ServiceError,
	type Failure,
	type FailureCause,
} from '../../../nodes/shared/service/failure';
import { explain, factsOf, toNodeError } from '../../../nodes/shared/service/messages';
import { operations, type OperationName } from '../../../nodes/shared/service/endpoints';

const LONGEST_TITLE = 90;

const CAUSES: FailureCause[] = [
	'refused',
	'unreachable',
	'interrupted',
	'unavailable',
	'busy',
	'unreadable',
	'foreign',
	'redirected',
];

const node: INode = {
	id: '1',
	name: 'N',
	type: 'n',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Every failure that a call may have: each cause, and each code, also one that is not documented. */
const failures: Failure[] = (Object.keys(operations) as OperationName[]).flatMap((operation) => [
	...CAUSES.map((cause): Failure => ({ operation, cause, detail: 'detail', traceId: 't1' })),
	...[...Object.keys(codes), 52000].map(
		(code): Failure => ({
			operation,
			cause: 'refused',
			code: Number(code),
			detail: 'odd',
			traceId: 't1',
		}),
	),
]);

describe('The message of a failed call', () => {
	it('has a short title without a full stop, for every operation, cause and code', () => {
		const titles = failures.map((failure) => explain(failure).title);
		expect(titles.filter((title) => title.length > LONGEST_TITLE || title.endsWith('.'))).toEqual(
			[],
		);
	});

	it('names every documented cause of a video that cannot be translated (service.md 4.9)', () => {
		const adviceOf = (code: number) =>
			explain({ operation: 'createTranslation', cause: 'refused', code, detail: 'odd' })
				.description;
		for (const code of [170002, 170006]) {
			expect(adviceOf(code)).toMatch(/MP4 or MOV file of at most 4096 pixels per side/);
			expect(adviceOf(code)).toMatch(/same access token/);
			expect(adviceOf(code)).not.toContain('sound');
		}
		expect(adviceOf(170002)).toContain('finished video');
		expect(adviceOf(170002)).toContain('not itself a translation');
		expect(adviceOf(170006)).toContain("'Video Translation'");
	});

	it.each<[OperationName, string]>([
		['createVideo', 'Nothing was created, after several tries.'],
		['createMultipartUpload', 'Try again in a minute'],
		['listPublicVoices', 'Try again in a minute'],
	])('says of an exceeded limit what fits the request: %s', (operation, advice) => {
		const failure: Failure = { operation, cause: 'refused', code: 40001, detail: 'odd' };
		const { title, description } = explain(failure);
		expect(title).toContain('limit exceeded');
		expect(description).toContain(advice);
		expect(description.includes('Nothing was created')).toBe(operation === 'createVideo');
	});

	it('says what to do in whole sentences, and names the trace_id', () => {
		const descriptions = failures.map((failure) => explain(failure).description);
		expect(
			descriptions.filter((one) => !/^['A-Z].*[a-z].*\. .*trace_id t1\)\.$/.test(one)),
		).toEqual([]);
	});

	it.each(['undefined', '[object', 'null', 'NaN', '..'])('never holds %j', (odd) => {
		const texts = failures.flatMap((failure) => Object.values(explain(failure)));
		expect(texts.filter((text) => text.includes(odd))).toEqual([]);
	});
});

describe("Anything thrown, as n8n's error", () => {
	it('has what happened as its title, and the rest as its description', () => {
		const { message, description } = toNodeError(
			node,
			new Error('It broke. Try again'),
			3,
			'Note.',
		);
		expect([message, description]).toEqual(['It broke', 'Try again. Note.']);
	});

	it.each<[unknown, string]>([
		['text', 'text'],
		[undefined, 'undefined'],
		[new Error(''), ''],
	])('is never lost: %j', (thrown, message) => {
		expect(toNodeError(node, thrown).message).toContain(message);
	});

	it('keeps the facts of a failure', () => {
		const failure: Failure = {
			operation: 'getFile',
			cause: 'refused',
			code: 400,
			detail: 'odd',
			traceId: 't1',
		};
		expect(factsOf(new ServiceError(failure))).toMatchObject({ code: 400, traceId: 't1' });
	});
});
