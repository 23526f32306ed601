import { describe, expect, test } from '@jest/globals';

import {
	callbackOf,
	isSame,
	isUnreachable,
	secretOf,
	secretText,
} from '../../../nodes/shared/run/callbackAddress';
import { hiddenSecrets } from '../../../nodes/shared/run/validate';

const ID = '5f3a1c2e-0b7d-4e7a-9a53-0c1d2e3f4a5b';
const ADDRESS = `https://n8n.example.com/webhook/${ID}/digital-human`;
const TOKEN = 'token';

describe('the callback address', () => {
	test('is sent with the reference, which keeps its signs, and the secret of the credential', () => {
		const { callback, violations } = callbackOf(
			{ callbackUrl: ` ${ADDRESS} `, reference: 'order 7 & "Ä"?' },
			TOKEN,
		);
		expect(violations).toEqual([]);
		const url = new URL(String(callback));
		expect(url.origin + url.pathname).toBe(ADDRESS);
		expect(Object.fromEntries(url.searchParams)).toEqual({
			reference: 'order 7 & "Ä"?',
			secret: secretOf(TOKEN, ADDRESS),
		});
	});

	test('keeps a query that it has, and a secret of the user', () => {
		const own = { callbackUrl: `${ADDRESS}?secret=mine`, reference: 'a' };
		expect(callbackOf(own, TOKEN).callback).toBe(`${ADDRESS}?secret=mine&reference=a`);
		expect(callbackOf({ callbackUrl: `${ADDRESS}?a=b` }, TOKEN).callback).toBe(
			`${ADDRESS}?a=b&secret=${secretOf(TOKEN, ADDRESS)}`,
		);
	});

	test('may have a reference of exactly 500 characters', () => {
		const reference = 'x'.repeat(500);
		const { callback = '', violations } = callbackOf({ callbackUrl: ADDRESS, reference }, TOKEN);
		expect(violations).toEqual([]);
		expect(new URL(callback).searchParams.get('reference')).toBe(reference);
	});

	test('shows none of its secrets in an output', () => {
		const names = ['secret', 'proof', 'signature', 'token'];
		const query = names.map((name) => `${name}=own-${name}`).join('&');
		const shown = hiddenSecrets({ callback: `${ADDRESS}?${query}&reference=7` });
		expect(JSON.stringify(shown)).not.toContain('own-');
		expect(JSON.stringify(shown)).toContain('reference=7');
	});

	test.each([undefined, null, '', ' '])('is not sent where it is not set: %j', (callbackUrl) => {
		expect(callbackOf({ callbackUrl }, TOKEN)).toEqual({ violations: [] });
	});

	test.each([
		[{ callbackUrl: 'n8n.example.com/webhook' }, /^'When Finished, Start Workflow' is not a URL/],
		[{ callbackUrl: 'ftp://n8n.example.com' }, /^'When Finished, Start Workflow' is not a URL/],
		[{ callbackUrl: 'https://' }, /^'When Finished, Start Workflow' is not a URL/],
		[{ callbackUrl: ADDRESS, reference: 'x'.repeat(501) }, /at most 500/],
		[
			{ callbackUrl: '', reference: 'order 7' },
			/^'Reference' needs a workflow in 'When Finished, Start Workflow'$/,
		],
		[
			{ callbackUrl: '', isExpression: true },
			/^'When Finished, Start Workflow' is missing: its expression/,
		],
		[
			{ callbackUrl: undefined, isExpression: true },
			/^'When Finished, Start Workflow' is missing: its expression/,
		],
		[{ callbackUrl: ADDRESS, reference: [1042] }, /^'Reference' must be a text, but is \[1042\]$/],
		[
			{ callbackUrl: ADDRESS, reference: 3.1e18 },
			/^'Reference' is a number too large to be exact, so it was rounded/,
		],
		[{ callbackUrl: '', reference: true }, /^'Reference' must be a text, but is true$/],
		[
			{ callbackUrl: 'n8n.example.com', reference: NaN },
			/^'When Finished.* is not a URL.*'Reference' must be a text, but is NaN$/,
		],
		[{ callbackUrl: ADDRESS.replace('webhook', 'webhook-test') }, /is a test URL/],
		[{ callbackUrl: 'https://n8n.example.com/base/webhook-test/mine' }, /is a test URL/],
		[{ callbackUrl: ADDRESS.replace('webhook', 'hook_test') }, /is a test URL/],
	])('is refused: %j', (fields, message) => {
		const { callback, violations } = callbackOf(fields, TOKEN);
		expect(violations.join()).toMatch(message);
		expect(callback).toBeUndefined();
	});

	test.each([
		ADDRESS,
		ADDRESS.replace('webhook', 'hook'),
		'https://test.example.com/webhook/mine',
		'https://n8n.example.com/webhook/my-test',
		'https://n8n.example.com/latest/webhook/mine',
	])('is no test URL: %s', (callbackUrl) => {
		expect(callbackOf({ callbackUrl }, TOKEN).violations).toEqual([]);
	});
});

describe('the secret', () => {
	test('follows from the access token and does not show it', () => {
		expect(secretOf('token', ADDRESS)).toBe(secretOf(' token ', ADDRESS));
		expect(secretOf('token', ADDRESS)).not.toBe(secretOf('other', ADDRESS));
		expect(secretOf('token', ADDRESS)).toMatch(/^[0-9a-f]{64}$/);
	});

	test('belongs to the path of one address, whatever the host is called', () => {
		const secret = secretOf('token', ADDRESS);
		expect(secretOf('token', `${ADDRESS}?reference=7`)).toBe(secret);
		expect(secretOf('token', `/webhook/${ID}/digital-human`)).toBe(secret);
		expect(secretOf('token', `http://localhost:5678/webhook/${ID}/digital-human`)).toBe(secret);
		expect(secretOf('token', 'https://n8n.example.com/webhook/2/digital-human')).not.toBe(secret);
	});

	test.each([undefined, null, '', ' ', 'undefined', 'null', NaN, {}, ['abc'], true])(
		'%j is not one',
		(value) => {
			expect(secretText(value)).toBeUndefined();
			expect(isSame(String(value), secretText(value))).toBe(false);
			expect(isSame('', secretText(value))).toBe(false);
		},
	);

	test.each([
		[' abc ', 'abc'],
		[1042, '1042'],
	])('%j is %s', (value, text) => expect(secretText(value)).toBe(text));

	test.each([['abcd'], ['ab'], [''], [undefined], [['abc']], [{ length: 3 }]])(
		'%j is not the same as abc',
		(given) => expect(isSame(given, 'abc')).toBe(false),
	);

	test('is the same as itself', () => expect(isSame('abc', 'abc')).toBe(true));
});

describe('an address that the service cannot reach', () => {
	test.each([
		'http://localhost:5678/webhook-waiting/1',
		'http://127.0.0.1:5678/',
		'http://[::1]:5678/',
		'http://10.0.0.4/',
		'http://192.168.1.10/',
		'http://172.20.0.3/',
		'http://169.254.1.1/',
		'http://100.100.0.1/',
		'http://[fd12::1]/',
		'http://n8n/',
		'http://n8n.local/',
		'http://n8n.internal/',
		'http://n8n.fritz.home/',
		'http://n8n.localdomain/',
		'http://localhost./',
		'http://0x7f.1/',
		'http://172.16.0.1/',
		'http://172.31.255.1/',
		'http://[::ffff:192.168.1.1]/',
		'',
		'webhook',
	])('%s', (address) => expect(isUnreachable(address)).toBe(true));

	test.each([
		'https://n8n.example.com/webhook-waiting/1?signature=a',
		'http://172.32.0.1/',
		'http://172.15.0.1/',
		'http://[::ffff:8.8.8.8]/',
		'https://local.example.com/',
		'http://11.0.0.1/',
		'http://100.128.0.1/',
		'https://10.example.com/',
		'http://[2001:db8::1]/',
	])('is not %s', (address) => expect(isUnreachable(address)).toBe(false));
});
