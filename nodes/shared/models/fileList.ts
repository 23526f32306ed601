import flattenDeep from 'lodash/flattenDeep';
import memoize from 'lodash/memoize';

import { chosenFile } from '../fields/readFileChoice';
import { isEmpty } from '../fields/values';
import type { InputField, InputFileChoice } from '../files/choice';
import type { FileType } from '../files/names';
import { isObject } from '../util/json';
import { joined, lacking, plainText, shown } from '../util/text';
import { addressesIn } from './addresses';
import type { FieldName, FieldRule } from './catalogue/types';
import { fileTypesOf, mediaSources, wantedTypes } from './mediaFields';
import { mediaReading, type MediaReading, type ReadEntry } from './medium';

/** Far more files than the service takes of anything. */
const MOST_FILES = 1_000;

/** A list of files, and how messages name it. */
interface List {
	field: FieldName;
	rule: FieldRule;
	label: string;
}

/** One file of a list, before it is read: of a row, each of its addresses or names of input fields. */
interface Row {
	source: unknown;
	value: unknown;
	fileType: unknown;
}

type ReadInput = (
	input: InputField,
	fileTypes: readonly FileType[],
) => InputFileChoice | { violation: string };

/**
 * Reads a list of files.
 *
 * @param value rows of the editor's list, or a list that an expression returned
 */
export function readFileList(list: List, value: unknown, readInput: ReadInput): MediaReading {
	const { field, rule, label } = list;
	const rows = rowsIn(list, value);
	const violations = countViolations(list, rows.length);
	if (rows.length > MOST_FILES) {
		return { media: [{ field, label, identity: label, text: label }], violations };
	}
	// The same file is read once, however often it is named.
	const readOnce = memoize((fileType: unknown) =>
		memoize((input: InputField) => readInput(input, wantedTypes(field, rule, fileType))),
	);
	const entries = rows.map((row, index): ReadEntry => {
		const ofFile = rule.maxItems === 1 ? 'of the file' : `of file ${index + 1}`;
		const names = {
			source: `'${label}': the source ${ofFile}`,
			fileId: `'${label}': the file ID ${ofFile}`,
			url: `'${label}': the URL ${ofFile}`,
		};
		return {
			read: chosenFile(
				{ sources: mediaSources },
				row.source,
				() => row.value,
				names,
				readOnce(row.fileType),
			) ?? { violation: lacking(names.source) },
			fileTypes: wantedTypes(field, rule, row.fileType),
			fileType: row.fileType,
			violation: fileTypeViolation(list, row.fileType, `'${label}': the type ${ofFile}`),
		};
	});
	const reading = mediaReading({ field, label }, entries);
	return { ...reading, violations: [...violations, ...reading.violations] };
}

function countViolations({ rule, label }: List, count: number): string[] {
	const most = rule.maxItems ?? MOST_FILES;
	if (count <= most) return [];
	return [`'${label}' may have at most ${most} ${most === 1 ? 'file' : 'files'}, but has ${count}`];
}

function fileTypeViolation(
	{ field, rule }: List,
	fileType: unknown,
	name: string,
): string | undefined {
	const types = fileTypesOf(field, rule);
	if (field !== 'ref_resources' || types.some((type) => type === fileType)) return undefined;
	return `${name} must be ${joined(types)}, but is ${shown(fileType)}`;
}

function rowsIn(list: List, value: unknown): Row[] {
	const rows: unknown = isObject(value) && 'items' in value ? value.items : value;
	return flattenDeep([rows])
		.filter((row) => !isEmpty(row) && !(isObject(row) && Object.keys(row).length === 0))
		.flatMap((row) => filesOf(list, isObject(row) ? row : { url: row }));
}

function filesOf({ field, rule }: List, row: Record<string, unknown>): Row[] {
	const { url } = row;
	const source = isEmpty(row.source) ? ('url' in row ? 'url' : 'inputFile') : row.source;
	const fileType = typeIn(row.fileType ?? row.file_type, fileTypesOf(field, rule));
	return valuesOf(source, { ...row, url }).map((value) => ({ source, value, fileType }));
}

function valuesOf(source: unknown, row: Record<string, unknown>): unknown[] {
	const { url, fileId } = row;
	switch (plainText(source).toLowerCase()) {
		case 'url': {
			const addresses = addressesIn(url);
			return addresses.length > 0 ? addresses : [''];
		}
		case 'inputfile':
			return inputFields('inputField' in row ? row.inputField : '');
		default:
			return [isObject(fileId) && '__rl' in fileId ? fileId.value : fileId];
	}
}

function typeIn(given: unknown, types: readonly string[]): unknown {
	const type = typeof given === 'string' ? given.trim().toLowerCase() : given;
	return isEmpty(type) && types.length === 1 ? types[0] : type;
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
