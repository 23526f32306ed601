import { describe, expect, it } from '@jest/globals';

import { startService } from '../../../demo-service';
import { Tokens } from '../../../demo-service/server/tokens';

describe('The tokens of the demo service', () => {
	it.each([
		['one', ['token-of-one']],
		['some that begin alike', ['token-of-two', 'token-of-one', 'token']],
		['some that have nothing in common', ['other', 'token-of-one']],
	])('are found in a text: %s', (_what, all) => {
		const tokens = new Tokens(all);
		for (const token of all) {
			expect(tokens.accepts(token)).toBe(true);
			expect(all).toContain(tokens.foundIn(`?query=${token}&more`));
		}
		expect(tokens.accepts('toke')).toBe(false);
		expect(tokens.foundIn('toke n-of-one, othe r')).toBeUndefined();
	});

	it('are not there where none is accepted', () => {
		const none = new Tokens([]);
		expect(none.accepts('')).toBe(false);
		expect(none.foundIn('anything')).toBeUndefined();
	});

	it.each([
		['the address', { path: '?page=1&size=10&key=application-2', headers: {} }],
		['header x-key', { path: '?page=1&size=10', headers: { 'x-key': 'application-2' } }],
	])('are noticed in %s, also those of another application', async (place, { path, headers }) => {
		const tokens = ['application-1', 'application-2'];
		const service = await startService({ tokens });
		try {
			const answer = await fetch(`${service.url}/open/v1/list_common_audio${path}`, {
				headers: { access_token: 'application-1', ...headers },
			});
			expect(await answer.json()).toMatchObject({ code: 400, msg: `access token in ${place}` });
			expect(service.journal.leaks()).toHaveLength(1);
		} finally {
			await service.close();
		}
	});
});
