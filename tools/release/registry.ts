import { createHash } from 'node:crypto';

/** The package.json in a tarball, as far as a registry reads it. */
export interface PackedManifest {
	name: string;
	version: string;
	[field: string]: unknown;
}

/** A package that was packed but not published. */
export interface Packed {
	manifest: PackedManifest;
	tarball: Buffer;
}

/** What a registry answers. */
export interface Answer {
	status: number;
	type: string;
	body: string | Buffer;
}

const json = (status: number, content: unknown): Answer => ({
	status,
	type: 'application/json',
	body: JSON.stringify(content),
});

/**
 * What a package registry would answer if this one package had been published to it.
 *
 * @param origin where the registry seems to be, such as `https://packages.example`
 * @param path of the request, without its query
 * @returns 404 for everything that is not about the package
 */
export function answerAsRegistry(
	{ manifest, tarball }: Packed,
	origin: string,
	path: string,
): Answer {
	const { name, version } = manifest;
	const file = `/${name}/-/${name}-${version}.tgz`;
	const published = {
		...manifest,
		_id: `${name}@${version}`,
		dist: {
			integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
			shasum: createHash('sha1').update(tarball).digest('hex'),
			tarball: `${origin}${file}`,
		},
	};
	switch (decodeURIComponent(path)) {
		case `/${name}`:
			return json(200, {
				_id: name,
				name,
				'dist-tags': { latest: version },
				versions: { [version]: published },
			});
		case `/${name}/latest`:
		case `/${name}/${version}`:
			return json(200, published);
		case file:
			return { status: 200, type: 'application/octet-stream', body: tarball };
		default:
			return json(404, { error: 'Not found' });
	}
}
