import { describe, expect, test } from '@jest/globals';
import * as n8n from 'n8n-workflow';
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	cancelSignalOf,
	filesOfItem,
	isFieldNamed,
	isToolExecution,
	requireSupportedN8n,
	routesErrorDetails,
	storedSize,
} from '../../../nodes/shared/util/capabilities';
import { inputSize } from '../../../nodes/shared/files/fileRef';
import { learnInputSizes } from '../../../nodes/shared/files/fileRef';
import { freeMemory } from '../../../nodes/shared/files/memory';

const contextOf = (more: object) => more as unknown as IExecuteFunctions;

describe('what this n8n can do', () => {
	test('an n8n that is too old is named in one sentence', () => {
		expect(() => requireSupportedN8n({ sleep: n8n.sleep })).toThrow(
			'The Digital Human nodes need n8n 1.123 or newer. Update n8n',
		);
		expect(() => requireSupportedN8n()).not.toThrow();
	});

	test.each([
		[true, 'n8n-nodes-digital-human.digitalHumanAiCreateTool'],
		[false, 'n8n-nodes-digital-human.digitalHumanAiCreate'],
	])('a run as a tool: %s, by the type %s', (expected, type) => {
		expect(isToolExecution(contextOf({ getNode: () => ({ type }) }))).toBe(expected);
	});

	test('items with details at the error output, since 2.36', () => {
		expect(routesErrorDetails()).toBe(true);
		expect(routesErrorDetails({ sleep: n8n.sleep })).toBe(false);
	});

	test('the cancel signal, where there is one', () => {
		const { signal } = new AbortController();
		const context = {
			signal,
			getExecutionCancelSignal() {
				return this.signal;
			},
		};
		expect(cancelSignalOf(context)).toBe(signal);
		expect(cancelSignalOf({})).toBeUndefined();
	});

	test.each<[string, number | undefined, Partial<IBinaryData>]>([
		['is noted in the item', 7, { id: 'filesystem-v2:a', bytes: 7 }],
		['is asked of the storage', 9, { id: 'filesystem-v2:a', fileSize: '9 B' }],
		['is that of the content', 3, { data: Buffer.from('abc').toString('base64') }],
	])('the size of a stored file %s', async (_, expected, more) => {
		const helpers = { getBinaryMetadata: async () => await Promise.resolve({ fileSize: 9 }) };
		const file: IBinaryData = { data: 'filesystem-v2', mimeType: 'video/mp4', ...more };
		expect(await storedSize({ helpers }, file)).toBe(expected);
		const context = {
			helpers,
			getInputData: () => [{ json: {}, binary: { video: file } }, { json: {} }],
		};
		await learnInputSizes(context);
		expect(inputSize(context, file)).toBe(expected);
	});

	test('the size of an input file that is gone is not known, and each file is asked for once', async () => {
		const asked: string[] = [];
		const helpers = {
			getBinaryMetadata: async (id: string) => {
				asked.push(id);
				return await (id === 'gone'
					? Promise.reject(new Error(id))
					: Promise.resolve({ fileSize: 9 }));
			},
		};
		const [gone, there] = ['gone', 'there'].map((id) => ({ id, data: '', mimeType: 'video/mp4' }));
		const item = { json: {}, binary: { gone, there } as Record<string, IBinaryData> };
		const context = { helpers, getInputData: () => [item, item] };
		await learnInputSizes(context);
		expect([gone, there].map((file) => inputSize(context, file as IBinaryData))).toEqual([
			undefined,
			9,
		]);
		expect(asked).toEqual(['gone', 'there']);
	});

	test('the files of an item, also those that are in its json', () => {
		const file = { mimeType: 'video/mp4', data: '', id: 'a' };
		const stored = { mimeType: 'video/mp4', id: 'b' };
		const odd = { text: 'a', empty: null, list: ['a'], other: { id: 'c' } };
		const json: IDataObject = { _files: { data: stored, ...odd } };
		expect(filesOfItem({ json, binary: { film: file } })).toEqual({
			film: file,
			'_files.data': stored,
		});
		const fields = ['data', '_files.data', '_files.film'];
		expect(fields.map((field) => isFieldNamed(field, 'data'))).toEqual([true, true, false]);
		for (const _files of ['text', 7, null, true, ['a']]) {
			expect(filesOfItem({ json: { _files } })).toEqual({});
		}
	});

	test('the memory of a piece, which older Nodes keep', () => {
		const own = Buffer.from(new ArrayBuffer(8));
		const shared = Buffer.from(new ArrayBuffer(8), 0, 4);
		freeMemory(own);
		freeMemory(shared);
		expect(own).toHaveLength('transfer' in ArrayBuffer.prototype ? 0 : 8);
		expect(shared).toHaveLength(4);
	});
});
