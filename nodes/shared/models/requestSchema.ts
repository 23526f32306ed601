import { z } from 'zod';

import { fieldSchema } from './fieldSchema';
import { frameProblems } from './frameProblems';
import type { FieldName, FieldRule, Model, SubmitBody } from './catalogue/types';
import { fieldNames } from './catalogue/types';
import { labelOf } from './wording';

function report(schema: z.ZodTypeAny, value: unknown, context: z.RefinementCtx): void {
	schema.safeParse(value).error?.issues.forEach((issue) => context.addIssue(issue));
}

function describedField(model: Model, field: FieldName, rule: FieldRule): z.ZodTypeAny {
	const place = `'${labelOf(model, field)}'`;
	const schema = fieldSchema(field, rule, place);
	if (!rule.required && rule.fixed === undefined) return schema.optional();
	return z.unknown().superRefine((value, context) => {
		if (value !== undefined) report(schema, value, context);
		else context.addIssue({ code: z.ZodIssueCode.custom, message: `${place} is required` });
	});
}

/** Documented types of fields that free parameters may hold; clarity may be a number or a text. */
function freeField(model: Model, field: FieldName): z.ZodTypeAny {
	const label = labelOf(model, field);
	const place = model.fields[field] ? `'${label}'` : `${field} in '${label}'`;
	const schema = fieldSchema(field, {}, place);
	if (field !== 'clarity') return schema.optional();
	return z.unknown().superRefine((value, context) => {
		if (value !== undefined && value !== '2K' && value !== '4K') report(schema, value, context);
	});
}

function bodySchema(model: Model): z.ZodTypeAny {
	const own = {
		model_code: z.literal(model.code),
		creation_type: z.literal(model.creationType),
	};
	if (!model.described) {
		const fields = fieldNames.map((field) => [field, freeField(model, field)]);
		return z.object({ ...own, ...Object.fromEntries(fields) }).passthrough();
	}
	const fields = fieldNames.flatMap((field) => {
		const rule = model.fields[field];
		return rule ? [[field, describedField(model, field, rule)]] : [];
	});
	return z.object({ ...own, ...Object.fromEntries(fields) }).strict();
}

/**
 * Everything that can be checked of a submit body before it is sent (service.md 4.3): types,
 * values, ranges, unknown fields, and the rules across the media fields. Nothing is changed by
 * parsing, and all violations are reported at once.
 */
export function requestSchema(model: Model): z.ZodType<SubmitBody> {
	const fields = bodySchema(model);
	const isObject = (body: unknown) => typeof body === 'object' && body !== null;
	return z.custom<SubmitBody>(isObject).superRefine((body, context) => {
		report(fields, body, context);
		for (const { field, message } of frameProblems(model, body)) {
			context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
		}
	});
}
