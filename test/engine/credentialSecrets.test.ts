/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { createHmac } from 'node:crypto';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';

import { type Fault, startService } from '../../demo-service';
import { DigitalHumanTaskTrigger } from '../../nodes/TaskTrigger/DigitalHumanTaskTrigger.node';
import { byUrl, chosen, compose, CREATE, library } from '../support/engine/runs';
import { createEngine, type NodeRun } from '../support/engine/engine';
import { linesLogged, installLog } from '../support/engine/core';
import { setUp } from '../support/engine/setup';
import { callWebhook, TRIGGER_PATH } from '../support/engine/webhook';
import { quickTime } from '../support/clock';

quickTime();

const TOKEN = 'q7Zt/9+bKx2L"wP&z41==';
const LIST = 'list_common_audio';

const listVoices = library('publicVoice', 'getAll');

describe('The access token', () => {
	const opened: Array<{ close(): Promise<void> }> = [];
	const open = async (accessToken: string) => {
		const service = await startService({ speed: 20, tokens: [TOKEN] });
		opened.push(service);
		return { service, engine: await createEngine({ baseUrl: service.url, accessToken }) };
	};

	beforeAll(installLog);
	afterEach(async () => {
		await Promise.all(opened.splice(0).map(async (one) => await one.close()));
	});

	it.each([
		['a zero-width space', `${TOKEN}\u200b`],
		['a byte order mark', `\ufeff${TOKEN}`],
		['a soft hyphen inside', `q7Zt\u00ad${TOKEN.slice(4)}`],
		['blanks and a line break', ` ${TOKEN}\u00a0\n`],
	])('that is pasted with %s is sent without it, and hidden in that form', async (_, pasted) => {
		const { service, engine } = await open(pasted);
		const right = await engine.run(listVoices);
		expect(right.error).toBeUndefined();
		expect(service.journal.entries()[0]?.headers.access_token).toBe(TOKEN);
		const fault = { kind: 'code', code: 40000, msg: `access_token: ${TOKEN}` } as const;
		service.faults.add({ operation: LIST, times: Infinity, fault });
		const { error, stored } = await engine.run(listVoices);
		expect(error?.description).toContain('access_token: (access token)');
		expect(stored).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
	});

	it.each([
		['an umlaut', 'abcä', 'U+00E4'],
		['a dash', 'abc—def', 'U+2014'],
		['a line break inside', 'abc\ndef', 'U+000A'],
	])('that has %s is refused in words, before anything is sent', async (_, accessToken, name) => {
		const { service, engine } = await open(accessToken);
		const { error } = await engine.run(listVoices);
		expect(error?.message).toContain("'Access Token' of the credential has a character");
		expect(error?.message).toContain(name);
		expect(service.journal.count()).toBe(0);
	});

	it.each(['', '  \u200b '])('that is empty is refused in words: %j', async (accessToken) => {
		const { service, engine } = await open(accessToken);
		const { error } = await engine.run(listVoices);
		expect(error?.message).toBe("'Access Token' of the credential is empty");
		expect(service.journal.count()).toBe(0);
	});

	it.each<[string, (character: string, index: number) => string, RegExp?]>([
		['as it is', (character) => character],
		['as PHP writes JSON', (character) => (/["/]/.test(character) ? `\\${character}` : character)],
		['as .NET writes JSON', (character) => `\\u${hex(character, 4).toUpperCase()}`],
		['as JSON within JSON', (character) => `\\\\u${hex(character, 4)}`],
		['as in an address', (character) => encodeURIComponent(character)],
		['as in an address twice', (character) => encodeURIComponent(encodeURIComponent(character))],
		['as numbers of HTML', (character) => `&#${character.charCodeAt(0)};`],
		['as hexadecimal numbers of HTML', (character) => `&#x${hex(character, 2)};`],
		['as names of HTML', (character) => `&${NAMES[character]};`],
		['as names of HTML within HTML', (character) => `&amp;${NAMES[character]};`],
		['as JavaScript writes it', (character) => `\\x${hex(character, 2)}`],
		['as a mail writes it', (character) => `=${hex(character, 2).toUpperCase()}`],
		['each character as JSON may', (character) => `\\u${hex(character, 4)}`, /./g],
		['each character as in an address', (character) => `%${hex(character, 2)}`, /./g],
		['each character as HTML may', (character) => `&#${character.charCodeAt(0)}`, /./g],
		['without its end', (character, index) => (index < 14 ? character : ''), /./g],
	])('is hidden in an answer, %s', async (_, written, which = /[^a-z\d]/gi) => {
		const { service, engine } = await open(TOKEN);
		const echo = TOKEN.replace(which, written);
		const inJson = echo.replace(/(?<!\\)"/g, '\\"');
		for (const body of [
			`{"error":"bad access_token: ${echo}"}`,
			`<p>bad access_token: ${echo}</p>`,
			`{"code":40000,"msg":"bad access_token: ${inJson}","data":null}`,
			`{"code":0,"msg":"","data":["access_token: ${inJson}"]}`,
		]) {
			service.faults.clear();
			// Not a list, which would be asked for several times.
			service.faults.add({ operation: CREATE, fault: { kind: 'status', status: 200, body } });
			const logged: string[] = [];
			const { error, stored } = await linesLogged(
				logged,
				async () => await engine.run(compose({ completion: 'return' })),
			);
			expect(error?.description).toContain('access_token: (access token)');
			for (const text of [stored, ...logged]) {
				expect(text).not.toMatch(/q7Zt|Kx2L|z41|71.{1,5}37.{1,5}5a|113.{1,5}55/);
			}
		}
	});

	it('goes to the service at once, and never through a proxy, where the service is on the same computer', async () => {
		const seen: unknown[] = [];
		const proxy: Server = createServer(({ url, method, headers }, response) => {
			seen.push(headers.access_token);
			const passedOn = httpRequest(url ?? '', { method, headers }, (answer) =>
				answer.pipe(response.writeHead(answer.statusCode ?? 500)),
			);
			passedOn.end();
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		try {
			const { service, engine } = await open(TOKEN);
			const { error, json } = await engine.run(listVoices);
			expect(error).toBeUndefined();
			expect(json.length).toBeGreaterThan(0);
			expect(service.journal.count({ operation: LIST })).toBeGreaterThan(0);
			expect(seen).toEqual([]);
		} finally {
			delete process.env.HTTP_PROXY;
			await new Promise((resolve) => proxy.close(resolve));
		}
	});
});

const hex = (character: string, digits: number): string =>
	character.charCodeAt(0).toString(16).padStart(digits, '0');

const NAMES: Readonly<Record<string, string>> = {
	'/': 'sol',
	'+': 'plus',
	'"': 'quot',
	'&': 'amp',
	'=': 'equals',
};

describe('An empty access token', () => {
	it.each(['', '   ', '\u200b'])('is no key of a trigger: %j', async (accessToken) => {
		const secret = createHmac('sha256', '')
			.update(`digital human callback ${TRIGGER_PATH}`)
			.digest('hex');
		const { items, status } = await callWebhook({
			node: new DigitalHumanTaskTrigger(),
			credential: { baseUrl: 'https://api.example.com', accessToken },
			query: { secret },
			body: { id: '4711', type: 'person', status: 2, preview_url: 'https://evil.example/p' },
		});
		expect(items).toBeUndefined();
		expect(status).toBeGreaterThanOrEqual(400);
	});
});

describe('The secret of a callback', () => {
	const setup = setUp({ limits: false });
	const logged: string[] = [];

	beforeAll(installLog);
	afterAll(() => void jest.restoreAllMocks());

	const onErrors = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
	const address = 'https://n8n.example.com/webhook/a/digital-human';
	const calling = (callbackUrl = chosen(address), more: Partial<NodeRun> = {}) =>
		compose({ completion: 'return', callbackUrl }, more);
	/** The callback that was sent. */
	const sent = () => String((setup.bodies(CREATE)[0] as { callback?: unknown })?.callback);
	const refusal = (msg: () => string): Fault => ({
		kind: 'answer',
		change: (right) => ({ ...(right as object), code: 40000, msg: msg() }),
	});

	it.each(onErrors)('that a refusal repeats is in nothing that is seen (%s)', async (onError) => {
		setup.service.journal.clear();
		const always = { times: Infinity };
		setup.fault(
			CREATE,
			refusal(() => `bad callback ${sent()}`),
			always,
		);
		const node = calling(chosen(address), { settings: { onError } });
		const { error, stored, outputs } = await linesLogged(
			logged,
			async () => await setup.engine.run(node),
		);
		const secret = new URL(sent()).searchParams.get('secret') ?? '';
		expect(secret).toMatch(/^[\da-f]{64}$/);
		const said = JSON.stringify([error?.message, error?.description, outputs]);
		expect(said).toContain(`bad callback ${address}?`);
		expect(said).toContain('(hidden)');
		for (const text of [said, stored, ...logged]) expect(text).not.toContain(secret);
		setup.service.faults.clear();
	});

	it.each<[string, string, RegExp]>([
		['a short one of the user', 'a/digital-human?secret=abc123', /\?secret=\(hidden\)/],
		['a password', 'a/digital-human', /user:\(hidden\)@/],
		['cut off', 'a/digital-human', /\?secret=\(hidden\) \(code/],
	])('is hidden, %s', async (kind, path, shown) => {
		setup.service.journal.clear();
		const end = kind === 'cut off' ? 120 : undefined;
		const message = () => `bad callback ${sent().slice(0, end)}`;
		setup.fault(CREATE, { kind: 'answer', change: () => ({ code: 40000, msg: message() }) });
		const { error } = await setup.engine.run(
			calling(byUrl(`https://user:pa55word@n8n.example.com/webhook/${path}`)),
		);
		expect(error?.description).toMatch(shown);
		expect(error?.description).not.toMatch(/abc123|pa55|secret=[\da-f]/);
	});

	it('is hidden in the answer to an agent as well', async () => {
		setup.service.journal.clear();
		const always = { times: Infinity };
		setup.fault(
			CREATE,
			refusal(() => encodeURIComponent(sent())),
			always,
		);
		const type = 'digitalHumanComposeVideoTool';
		const { json, error, stored } = await setup.engine.run({ ...calling(), type });
		const secret = new URL(sent()).searchParams.get('secret');
		expect(JSON.stringify([json, error?.message, error?.description])).toContain('(hidden)');
		expect(stored).not.toContain(secret);
	});
});
