import { formatOfContent, isBlank } from './content';
import {
	type Format,
	formatOfExtension,
	formatOfType,
	isFitting,
	isGenericType,
	mostExactFormat,
	plainType,
} from './formats';
import {
	cleanName,
	decodedName,
	extensionOf,
	isKnownExtension,
	withoutExtension,
} from './fileNames';
import { PCM, WAV } from './formatTable';

/*
 * What a file is, said in one place for input files, files on the web, uploads and results alike: from its names, its
 * declared type and its first bytes. Content is the surest sign, then a type that says something, then a name.
 */

/** What a file is called. */
interface NameSigns {
	/** Its name by the user. */
	chosen?: string;
	/** Its own name. */
	given?: string;
	/** Names that the places of the file suggest, the best one first. */
	suggested?: ReadonlyArray<string | undefined>;
}

/** What is known of a file before it is used. */
export interface FileSigns extends NameSigns {
	/** As declared; may have parameters. */
	mimeType?: string;
	/** Its first 512 bytes, or all of a shorter file; nothing where they were not read. */
	first?: Buffer;
}

export interface FileIdentity {
	/** With an extension where one can be found out. */
	name: string;
	/** By which the user knows it. */
	shownAs: string;
	/** What its content shows. */
	content?: Format;
	/** What its content shows, its type says, or else its name. */
	format?: Format;
	/** Its name says another format than its content shows. */
	isMisnamed: boolean;
}

/**
 * Decides what a file is and how it is named. The service reads the type off the extension, so what is known of the
 * file wins over an end that only looks like an extension (`download.php`, `Interview 05.11`) or belongs to another
 * kind of media; an extension that the user chose stays, and so does a known one that fits.
 */
export function identify(signs: FileSigns): FileIdentity {
	const { mimeType, first } = signs;
	const shown = first && (formatOfContent(first) ?? formatWithoutHeader(first, signs));
	const typed = formatOfType(mimeType);
	const { name, isByUser, fitting } = bestName(signs, shown, typed);
	const named = formatOfExtension(extensionOf(name));
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
	const extension = missingExtension(name, content ?? typed, { fitting, mimeType, first });
	return withExtension(identity, extension);
}

/** Fewer bytes are too few to be sound. */
const LEAST_SOUND = 12;

/**
 * PCM, for a file that is called a WAV file, of whose content it is known that it does not begin as any format does:
 * speech services send the bare sound, to which somebody has given that name. Undefined for any other name, and for
 * content that may be anything.
 */
function formatWithoutHeader(first: Buffer, { chosen, given }: NameSigns): Format | undefined {
	const isCalledWav = formatOfExtension(extensionOf(chosen ?? given)) === WAV;
	const mayBeAnything = first.length < LEAST_SOUND || isBlank(first);
	return isCalledWav && !mayBeAnything ? PCM : undefined;
}

/** The name that was chosen from all names of a file. */
interface BestName {
	name: string;
	/** The user has given it. */
	isByUser: boolean;
	/** The first suggested name whose extension fits the file; undefined where none does. */
	fitting: string | undefined;
}

/**
 * The name of a file: that of the user, else its own, else a suggested one, of which one
 * that fits comes first. Without any, it is `file`.
 *
 * @param shown what the content of the file shows
 * @param typed what the type of the file says
 */
function bestName(
	{ chosen, given, suggested = [] }: NameSigns,
	shown: Format | undefined,
	typed: Format | undefined,
): BestName {
	const others = suggested.map(decodedName);
	const fitting = others.find((other) => fitsFormat(other, shown, typed));
	const byUser = withBase(cleanName(chosen));
	if (byUser !== undefined) return { name: byUser, isByUser: true, fitting };
	const own = withBase(decodedName(given)) ?? fitting;
	const any = others.find((other) => other !== undefined);
	return { name: own ?? any ?? 'file', isByUser: false, fitting };
}

/**
 * An identity whose name has an extension: behind it, or in place of one that
 * contradicts the content. Unchanged for an empty one.
 */
function withExtension(identity: FileIdentity, extension: string): FileIdentity {
	if (extension === '') return identity;
	const { name, content, isMisnamed } = identity;
	const named = formatOfExtension(extensionOf(name));
	// Of another kind, the end is more likely a part of the name: the picture `talk.mp4` becomes `talk.mp4.jpg`.
	const isReplaced = isMisnamed && displayKind(content) === displayKind(named);
	const start = isReplaced ? withoutExtension(name) : name;
	return { ...identity, name: `${start}.${extension}` };
}

/** Whether a name says another format than the content shows. */
function isContradicted(named: Format | undefined, shown: Format | undefined): boolean {
	return shown !== undefined && named !== undefined && !isFitting(shown, named);
}

/**
 * A name that is nothing but an extension, such as `.mp4`, with something before
 * it: `file.mp4`. Any other, or none, stays.
 */
function withBase(name: string | undefined): string | undefined {
	const isBare = name?.startsWith('.') && isKnownExtension(name.slice(1).toLowerCase());
	return isBare ? `file${name}` : name;
}

/** Whether a name ends in a known extension that a file may have, by its content or else its type. */
function fitsFormat(name: string | undefined, shown?: Format, typed?: Format): boolean {
	const named = formatOfExtension(extensionOf(name));
	if (named === undefined) return false;
	if (shown) return isFitting(shown, named);
	if (!typed) return true;
	if (isKindred(typed, named)) return true;
	if (named.media !== undefined) return false;
	// An address that ends as a page does may give out anything, so that its type counts more.
	const isMediaBehindPage = named.label === 'HTML' && typed.media !== undefined;
	return !isMediaBehindPage;
}

/**
 * Whether a type and a name may belong to the same file: sound and films share formats, and servers mix up their types.
 */
function isKindred(typed: Format, named: Format): boolean {
	// MP3 from messengers is called .mpeg by its type, audio/mpeg.
	if (named.label === 'MPEG' && typed.media === 'audio') return false;
	return displayKind(typed) !== undefined && displayKind(typed) === displayKind(named);
}

/** Pictures, or what plays; undefined for documents and the like. */
function displayKind(format: Format | undefined): 'image' | 'film' | undefined {
	if (format?.media === undefined) return undefined;
	return format.media === 'image' ? 'image' : 'film';
}

/**
 * The extension that a name lacks; empty where none can be found out.
 *
 * @param known what the content or the type of the file says
 * @param signs.fitting another name of the file, whose extension fits that
 */
function missingExtension(
	name: string,
	known: Format | undefined,
	signs: Pick<FileSigns, 'mimeType' | 'first'> & { fitting?: string },
): string {
	const suggested = extensionOf(signs.fitting);
	const suggestedFormat = formatOfExtension(suggested);
	const isSuggestionPlausible =
		suggestedFormat && (!known?.media || isKindred(known, suggestedFormat));
	// An extension is more exact than a type.
	if (isSuggestionPlausible) return suggested;
	const usual = known?.extensions[0] ?? '';
	if (known?.media) return usual;
	// What is no media keeps the end of its name, whatever it means.
	if (extensionOf(name) !== '') return '';
	if (known) return usual;
	return isPlainText(signs) ? 'txt' : '';
}

/** Whether a file is said to be a text, and its first bytes are those of one. */
function isPlainText({ mimeType, first }: Pick<FileSigns, 'mimeType' | 'first'>): boolean {
	return plainType(mimeType) === 'text/plain' && first !== undefined && isTextual(first);
}

/** Whether first bytes are those of a text: without control characters other than breaks and tabs. */
function isTextual(first: Buffer): boolean {
	return first.length > 0 && first.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
}

/**
 * The name under which the service takes a file: where its extension is not taken, such as .jfif, or contradicts its
 * content, with another one of its format. Where none of these is taken either, the name stays, to be refused.
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
	const named = isMisnamed ? undefined : formatOfExtension(extension);
	const extensions = [named, content].flatMap((format) => format?.extensions ?? []);
	const other = extensions.find(isAccepted);
	if (other === undefined) return name;
	return `${withoutExtension(name)}.${other}`;
}

/**
 * The media type of a file: as declared if it says something and fits, else that of its format, and of a file whose
 * format is not known as declared, such as `application/octet-stream`; undefined where none is declared either.
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
