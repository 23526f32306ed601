import flattenDeep from 'lodash/flattenDeep';
import memoize from 'lodash/memoize';
import set from 'lodash/set';

import type { Draft } from '../fields/draft';
import { optionValue } from '../fields/optionValue';
import { fileText } from '../fields/pendingFiles';
import type { ItemParameters, ReadParameter } from '../fields/request';
import { isEmpty } from '../fields/values';
import type { InputField, InputFileChoice, ReadChoice } from '../files/choice';
import type { Purpose } from '../files/purposes';
import { joined, missing, shown } from '../util/text';
import { isWebAddress, toWebAddress, WEB_ADDRESS } from '../util/webAddress';
import { addressesIn } from './addresses';
import type { FieldName, FieldRule } from './catalogue/types';
import { fieldLabels, labelFor } from './labels';
import { inputFieldName, materialSource, mediaProperties, sourceName } from './mediaFields';

/** What input files are uploaded for. */
export const MEDIA_PURPOSE: Purpose = 'ai_creation';

/** Far more entries than the service takes of anything. */
const MOST_ENTRIES = 1_000;

const SHOWN_NAMES = 5;

/** One image or other material of a request: a web address, or a file of the input item. */
export interface Medium {
	field: FieldName;
	label: string;
	/** The same for the same content: the address, or what tells the content of a file. */
	identity: string;
	/** How messages name it. */
	text: string;
	file?: InputFileChoice;
	/** Kind of a reference material. */
	fileType?: unknown;
}

/** Media as they were read, and what is wrong with them. */
export interface MediaReading {
	media: Medium[];
	violations: string[];
}

/** One entry of a media field: whatever stands in the place of an address, or names of input fields. */
interface Entry {
	given?: unknown;
	inputs?: unknown[];
	fileType?: unknown;
}

/**
 * Reads a media field from wherever the user takes its files: input files first, then addresses, in the order in which
 * the editor shows them.
 *
 * @param rule the model's rule for it
 * @returns its media, those that cannot be used among them, and a sentence for each that cannot
 * @throws Error that names the field, when an expression gives a source that it does not have
 */
export function readMedia(
	field: FieldName,
	rule: FieldRule,
	{ read, readInput }: Pick<ItemParameters, 'read' | 'readInput'>,
): MediaReading {
	const { name } = fieldLabels[field];
	const source = readSource(field, rule, read);
	const addresses = source === 'inputFile' ? [] : entriesIn(field, rule, read(name));
	const inputs = source === 'inputFile' || source === 'both' ? read(inputFieldName(field)) : [];
	return checkedMedia(field, rule, [...inputEntries(field, rule, inputs), ...addresses], readInput);
}

/**
 * Reads a media field that is given by addresses alone.
 *
 * @param value what the field holds
 */
export function readAddresses(field: FieldName, rule: FieldRule, value: unknown): MediaReading {
	return checkedMedia(field, rule, entriesIn(field, rule, value));
}

/** Puts media into a request: addresses at once, files as soon as they are uploaded. */
export function addMedia({ body, files }: Draft, media: readonly Medium[]): void {
	const counts = new Map<FieldName, number>();
	for (const { field, label, identity, file, fileType } of media) {
		const index = counts.get(field) ?? 0;
		counts.set(field, index + 1);
		const { kind } = fieldLabels[field];
		const place = kind === 'address' ? field : `${field}[${index}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		set(body, path, file ? undefined : identity);
		if (kind === 'materials') set(body, `${place}.file_type`, fileType);
		if (file) files.push({ choice: file, use: { label, purpose: MEDIA_PURPOSE }, path, as: 'url' });
	}
}

function readSource(field: FieldName, rule: FieldRule, read: ReadParameter): string | undefined {
	const name = sourceName(field);
	const property = mediaProperties(field, rule).find((one) => one.name === name);
	return property && optionValue(property, read(name));
}

function takesOne(field: FieldName, rule: FieldRule): boolean {
	return fieldLabels[field].kind === 'address' || rule.maxItems === 1;
}

function inputEntries(field: FieldName, rule: FieldRule, value: unknown): Entry[] {
	if (Array.isArray(value) && value.length === 0) return [];
	const inputs = inputFields(value);
	return takesOne(field, rule) ? [{ inputs }] : inputs.map((input) => ({ inputs: [input] }));
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

function entriesIn(field: FieldName, rule: FieldRule, value: unknown): Entry[] {
	switch (fieldLabels[field].kind) {
		case 'materials':
			return materialsIn(rule, value);
		case 'address': {
			const given = addressesIn(value).filter((entry) => !isEmpty(entry));
			return given.length > 1
				? [{ given: typeof value === 'string' ? value.trim() : value }]
				: given.map((one) => ({ given: one }));
		}
		default:
			return addressesIn(value).map((given) => ({ given }));
	}
}

/** Rows of the editor's list, or a list that an expression supplied. */
function materialsIn(rule: FieldRule, value: unknown): Entry[] {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows])
		.filter((row) => !isEmpty(row) && !(isObject(row) && Object.keys(row).length === 0))
		.map((row) => materialEntry(rule, row));
}

function materialEntry({ fileTypes }: FieldRule, row: unknown): Entry {
	if (!isObject(row)) return { given: row };
	const type = row.fileType ?? row.file_type;
	const fileType = typeof type === 'string' ? type.trim().toLowerCase() : type;
	const known = isEmpty(fileType) && fileTypes?.length === 1 ? fileTypes[0] : fileType;
	return optionValue(materialSource, row.source) === 'inputFile'
		? { inputs: inputFields(row.inputField), fileType: known }
		: { given: toWebAddress(row.url) ?? (isEmpty(row.url) ? '' : row.url), fileType: known };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkedMedia(
	field: FieldName,
	rule: FieldRule,
	entries: readonly Entry[],
	readInput?: ItemParameters['readInput'],
): MediaReading {
	const label = labelFor(field, rule);
	// The same file is read once, however often it is named.
	const inputFile = memoize((input: unknown): ReadChoice | undefined =>
		readInput?.(input as InputField, label, MEDIA_PURPOSE),
	);
	const violations = countViolations(label, rule, entries.length);
	if (entries.length > MOST_ENTRIES) return { media: [], violations };
	const media = entries.map(({ given, inputs, fileType }, index): Medium => {
		const common = { field, label, ...(fileType === undefined ? {} : { fileType }) };
		const typeViolation = fileTypeViolation(field, label, rule, fileType);
		if (!inputs) {
			const violation = addressViolation(field, label, given);
			const wrong = isEmpty(fileType) ? (violation ?? typeViolation) : undefined;
			violations.push(
				...(wrong ? [wrong] : [violation, typeViolation].flatMap((one) => one ?? [])),
			);
			const text = shown(given);
			return { ...common, identity: isWebAddress(given) ? given : text, text };
		}
		const choice = inputs.length > 1 ? undefined : inputFile(inputs[0]);
		if (choice && 'choice' in choice && choice.choice.source === 'inputFile') {
			const file = choice.choice;
			if (typeViolation) violations.push(typeViolation);
			const identity = `${file.reference} ${file.fileName}`;
			return { ...common, identity, text: fileText(file), file };
		}
		violations.push(
			choice && 'violation' in choice ? choice.violation : severalFiles(label, inputs),
		);
		return { ...common, identity: `${label} ${index}`, text: 'an input file' };
	});
	if (rule.required && entries.length === 0) violations.push(missing(label));
	return { media, violations };
}

function countViolations(label: string, { maxItems }: FieldRule, count: number): string[] {
	const most = maxItems ?? MOST_ENTRIES;
	if (count <= most) return [];
	return [`'${label}' must be ${most === 1 ? 'one' : `at most ${most}`}, but has ${count}`];
}

function severalFiles(label: string, inputs: readonly unknown[]): string {
	const names = inputs.slice(0, SHOWN_NAMES).map(shown).join(', ');
	return `'${label}' takes one file, but 'Input Data Field Name' names ${inputs.length}: ${names}`;
}

function addressViolation(field: FieldName, label: string, given: unknown): string | undefined {
	if (isWebAddress(given)) return undefined;
	const { kind } = fieldLabels[field];
	if (kind !== 'address' && isEmpty(given)) {
		return `A row of '${label}' is empty: enter a web address, or remove the row`;
	}
	const place = { address: '', addresses: 'Each address in ', materials: 'The URL in ' }[
		kind as string
	];
	return `${place ?? ''}'${label}' must be ${WEB_ADDRESS}, but is ${shown(given)}`;
}

function fileTypeViolation(
	field: FieldName,
	label: string,
	{ fileTypes = ['image', 'video', 'audio'] }: FieldRule,
	fileType: unknown,
): string | undefined {
	const types: readonly unknown[] = fileTypes;
	if (fieldLabels[field].kind !== 'materials' || types.includes(fileType)) return undefined;
	return `The type in '${label}' must be ${joined(fileTypes)}, but is ${shown(fileType)}`;
}
