import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { shown } from '../util/text';
import { asError } from '../service/failure';
import { readInputFile, type InputField, type InputFileChoice } from './choice';
import type { Purpose } from './purposes';
import { uploadOnce, type FileItem } from './upload/uploadOnce';

/** Input files by the address that stands for each. */
export type InputFiles = Record<string, InputFileChoice>;

/** `.invalid` is reserved: such an address never leads anywhere. */
const STAND_IN = /https:\/\/input-file\.invalid\/([0-9a-f]{12})[^\s'",…]*…?/g;

const SHOWN_NAMES = 5;

export interface StandIns {
	files: InputFiles;
	/** Sentences about files that cannot be used, naming the label. */
	violations: string[];
	/**
	 * The address that stands for an input file, so that all rules about addresses hold for it too.
	 *
	 * @param label the parameter in messages
	 * @param fields the input fields that it names, of which it takes one
	 */
	addressOf: (label: string, fields: unknown[]) => string;
}

/** Collects the input files of one item as addresses that are replaced once the files are uploaded. */
export function standInAddresses(
	context: IExecuteFunctions,
	itemIndex: number,
	purpose: Purpose,
): StandIns {
	const files: InputFiles = {};
	const violations: string[] = [];
	const addresses = new Map<unknown, string>();
	const read = (label: string, fields: unknown[]): InputFileChoice | { violation: string } => {
		if (fields.length > 1) {
			const names = fields.slice(0, SHOWN_NAMES).map(shown).join(', ');
			return {
				violation: `'${label}' takes one file, but 'Input Data Field Name' names ${fields.length}: ${names}`,
			};
		}
		const use = { label, purpose, renaming: 'elsewhere' } as const;
		const choice = readInputFile(context, itemIndex, fields[0] as InputField, use);
		return 'violation' in choice ? choice : (choice.choice as InputFileChoice);
	};
	return {
		files,
		violations,
		addressOf(label, fields) {
			const [field] = fields;
			const known = addresses.get(field);
			if (known !== undefined && fields.length === 1) return known;
			const choice = read(label, fields);
			if ('violation' in choice) {
				violations.push(choice.violation);
				return standIn(`${label} ${violations.length}`, '');
			}
			const { reference, fileName } = choice;
			const address = standIn(`${reference} ${fileName}`, encodeURIComponent(fileName));
			files[address] = choice;
			addresses.set(field, address);
			return address;
		},
	};
}

/**
 * Uploads the input files that a request names and puts their readable addresses in. When one fails, the
 * others are still brought to their end: none goes on unseen, and 'Retry On Fail' need not send them again.
 *
 * @throws what uploadOnce throws
 */
export async function withUploadedFiles<Request>(
	item: FileItem,
	request: Request,
	files: InputFiles,
	purpose: Purpose,
): Promise<Request> {
	const addresses = new Map<string, string>();
	const uploads = await Promise.allSettled(
		Object.entries(files).map(async ([address, choice]) => {
			const { url } = await uploadOnce(item, choice, purpose);
			addresses.set(address, url);
		}),
	);
	const failed = uploads.find((upload) => upload.status === 'rejected');
	if (failed) throw asError(failed.reason);
	return replaced(request, (text) => addresses.get(text) ?? text);
}

/** The same text or request with the names of the files in the place of the addresses. */
export function inWords<Value>(value: Value, files: InputFiles): Value {
	const names = Object.entries(files).map(([address, { fileName }]) => [
		idOf(address),
		`input file '${fileName}'`,
	]);
	const words = new Map(names as Array<[string, string]>);
	return replaced(value, (text) =>
		text.replace(STAND_IN, (_address, id: string) => words.get(id) ?? 'an input file'),
	);
}

function standIn(content: string, name: string): string {
	const id = createHash('sha256').update(content).digest('hex').slice(0, 12);
	return `https://input-file.invalid/${id}/${name}`;
}

function idOf(address: string): string {
	return new URL(address).pathname.split('/')[1] ?? '';
}

function replaced<Value>(value: Value, change: (text: string) => string): Value {
	if (typeof value === 'string') return change(value) as Value;
	if (Array.isArray(value))
		return value.map((entry) => replaced(entry as unknown, change)) as Value;
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, entry]) => [key, replaced(entry, change)]);
	return Object.fromEntries(entries) as Value;
}
