import { fieldLabels, labelFor } from './labels';
import { optionValue } from '../fields/optionValue';
import { inputFieldName, materialSource, mediaProperties, sourceName } from './mediaFields';
import type { FieldName, FieldRule } from './catalogue/types';

/** The address that stands for a file of the input item, by label and input field: one, unless the user named more. */
export type AddressOf = (label: string, inputFields: unknown[]) => string;

type Read = (name: string) => unknown;

function isRow(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/** The names of input fields: one, or several separated by commas; or the file itself. */
function inputFields(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(inputFields);
	if (typeof value !== 'string') return [value];
	const names = value
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	return names.length > 0 ? names : [''];
}

function readMaterials(field: FieldName, read: Read, addressOf: AddressOf): unknown {
	const { name, label } = fieldLabels[field];
	const value = read(name);
	if (!isRow(value) || !Array.isArray(value.items)) return value;
	const items = value.items.map((row: unknown) =>
		isRow(row) && optionValue(materialSource, row.source) === 'inputFile'
			? { fileType: row.fileType, url: addressOf(label, inputFields(row.inputField)) }
			: row,
	);
	return { items };
}

function readSource(field: FieldName, rule: FieldRule, read: Read): string | undefined {
	const name = sourceName(field);
	const property = mediaProperties(field, rule).find((one) => one.name === name);
	return property && optionValue(property, read(name));
}

/**
 * Reads a media field from wherever the user takes its files: input files first, then addresses, in the order
 * in which the editor shows them.
 *
 * @param rule the model's rule for it
 * @param read reads node parameters
 * @returns the value as if all of it were given by address
 * @throws Error that names the field, when an expression gives a source that it does not have
 */
export function readMedia(
	field: FieldName,
	rule: FieldRule,
	read: Read,
	addressOf: AddressOf,
): unknown {
	const { name, kind } = fieldLabels[field];
	const label = labelFor(field, rule);
	if (kind === 'materials') return readMaterials(field, read, addressOf);
	const source = readSource(field, rule, read);
	if (source !== 'inputFile' && source !== 'both') return read(name);
	const inputs = inputFields(read(inputFieldName(field)));
	const takesOne = kind === 'address' || rule.maxItems === 1;
	const files = (takesOne ? [inputs] : inputs.map((input) => [input])).map((input) =>
		addressOf(label, input),
	);
	return source === 'both' ? [files, read(name)] : files;
}
