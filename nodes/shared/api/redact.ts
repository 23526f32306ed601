import { compact, escape, get, uniq } from 'lodash';

import { parsedUrl, SECRETS } from '../util/webAddress';

/*
 * Takes secrets out of what is quoted in outputs and logs: a server may repeat what it was sent.
 */

/**
 * Fewest characters of a value that is hidden without a name that shows it to be a secret. A shorter one may be a part
 * of any word, which would be hidden with it.
 */
const MIN_SECRET = 8;

/** What stands in the place of the access token. */
const TOKEN_STANDIN = '(access token)';

/**
 * Makes a function that takes the access token and other secrets out of a text, and puts "(access token)" or "(hidden)"
 * in their places.
 *
 * @param accessToken however short; empty for none
 * @param secrets others than the access token; none if not set
 */
export function redactor(
	accessToken: string,
	secrets: readonly string[] = [],
): (text: string) => string {
	return (text) => {
		let safe = hide(text, accessToken, TOKEN_STANDIN);
		for (const secret of secrets) safe = hide(safe, secret, '(hidden)');
		return safe;
	};
}

/**
 * An answer with "(access token)" wherever it has the access token. A token of fewer than eight characters stays,
 * because it may be a part of words, and so of data that is still needed.
 */
export function withoutToken(answer: string, accessToken: string): string {
	if (accessToken.length < MIN_SECRET) return answer;
	return hide(answer, accessToken, TOKEN_STANDIN);
}

/**
 * A text with a stand-in wherever a secret is written: as it is, or as JSON, addresses and HTML write it.
 *
 * @param secret an empty one is nowhere
 */
function hide(text: string, secret: string, standin: string): string {
	if (secret === '') return text;
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inHtml = escape(secret);
	const inAddress = encodeURIComponent(secret);
	// Most secrets are written alike in all of them. A form is replaced only once, because
	// the second time, a short secret such as "token" would be found in its own stand-in.
	const forms = uniq([secret, inJson, inAddress, inHtml]);
	let safe = text;
	for (const form of forms) safe = safe.replaceAll(form, standin);
	return safe;
}

/**
 * The secrets of the callback address in the body of a request (`callback`): its password, and the values of its query,
 * of which short ones count only under a name such as `secret` or `token`. An empty list where the body has no such
 * address.
 */
export function callbackSecrets(body: object | undefined): string[] {
	const url = parsedUrl(String(get(body, 'callback')));
	if (!url) return [];
	const values = Array.from(url.searchParams);
	// A server may also repeat a value as it is written in the address, where "+" or "%2f" stand for other signs.
	for (const pair of url.search.slice(1).split('&')) {
		const [name = '', ...parts] = pair.split('=');
		values.push([name, parts.join('=')]);
	}
	const secrets = values.flatMap(([name, value]) => {
		const isSecret = value.length >= MIN_SECRET || SECRETS.includes(name);
		return isSecret ? value : [];
	});
	// Each of them may be empty.
	return uniq(compact(secrets.concat(url.password)));
}
