import { describe, expect, it } from '@jest/globals';

import { compose, CREATE } from '../support/composeVideoCase';
import { setUp } from '../support/engine/setup';

describe('Callback URL', () => {
	const setup = setUp({ limits: false });
	const run = async (callbackUrl: string) =>
		await setup.engine.run(compose({ completion: 'return', callbackUrl }, { items: [{}, {}] }));

	it.each([
		['={{ $json.nowhere }}', /^'Callback URL' is missing: its expression returned nothing/],
		['https://n8n.example.com/webhook-test/1/digital-human', /^'Callback URL' is a test URL/],
	])('is refused before anything is submitted: %s', async (address, message) => {
		const { error } = await run(address);
		expect(error?.message).toMatch(message);
		expect(setup.service.journal.count({ operation: CREATE })).toBe(0);
	});

	it('is submitted with a warning, once, where the internet cannot reach it', async () => {
		const { run: execution, error } = await run('http://172.16.0.5/webhook/1/digital-human');
		expect(error).toBeUndefined();
		expect(setup.service.journal.count({ operation: CREATE })).toBe(2);
		const { hints = [] } = execution.data.resultData.runData.Tested?.at(-1) ?? {};
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining("'Callback URL' points to 172.16.0.5, which cannot be reached"),
		]);
	});

	it.each(['', 'https://n8n.example.com/webhook/1/digital-human'])(
		'is submitted without a warning: "%s"',
		async (address) => {
			const { run: execution, error } = await run(address);
			expect(error).toBeUndefined();
			expect(execution.data.resultData.runData.Tested?.at(-1)?.hints ?? []).toEqual([]);
		},
	);
});
