import { API_PREFIX } from './baseUrl';

/** Operations whose paths the specification does not publish; the user may enter them (service.md 4.10). */
export type DetailPathField = 'videoDetailPath' | 'personDetailPath';

export type DetailPaths = Partial<Record<DetailPathField, string>>;

const FIELDS: Readonly<Record<DetailPathField, { label: string; without: string }>> = {
	videoDetailPath: {
		label: 'Video Detail Path',
		without:
			"Translation tasks can only be followed with a 'Video Detail Path' in the credential: the path is not part of the published interface. Ask the provider of the service for it and enter it there, or look the task up at the service itself",
	},
	personDetailPath: {
		label: 'Person Detail Path',
		without:
			"Custom persons can only be looked up with a 'Person Detail Path' in the credential: the path is not part of the published interface. Ask the provider of the service for it and enter it there, or let 'Digital Human Create Person' pause until the service calls back",
	},
};

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
			`'${label}' of the credential has to be a path below ${API_PREFIX}, such as ${API_PREFIX}/example/detail, without address and query. It is '${typed}'`,
		);
	}
	return path;
}
