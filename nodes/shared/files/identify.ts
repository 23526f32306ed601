import { formatOfContent } from './content';
import {
	type Format,
	formatOfExtension,
	formatOfType,
	isFitting,
	isGenericType,
	mostExactFormat,
	plainType,
} from './formats';
import { cleanName, decodedName, extensionOf, formatOfName, withoutExtension } from './fileNames';
import { PCM, WAV } from './formatTable';

/*
 * What a file is, said in one place for input files, files on the web, uploads and results alike: from its names, its
 * declared type and its first bytes. Content is the surest sign, then a type that says something, then a name.
 *
 * Three words stand for formats here, each undefined where it does not show: `shown` is the one that the first bytes
 * show, `typed` the one that the declared media type says, and `named` the one that the extension of a name says.
 */

/** What a file is called. */
interface NameSigns {
	/** The name that the user chose for it. */
	chosen?: string;
	/** The name that it has where it comes from. */
	given?: string;
	/** Names that the places of the file suggest, such as its address, the best one first. */
	suggested?: ReadonlyArray<string | undefined>;
}

/** What is known of a file before it is used. */
export interface FileSigns extends NameSigns {
	/** Its media type as declared, which may have parameters. */
	mimeType?: string;
	/** Its first 512 bytes, or all of a shorter file; nothing where they were not read. */
	first?: Buffer;
}

/** What a file is, and how it is named. */
export interface FileIdentity {
	/** The name under which it is used, with an extension where one can be found out. */
	name: string;
	/** The name by which the user knows it, which may have another extension. */
	shownAs: string;
	/** The format that its content shows; undefined where it shows none, or was not read. */
	content?: Format;
	/** The format that its content shows, or else its declared type, or else its name; undefined where none tells. */
	format?: Format;
	/** Whether the name by which the user knows it says another format than its content shows. */
	isMisnamed: boolean;
}

/**
 * Decides what a file is and how it is named. The service reads the type of a file off its extension. So the name gets
 * the extension of what is known of the file, if it has none, or ends in something that only looks like one
 * (`download.php`, `Interview 05.11`), or in the extension of another kind of media. A known extension stays where the
 * user chose it, or where it fits.
 */
export function identify(signs: FileSigns): FileIdentity {
	const { mimeType, first } = signs;
	const shown = first && (formatOfContent(first) ?? formatWithoutHeader(first, signs));
	const typed = formatOfType(mimeType);
	const { name, isByUser, fitting } = bestName(signs, shown, typed);
	const named = formatOfName(name);
	const content = shown && mostExactFormat(shown, named, typed);
	const identity: FileIdentity = {
		name,
		shownAs: name,
		content,
		format: content ?? typed ?? named,
		isMisnamed: isContradicted(named, shown),
	};
	const isExtensionByUser = isByUser && named !== undefined;
	if (isExtensionByUser || fitsFormat(name, shown, typed)) return identity;
	const extension = neededExtension(name, content ?? typed, fitting);
	return withExtension(identity, extension);
}

/** Fewer bytes than these may be anything, and not only sound. */
const LEAST_SOUND = 12;

/**
 * PCM, sound without a header, for a file that is called a WAV file but whose content begins as no known format does:
 * speech services send the bare sound, and somebody has given it that name. Undefined for any other name, and for
 * content that may be anything.
 *
 * @param first bytes in which no format was found
 */
function formatWithoutHeader(first: Buffer, { chosen, given }: NameSigns): Format | undefined {
	const isCalledWav = formatOfName(chosen ?? given) === WAV;
	return isCalledWav && first.length >= LEAST_SOUND ? PCM : undefined;
}

/** The name that was picked from all names of a file. */
interface BestName {
	name: string;
	/** Whether the user chose it. */
	isByUser: boolean;
	/** The first suggested name whose extension fits the file; undefined where none does. */
	fitting: string | undefined;
}

/**
 * The name of a file: the one that the user chose, else its own, else a suggested one. A suggested name whose extension
 * fits the file is preferred to those before it. Without any name, it is `file`.
 */
function bestName(
	{ chosen, given, suggested = [] }: NameSigns,
	shown: Format | undefined,
	typed: Format | undefined,
): BestName {
	const others = suggested.map(decodedName);
	const fitting = others.find((other) => fitsFormat(other, shown, typed));
	const byUser = withStart(cleanName(chosen));
	if (byUser !== undefined) return { name: byUser, isByUser: true, fitting };
	const own = withStart(decodedName(given));
	const any = others.find(Boolean);
	const name = own ?? fitting ?? any ?? 'file';
	return { name, isByUser: false, fitting };
}

/**
 * An identity whose name has got an extension: behind it, or in place of one that contradicts the content. It stays as
 * it is where the extension is empty.
 *
 * @param extension without the dot
 */
function withExtension(identity: FileIdentity, extension: string): FileIdentity {
	if (extension === '') return identity;
	const { name, content, isMisnamed } = identity;
	const named = formatOfName(name);
	// An extension of another kind is more likely a part of the name: the picture `talk.mp4` becomes `talk.mp4.jpg`.
	const isReplaced = isMisnamed && displayKind(content) === displayKind(named);
	const start = isReplaced ? withoutExtension(name) : name;
	return { ...identity, name: `${start}.${extension}` };
}

/** Whether a name says another format than the content shows. False where one of them does not tell. */
function isContradicted(named: Format | undefined, shown: Format | undefined): boolean {
	return shown !== undefined && named !== undefined && !isFitting(shown, named);
}

/**
 * A name that is nothing but an extension, such as `.mp4`, with something before it: `file.mp4`. Any other name stays,
 * and so does undefined.
 */
function withStart(name: string | undefined): string | undefined {
	const isExtensionAlone = name?.startsWith('.') && formatOfExtension(name.slice(1).toLowerCase());
	return isExtensionAlone ? `file${name}` : name;
}

/**
 * Whether a name ends in a known extension that a file may have, by its content or else by its declared type. Where
 * neither tells, the file may have any. False for a missing name.
 */
function fitsFormat(name: string | undefined, shown?: Format, typed?: Format): boolean {
	const named = formatOfName(name);
	if (named === undefined) return false;
	if (shown) return isFitting(shown, named);
	// Without content and type, nothing speaks against the name.
	if (!typed) return true;
	if (isKindred(typed, named)) return true;
	// The extension is that of media of another kind than the type says.
	if (named.media !== undefined) return false;
	// An address that ends as a page does may give out anything, so that its type counts more.
	const isMediaBehindPage = named.label === 'HTML' && typed.media !== undefined;
	return !isMediaBehindPage;
}

/**
 * Whether a declared type and a name may belong to the same file, because both are pictures or both are films or sound,
 * which share formats and whose types servers mix up. False for documents and the like.
 */
function isKindred(typed: Format, named: Format): boolean {
	// An MP3 from a messenger may be called `.mpeg` after its type, audio/mpeg, though that is the extension of a film.
	if (named.label === 'MPEG' && typed.media === 'audio') return false;
	return displayKind(typed) !== undefined && displayKind(typed) === displayKind(named);
}

/** Whether a format is that of a picture, or of what plays (films and sound); undefined for documents and the like. */
function displayKind(format: Format | undefined): 'picture' | 'plays' | undefined {
	if (format?.media === undefined) return undefined;
	return format.media === 'image' ? 'picture' : 'plays';
}

/**
 * The extension that a name needs because its own does not fit, or it has none; empty where the name is to stay, or no
 * extension can be found out.
 *
 * @param known the format that the content of the file shows, or else its declared type
 * @param fitting another name of the file, whose extension fits the file
 */
function neededExtension(
	name: string,
	known: Format | undefined,
	fitting: string | undefined,
): string {
	const suggested = extensionOf(fitting);
	const suggestedFormat = formatOfExtension(suggested);
	const isSuggestionPlausible =
		suggestedFormat && (!known?.media || isKindred(known, suggestedFormat));
	// The extension that the file has elsewhere is more exact than the usual one of its format.
	if (isSuggestionPlausible) return suggested;
	const usual = known?.extensions[0] ?? '';
	if (known?.media) return usual;
	// What is not known to be media keeps the end of its name, whatever that means.
	return extensionOf(name) === '' ? usual : '';
}

/**
 * The name under which the service takes a file. If its extension is not taken (.jfif), or contradicts its content, the
 * name gets another extension of its format that is taken. If there is none, the name stays, and is refused later.
 *
 * @param accepted the extensions that are taken; any where undefined
 */
export function acceptedName(
	{ name, content, isMisnamed }: FileIdentity,
	accepted?: readonly string[],
): string {
	const extension = extensionOf(name);
	const isAccepted = (one: string) => !accepted || accepted.includes(one);
	if (isAccepted(extension) && !isMisnamed) return name;
	// A name that contradicted the content when it was given does not tell the format.
	const named = isMisnamed ? undefined : formatOfExtension(extension);
	const extensions = [named, content].flatMap((format) => format?.extensions ?? []);
	const other = extensions.find(isAccepted);
	if (other === undefined) return name;
	return `${withoutExtension(name)}.${other}`;
}

/**
 * The media type of a file: the declared one if it says something and fits the file, else the usual one of its format.
 * Of a file whose format is not known, it is the declared one even if that says nothing (`application/octet-stream`),
 * and undefined where none is declared.
 */
export function mediaTypeOf(
	{ format }: FileIdentity,
	declared: string | undefined,
): string | undefined {
	const typed = formatOfType(declared);
	const fits = !typed || !format || isFitting(format, typed);
	if (fits && !isGenericType(declared)) return plainType(declared);
	return format?.types[0] ?? plainType(declared);
}
