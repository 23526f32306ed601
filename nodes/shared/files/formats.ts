import {
	AAC,
	FILE_TYPES,
	type FileType,
	FLAC,
	type Format,
	formats,
	MKA,
	MKV,
	MP3,
	OFFICE,
	TAGGED_SOUND,
	TIFF,
	WEBA,
	WEBM,
	ZIP,
} from './formatTable';

/*
 * What the name and the declared type of a file say: look-ups in the table of formats, and which formats may belong to
 * the same file.
 */

export type { FileType, Format };
export { FILE_TYPES, formats };

/**
 * Second parts of media types that say nothing, without `x-`: servers and n8n
 * announce them where they do not know better.
 */
const GENERIC: ReadonlySet<string> = new Set(
	`octet-stream octetstream octet_stream oct-stream octet binary bin blob macbinary data file stream unknown unknown-content-type
	unknown-application-octet-stream download downloadable forcedownload force-download save save-as object attachment media
	any default empty zerosize unix-directory form-data www-form-urlencoded plain vnd.google-apps.file
	vnd.google-apps.unknown`.split(/\s+/),
);

/** All formats by names of theirs; where two have the same name, the first one counts. */
function byName(namesOf: (format: Format) => readonly string[]): ReadonlyMap<string, Format> {
	const found = new Map<string, Format>();
	for (const format of formats) {
		for (const name of namesOf(format)) if (!found.has(name)) found.set(name, format);
	}
	return found;
}

const byExtension = byName(({ extensions }) => extensions);

const byType = byName(({ types }) => types);

/** The format of files with an extension, in lower case. */
export function formatOfExtension(extension: string): Format | undefined {
	return byExtension.get(extension);
}

/** A media type without its parameters, in lower case; undefined when it is empty. */
export function plainType(mimeType: unknown): string | undefined {
	if (typeof mimeType !== 'string') return undefined;
	const type = mimeType.split(/[;,]/, 1)[0] ?? '';
	return type.replace(/[\s"'`]/g, '').toLowerCase() || undefined;
}

/** The second part of a media type, without the mark of one that is not registered: `wav` of `audio/x-wav`. */
function subtypeOf(type: string): string {
	return type.slice(type.indexOf('/') + 1).replace(/^x-/, '');
}

/** The format that a media type says; undefined for one that says nothing, or is not known. */
export function formatOfType(mimeType: unknown): Format | undefined {
	const type = plainType(mimeType);
	if (type === undefined) return undefined;
	const subtype = subtypeOf(type);
	if (GENERIC.has(subtype)) return undefined;
	return listedFormat(type, subtype) ?? byExtension.get(extensionInType(subtype));
}

/** The format that has a media type in the table, as it is, without `x-` or with it; undefined where none has. */
function listedFormat(type: string, subtype: string): Format | undefined {
	const [kind = ''] = type.split('/');
	const forms = [type, `${kind}/${subtype}`, `${kind}/x-${subtype}`];
	const listed = forms.find((form) => byType.has(form));
	return listed === undefined ? undefined : byType.get(listed);
}

/**
 * The extension in which most types end: `mp3` of `audio/mp3`, and of a bare `.mp3`, as speech services write it. Of
 * what is built on JSON or XML, the end counts: `application/problem+json`.
 */
function extensionInType(subtype: string): string {
	return subtype.replace(/^(\.|vnd\.)/, '').replace(/^.*\+(?=(json|xml)$)/, '');
}

/** Whether a media type says nothing about a file. */
export function isGenericType(mimeType: unknown): boolean {
	const type = plainType(mimeType);
	if (type === undefined || !/^[^/*]+\/[^/*]+$/.test(type)) return true;
	return GENERIC.has(subtypeOf(type));
}

/** Whether a file whose first bytes show one format may have an extension of another. */
export function isFitting(shown: Format, named: Format): boolean {
	if (shown === named) return true;
	const areOfOneFamily = shown.family !== undefined && shown.family === named.family;
	if (areOfOneFamily) return true;
	// WebM is a kind of Matroska, but not the other way round.
	if (shown === WEBM) return named === WEBA || named === MKV || named === MKA;
	if (shown === MKV) return named === MKA;
	// A tag in front tells that sound follows, but not in which of the formats that may have one.
	if (shown === TAGGED_SOUND) return named === MP3 || named === AAC || named === FLAC;
	// What is no picture, film or sound is sent nowhere, so it does not matter which document or archive it is.
	const areDocuments = shown.media === undefined && named.media === undefined;
	return areDocuments;
}

/** Whether a file of a format may be a single byte again and again: a document, or silence without a header. */
export function mayBeBlank(format: Format | undefined): boolean {
	return format?.media === undefined || format.isRaw;
}

/** Whether a format is that of a container, such as MP4, whose files may be a film or nothing but sound. */
export function mayBeFilmOrSound(format: Format): boolean {
	if (format === WEBM || format === MKV) return true;
	return ['mp4', 'ogg', 'asf'].includes(format.family ?? '');
}

/**
 * What a file is, where its first bytes only show the container: the name or the type tells that an MP4 is sound, that
 * a TIFF is a camera's own picture, or which document a ZIP archive is. Without such a hint, a file is what its first
 * bytes show; sound behind a tag is MP3 then, as it nearly always is.
 *
 * @param hints what the name says, then what the type says
 */
export function mostExactFormat(
	shown: Format,
	...hints: ReadonlyArray<Format | undefined>
): Format {
	const exact = hints.find((hint) => hint && isFitting(shown, hint) && isMoreExact(shown, hint));
	if (exact) return exact;
	return shown === TAGGED_SOUND ? MP3 : shown;
}

/** Whether a name or a type tells more of a file than its first bytes, which they fit. */
function isMoreExact(shown: Format, hint: Format): boolean {
	// The first bytes of these are the same for several formats.
	if (shown === ZIP || shown === OFFICE || shown === TIFF || shown === TAGGED_SOUND) return true;
	// Sound is kept in the containers of films, and nothing in the first bytes says that there is no picture.
	return shown.media === 'video' && hint.media === 'audio';
}
