/** Media types by file extension; the first extension of a type is the usual one. */
const TYPES: ReadonlyArray<readonly [string, string]> = [
	['jpg', 'image/jpeg'],
	['jpeg', 'image/jpeg'],
	['png', 'image/png'],
	['webp', 'image/webp'],
	['gif', 'image/gif'],
	['bmp', 'image/bmp'],
	['tiff', 'image/tiff'],
	['tif', 'image/tiff'],
	['heic', 'image/heic'],
	['mp4', 'video/mp4'],
	['mov', 'video/quicktime'],
	['webm', 'video/webm'],
	['mp3', 'audio/mpeg'],
	['mp3', 'audio/mp3'],
	['wav', 'audio/x-wav'],
	['wav', 'audio/wav'],
	['wav', 'audio/wave'],
	['m4a', 'audio/x-m4a'],
	['m4a', 'audio/m4a'],
	['m4a', 'audio/mp4'],
	['txt', 'text/plain'],
	['json', 'application/json'],
	['srt', 'application/x-subrip'],
];

/** The extension of a file name in lower case, without the dot; empty when there is none. */
export function extensionOf(fileName: string): string {
	return /[^/\\]\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The usual extension of a media type such as `video/mp4; charset=…`; undefined for other types. */
export function extensionOfType(mimeType: string | undefined): string | undefined {
	const plain = mimeType?.split(';')[0]?.trim().toLowerCase();
	return TYPES.find(([, type]) => type === plain)?.[0];
}

/** The media type that belongs to an extension. */
export function typeOfExtension(extension: string): string | undefined {
	return TYPES.find(([known]) => known === extension)?.[1];
}

/**
 * The name in a Content-Disposition header, without folders.
 *
 * @returns undefined when the header names none
 */
export function nameInDisposition(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const encoded = /filename\*\s*=\s*[\w-]*'[^']*'([^;\s]+)/i.exec(header)?.[1];
	const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
	const name = encoded ? decoded(encoded) : (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]);
	return baseName(name);
}

/** The last segment of an address's path; undefined when it is empty. */
export function nameInAddress(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	return baseName(decoded(new URL(address).pathname));
}

/** The name with an extension: its own one, else the given one, where there is one. */
export function withExtension(name: string, extension: string | undefined): string {
	return extensionOf(name) || !extension ? name : `${name}.${extension}`;
}

function baseName(path: string | undefined): string | undefined {
	return path?.split(/[/\\]/).at(-1)?.trim() || undefined;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
