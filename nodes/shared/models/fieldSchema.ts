import { z } from 'zod';

import { isWebAddress, WEB_ADDRESS } from '../util/webAddress';
import { fieldLabels } from './labels';
import type { FieldName, FieldRule } from './catalogue/types';
import { joined, shown } from '../util/text';
import { allowed, internalClarities } from './wording';

/** The start of every message: where the user set the value. */
type Place = string;

function errorMap(place: Place, expected: string): z.ZodErrorMap {
	return (_issue, { data }) => ({
		message: `${place} must be ${expected}, but is ${shown(data)}`,
	});
}

function refusing(
	place: Place,
	expected: string,
	accepts: (value: unknown) => boolean,
): z.ZodTypeAny {
	return z.unknown().refine(accepts, (value) => ({
		message: `${place} must be ${expected}, but is ${shown(value)}`,
	}));
}

function textSchema(place: Place, expected: string, { maxLength }: FieldRule): z.ZodTypeAny {
	const text = z.string({ errorMap: errorMap(place, expected) });
	if (maxLength === undefined) return text;
	return text.refine(
		(value) => [...value].length <= maxLength,
		(value) => ({ message: `${place} must be ${expected}, but has ${[...value].length}` }),
	);
}

function numberSchema(place: Place, expected: string, rule: FieldRule): z.ZodTypeAny {
	const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rule;
	return z.number({ errorMap: errorMap(place, expected) }).refine(
		(value) => Number.isInteger(value) && value >= min && value <= max,
		(value) => ({ message: `${place} must be ${expected}, but is ${value}` }),
	);
}

function addressSchema(place: Place): z.ZodTypeAny {
	return refusing(place, WEB_ADDRESS, isWebAddress);
}

/** An address in a row of a list: an empty one is an expression that gave nothing, or a forgotten row. */
function rowSchema(place: Place, label: string): z.ZodTypeAny {
	const isFilled = (value: unknown) => value !== undefined && value !== '';
	const filled = z.unknown().refine(isFilled, {
		message: `A row of ${label} is empty: enter a web address, or remove the row`,
	});
	return filled.pipe(addressSchema(place));
}

/** Far more entries than the service takes of anything. */
const MOST_ENTRIES = 1_000;

function countedSchema(place: Place, expected: string, most: number): z.ZodTypeAny {
	return z.array(z.unknown(), { errorMap: errorMap(place, expected) }).refine(
		({ length }) => length <= most,
		({ length }) => ({ message: `${place} must be ${expected}, but has ${length}` }),
	);
}

function listSchema(
	place: Place,
	expected: string,
	entry: z.ZodTypeAny,
	maxItems: number | undefined,
): z.ZodTypeAny {
	const list = z.array(entry).and(countedSchema(place, expected, maxItems ?? MOST_ENTRIES));
	return countedSchema(place, expected, MOST_ENTRIES).pipe(list);
}

function materialSchema(place: Place, { fileTypes }: FieldRule): z.ZodTypeAny {
	const types: readonly unknown[] = fileTypes ?? ['image', 'video', 'audio'];
	return z
		.object(
			{
				url: rowSchema(`The URL in ${place}`, place),
				file_type: refusing(`The type in ${place}`, joined(types.map(String)), (value) =>
					types.includes(value),
				),
			},
			{ errorMap: errorMap(place, 'materials with a web address and a type') },
		)
		.strict();
}

function kindSchema(field: FieldName, rule: FieldRule, place: Place): z.ZodTypeAny {
	const expected = allowed(field, rule);
	switch (fieldLabels[field].kind) {
		case 'number':
			return numberSchema(place, expected, rule);
		case 'address':
			return addressSchema(place);
		case 'addresses':
			return listSchema(
				place,
				expected,
				rowSchema(`Each address in ${place}`, place),
				rule.maxItems,
			);
		case 'materials':
			return listSchema(place, expected, materialSchema(place, rule), rule.maxItems);
		default:
			return textSchema(place, expected, rule);
	}
}

function refuseInternal(schema: z.ZodTypeAny, place: Place): z.ZodTypeAny {
	return schema.superRefine((value, context) => {
		if (!internalClarities.includes(value)) return;
		context.addIssue({
			code: z.ZodIssueCode.custom,
			message: `${place} cannot be ${shown(value)}, which the service uses internally: give the real clarity, such as 480, 720 or 1080`,
		});
	});
}

/**
 * What one field of a model accepts. Every issue carries a sentence for the user.
 *
 * @param field service field name
 * @param rule the model's rule for it
 * @param place how messages name the field, usually its label in quotes
 */
export function fieldSchema(field: FieldName, rule: FieldRule, place: string): z.ZodTypeAny {
	const listed: readonly unknown[] | undefined =
		rule.fixed === undefined ? rule.values : [rule.fixed];
	const schema = listed
		? refusing(place, allowed(field, rule), (value) => listed.includes(value))
		: kindSchema(field, rule, place);
	return field === 'clarity' && !listed ? refuseInternal(schema, place) : schema;
}
