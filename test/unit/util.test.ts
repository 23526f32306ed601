/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it, jest, test } from '@jest/globals';
import { setImmediate as settled } from 'node:timers/promises';
import * as n8n from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';
import { rememberedOfNode } from '../../nodes/shared/n8n/processMemory';
import { cancelSignalOf } from '../../nodes/shared/n8n/runs';
import { requireSupportedN8n, routesErrorDetails } from '../../nodes/shared/n8n/versions';
import { learnInputFiles } from '../../nodes/shared/files/inputFacts';
import { anySignal, mapConcurrent, signalAt } from '../../nodes/shared/util/async';
import * as fc from 'fast-check';
import { formatBytes, formatDuration, formatLimit } from '../../nodes/shared/util/amounts';
import { parseJson, safeJson } from '../../nodes/shared/util/json';
import { formatValue, quote } from '../../nodes/shared/util/quote';
import { plainText } from '../../nodes/shared/util/text';
import { formatTime, isoTime } from '../../nodes/shared/util/time';
import { hostOf, toWebAddress, withoutSignatures } from '../../nodes/shared/util/webAddress';
import { fuzzing } from '../support/fuzz';

const contextOf = (more: object) => more as unknown as IExecuteFunctions;

describe('what this n8n can do', () => {
	test('an n8n that is too old is named in one sentence', () => {
		expect(() => requireSupportedN8n({ sleep: n8n.sleep })).toThrow(
			'The Digital Human nodes need n8n 1.123 or newer',
		);
		expect(() => requireSupportedN8n()).not.toThrow();
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

	test('each input file is asked for once, and nothing is known of one that is gone', async () => {
		const asked: string[] = [];
		const getBinaryMetadata = async (id: string) => {
			asked.push(id);
			if (id === 'gone') throw new Error('It is gone');
			return { fileSize: 9 };
		};
		const [gone, there] = ['gone', 'there'].map((id) => ({ id, data: '', mimeType: 'video/mp4' }));
		const item = { json: {}, binary: { gone, there } };
		const getInputData = () => [item, item];
		const context = contextOf({ helpers: { getBinaryMetadata }, getInputData });
		const learned = await learnInputFiles(context);
		expect(asked).toEqual(['gone', 'there']);
		expect(Object.fromEntries(learned)).toEqual({ gone: {}, there: { bytes: 9 } });
	});
});

it.each([
	[1_772_373_930, '2026-03-01T14:05:30.000Z'],
	// The service has sent milliseconds.
	[1_772_373_930_000, '2026-03-01T14:05:30.000Z'],
	[0, undefined],
])('the time %d is %s', (time, expected) => {
	expect(isoTime(time)).toBe(expected);
});

describe('mapConcurrent', () => {
	it('throws the error that came first, after all that was begun has finished', async () => {
		const finished: number[] = [];
		const work = async (item: number) => {
			for (let turn = 0; turn < item; turn++) await settled();
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
		const work = async (item: number) => begun.push(item);
		// Callers count the items that were not begun.
		expect(await mapConcurrent([1, 2], work, { haltOnError })).toHaveLength(2);
		expect(begun).toEqual([]);
	});

	it('begins nothing after an error where it halts, and does all else where it does not', async () => {
		const begun: number[] = [];
		const work = async (item: number) => {
			begun.push(item);
			await settled();
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
			await settled();
			collectGarbage();
		}
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(fired).toBe(late);
	});
});

it.each([
	// As a file manager shows it.
	[formatBytes, 1, '1 byte'],
	[formatBytes, 12_400, '12 kB'],
	[formatBytes, 999_500, '1 MB'],
	[formatBytes, 1_500_000, '1.5 MB'],
	[formatBytes, 999_960_000, '1 GB'],
	// As the service states it.
	[formatLimit, 10 * 1024 ** 2, '10 MB'],
	[formatLimit, 2000 * 1024 ** 3, '2000 GB'],
	[formatDuration, 1_000, '1 second'],
	[formatDuration, 59_600, '1 minute'],
	[formatDuration, 90_000, '1.5 minutes'],
	[formatDuration, 119.97 * 60_000, '2 hours'],
])('%p of %d is %s', (format, value, text) => expect(format(value)).toBe(text));

it.each([
	['2026-03-01T23:05:30Z', 'Asia/Tokyo', '2026-03-02 08:05:30'],
	['2026-03-01T23:05:30Z', 'not/a zone', '2026-03-01 23:05:30'],
	...[undefined, '', 'soon'].map((none) => [none, 'UTC', undefined] as const),
] as const)('The time %s in %s is %s', (time, zone, text) => {
	expect(formatTime(time, zone)).toBe(text);
});

describe('JSON of the service', () => {
	it.each([
		['{"data":9007199254740991}', { data: 9007199254740991 }],
		[
			'{"data":1234567890.25,"b":0.1234567890123456789}',
			{ data: 1234567890.25, b: 0.12345678901234568 },
		],
		[
			'{"say \\"12345678901234567890\\"":"a \\\\","n":12345678901234567890}',
			{ 'say "12345678901234567890"': 'a \\', n: '12345678901234567890' },
		],
		['\uFEFF{"code":0}', { code: 0 }],
	])('reads %s without rounding', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it('reads everything else as JSON.parse does', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
				const text = JSON.stringify({ value, many: '1'.repeat(20) }, undefined, space);
				const large = /(?<![\d."eE+-])-?\d{16,}(?![\d.eE"])/.test(JSON.stringify(value));
				if (!large) expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
			fuzzing(100),
		);
	});

	it('takes what is no JSON for nothing', () => {
		for (const text of ['{"code":0,"da', '', 'null and more', '[1111111111111111111,']) {
			expect(parseJson(text)).toBeUndefined();
		}
	});
});

const circle: Record<string, unknown> = { a: 1 };
circle.self = circle;
const deep = Array.from({ length: 20_000 }).reduce<unknown[]>((inner) => [inner], []);

it.each<[string, unknown, string]>([
	['nothing', undefined, 'undefined'],
	['a circle', circle, '{"a":1,"self":"[Circular Reference]"}'],
	['what is too deep', deep, '(unreadable)'],
])('Anything as text: %s', (_what, value, text) => {
	expect(safeJson(value)).toBe(text);
});

describe('A value in a message', () => {
	it.each<[string, unknown, string]>([
		['in one line', ' a\n\tb\u0000\u0007c ', 'a b c'],
		['whole', 'x'.repeat(300), 'x'.repeat(300)],
	])('is %s', (_what, value, text) => {
		expect(quote(value)).toBe(text);
	});

	it('is cleaned before it is cut', () => {
		const clean = (text: string) => text.replace('secret', '(hidden)');
		expect(quote({ a: 'secret' }, clean)).toBe('{"a":"(hidden)"}');
		expect(quote(`${'x'.repeat(297)}secret`, clean)).toBe(`${'x'.repeat(297)}(hi…`);
	});
});

it.each([
	[7, '7', '7'],
	['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
	[2n, '2', '2'],
	[null, '', 'null'],
	[undefined, '', 'missing'],
	[['a'], '', '["a"]'],
	[`${'x'.repeat(59)}😀x`, `${'x'.repeat(59)}😀x`, `${'x'.repeat(59)}…`],
])('A value as text: %p', (value, plain, inMessage) => {
	expect(plainText(value)).toBe(plain);
	expect(formatValue(value)).toBe(inMessage);
});

describe('What is remembered of a node', () => {
	const callOf = (workflow: string, node: string) =>
		contextOf({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) });
	const listOf = (workflow: string, node: string, name = 'list') =>
		rememberedOfNode(callOf(workflow, node), name, () => [] as string[]);

	it('is shared by its calls, and by no other node, workflow or name', () => {
		listOf('one', 'node').push('seen');
		expect(listOf('one', 'node')).toEqual(['seen']);
		expect(listOf('one', 'other')).toEqual([]);
		expect(listOf('other', 'node')).toEqual([]);
		expect(listOf('one', 'node', 'other')).toEqual([]);
	});

	it('is forgotten once very many others were used since, and not while it is used', () => {
		listOf('two', 'used').push('seen');
		listOf('two', 'unused').push('seen');
		for (let count = 0; count < 10_000; count++) {
			listOf('two', `node ${count}`);
			if (count % 1_000 === 0) listOf('two', 'used');
		}
		expect(listOf('two', 'used')).toEqual(['seen']);
		expect(listOf('two', 'unused')).toEqual([]);
	});
});

describe('A web address', () => {
	it.each([
		'HTTPS://Media.Example.com:443/a/../b.png',
		"https://media.example.com/a%20b.png?X-Sig=a%2Fb+c==&n=[1]|{2}'^`#x",
		'http://127.0.0.1:9',
	])('that is valid stays as it is: %s', (address) => {
		expect(toWebAddress(address)).toBe(address);
		expect(toWebAddress(` ${address}\n`)).toBe(address);
		expect(toWebAddress(`\u200b${address}\u2060`)).toBe(address);
	});

	it.each([
		[
			'https://example.com/Fäden.png?q=ö&s=a%2Fb',
			'https://example.com/F%C3%A4den.png?q=%C3%B6&s=a%2Fb',
		],
		['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
	])('with blanks or letters beyond ASCII is encoded: %s', (given, address) => {
		expect(toWebAddress(given)).toBe(address);
		expect(toWebAddress(address)).toBe(address);
	});

	it.each([
		'ftp://example.com/a',
		'https://exa mple.com/a',
		'https://example.com/a\nb',
		'https://example.com/a.png https://example.com/b.png',
		null,
	])('is not %j', (value) => {
		expect(toWebAddress(value)).toBeUndefined();
	});

	it.each([
		[
			'/a.png?X-Amz-Algorithm=A&X-Amz-Date=1&X-Amz-Expires=3600&X-Amz-Signature=2&x-id=GetObject',
			'/a.png?x-id=GetObject',
		],
		['/a.png?Expires=1&OSSAccessKeyId=2&Signature=3', '/a.png'],
		['/a.png?w=9&Policy=1&Signature=2&Key-Pair-Id=3#top', '/a.png?w=9#top'],
		['/download?signature=1', '/download?signature=1'],
		['/download?expires=1', '/download?expires=1'],
		['/a.png?x-oss-process=resize&Expires=1&Signature=2', '/a.png?x-oss-process=resize'],
		['/a.png?st=1&se=2&sp=r&sv=3&sr=b&rscd=inline&sig=4', '/a.png?rscd=inline'],
		['/a.png?rlkey=1&st=2&sp=3', '/a.png?rlkey=1&st=2&sp=3'],
		[
			'/a.png?q-sign-algorithm=sha1&q-ak=1&q-sign-time=2;3&q-key-time=2;3&q-header-list=host&q-url-param-list=&q-signature=4&ci-process=snapshot',
			'/a.png?ci-process=snapshot',
		],
	])('is recognized without its signature: %s', (signed, recognized) => {
		const inJson = (path: string) =>
			JSON.stringify({ a: `At https://b.example${path}\n"c"?`, d: 1 });
		expect(withoutSignatures(inJson(signed))).toBe(inJson(recognized));
	});

	it('ends before a Chinese comma, and before a further address', () => {
		const signed = 'https://b.example/a.png?Expires=1&Signature=2';
		const plain = 'https://b.example/a.png';
		expect(withoutSignatures(`${signed}，把猫变成红色`)).toBe(`${plain}，把猫变成红色`);
		expect(withoutSignatures(`${signed},${signed}|${plain}?v=2`)).toBe(
			`${plain},${plain}|${plain}?v=2`,
		);
	});

	it('is named in messages by its host alone', () => {
		expect(hostOf('https://user:word@example.com:8443/a?signature=b')).toBe('example.com:8443');
	});
});
