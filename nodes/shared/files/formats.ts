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
 * What the name and the declared type of a file say: how the table of formats is searched for them, and whether two of
 * its formats may belong to the same file.
 */

export type { FileType, Format };
export { FILE_TYPES, formats };

/**
 * The second parts, without `x-`, of media types that say nothing: servers and n8n
 * announce them where they do not know better.
 */
const GENERIC: ReadonlySet<string> = new Set(
	`octet-stream octetstream octet_stream oct-stream octet binary bin blob macbinary data file stream
	unknown unknown-content-type unknown-application-octet-stream download downloadable forcedownload
	force-download save save-as object attachment media any default empty zerosize unix-directory
	form-data www-form-urlencoded plain vnd.google-apps.file vnd.google-apps.unknown`.split(/\s+/),
);

/** All formats by their names of one kind, such as extensions. Of formats with the same name, the first one counts. */
function formatsBy(namesOf: (format: Format) => readonly string[]): ReadonlyMap<string, Format> {
	const found = new Map<string, Format>();
	for (const format of formats) {
		for (const name of namesOf(format)) {
			if (!found.has(name)) found.set(name, format);
		}
	}
	return found;
}

const byExtension = formatsBy(({ extensions }) => extensions);

const byType = formatsBy(({ types }) => types.map(asRegistered));

/** A media type without the `x-` of one that is not registered: `audio/wav` for `audio/x-wav`. */
function asRegistered(type: string): string {
	return type.replace('/x-', '/');
}

/** The format of files with an extension, which is in lower case; undefined for one that is not in the table. */
export function formatOfExtension(extension: string): Format | undefined {
	return byExtension.get(extension);
}

/**
 * A media type without its parameters, quotes and blanks, in lower case: `audio/wav` of `Audio/WAV; rate=8000`.
 * Undefined when nothing is left, and for what is no text.
 */
export function plainType(mimeType: unknown): string | undefined {
	if (typeof mimeType !== 'string') return undefined;
	const [withoutParameters = ''] = mimeType.split(/[;,]/, 1);
	const plain = withoutParameters.replace(/[\s"'`]/g, '').toLowerCase();
	return plain || undefined;
}

/**
 * The second part of a media type, without the `x-` of one that is not registered: `wav` of `audio/x-wav`. A text
 * without a slash counts as such a part.
 */
function subtypeOf(type: string): string {
	return type.slice(type.indexOf('/') + 1).replace(/^x-/, '');
}

/** The format that a media type says; undefined for one that says nothing, or is not known. */
export function formatOfType(mimeType: unknown): Format | undefined {
	const type = plainType(mimeType);
	if (type === undefined) return undefined;
	const subtype = subtypeOf(type);
	if (GENERIC.has(subtype)) return undefined;
	return byType.get(asRegistered(type)) ?? byExtension.get(extensionInType(subtype));
}

/**
 * The extension that the second part of most media types is: `mp3` of `audio/mp3`, and also of a bare `.mp3`, as speech
 * services write it. Of what is built on JSON or XML, it is the end: `json` of `application/problem+json`.
 */
function extensionInType(subtype: string): string {
	return subtype.replace(/^(\.|vnd\.)/, '').replace(/^.*\+(?=(json|xml)$)/, '');
}

/** Two parts with a slash between them. A star in place of one, as in `image/*`, leaves the type open. */
const WHOLE_TYPE = /^[^/*]+\/[^/*]+$/;

/** Whether a media type says nothing about a file: it is missing, not whole, or one that stands for any file. */
export function isGenericType(mimeType: unknown): boolean {
	const type = plainType(mimeType);
	if (type === undefined || !WHOLE_TYPE.test(type)) return true;
	return GENERIC.has(subtypeOf(type));
}

/**
 * Whether a file whose first bytes show one format may have the extension, or the media type, of another one.
 */
export function isFitting(shown: Format, named: Format): boolean {
	if (shown === named) return true;
	// Files of a family, such as MP4 and M4A, differ only in what they hold, and pass under the extensions of each other.
	const areOfOneFamily = shown.family !== undefined && shown.family === named.family;
	if (areOfOneFamily) return true;
	// Each WebM is a Matroska file (MKV, or MKA for sound alone), but not the other way round.
	if (shown === WEBM) return named === WEBA || named === MKV || named === MKA;
	if (shown === MKV) return named === MKA;
	// A tag in front tells that sound follows, but not in which of the formats that may have one.
	if (shown === TAGGED_SOUND) return named === MP3 || named === AAC || named === FLAC;
	// What is no picture, film or sound is sent nowhere, so it does not matter which document or archive it is.
	const areDocuments = shown.media === undefined && named.media === undefined;
	return areDocuments;
}

/** Whether a format is that of a container, such as MP4, whose files may be a film or nothing but sound. */
export function mayBeFilmOrSound(format: Format): boolean {
	if (format === WEBM || format === MKV) return true;
	return ['mp4', 'ogg', 'asf'].includes(format.family ?? '');
}

/**
 * What a file is, where its first bytes show no more than a container: the name or the media type may tell that an MP4
 * is sound, that a TIFF is a camera's own picture, or which document a ZIP archive is. Without such a hint, a file is
 * what its first bytes show. Sound behind a tag is MP3 then, as it nearly always is.
 *
 * @param hints the formats that the name and the media type say; the first one that fits and tells more counts
 */
export function mostExactFormat(
	shown: Format,
	...hints: ReadonlyArray<Format | undefined>
): Format {
	const exact = hints.find((hint) => hint && isFitting(shown, hint) && isMoreExact(shown, hint));
	if (exact) return exact;
	return shown === TAGGED_SOUND ? MP3 : shown;
}

/** Whether a hint, which fits the first bytes of a file, tells more of it than these. */
function isMoreExact(shown: Format, hint: Format): boolean {
	// The first bytes of these are the same for several formats.
	if (shown === ZIP || shown === OFFICE || shown === TIFF || shown === TAGGED_SOUND) return true;
	// Sound is kept in the containers of films, and nothing in the first bytes says that there is no picture.
	return shown.media === 'video' && hint.media === 'audio';
}
