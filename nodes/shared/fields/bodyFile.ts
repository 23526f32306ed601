import cloneDeep from 'lodash/cloneDeep';
import set from 'lodash/set';

import { requireFile, type FileById, type FileUse } from '../files/requireUsableFile';
import type { FileChoice, ReadChoice } from './fileChoice';
import type { FileFieldSpec } from './fileField';
import { extensionOf } from '../files/names';
import { uploadOnce, type FileItem } from '../files/upload/uploadOnce';
import { joined } from '../models/wording';
import type { Draft } from './request';

/** A file of a request: where its id goes, and its address, where the service takes one. */
export interface BodyFile {
	spec: FileFieldSpec;
	idPath: string;
	urlPath?: string;
	/** Extensions that the path of an address must end in. */
	urlExtensions?: readonly string[];
}

/** A file that has to be made ready before the request can be sent. */
export interface PendingFile {
	choice: FileChoice;
	use: FileUse;
	/** Where the file id goes. */
	idPath: string;
}

/** Reads the file that is chosen in a field of one item. */
export type ReadFile = (spec: FileFieldSpec) => ReadChoice | undefined;

/**
 * Puts a chosen file into a request: an address at once where the service takes one, all else as a file that
 * has to be made ready.
 */
export function addFile(
	{ body, files, violations }: Draft,
	file: BodyFile,
	readFile: ReadFile,
): void {
	const { spec, idPath, urlPath } = file;
	const read = readFile(spec);
	if (!read) {
		violations.push(`'${spec.label}' is missing`);
		return;
	}
	if ('violation' in read) {
		violations.push(read.violation);
		return;
	}
	const { choice } = read;
	const { label, purpose, anyUpload } = spec;
	const violation = choice.source === 'url' ? addressViolation(file, choice.url) : undefined;
	if (violation) violations.push(violation);
	else if (choice.source === 'url' && urlPath) set(body, urlPath, choice.url);
	else files.push({ choice, use: { label, purpose, anyUpload }, idPath });
}

/** The files of a request that were chosen by their IDs. */
export function filesById(files: readonly PendingFile[]): FileById[] {
	return files.flatMap(({ choice, use }) =>
		choice.source === 'fileId' ? [{ fileId: choice.fileId, use }] : [],
	);
}

/**
 * Makes the files of a request ready: uploads them, and waits until the service can use them.
 *
 * @returns the body with their ids
 * @throws Error in words for the user, ServiceError or StoppedError, as requireFile and uploadOnce do
 */
export async function withFiles<Body extends object>(
	item: FileItem,
	body: Body,
	files: readonly PendingFile[],
): Promise<Body> {
	const complete = cloneDeep(body);
	for (const { choice, use, idPath } of files) {
		set(complete, idPath, await readyFile(item, choice, use));
	}
	return complete;
}

async function readyFile(item: FileItem, choice: FileChoice, use: FileUse): Promise<string> {
	if (choice.source !== 'fileId') return (await uploadOnce(item, choice, use.purpose)).fileId;
	await requireFile(item, { fileId: choice.fileId, use });
	return choice.fileId;
}

/** The service tells the type of some files by the end of the address's path, before any query. */
function addressViolation({ spec, urlExtensions }: BodyFile, url: string): string | undefined {
	if (!urlExtensions) return undefined;
	const extension = extensionOf(new URL(url).pathname);
	if (urlExtensions.includes(extension)) return undefined;
	const endings = joined(urlExtensions.map((known) => `.${known}`));
	return `'${spec.label} URL' must have a path that ends in ${endings}, before any query string, but is ${url}`;
}
