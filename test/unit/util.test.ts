/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it, jest, test } from '@jest/globals';
import * as n8n from 'n8n-workflow';
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';

import {
	cancelSignalOf,
	filesOfItem,
	isFieldNamed,
	isToolExecution,
	requireSupportedN8n,
	routesErrorDetails,
	storedSize,
} from '../../nodes/shared/util/capabilities';
import { freeMemory } from '../../nodes/shared/files/memory';
import { inputSize, learnInputSizes } from '../../nodes/shared/files/fileRef';
import { anySignal, mapConcurrent, Semaphore, signalAt } from '../../nodes/shared/util/async';

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

/** When everything that can go on has gone on. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('The gate', () => {
	it('lets only so many in, the others in the order in which they came', async () => {
		const gate = new Semaphore(2);
		expect(gate.empty).toBe(true);
		const entered: number[] = [];
		const enter = async (n: number) => {
			await gate.acquire();
			entered.push(n);
		};
		const all = [1, 2, 3, 4].map(enter);
		await settled();
		expect(entered).toEqual([1, 2]);
		gate.release();
		await settled();
		expect(entered).toEqual([1, 2, 3]);
		gate.release();
		await Promise.all(all);
		expect(entered).toEqual([1, 2, 3, 4]);
		gate.release();
		expect(gate.empty).toBe(false);
		gate.release();
		expect(gate.empty).toBe(true);
	});

	it('lets the next one in when the work inside fails or is stopped', async () => {
		const gate = new Semaphore(1);
		await expect(gate.run(async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
		await expect(gate.run(async () => 'yes', AbortSignal.abort())).rejects.toThrow('stopped');
		expect(await gate.run(async () => 'yes')).toBe('yes');
	});
});

/** When everything else that can go on has gone on. */
const later = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('mapConcurrent', () => {
	it('keeps the order of the items, with only so many under way', async () => {
		let underWay = 0;
		let most = 0;
		const work = async (item: number, index: number) => {
			most = Math.max(most, ++underWay);
			await later();
			underWay--;
			return `${index}:${item}`;
		};
		expect(await mapConcurrent([7, 8, 9], work, { concurrency: 2 })).toEqual(['0:7', '1:8', '2:9']);
		expect(most).toBe(2);
		expect(await mapConcurrent([], work)).toEqual([]);
		most = 0;
		await mapConcurrent([1, 2, 3, 4], work);
		expect(most).toBe(4);
		most = 0;
		await mapConcurrent([1], work, { concurrency: 3 });
		expect(most).toBe(1);
	});

	it('throws the error that came first, after all that was begun has finished', async () => {
		const finished: number[] = [];
		const work = async (item: number) => {
			for (let turn = 0; turn < item; turn++) await later();
			finished.push(item);
			throw item === 1 ? 'text' : new Error(`${item}`);
		};
		await expect(mapConcurrent([3, 1, 2], work)).rejects.toEqual(new Error('text'));
		expect(finished).toEqual([1, 2, 3]);
	});

	it('begins nothing once others have halted it', async () => {
		const haltOnError = new AbortController();
		haltOnError.abort();
		const begun: number[] = [];
		await mapConcurrent([1, 2], async (item) => begun.push(item), { haltOnError });
		expect(begun).toEqual([]);
	});

	it('begins nothing after an error where it halts, and does all else where it does not', async () => {
		const begun: number[] = [];
		const work = async (item: number) => {
			begun.push(item);
			await later();
			if (item === 1) throw new Error('one');
		};
		const haltOnError = new AbortController();
		await expect(mapConcurrent([1, 2, 3], work, { concurrency: 1, haltOnError })).rejects.toThrow(
			'one',
		);
		expect(begun).toEqual([1]);
		expect(haltOnError.signal.aborted).toBe(true);
		await expect(mapConcurrent([1, 2, 3], work, { concurrency: 1 })).rejects.toThrow('one');
		expect(begun).toEqual([1, 1, 2, 3]);
	});
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('Joined signals', () => {
	it('end with the first of their sources, also with one that has ended before', () => {
		const [one, other] = [new AbortController(), new AbortController()];
		const joined = anySignal(one.signal, undefined, other.signal);
		expect(joined.signal.aborted).toBe(false);
		other.abort();
		expect(joined.signal.aborted).toBe(true);
		expect(anySignal(other.signal).signal.aborted).toBe(true);
	});

	it('let go of their sources when they are released', () => {
		const source = new AbortController();
		const remove = jest.spyOn(source.signal, 'removeEventListener');
		const joined = anySignal(source.signal);
		joined.release();
		source.abort();
		expect(joined.signal.aborted).toBe(false);
		expect(remove).toHaveBeenCalledTimes(1);
	});

	it('are many for one source, with one listener', () => {
		const source = new AbortController();
		const listen = jest.spyOn(source.signal, 'addEventListener');
		const joined = Array.from({ length: 20 }, () => anySignal(source.signal));
		expect(listen).toHaveBeenCalledTimes(1);
		joined[0]?.release();
		source.abort();
		expect(joined.map(({ signal }) => signal.aborted)).toEqual([
			false,
			...Array.from({ length: 19 }, () => true),
		]);
	});

	it('at a time that is further away than a timer reaches, do not end at once', async () => {
		const [past, far] = [-1, 60 * 86_400_000].map((ms) => signalAt(Date.now() + ms));
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect([past?.aborted, far?.aborted]).toEqual([true, false]);
	});

	it('keep time limits that nothing else leads to', async () => {
		const stop = new AbortController();
		const late = 20;
		let fired = 0;
		for (let count = 0; count < late; count++) {
			anySignal(stop.signal, AbortSignal.timeout(100)).signal.addEventListener('abort', () => {
				fired++;
			});
		}
		for (let round = 0; round < 2; round++) {
			await new Promise((resolve) => setImmediate(resolve));
			collectGarbage();
		}
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(fired).toBe(late);
	});
});
