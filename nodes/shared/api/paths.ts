import type { Message } from '../util/catalogue';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { plainText } from '../util/text';
import { apiMessages } from './apiMessages';

/*
 * The endpoints whose paths are not published (service.md 4.10): the user may have them from the provider, and enters
 * them in the credential. A new one needs an entry here and in `endpoints.ts`, a field in the credential, and its
 * name where the demo service, its start (`tools/n8n`) and the tests list these fields (search for `voiceListPath`),
 * and its label in `docs/limits.md`.
 */

/** The fields of the credential for such paths. */
export type PathField = 'videoDetailPath' | 'personDetailPath' | 'personListPath' | 'voiceListPath';

/** What the user has entered in these fields; a credential has them beside other fields. */
export type Paths = Partial<Record<PathField, string>>;

/** The label of each field, and the message for a user who needs the path and has not entered it. */
const FIELDS: Readonly<Record<PathField, { label: string; missing?: Message }>> = {
	personListPath: { label: 'Person List Path' },
	voiceListPath: { label: 'Voice List Path' },
	videoDetailPath: { label: 'Video Detail Path', missing: apiMessages.noVideoPath },
	personDetailPath: { label: 'Person Detail Path', missing: apiMessages.noPersonPath },
};

/** The label of the field for a path, as the editor shows it in the credential. */
export function pathLabel(field: PathField): string {
	return FIELDS[field].label;
}

/**
 * The path that the user has entered in a field of the credential: `video/detail` for "/open/v1/video/detail", and also
 * for "video/detail".
 *
 * @returns the part below `/open/v1/`, without a slash at its beginning; undefined for an empty field
 * @throws PackError where something else than a path is entered, because the user would otherwise learn of it late
 */
export function enteredPath(paths: Paths, field: PathField): string | undefined {
	const { label } = FIELDS[field];
	const typed = plainText(paths[field]);
	if (typed === '') return undefined;
	const path = typed.replace(/^\/?(open\/v1\/)?/, '');
	if (!isPath(path)) throw new PackError(apiMessages.pathNotPath(label, formatValue(typed)));
	return path;
}

/**
 * The same of a field that must not be empty.
 *
 * @throws PackError where it is, too: it says which path is needed, and what to do about it
 */
export function requiredPath(paths: Paths, field: PathField): string {
	const path = enteredPath(paths, field);
	if (path !== undefined) return path;
	const { label, missing = apiMessages.noPath(label) } = FIELDS[field];
	throw new PackError(missing);
}

/**
 * Whether a text consists of names with slashes between them, such as "video/detail", and does not lead out of
 * `/open/v1/` by "..".
 */
function isPath(text: string): boolean {
	return /^[\w.~-]+(\/[\w.~-]+)*\/?$/.test(text) && !text.split('/').includes('..');
}
