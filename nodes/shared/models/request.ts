import uniqBy from 'lodash/uniqBy';

import { frameSizeProblems } from './frameProblems';
import { putFirstFrameFirst } from './frames';
import { readFreeParameters } from './freeParameters';
import { parametersLabel } from './labels';
import { requestSchema } from './requestSchema';
import type { Model, SubmitBody, Violation } from './catalogue/types';
import { fieldNames } from './catalogue/types';
import type { FieldValues } from './values';
import { normaliseValues } from './values';
import { labelOf } from './wording';

export type SubmitRequest = { body: SubmitBody } | { violations: Violation[] };

function fixedValues(model: Model): FieldValues {
	return Object.fromEntries(
		fieldNames.flatMap((field) => {
			const fixed = model.fields[field]?.fixed;
			return fixed === undefined ? [] : [[field, fixed]];
		}),
	);
}

function freeParameterViolations(model: Model, raw: Record<string, unknown>): Violation[] {
	if (model.described) return [];
	const read = readFreeParameters(raw.parametersJson);
	if (!('message' in read)) return [];
	const { name: field, label } = parametersLabel;
	return [{ field, label, message: read.message }];
}

function schemaViolations(model: Model, body: SubmitBody): Violation[] {
	const issues = requestSchema(model).safeParse(body).error?.issues ?? [];
	return issues.map(({ path, message }) => {
		const field = String(path[0] ?? '');
		return { field, label: labelOf(model, field), message };
	});
}

function withoutRepeats(violations: Violation[]): Violation[] {
	return uniqBy(violations, ({ message }) => message);
}

/**
 * The body of ai_creation/task/submit (service.md 4.3) for what the user set: the model's code,
 * its creation type, its fixed values, and only the fields that have a value.
 *
 * @param model the chosen model
 * @param raw editor values by parameter name (see readModelValues)
 * @param bytesOf the size of the file at an address, where it is known
 * @returns the body, or every violation of the model's rules at once
 */
export function buildSubmitBody(
	model: Model,
	raw: Record<string, unknown>,
	bytesOf: (url: string) => number | undefined = () => undefined,
): SubmitRequest {
	const body = {
		model_code: model.code,
		creation_type: model.creationType,
		...normaliseValues(model, raw),
		...fixedValues(model),
	} as SubmitBody;
	const violations = withoutRepeats([
		...freeParameterViolations(model, raw),
		...schemaViolations(model, body),
		...frameSizeProblems(model, body, bytesOf).map(({ field, message }) => ({
			field,
			label: labelOf(model, field),
			message,
		})),
	]);
	if (violations.length > 0) return { violations };
	return { body: model.frames ? putFirstFrameFirst(body) : body };
}
