import set from 'lodash/set';

import type { ReadChoice } from '../files/choice';
import { extensionOf } from '../files/names';
import { joined, missing, shown } from '../util/text';
import type { Draft } from './draft';
import type { FileFieldSpec } from './fileField';

/** A file of a request: where its id goes, and its address, where the service takes one. */
export interface BodyFile {
	spec: FileFieldSpec;
	idPath: string;
	urlPath?: string;
	/** Extensions that the path of an address must end in. */
	urlExtensions?: readonly string[];
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
		violations.push(missing(spec.label));
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
	else files.push({ choice, use: { label, purpose, anyUpload }, path: idPath, as: 'id' });
}

/** The service reads the type of some files off the end of the address's path, before any query. */
function addressViolation({ spec, urlExtensions }: BodyFile, url: string): string | undefined {
	if (!urlExtensions) return undefined;
	const { pathname, origin } = new URL(url);
	if (urlExtensions.includes(extensionOf(pathname))) return undefined;
	const endings = joined(urlExtensions.map((one) => `.${one}`));
	// Without the query, which may hold a signature.
	return `'${spec.label} URL' must end in ${endings}, but is ${shown(origin + pathname)}. The part after a question mark does not count. Use another URL, or upload the file with 'Digital Human Upload File', whose 'Options › File Name' sets its name, and choose 'By File ID'`;
}
