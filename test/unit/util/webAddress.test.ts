import { describe, expect, it } from '@jest/globals';

import { hostOf, isWebAddress, toWebAddress } from '../../../nodes/shared/util/url';

describe('A web address', () => {
	it.each([
		'https://media.example.com/a.png',
		'HTTPS://Media.Example.com:443/a/../b.png',
		"https://media.example.com/a%20b.png?X-Sig=a%2Fb+c==&n=[1]|{2}'^`#x",
		'http://127.0.0.1:9',
	])('that is valid stays as it is: %s', (address) => {
		expect(toWebAddress(address)).toBe(address);
		expect(toWebAddress(` ${address}\n`)).toBe(address);
		expect(isWebAddress(address)).toBe(true);
		expect(isWebAddress(` ${address}`)).toBe(false);
	});

	it.each([
		['https://example.com/my clip.mp4', 'https://example.com/my%20clip.mp4'],
		[
			'https://example.com/Fäden.png?q=ö&s=a%2Fb',
			'https://example.com/F%C3%A4den.png?q=%C3%B6&s=a%2Fb',
		],
		['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
		['https://example.com/你好/🙂.png', 'https://example.com/%E4%BD%A0%E5%A5%BD/%F0%9F%99%82.png'],
	])('with blanks or letters beyond ASCII is encoded: %s', (given, address) => {
		expect(toWebAddress(given)).toBe(address);
		expect(toWebAddress(address)).toBe(address);
	});

	it.each([
		'',
		'ftp://example.com/a',
		'example.com/a',
		'https://',
		'https://exa mple.com/a',
		'https://example.com/a\nb',
		'https://example.com/a\tb',
		'https://example.com/a.png https://example.com/b.png',
		7,
		null,
		['https://example.com/a'],
	])('is not %j', (value) => {
		expect(toWebAddress(value)).toBeUndefined();
		expect(isWebAddress(value)).toBe(false);
	});

	it('is read alike however often: Node mistakes letters such as ü once its own check is called often', () => {
		const read = Array.from({ length: 50_000 }, () => toWebAddress('https://bücher.example/a'));
		expect(new Set(read)).toEqual(new Set(['https://xn--bcher-kva.example/a']));
	});

	it('is named in messages by its host alone', () => {
		expect(hostOf('https://user:word@example.com:8443/a?signature=b')).toBe('example.com:8443');
	});
});
