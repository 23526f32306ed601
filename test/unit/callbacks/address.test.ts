import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { addCallback, withSecret } from '../../../nodes/shared/callbacks/callbackUrl';
import { isUnreachable } from '../../../nodes/shared/callbacks/publicAddress';
import { isSame, secretOf, secretText } from '../../../nodes/shared/callbacks/secret';

const ADDRESS = 'https://n8n.example.com/webhook/1/digital-human';

function callbackOf(options: IDataObject, completion = 'return') {
	const draft = { body: {} as IDataObject, violations: [] as string[] };
	addCallback(draft, { read: (name) => (name === 'completion' ? completion : options) });
	return draft;
}

describe('the callback address', () => {
	test('is sent with the reference, which keeps its signs', () => {
		const { body, violations } = callbackOf({
			callbackUrl: ` ${ADDRESS} `,
			reference: 'order 7 & "Ä"?',
		});
		expect(violations).toEqual([]);
		const url = new URL(String(body.callback));
		expect(url.origin + url.pathname).toBe(ADDRESS);
		expect(url.searchParams.get('reference')).toBe('order 7 & "Ä"?');
	});

	test('keeps a query that it has', () => {
		const { body } = callbackOf({ callbackUrl: `${ADDRESS}?secret=mine`, reference: 'a' });
		expect(body.callback).toBe(`${ADDRESS}?secret=mine&reference=a`);
	});

	test('is not sent where it is not set, or another completion was chosen', () => {
		expect(callbackOf({}).body).toEqual({});
		expect(callbackOf({ callbackUrl: '' }).body).toEqual({});
		expect(callbackOf({ callbackUrl: ADDRESS }, 'wait')).toEqual({ body: {}, violations: [] });
		expect(callbackOf({ callbackUrl: 'nonsense' }, 'pause').violations).toEqual([]);
	});

	test.each([
		[{ callbackUrl: 'n8n.example.com/webhook' }, /'Callback URL' has to be a full address/],
		[{ callbackUrl: 'ftp://n8n.example.com' }, /'Callback URL' has to be a full address/],
		[{ callbackUrl: 'https://' }, /'Callback URL' has to be a full address/],
		[{ callbackUrl: ADDRESS, reference: 'x'.repeat(501) }, /at most 500 characters/],
		[{ reference: 'order 7' }, /'Reference' needs a 'Callback URL'/],
	])('is refused: %j', (options, message) => {
		const { body, violations } = callbackOf(options);
		expect(violations.join()).toMatch(message);
		expect(body).toEqual({});
	});

	test('carries the secret of the credential, unless the user gave one', () => {
		const secret = secretOf('token', ADDRESS);
		expect(withSecret({ callback: ADDRESS }, 'token').callback).toBe(`${ADDRESS}?secret=${secret}`);
		expect(withSecret({ callback: `${ADDRESS}?reference=7` }, 'token').callback).toBe(
			`${ADDRESS}?reference=7&secret=${secret}`,
		);
		const own = { callback: `${ADDRESS}?secret=mine` };
		expect(withSecret(own, 'token')).toBe(own);
		expect(withSecret({}, 'token')).toEqual({});
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
		expect(secretOf('token', '/webhook/1/digital-human')).toBe(secret);
		expect(secretOf('token', 'http://localhost:5678/webhook/1/digital-human')).toBe(secret);
		expect(secretOf('token', 'https://n8n.example.com/webhook/2/digital-human')).not.toBe(secret);
	});

	test.each([undefined, null, '', ' ', 'undefined', 'null', NaN, {}, ['abc'], true])(
		'%j is none',
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
		'',
		'webhook',
	])('%s', (address) => expect(isUnreachable(address)).toBe(true));

	test.each([
		'https://n8n.example.com/webhook-waiting/1?signature=a',
		'http://172.32.0.1/',
		'http://11.0.0.1/',
		'http://100.128.0.1/',
		'https://10.example.com/',
		'http://[2001:db8::1]/',
	])('is not %s', (address) => expect(isUnreachable(address)).toBe(false));
});
