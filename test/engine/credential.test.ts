/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';

import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { escape } from 'lodash';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { type Fault, startService } from '../../demo-service';
import { credentialTest } from '../../nodes/shared/api/credentialTest';
import { packNodes } from '../../tools/docs/pack';
import { virtualTime } from '../support/clock';
import { asWritten } from '../support/changedTexts';
import { CredentialTestContext, installLog, linesLogged } from '../support/engine/core';
import { createEngine, CredentialsHelper, type NodeRun } from '../support/engine/engine';
import { byUrl, chosen, compose, CREATE, createImage, library } from '../support/engine/runs';
import { setUp } from '../support/engine/setup';
import { TRIGGER_PATH } from '../support/engine/webhook';
import { listen } from '../support/server';

const setup = setUp({ limits: false });

const TOKEN = 'q7Zt/9+bKx2L"wP&z41==';
/** As services make them: letters and digits. */
const LONG = 'Kx2LwPz4J1q7Zt9bYd3MfR8s';

const LIST = 'list_common_audio';

const listVoices = library('publicVoice', 'getAll');

/** Does some work with the address of a server on this computer. */
async function served<T>(answer: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
	const { url, close } = await listen(answer);
	return await work(url).finally(close);
}

describe('The access token', () => {
	virtualTime();
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
		['blanks and a line break', ` ${TOKEN}\u00a0\n`],
	])('that is pasted with %s is sent without it, and hidden in that form', async (_, pasted) => {
		const { service, engine } = await open(pasted);
		const right = await engine.run(listVoices);
		expect(right.error).toBeUndefined();
		const address = { baseUrl: pasted.replace(TOKEN, service.url), accessToken: TOKEN };
		expect((await (await createEngine(address)).run(listVoices)).error).toBeUndefined();
		expect(service.journal.entries()[0]?.headers.access_token).toBe(TOKEN);
		const fault = { kind: 'code', code: 40000, msg: `access_token: ${TOKEN}` } as const;
		service.faults.add({ endpoint: LIST, times: Infinity, fault });
		const { error, stored } = await engine.run(listVoices);
		expect(error?.description).toContain('access_token: (access token)');
		expect(stored).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
	});

	it.each([
		['"Bearer"', `Bearer ${TOKEN}`],
		['"bearer" and a colon', `bearer: ${TOKEN}`],
		['its name', `access_token=${TOKEN}`],
		['quotes of a text', `“${TOKEN}”`],
		['an answer around', JSON.stringify({ code: 0, data: { accessToken: TOKEN } }, null, 2)],
		['a setting', `MY_API_KEY="${LONG}"`, LONG],
		['an entry of JSON', `"access_token": "${LONG}",`, LONG],
		['its value in JSON', JSON.stringify({ access_token: { value: LONG } }), LONG],
		['nothing, although it looks like a name', 'another-token=3d1f', 'another-token=3d1f'],
	])('that is pasted with %s is sent without it', async (_, pasted, token = TOKEN) => {
		const service = await startService({ speed: 20, tokens: [token] });
		opened.push(service);
		const engine = await createEngine({ baseUrl: service.url, accessToken: pasted });
		const { error } = await engine.run(listVoices);
		expect(error).toBeUndefined();
		expect(service.journal.entries()[0]?.headers.access_token).toBe(token);
	});

	it.each([
		['an umlaut', 'abcä', /'Access Token' of the credential has a character.*U\+00E4/],
		['a line break inside', 'abc\ndef', /'Access Token' of the credential has .*U\+000A/],
		['a blank in a long one', `${LONG.slice(0, 11)} ${LONG.slice(11)}`, /has .*a blank/],
		['a blank inside', 'abc def', /'Access Token' of the credential has .*a blank/],
		['only quotes', '""', /^'Access Token'|character/],
		['no value', 'undefined', /^'Access Token' of the credential is empty$/],
		['a command around', `curl -H 'access_token: abc' https://a.example`, /has .*a blank/],
		['only its label', 'Bearer ', /^'Access Token' of the credential is empty$/],
		['blanks', '  \u200b ', /^'Access Token' of the credential is empty$/],
	])('that has %s is refused in words, before anything is sent', async (_, accessToken, title) => {
		const { service, engine } = await open(accessToken);
		const { error } = await engine.run(listVoices);
		expect(error?.message).toMatch(title);
		expect(service.journal.count()).toBe(0);
	});

	it.each<[string, string]>([
		['as it is', TOKEN],
		['as in JSON', JSON.stringify(TOKEN).slice(1, -1)],
		['as in an address', encodeURIComponent(TOKEN)],
		['as in HTML', escape(TOKEN)],
	])('is hidden in an answer, %s', async (_, echo) => {
		const { service, engine } = await open(TOKEN);
		const inJson = echo.replace(/(?<!\\)"/g, '\\"');
		for (const body of [
			`{"error":"bad access_token: ${echo}"}`,
			`<p>bad access_token: ${echo}</p>`,
			`{"code":40000,"msg":"bad access_token: ${inJson}","data":null}`,
			`{"code":0,"msg":"","data":["access_token: ${inJson}"]}`,
		]) {
			service.faults.clear();
			// Not a list, which would be asked for several times.
			service.faults.add({ endpoint: CREATE, fault: { kind: 'status', status: 200, body } });
			const logged: string[] = [];
			const { error, stored } = await linesLogged(
				logged,
				async () => await engine.run(compose({ completion: 'return' })),
			);
			expect(error?.description).toContain('access_token: (access token)');
			// With the signs between them: numbers and IDs of a run may hold the same digits.
			const parts = /q7Zt|Kx2L|z41[=%&\\]|71\W{1,5}(u00|x)?37\W{1,5}(u00|x)?5a|113;&#55/i;
			for (const text of [stored, ...logged]) expect(text).not.toMatch(parts);
		}
	});

	it('comes with the path alone, as from any other client', async () => {
		const seen: unknown[] = [];
		const data = { list: [], page_info: { total_count: 0 } };
		await served(
			({ url, headers }, response) => {
				seen.push(url?.replace(/\?.*/, ''), headers['proxy-connection']);
				response.end(JSON.stringify({ trace_id: 't', code: 0, msg: 'success', data }));
			},
			async (url) => {
				const engine = await createEngine({ baseUrl: url, accessToken: TOKEN });
				expect((await engine.run(listVoices)).error).toBeUndefined();
			},
		);
		expect(seen).toEqual(['/open/v1/list_common_audio', undefined]);
	});
});

describe('The secret of a callback', () => {
	const logged: string[] = [];

	beforeAll(installLog);

	it.each(['', '   ', '\u200b'])('has no key in an empty access token: %j', async (accessToken) => {
		const secret = createHmac('sha256', '')
			.update(`digital human callback ${TRIGGER_PATH}`)
			.digest('hex');
		const { items, status } = await setup.callTrigger(
			{ id: '4711', type: 'person', status: 2, preview_url: 'https://evil.example/p' },
			{ options: { secretFrom: 'credential' } },
			{ credential: { baseUrl: 'https://api.example.com', accessToken }, query: { secret } },
		);
		expect(items).toBeUndefined();
		expect(status).toBeGreaterThanOrEqual(400);
	});

	const onErrors = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
	const address = 'https://n8n.example.com/webhook/a/digital-human';
	const calling = (callbackUrl = chosen(address), more: Partial<NodeRun> = {}) =>
		compose({ completion: 'return', callbackUrl }, more);
	/** The callback that was sent, and its secret. */
	const sent = () => String((setup.bodies(CREATE)[0] as { callback?: unknown })?.callback);
	const secretSent = () => new URL(sent()).searchParams.get('secret') ?? '';
	/** The service refuses what is sent, in words that repeat some of it. */
	const refusing = (msg: () => string) => {
		setup.always(CREATE, { kind: 'answer', change: () => ({ code: 40000, msg: msg() }) });
	};

	it.each(onErrors)('that a refusal repeats is in nothing that is seen (%s)', async (onError) => {
		refusing(() => `bad callback ${sent()}`);
		const node = calling(chosen(address), { settings: { onError } });
		const { error, stored, outputs } = await linesLogged(
			logged,
			async () => await setup.engine.run(node),
		);
		expect(secretSent()).toMatch(/^[\da-f]{64}$/);
		const said = JSON.stringify([error?.message, error?.description, outputs]);
		expect(said).toContain(`bad callback ${address}?`);
		expect(said).toContain('(hidden)');
		for (const text of [said, stored, ...logged]) expect(text).not.toContain(secretSent());
	});

	it.each<[string, string, RegExp]>([
		['a short one of the user', 'a/digital-human?secret=abc123', /\?secret=\(hidden\)/],
		['a password', 'a/digital-human', /user:\(hidden\)@/],
	])('is hidden, %s', async (_, path, shown) => {
		refusing(() => `bad callback ${sent()}`);
		const url = `https://user:pa55word@n8n.example.com/webhook/${path}`;
		const { said } = await setup.fails(calling(byUrl(url)), shown);
		expect(said).not.toMatch(/abc123|pa55|secret=[\da-f]/);
	});

	it('is hidden in the answer to an agent as well', async () => {
		refusing(() => encodeURIComponent(sent()));
		const type = 'digitalHumanComposeVideoTool';
		const { stored } = await setup.fails({ ...calling(), type }, /\(hidden\)/);
		expect(stored).not.toContain(secretSent());
	});
});

async function tested(baseUrl: string, accessToken = TOKEN) {
	const context = new CredentialTestContext({} as never) as unknown as ICredentialTestFunctions;
	const data = { baseUrl, accessToken };
	const credential = { id: '1', name: 'API', type: 'digitalHumanApi', data };
	const { status, message } = asWritten(
		await credentialTest.digitalHumanApi.call(context, credential),
	);
	return `${status}: ${message}`;
}

describe('The test of the credential', () => {
	it('is that of every node, whichever n8n asks', () => {
		for (const { type } of packNodes) {
			expect(type.description.credentials).toMatchObject([{ testedBy: 'digitalHumanApi' }]);
			expect(type.methods).toMatchObject({ credentialTest });
		}
	});

	it('accepts what is right, also pasted with the path and a slash', async () => {
		const { url, token } = setup.service;
		for (const baseUrl of [url, ` ${url}/open/v1/ `]) {
			expect(await tested(baseUrl, token)).toBe('OK: Connection tested successfully');
		}
		expect(setup.service.journal.entries().at(-1)).toMatchObject({
			query: { page: '1', size: '1' },
		});
	});

	it('says that the token is refused', async () => {
		expect(await tested(setup.service.url, 'wrong')).toMatch(
			/^Error: The service refused the access token\. Paste a valid 'Access Token' into the credential/,
		);
	});

	it.each([
		[
			'http://127.0.0.1:9',
			/^Error: The service could not be reached: 127.0.0.1:9 refused the connection\. Check 'Base URL'/,
		],
		[
			'https://no-such-host.invalid',
			/^Error: The service could not be reached: there is no host no-such-host\.invalid\. Check 'Base URL'/,
		],
		[' ', /^Error: 'Base URL' of the credential is empty/],
		[
			'api.example.com',
			/^Error: 'Base URL' of the credential is not a URL\. Enter it in the form https/,
		],
	])('says in words what is wrong with the address "%s"', async (baseUrl, words) => {
		const message = await tested(baseUrl);
		expect(message).toMatch(words);
		expect(message).not.toMatch(/ECONN|ENOTFOUND|EAI_/);
	});

	it('does not show an access token that is in the field of the address', async () => {
		expect(await tested(TOKEN, 'https://api.example.com')).not.toContain(TOKEN);
	});

	it('says that an address does not respond in time', async () => {
		const words = /could not be reached: 127\.0\.0\.1:\d+: No response within 15 seconds\. /;
		expect(await served(() => {}, tested)).toMatch(words);
	});

	it.each([
		[200, '<html>Welcome</html>', /'Base URL' of the credential may be wrong/],
		[200, '{"status":"ok"}', /Check 'Base URL' of the credential/],
		[200, '', /Details: HTTP 200 with an empty response\.$/],
		[503, '', /The service is not available/],
	])('says that something else answers with %d %j', async (status, body, words) => {
		const answer: RequestListener = (_, response) => response.writeHead(status).end(body);
		expect(await served(answer, tested)).toMatch(words);
	});

	it('takes the token along with no redirect, and shows it nowhere', async () => {
		const seen: unknown[] = [];
		const elsewhere: RequestListener = ({ headers }, response) => {
			seen.push(headers.access_token);
			response.end();
		};
		await served(elsewhere, async (location) => {
			const redirect: RequestListener = (_, response) =>
				response.writeHead(302, { location: `${location}/open/v1/?sig=7` }).end(TOKEN);
			const message = await served(redirect, tested);
			expect(message).toMatch(/^Error: The service address redirects\. /);
			// Where it leads tells the user which address to enter; of that, nothing more is shown, as it may be a secret.
			expect(message).toContain(`a redirect to ${location}`);
			for (const secret of [TOKEN, 'sig=7']) expect(message).not.toContain(secret);
		});
		expect(seen).toEqual([]);
	});
});

const PERSONS = 'list_common_dp';

it('The credential is read for each request of an execution, so that a new access token counts at once', async () => {
	const { credential } = setup;
	const read = jest.spyOn(CredentialsHelper.prototype, 'getDecrypted');
	// For the client, and for the first page.
	read.mockResolvedValueOnce({ ...credential }).mockResolvedValueOnce({ ...credential });
	const another = 'another-token=3d1f';
	read.mockResolvedValue({ ...credential, accessToken: another });
	const fault: Fault = { kind: 'code', code: 10400, msg: `bad ${another}` };
	setup.fault(PERSONS, fault, { skip: 1, times: Infinity });
	const { stored } = await setup.engine.run(library('publicPerson', 'getAll', { returnAll: true }));
	const sent = setup.requests(PERSONS).map(({ headers }) => headers.access_token);
	expect(sent).toEqual([credential.accessToken, another]);
	expect(stored).toContain('bad (access token)');
	expect(stored).not.toContain(another);
});

it('What is over a limit for a while does not use up the tries for another fault', async () => {
	setup.fault(LIST, { kind: 'code', code: 40001 }, { times: 5 });
	setup.fault(LIST, { kind: 'status', status: 503 }, { times: 5 });
	const { error } = await setup.engine.run(listVoices);
	expect([error, setup.count(LIST)]).toEqual([undefined, 11]);
});

it('A success that repeats the access token or opens an address shows neither', async () => {
	const { token } = setup.service;
	const errMsg = `no answer from https://n8n.example/x?signature=secret-1 to ${token}`;
	setup.service.fate({ outcome: 'Fail', errMsg, record: { said: token } });
	const run = createImage({ completion: 'wait', options: { simple: false } });
	const { stored } = await setup.engine.run(run);
	expect(stored).toContain('no answer from https://n8n.example/x to (access token)');
	expect(stored).not.toContain(token);
});
