import { describe, expect, test } from '@jest/globals';

import { models } from '../../../nodes/shared/models/catalogue';
import { chooseModel, readModelValues } from '../../../nodes/shared/models/modelParameters';
import type { SubmitRequest } from '../../../nodes/shared/models/request';
import { buildSubmitBody } from '../../../nodes/shared/models/request';
import { requestSchema } from '../../../nodes/shared/models/requestSchema';
import type { Model } from '../../../nodes/shared/models/types';
import type { ModelCase, Parameters } from './fixtures';
import { chosen, modelCases, typedCases } from './fixtures';

const allCases = [...modelCases, ...typedCases].map((one) => ({ ...one, title: one.code }));

function modelOf(one: ModelCase): Model {
	const parameters = chosen(one, {});
	const model = chooseModel((name) => parameters[name], one.creationType);
	if ('message' in model) throw new Error(model.message);
	return model;
}

function requestOf(one: ModelCase, parameters: Parameters): SubmitRequest {
	const model = modelOf(one);
	return buildSubmitBody(
		model,
		readModelValues(model, (name) => parameters[name] ?? ''),
	);
}

test('the catalogue holds exactly the models of the specification, in its order', () => {
	expect(models.map(({ code, creationType }) => [code, creationType])).toEqual(
		modelCases.map(({ code, creationType }) => [code, creationType]),
	);
	expect(models.filter(({ described }) => !described)).toHaveLength(8);
});

describe.each(allCases)('$title', (one) => {
	const own = { model_code: one.code, creation_type: one.creationType };

	test('sends the smallest request', () => {
		expect(requestOf(one, one.smallest)).toEqual({ body: { ...own, ...one.smallestBody } });
	});

	test('sends the fullest request', () => {
		expect(requestOf(one, one.fullest)).toEqual({ body: { ...own, ...one.fullestBody } });
	});

	test('the schema refuses a field that the model lacks', () => {
		const model = modelOf(one);
		const body = { ...own, ...one.fullestBody };
		expect(requestSchema(model).safeParse(body).success).toBe(true);
		const callback = { ...body, callback: 'https://flows.example.com' };
		expect(requestSchema(model).safeParse(callback).success).toBe(!model.described);
	});

	test.each(one.refused)('refuses: $why', ({ parameters, label }) => {
		const request = requestOf(one, parameters);
		if (!('violations' in request)) throw new Error(`accepted: ${JSON.stringify(request)}`);
		expect(new Set(request.violations.map((violation) => violation.label))).toEqual(
			new Set([label]),
		);
		for (const { message } of request.violations) {
			expect(message).toContain(`'${label}'`);
			expect(message.length).toBeLessThan(260);
		}
	});
});
