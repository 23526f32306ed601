import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { plainText } from '../util/text';
import { apiMessages } from './apiMessages';

/*
 * The endpoints whose paths are not published (service.md 4.10): the user may have them from the provider, and enters them in
 * the credential.
 */

/** The fields of the credential for such paths. */
export type PathField = 'videoDetailPath' | 'personDetailPath' | 'personListPath' | 'voiceListPath';

/** What the user has entered in them. */
export type Paths = Partial<Record<PathField, string>>;

const FIELDS: Readonly<Record<PathField, { label: string; missing: Message }>> = {
	personListPath: pathField('Person List Path'),
	voiceListPath: pathField('Voice List Path'),
	videoDetailPath: pathField('Video Detail Path', apiMessages.noVideoPath),
	personDetailPath: pathField('Person Detail Path', apiMessages.noPersonPath),
};

/** @param missing what to say where nothing is entered */
function pathField(label: string, missing: Message = apiMessages.noPath(label)) {
	return { label, missing };
}

/** The field of the credential that holds a path, as it is labelled. */
export function pathLabel(field: PathField): string {
	return FIELDS[field].label;
}

/**
 * Reads a path that the user entered, with or without `/open/v1`.
 *
 * @returns the path below `/open/v1/`
 * @throws PackError that says what is missing or wrong, and what can be done instead
 */
export function detailPath(paths: Paths, field: PathField): string {
	const { label, missing } = FIELDS[field];
	const typed = plainText(paths[field]);
	if (typed === '') throw new PackError(missing);
	const path = typed.replace(/^\/?(open\/v1\/)?/, '');
	if (!isPath(path)) throw new PackError(apiMessages.pathNotPath(label, formatValue(typed)));
	return path;
}

/** Whether it is names with slashes between them, none of which leads out of `/open/v1/`. */
function isPath(text: string): boolean {
	return /^[\w.~-]+(\/[\w.~-]+)*\/?$/.test(text) && !text.split('/').includes('..');
}

/** Whether the user has entered a path. */
export function hasPath(paths: Paths, field: PathField): boolean {
	return plainText(paths[field]) !== '';
}
