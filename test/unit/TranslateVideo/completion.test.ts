import { describe, expect, it } from '@jest/globals';

import { getCompletions } from '../../../nodes/TranslateVideo/fields';
import { offeredBy } from '../../support/completions';

async function offered(credential?: object): Promise<Record<string, string>> {
	const choices = await offeredBy(getCompletions, credential);
	return Object.fromEntries(choices.map(({ name, value }) => [String(value), name]));
}

describe("Before the first run, 'Completion' of Translate Video", () => {
	it('offers to wait with a credential that can follow translations', async () => {
		expect(await offered({ videoDetailPath: '/open/v1/demo/video' })).toEqual({
			wait: 'Wait for Result',
			return: 'Return Task ID',
		});
	});

	it('offers the choices as they are until n8n has filled in the credential', async () => {
		expect(await offered()).toEqual({ wait: 'Wait for Result', return: 'Return Task ID' });
	});

	it.each([{}, { videoDetailPath: '' }, { videoDetailPath: '  ' }])(
		'says what is missing in a credential with %j',
		async (credential) => {
			expect(await offered(credential)).toEqual({
				wait: 'Wait for Result (Needs a Video Detail Path)',
				return: 'Return Task ID (This Credential Cannot Wait)',
			});
		},
	);
});
