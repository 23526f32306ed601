import flattenDeep from 'lodash/flattenDeep';
import memoize from 'lodash/memoize';
import set from 'lodash/set';

import type { Draft } from '../fields/draft';
import { optionValue } from '../fields/optionValue';
import { fileText } from '../fields/pendingFiles';
import type { ItemParameters, ReadParameter } from '../fields/request';
import { isEmpty } from '../fields/values';
import type { InputField, InputFileChoice } from '../files/choice';
import type { Purpose } from '../files/purposes';
import { joined, missing, shown } from '../util/text';
import { isWebAddress, toWebAddress, WEB_ADDRESS } from '../util/webAddress';
import { addressesIn } from './addresses';
import type { FieldName, FieldRule } from './catalogue/types';
import { fieldLabels, labelFor } from './labels';
import { inputFieldName, materialSource, mediaProperties, sourceName } from './mediaFields';

/** What input files are uploaded for. */
const MEDIA_PURPOSE: Purpose = 'ai_creation';

/** Far more entries than the service takes of anything. */
const MOST_ENTRIES = 1_000;

const SHOWN_NAMES = 5;

/** One image or other material of a request: a web address, or a file of the input item. */
export interface Medium {
	field: FieldName;
	label: string;
	/** The same for the same content: the address, or what identifies the content of a file. */
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
	const source = readSource(field, rule, read);
	const fromInput = source === 'inputFile' || source === 'both';
	const entries = [
		...(fromInput ? inputEntries(field, rule, read(inputFieldName(field))) : []),
		...(source === 'inputFile' ? [] : addressEntries(field, rule, read(fieldLabels[field].name))),
	];
	return checkedMedia({ field, rule, label: labelFor(field, rule) }, entries, readInput);
}

/**
 * Reads a documented media field among free parameters, which is given by addresses alone.
 *
 * @param value what the field holds
 */
export function readFreeMedia(field: FieldName, value: unknown): MediaReading {
	return checkedMedia({ field, rule: {}, label: field }, addressEntries(field, {}, value));
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

function addressEntries(field: FieldName, rule: FieldRule, value: unknown): Entry[] {
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
	const usedType = isEmpty(fileType) && fileTypes?.length === 1 ? fileTypes[0] : fileType;
	return optionValue(materialSource, row.source) === 'inputFile'
		? { inputs: inputFields(row.inputField), fileType: usedType }
		: { given: toWebAddress(row.url) ?? (isEmpty(row.url) ? '' : row.url), fileType: usedType };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Place {
	field: FieldName;
	rule: FieldRule;
	/** The field in messages. */
	label: string;
}

type Checked = Pick<Medium, 'identity' | 'text' | 'file'> & { violation?: string };

function checkedMedia(
	place: Place,
	entries: readonly Entry[],
	readInput?: ItemParameters['readInput'],
): MediaReading {
	const { field, rule, label } = place;
	if (entries.length > MOST_ENTRIES) {
		const violations = countViolations(place, entries.length);
		return { media: [{ field, label, identity: label, text: label }], violations };
	}
	// The same file is read once, however often it is named.
	const readFile = memoize((input: unknown) =>
		readInput?.(input as InputField, label, MEDIA_PURPOSE),
	);
	const violations = countViolations(place, entries.length);
	if (rule.required && entries.length === 0) violations.push(missing(label));
	const media = entries.map(({ given, inputs, fileType }): Medium => {
		const { violation = fileTypeViolation(place, fileType), ...medium } = inputs
			? checkedFile(label, inputs, readFile)
			: checkedAddress(place, given);
		if (violation !== undefined) violations.push(violation);
		return { ...medium, field, label, fileType };
	});
	return { media, violations };
}

function countViolations({ rule, label }: Place, count: number): string[] {
	const most = rule.maxItems ?? MOST_ENTRIES;
	if (count <= most) return [];
	const entries = most === 1 ? 'entry' : 'entries';
	return [`'${label}' must hold at most ${most} ${entries}, but holds ${count}`];
}

function checkedAddress(place: Place, given: unknown): Checked {
	if (isWebAddress(given)) return { identity: given, text: given };
	const text = shown(given);
	return { identity: text, text, violation: addressViolation(place, given) };
}

function addressViolation({ field, label }: Place, given: unknown): string {
	const { kind } = fieldLabels[field];
	if (kind !== 'address' && isEmpty(given)) {
		return `A row of '${label}' is empty: enter a web address, or remove the row`;
	}
	const each = kind === 'address' ? '' : 'Each address in ';
	return `${each}'${label}' must be ${WEB_ADDRESS}, but is ${shown(given)}`;
}

function checkedFile(
	label: string,
	inputs: readonly unknown[],
	readFile: (input: unknown) => InputFileChoice | { violation: string } | undefined,
): Checked {
	const file = inputs.length > 1 ? { violation: severalFiles(label, inputs) } : readFile(inputs[0]);
	if (file && !('violation' in file)) {
		return { identity: `${file.reference} ${file.fileName}`, text: fileText(file), file };
	}
	const names = inputs.map(shown).join(', ');
	return { identity: names, text: names, violation: file?.violation ?? missing(label) };
}

function severalFiles(label: string, inputs: readonly unknown[]): string {
	const names = inputs.slice(0, SHOWN_NAMES).map(shown).join(', ');
	return `'${label}' takes one file, but 'Input Data Field Name' names ${inputs.length}: ${names}`;
}

function fileTypeViolation({ field, rule, label }: Place, fileType: unknown): string | undefined {
	if (fieldLabels[field].kind !== 'materials') return undefined;
	const types: readonly string[] = rule.fileTypes ?? ['image', 'video', 'audio'];
	return types.some((type) => type === fileType)
		? undefined
		: `The type in '${label}' must be ${joined(types)}, but is ${shown(fileType)}`;
}
