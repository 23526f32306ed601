import flattenDeep from 'lodash/flattenDeep';
import omit from 'lodash/omit';

import { toWebAddress } from '../util/webAddress';
import type { FieldKind } from './labels';
import { fieldLabels } from './labels';
import { readFreeParameters } from './freeParameters';
import type { FieldName, FieldRule, Model } from './catalogue/types';
import { fieldNames } from './catalogue/types';

/** Values by the service's field names; undescribed models may have further ones. */
export type FieldValues = Record<string, unknown>;

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the user left the value empty: such a field is never sent. */
function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return isObject(value) && Object.keys(value).length === 0;
}

function toText(value: unknown): unknown {
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/** The listed value that was meant, whatever its case and whether it came as text or number. */
function listedValue(rule: FieldRule, value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const wanted = String(value).toLowerCase();
	return rule.values?.find((listed) => String(listed).toLowerCase() === wanted);
}

function toWord(value: unknown, rule: FieldRule): unknown {
	const word = trimmed(toText(value));
	return listedValue(rule, word) ?? word;
}

function toNumber(value: unknown, rule: FieldRule): unknown {
	const plain = trimmed(value);
	const number =
		typeof plain === 'string' && /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
	return listedValue(rule, number) ?? number;
}

/** One address; a list with a single entry counts as that entry. */
function toAddress(value: unknown): unknown {
	const entries = toAddresses(value).filter((entry) => !isEmpty(entry));
	return entries.length > 1 ? trimmed(value) : entries[0];
}

/**
 * Addresses from text (one a line, or separated by commas), lists, or lists of those. A row that is empty stays, to be
 * told: its expression gave nothing.
 */
function toAddresses(value: unknown): unknown[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry: unknown) => {
			const isRow = !Array.isArray(entry) && isEmpty(entry);
			return isRow ? [''] : toAddresses(entry);
		});
	}
	if (typeof value !== 'string') return isEmpty(value) ? [] : [value];
	return value
		.split(/[\r\n]/)
		.flatMap(separated)
		.map(withoutSeparators)
		.filter((part) => part !== '')
		.map((part) => toWebAddress(part) ?? part);
}

/** Without blanks and commas at its ends; not by a pattern, which takes hours for very many of them. */
function withoutSeparators(text: string): string {
	const separates = (at: number) => text[at] === ',' || text[at]?.trim() === '';
	let start = 0;
	let end = text.length;
	while (start < end && separates(start)) start++;
	while (end > start && separates(end - 1)) end--;
	return text.slice(start, end);
}

/** The addresses of one line; a comma or blank is part of one, unless another address comes behind it. */
function separated(line: string): string[] {
	const starts = [...line.matchAll(/[\s,]https?:\/\//gi)].map(({ index = 0 }) => index);
	return [0, ...starts].map((start, index) => line.slice(start, starts[index]));
}

function toMaterial(value: unknown, rule: FieldRule): unknown {
	if (!isObject(value)) return value;
	const onlyType = rule.fileTypes?.length === 1 ? rule.fileTypes[0] : undefined;
	const given = trimmed(value.fileType ?? value.file_type);
	const fileType = isEmpty(given) ? onlyType : given;
	return {
		url: isEmpty(value.url) ? undefined : (toWebAddress(value.url) ?? trimmed(value.url)),
		...(fileType === undefined
			? {}
			: { file_type: typeof fileType === 'string' ? fileType.toLowerCase() : fileType }),
	};
}

/** Rows of the editor's list, or a list that an expression supplied. */
function toMaterials(value: unknown, rule: FieldRule): unknown[] {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows])
		.filter((row) => !isEmpty(row))
		.map((row) => toMaterial(row, rule));
}

const readers: Record<FieldKind, (value: unknown, rule: FieldRule) => unknown> = {
	text: toText,
	word: toWord,
	number: toNumber,
	address: toAddress,
	addresses: toAddresses,
	materials: toMaterials,
};

function readField(field: FieldName, rule: FieldRule, value: unknown): unknown {
	if (rule.fixed !== undefined || isEmpty(value)) return undefined;
	return readers[fieldLabels[field].kind](value, rule);
}

function withoutEmpty(values: Record<string, unknown>): FieldValues {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

function knownValues(model: Model, raw: Record<string, unknown>): FieldValues {
	return withoutEmpty(
		Object.fromEntries(
			fieldNames.map((field) => {
				const rule = model.fields[field];
				return [field, rule && readField(field, rule, raw[fieldLabels[field].name])];
			}),
		),
	);
}

/** Documented fields inside free parameters get their documented types too; the rest stays as given. */
function freeValues(raw: unknown): FieldValues {
	const read = readFreeParameters(raw);
	if ('message' in read) return {};
	const known = fieldNames.map((field) => [field, readField(field, {}, read.parameters[field])]);
	return { ...omit(read.parameters, fieldNames), ...withoutEmpty(Object.fromEntries(known)) };
}

/**
 * Turns what the editor holds into the service's fields with their JSON types: empty values and
 * fields that the model lacks are left out, text becomes the number or listed value that it says,
 * addresses become lists. Values that cannot be understood stay as they are, for the schema to refuse.
 *
 * @param model the chosen model
 * @param raw editor values by parameter name, as read or as supplied by expressions
 * @returns values by service field name; for an undescribed model its free parameters as well, where
 *   a field of its own wins over the same name in the JSON (unusable JSON is left out here and
 *   refused by buildSubmitBody)
 */
export function normaliseValues(model: Model, raw: Record<string, unknown>): FieldValues {
	const known = knownValues(model, raw);
	return model.described ? known : { ...freeValues(raw.parametersJson), ...known };
}
