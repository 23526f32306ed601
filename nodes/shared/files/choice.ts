import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { formatBytes } from '../util/format';
import { joined, missing, shown } from '../util/text';
import { extensionOf, fileNameOf } from './names';
import { purposes, type Purpose } from './purposes';
import { MOST_PARTS, PART_BYTES } from './upload/parts';

/** The name of an input field, or the file that an expression put in its place. */
export type InputField = string | IBinaryData;

/** A file of the input item; plain data that stays the same when the node is run again. */
export interface InputFileChoice {
	source: 'inputFile';
	/** The input field that holds the file; or the file itself, where an expression gave it. */
	field: InputField;
	/** Identifies the content: n8n's id of the stored file, else the hash of what the item holds. */
	reference: string;
	fileName: string;
	/** In bytes, where n8n knows it. */
	bytes?: number;
}

/** The file that the user chose for one field. */
export type FileChoice =
	| InputFileChoice
	| { source: 'fileId'; fileId: string }
	| { source: 'url'; url: string };

export type ReadChoice = { choice: FileChoice } | { violation: string };

/** Where the name of a file can be set, as a message about a wrong extension advises. */
export type Renaming = 'here' | 'elsewhere';

/** How an input file is used. */
export interface InputFileUse {
	/** The parameter in messages. */
	label: string;
	purpose: Purpose;
	renaming: Renaming;
	/** Replaces the file's own name. */
	fileName?: string;
}

/**
 * Reads a file of the input item.
 *
 * @param field what the node parameter holds
 * @returns the file, or a sentence about what is wrong that names the label
 */
export function readInputFile(
	context: IExecuteFunctions,
	itemIndex: number,
	field: InputField,
	{ label, purpose, renaming, fileName }: InputFileUse,
): InputFileChoice | { violation: string } {
	const binary = inputFile(context, itemIndex, field);
	if ('violation' in binary) return { violation: `'${label}': ${binary.violation}` };
	const { mimeType, fileName: given, fileExtension } = binary;
	const name = fileNameOf({
		mimeType,
		chosen: fileName,
		given,
		suggested: fileExtension ? [`file.${fileExtension}`] : [],
	});
	const bytes = bytesOf(binary);
	const violation = fileViolation(name, bytes, purpose, renaming);
	if (violation) return { violation: `'${label}': ${violation}` };
	const reference = binary.id ?? `sha256:${createHash('sha256').update(binary.data).digest('hex')}`;
	return {
		source: 'inputFile',
		field,
		reference,
		fileName: name,
		...(bytes === undefined ? {} : { bytes }),
	};
}

const RENAME: Record<Renaming, string> = {
	here: "set its name in 'Options › File Name'",
	elsewhere:
		"upload it with 'Digital Human Upload File', where 'Options › File Name' sets its name, and use its file ID",
};

/**
 * What is wrong with a file for a purpose, as far as its name and size tell (service.md 4.1).
 *
 * @param renaming where its name can be set
 */
export function fileViolation(
	fileName: string,
	bytes: number | undefined,
	purpose: Purpose,
	renaming: Renaming,
): string | undefined {
	const { extensions, maxBytes, label } = purposes[purpose];
	const extension = extensionOf(fileName);
	if (bytes === 0) return `the file '${fileName}' is empty`;
	if (extension === '') {
		return `the file name '${fileName}' has no extension such as .mp4, which the service needs to know its type: ${RENAME[renaming]}`;
	}
	if (extensions && !extensions.includes(extension)) {
		return `'${fileName}' is not a supported type. Use ${joined(extensions.map(formatName))}. If only its extension is wrong, ${RENAME[renaming]}`;
	}
	if (maxBytes !== undefined && bytes !== undefined && bytes > maxBytes) {
		return `the file '${fileName}' is larger than the ${maxBytes / 1024 ** 3} GB limit for ${label}`;
	}
	if (bytes !== undefined && bytes > PART_BYTES * MOST_PARTS) {
		return `the file '${fileName}' is larger than ${formatBytes(PART_BYTES * MOST_PARTS)}, the limit of the service`;
	}
	return undefined;
}

/** A format as people write it. */
function formatName(extension: string): string {
	return extension === 'webm' ? 'WebM' : extension.toUpperCase();
}

/** The file in a field of the input item. */
export function inputFile(
	context: IExecuteFunctions,
	itemIndex: number,
	field: InputField | null | undefined,
): IBinaryData | { violation: string } {
	if (field === '' || field === undefined || field === null) {
		return { violation: missing('Input Data Field Name') };
	}
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch {
		const name = typeof field === 'string' ? ` '${shown(field)}'` : '';
		const others = filledFields(context, itemIndex);
		return { violation: `the input item has no file in the field${name}${others}` };
	}
}

const MOST_NAMED = 5;

/** Where the item has files instead, as the end of a sentence. */
function filledFields(context: IExecuteFunctions, itemIndex: number): string {
	const names = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	if (names.length === 0) return '';
	const some = joined(names.slice(0, MOST_NAMED).map((name) => `'${shown(name)}'`));
	return names.length === 1
		? `. The item has one in ${some}: enter that name in 'Input Data Field Name'`
		: `. The item has files in ${some}: enter one of these names in 'Input Data Field Name'`;
}

function bytesOf({ bytes, id, data }: IBinaryData): number | undefined {
	if (typeof bytes === 'number') return bytes;
	return !id && data === '' ? 0 : undefined;
}
