import escapeRegExp from 'lodash/escapeRegExp';
import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import {
	asExpressions,
	chosen,
	modelCases,
	typedCases,
	type ModelCase,
} from '../support/models/all';
import { errorText } from '../support/engine/errorText';
import { setUp } from '../support/engine/setup';

const SUBMIT = 'ai_creation/task/submit';

/** Models with a first frame that is not what they are about. */
const OPTIONAL_START = new Set(['modela1.6', 'modela2.5', 'modeld-1.0-i2v']);

/** Whether an expression that returns nothing leaves a frame out. */
const isLeftOut = (why: string, code: string) =>
	why === 'Last Frame URL ""' || (why === 'First Frame URL ""' && OPTIONAL_START.has(code));

describe.each(
	[...modelCases, ...typedCases].map((model): [string, ModelCase] => [model.code, model]),
)('Model %s', (_, model) => {
	const setup = setUp({ speed: 1000 });

	const run = async (parameters: object) =>
		await setup.engine.run({
			type: 'digitalHumanAiCreate',
			parameters: {
				resource: model.creationType === 3 ? 'image' : 'video',
				operation: 'generate',
				completion: 'return',
				...parameters,
			} as INodeParameters,
		});

	it.each([
		['smallest', model.smallest, model.smallestBody],
		['fullest', model.fullest, model.fullestBody],
	])('sends the %s request, which the service accepts', async (__, parameters, body) => {
		const { error, json } = await run(chosen(model, parameters));
		expect(error).toBeUndefined();
		expect(json[0]?.taskId).toBe(setup.service.tasks()[0]?.id);
		expect(setup.service.journal.last({ operation: SUBMIT })?.body).toEqual({
			model_code: model.code,
			creation_type: model.creationType,
			...body,
		});
	});

	it('refuses everything that breaks a rule before a request leaves, naming the field', async () => {
		const refused = model.refused.filter(({ why }) => !isLeftOut(why, model.code));
		for (const { why, parameters, label } of refused) {
			const { error } = await run(asExpressions(chosen(model, parameters)));
			expect({ why, message: error && errorText(error) }).toEqual({
				why,
				message: expect.stringMatching(new RegExp(`'${escapeRegExp(label)}( URL)?'`)),
			});
		}
		expect(setup.service.journal.count()).toBe(0);
	});
});
