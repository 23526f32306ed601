import { describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import { completion, getCompletions } from '../../../nodes/CreatePerson/fields';
import { offeredBy } from '../../support/completions';

const offered = async (credential?: object) => await offeredBy(getCompletions, credential);

const namesOf = (choices: INodePropertyOptions[]) => choices.map(({ name }) => name);

describe("Before the first run, 'Completion' of Create Person", () => {
	it.each([[{ personDetailPath: '/open/v1/demo/person' }], [undefined]])(
		'offers all choices as they are with the credential %j',
		async (credential) => {
			expect(await offered(credential)).toEqual(completion.options);
		},
	);

	it.each([{}, { personDetailPath: ' ' }, { videoDetailPath: '/open/v1/demo/video' }])(
		'says what is missing in a credential with %j',
		async (credential) => {
			expect(namesOf(await offered(credential))).toEqual([
				'Wait for Result (Needs a Person Detail Path)',
				'Pause Until Finished (One Person at a Time)',
				'Return Task ID',
			]);
		},
	);

	it('does not promise without a condition that a person can be looked up', async () => {
		const choices = await offered();
		for (const value of ['pause', 'return']) {
			const { description = '' } = choices.find((choice) => choice.value === value) ?? {};
			expect(description.includes('Get Task')).toBe(false);
		}
	});

	it('keeps the pause from agents', async () => {
		const pause = (await offered({})).find(({ value }) => value === 'pause');
		expect(pause?.displayOptions).toEqual({ hide: { '@tool': [true] } });
	});
});
