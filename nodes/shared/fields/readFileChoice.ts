import type { IExecuteFunctions } from 'n8n-workflow';

import { readInputFile, type InputField, type ReadChoice, type Renaming } from '../files/choice';
import { isRounded, roundedProblem } from '../service/serviceId';
import { joined, missing, shown } from '../util/text';
import { toWebAddress, WEB_ADDRESS } from '../util/webAddress';
import { sourceChoices, type FileFieldSpec } from './fileField';

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
	const { name, label, purpose } = spec;
	const read = (suffix: string, options?: { extractValue: boolean }) =>
		context.getNodeParameter(`${name}${suffix}`, itemIndex, '', options);
	// null where the field is not shown.
	const source: unknown = context.getNodeParameter(`${name}Source`, itemIndex, null);
	switch (source) {
		case 'inputFile': {
			const file = readInputFile(context, itemIndex, read('InputField') as InputField, {
				label,
				purpose,
				renaming: renamingOf(spec),
				fileName,
			});
			return 'violation' in file ? file : { choice: file };
		}
		case 'fileId': {
			const given: unknown = read('FileId', { extractValue: true });
			if (isRounded(given)) return { violation: `'${label} File' ${roundedProblem}` };
			const fileId = String(given ?? '').trim();
			return fileId === ''
				? { violation: missing(`${label} File`) }
				: { choice: { source: 'fileId', fileId } };
		}
		case 'url':
			return readUrl(read('Url'), `${label} URL`);
		default:
			return source === null ? undefined : { violation: unknownSource(spec, source) };
	}
}

function unknownSource({ label, sources }: FileFieldSpec, source: unknown): string {
	const choices = sources.map((one) => `'${sourceChoices[one].name}' (${one})`);
	return `'${label}' must be ${joined(choices)}, but is ${shown(source)}`;
}

/** Where the name of a file can be set: only Upload File has the option. */
export function renamingOf({ renames }: Pick<FileFieldSpec, 'renames'>): Renaming {
	return renames ? 'here' : 'elsewhere';
}

/**
 * Reads a web address.
 *
 * @param label the field in messages
 */
function readUrl(value: unknown, label: string): ReadChoice {
	const text = String(value ?? '').trim();
	if (text === '') return { violation: missing(label) };
	const url = toWebAddress(text);
	if (url !== undefined) return { choice: { source: 'url', url, label } };
	return {
		violation: `'${label}' must be ${WEB_ADDRESS}, but is ${shown(text)}`,
	};
}
