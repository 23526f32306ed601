import type { IExecuteFunctions } from 'n8n-workflow';

import {
	readInputFile,
	type InputField,
	type InputFileChoice,
	type ReadChoice,
	type Renaming,
} from '../files/choice';
import { isRounded, roundedProblem } from '../service/serviceId';
import { isPlain, joined, lacking, plainText, shown } from '../util/text';
import { notWebAddress, toWebAddress } from '../util/webAddress';
import { choicesOf, NO_FILE, type FileFieldSpec } from './fileField';
import { isEmpty } from './values';

/** What the fields of one file hold; each is read only if it is needed. */
export type ReadPart = (part: 'inputField' | 'fileId' | 'url') => unknown;

/** How messages name the fields of one file, as the beginning of a sentence. */
export interface PartNames {
	source: string;
	fileId: string;
	url: string;
}

/** The names of the fields that fileField makes. */
export function partNames(label: string): PartNames {
	return { source: `'${label}'`, fileId: `'${label} File'`, url: `'${label} URL'` };
}

/**
 * Reads the file that is chosen in a field and checks all that can be checked without a request.
 *
 * @param fileName replaces the own name of an input file
 * @returns the choice, or a sentence about what is wrong that names the label; undefined where the field is not shown
 */
export function readFileChoice(
	context: IExecuteFunctions,
	itemIndex: number,
	spec: FileFieldSpec,
	fileName?: string,
): ReadChoice | undefined {
	const { name, label, inputOf, purpose, fileTypes } = spec;
	const read = (suffix: string, options?: { extractValue: boolean }): unknown =>
		context.getNodeParameter(`${name}${suffix}`, itemIndex, '', options);
	const parts = {
		inputField: () => read('InputField'),
		fileId: () => read('FileId', { extractValue: true }),
		url: () => read('Url'),
	};
	// null where the field is not shown.
	const source: unknown = context.getNodeParameter(`${name}Source`, itemIndex, null);
	return chosenFile(
		spec,
		source,
		(part) => parts[part](),
		partNames(label),
		(field) =>
			readInputFile(context, itemIndex, field, {
				label,
				inputOf,
				purpose,
				fileTypes,
				renaming: renamingOf(spec),
				fileName,
			}),
	);
}

/**
 * The file that the fields of one file choose.
 *
 * @param source the choice of where it comes from; null or undefined where it is not shown
 * @param readInput reads a file of the input item
 * @returns undefined where there is to be no file
 */
export function chosenFile(
	spec: Pick<FileFieldSpec, 'sources' | 'optional'>,
	source: unknown,
	readPart: ReadPart,
	names: PartNames,
	readInput: (field: InputField) => InputFileChoice | { violation: string },
): ReadChoice | undefined {
	if (source === null || source === undefined) return undefined;
	const choices = choicesOf(spec);
	const word = plainText(source).toLowerCase();
	switch (choices.find(({ value }) => String(value).toLowerCase() === word)?.value) {
		case NO_FILE:
			return undefined;
		case 'inputFile': {
			const file = readInput(readPart('inputField') as InputField);
			return 'violation' in file ? file : { choice: file };
		}
		case 'fileId':
			return readFileId(readPart('fileId'), names.fileId);
		case 'url':
			return readUrl(readPart('url'), names.url);
		default: {
			const offered = choices.map(({ name, value }) => `'${name}' (${value})`);
			return {
				violation: `${names.source} must be ${joined(offered)}, but is ${shown(source)}`,
			};
		}
	}
}

/** Where the name of a file can be set: only Upload File has the option. */
function renamingOf({ renames }: Pick<FileFieldSpec, 'renames'>): Renaming {
	return renames ? 'here' : 'elsewhere';
}

function readFileId(given: unknown, name: string): ReadChoice {
	const value = onlyEntry(given);
	if (isEmpty(value)) return { violation: lacking(name) };
	if (isRounded(value)) return { violation: `${name} ${roundedProblem}` };
	if (!isPlain(value)) return { violation: `${name} must be a text, but is ${shown(value)}` };
	return { choice: { source: 'fileId', fileId: plainText(value) } };
}

function readUrl(value: unknown, name: string): ReadChoice {
	const given = onlyEntry(value);
	if (isEmpty(given)) return { violation: lacking(name) };
	const url = toWebAddress(given);
	if (url !== undefined) return { choice: { source: 'url', url, name } };
	return { violation: `${name} ${notWebAddress(given)}` };
}

/** What a field for a text holds; an expression can return anything, also a list of one. */
function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length < 2 ? onlyEntry(value[0]) : value;
}
