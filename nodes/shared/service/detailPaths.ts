import { shown } from '../util/text';
import { API_PREFIX } from './baseUrl';

/** Operations whose paths the specification does not publish; the user may enter them (service.md 4.10). */
export type DetailPathField = 'videoDetailPath' | 'personDetailPath';

export type DetailPaths = Partial<Record<DetailPathField, string>>;

const FIELDS: Readonly<Record<DetailPathField, { label: string; without: string }>> = {
	videoDetailPath: {
		label: 'Video Detail Path',
		without:
			"Translations cannot be awaited or looked up with this credential. Ask your provider for the path, which is not published, and enter it in 'Video Detail Path' of the credential. Without it, check the translation at the service itself",
	},
	personDetailPath: {
		label: 'Person Detail Path',
		without:
			"Custom persons cannot be awaited or looked up with this credential. Ask your provider for the path, which is not published, and enter it in 'Person Detail Path' of the credential. Without it, let 'Digital Human Create Person' pause until the service calls back",
	},
};

/** The field of the credential that holds a path, as it is labelled. */
export function detailPathLabel(field: DetailPathField): string {
	return FIELDS[field].label;
}

/**
 * Reads a path that the user entered, with or without `/open/v1`.
 *
 * @returns the path below `/open/v1/`
 * @throws Error that says what is missing or wrong, and what can be done instead
 */
export function detailPath(paths: DetailPaths, field: DetailPathField): string {
	const { label, without } = FIELDS[field];
	const typed = (paths[field] ?? '').trim();
	if (typed === '') throw new Error(without);
	const path = typed.replace(/^\//, '').replace(new RegExp(`^${API_PREFIX.slice(1)}/`), '');
	if (!/^[\w.~-]+(\/[\w.~-]+)*\/?$/.test(path) || path.split('/').includes('..')) {
		throw new Error(
			`'${label}' of the credential is not a path: '${shown(typed)}'. Enter only the part after the domain, such as ${API_PREFIX}/example/detail. Leave out any question mark and everything after it`,
		);
	}
	return path;
}
