import { compact, escape, get, uniq } from 'lodash';

import { parsedUrl, SECRETS } from '../util/webAddress';

/*
 * Takes secrets out of what is quoted in outputs and logs: a server may repeat what it was sent.
 */

/** Shorter values are no secrets unless their names say so, and would hide parts of words. */
const MIN_SECRET = 8;

const TOKEN_STANDIN = '(access token)';

/**
 * Makes a function that takes the access token and other secrets out of a text.
 *
 * @param secrets others than the access token
 */
export function redactor(
	accessToken: string,
	secrets: readonly string[] = [],
): (text: string) => string {
	return (text) =>
		secrets.reduce(
			(safe, secret) => hide(safe, secret, '(hidden)'),
			hide(text, accessToken, TOKEN_STANDIN),
		);
}

/** An answer without the access token, unless that is so short that it would hide parts of words. */
export function withoutToken(answer: string, accessToken: string): string {
	return accessToken.length < MIN_SECRET ? answer : hide(answer, accessToken, TOKEN_STANDIN);
}

/** A text in which something stands for a secret, wherever it is written as one of its forms. */
function hide(text: string, secret: string, standin: string): string {
	if (secret === '') return text;
	return formsOf(secret).reduce((safe, form) => safe.replaceAll(form, standin), text);
}

/** A secret as it is, and as JSON, addresses and HTML write it. */
function formsOf(secret: string): string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	return uniq([secret, inJson, encodeURIComponent(secret), escape(secret)]);
}

/** What opens the callback address in a request: the values of its query, and a password. */
export function callbackSecrets(body: object | undefined): string[] {
	const url = parsedUrl(String(get(body, 'callback')));
	if (!url) return [];
	const isSecret = (name: string, value: string) =>
		value.length >= MIN_SECRET || SECRETS.includes(name);
	const values = [...url.searchParams].filter(([name, value]) => isSecret(name, value));
	return compact([...values.map(([, value]) => value), url.password]);
}
