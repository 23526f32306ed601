import { describe, expect, it, jest } from '@jest/globals';
import { range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExecuteContext } from '../support/engine/core';
import { setUp } from '../support/engine/setup';
import { Submits } from '../support/engine/submits';

/** What a node asks n8n: for each answer, n8n copies the node or goes through all items. */
const QUESTIONS = ['getNode', 'getInputData'] as const;

const create: INodeParameters = {
	resource: 'image',
	operation: 'generate',
	modelCode: 'modelf-4.0',
	refPrompt: 'A fox',
	completion: 'return',
};

describe('What a node asks n8n grows in line with its items', () => {
	const setup = setUp({ limits: false });
	const submits = new Submits(() => setup.service);

	const questions = async (type: string, parameters: INodeParameters, items: IDataObject[]) => {
		const spies = QUESTIONS.map((name) => jest.spyOn(ExecuteContext.prototype, name));
		const { json, error } = await setup.engine.run({ type, parameters, items });
		const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
		spies.forEach((spy) => spy.mockRestore());
		expect(error).toBeUndefined();
		expect(json).toHaveLength(items.length);
		return count;
	};

	/** From ten to twenty items, and from twenty to forty. */
	const growths = async (type: string, parameters: INodeParameters, items: IDataObject[]) => {
		const count = async (most: number) => await questions(type, parameters, items.slice(0, most));
		const [few, some, many] = [await count(10), await count(20), await count(40)];
		return [some - few, many - some] as const;
	};

	it('AI Create', async () => {
		const items = range(40).map(() => ({}));
		const [first, second] = await growths('digitalHumanAiCreate', create, items);
		expect(first).toBeGreaterThan(0);
		expect(second).toBe(2 * first);
	});

	it('Get Task', async () => {
		const tasks: IDataObject[] = [];
		while (tasks.length < 40) {
			tasks.push({ taskId: await submits.fated('aiCreation', { seconds: 0 }) });
		}
		const [first, second] = await growths('digitalHumanGetTask', { downloadResult: false }, tasks);
		expect(second).toBe(2 * first);
	});
});
