import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { notedSize } from '../util/capabilities';
import { missing, shown } from '../util/text';
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

/** What a message about a wrong extension advises. */
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
	here: "name it in 'Options › File Name'",
	elsewhere:
		"upload it with 'Digital Human Upload File', where 'Options › File Name' names it, and use its file ID",
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
		return `the name of the file '${fileName}' has no extension such as .mp4, by which the service tells its type: ${RENAME[renaming]}`;
	}
	if (extensions && !extensions.includes(extension)) {
		return `the file '${fileName}' does not fit. ${label} takes ${extensions.join(', ')}. If only its extension is wrong, ${RENAME[renaming]}`;
	}
	if (maxBytes !== undefined && bytes !== undefined && bytes > maxBytes) {
		return `the file '${fileName}' is larger than the ${maxBytes / 1024 ** 3} GB that ${label} takes`;
	}
	if (bytes !== undefined && bytes > PART_BYTES * MOST_PARTS) {
		return `the file '${fileName}' is larger than ${MOST_PARTS} parts of 10 MiB, the most that the service takes`;
	}
	return undefined;
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
		return { violation: `the input item has no file in the field${name}` };
	}
}

function bytesOf(binary: IBinaryData): number | undefined {
	const { id, data } = binary;
	return notedSize(binary) ?? (!id && data === '' ? 0 : undefined);
}
