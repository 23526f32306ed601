import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { secretOf } from '../../nodes/shared/callbacks/secret';
import { byUrl, chosen, compose, CREATE } from '../support/composeVideoCase';
import { setUp } from '../support/engine/setup';
import { quickTime } from '../support/quickTime';

quickTime();

const ADDRESS = 'https://n8n.example.com/webhook/1/digital-human';

/** As a user enters it, and as the list sets it. */
const modes: Array<[string, (address: string) => INodeParameters]> = [
	['By URL', byUrl],
	['From List', chosen],
];

describe.each(modes)('When Finished, Start Workflow › %s', (_, at) => {
	const setup = setUp({ limits: false });
	const run = async (address: string, options: INodeParameters = {}) =>
		await setup.engine.run(
			compose({ completion: 'return', callbackUrl: at(address), options }, { items: [{}, {}] }),
		);
	const submitted = () =>
		setup.service.journal
			.entries({ operation: CREATE })
			.map(({ body }) => (body as { callback?: string }).callback);

	it('sends the address with the secret of the credential and the reference, and nothing else of it', async () => {
		const { error } = await run(ADDRESS, { reference: 'order 7' });
		expect(error).toBeUndefined();
		const secret = secretOf(setup.service.token, ADDRESS);
		expect(submitted()).toEqual(Array(2).fill(`${ADDRESS}?reference=order+7&secret=${secret}`));
	});

	it('sends no address where none is chosen', async () => {
		const { error } = await run('');
		expect(error).toBeUndefined();
		expect(submitted()).toEqual([undefined, undefined]);
	});

	it.each([
		['={{ $json.nowhere }}', /^'When Finished, Start Workflow' is missing: its expression/],
		['=', /^'When Finished, Start Workflow' is missing: its expression/],
		['n8n.example.com', /^'When Finished, Start Workflow' is not a web address/],
		[
			'https://n8n.example.com/webhook-test/1/digital-human',
			/^'When Finished, Start Workflow' is a test URL/,
		],
	])('is refused before anything is submitted: %s', async (address, message) => {
		const { error } = await run(address);
		expect(error?.message).toMatch(message);
		expect(submitted()).toEqual([]);
	});

	it('is submitted with a warning, once, where the internet cannot reach it', async () => {
		const { run: execution, error } = await run('http://172.16.0.5/webhook/1/digital-human');
		expect(error).toBeUndefined();
		expect(submitted()).toHaveLength(2);
		const { hints = [] } = execution.data.resultData.runData.Tested?.at(-1) ?? {};
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining(
				"'When Finished, Start Workflow' points to 172.16.0.5, which cannot be reached",
			),
		]);
	});

	it.each(['', ADDRESS])('is submitted without a warning: "%s"', async (address) => {
		const { run: execution, error } = await run(address);
		expect(error).toBeUndefined();
		expect(execution.data.resultData.runData.Tested?.at(-1)?.hints ?? []).toEqual([]);
	});
});
