import { formatOfContent } from './content';
import {
	type Format,
	formatOfExtension,
	formatOfType,
	isFitting,
	isGenericType,
	mostExact,
	plainType,
} from './formats';
import {
	cleanName,
	decodedName,
	extensionOf,
	isKnownExtension,
	withoutExtension,
} from './fileNames';

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
 * Decides what a file is and how it is named. The service reads the type off the extension, so what is known of the file
 * wins over an end that only looks like an extension (`download.php`, `Interview 05.11`) or belongs to another kind of
 * media; an extension that the user chose stays, and so does a known one that fits.
 */
export function identify(signs: FileSigns): FileIdentity {
	const { chosen, given, suggested = [], mimeType, first } = signs;
	const shown = first && formatOfContent(first);
	const typed = formatOfType(mimeType);
	const byUser = withBase(cleanName(chosen));
	const others = suggested.map(decodedName);
	const fitting = others.find((one) => fitsFormat(one, shown, typed));
	const names = [byUser, withBase(decodedName(given)), fitting, ...others, 'file'];
	const name = String(names.find(Boolean));
	const named = formatOfExtension(extensionOf(name));
	const identity = withFormat(name, { named, shown, typed });
	const isByUser = byUser !== undefined && named !== undefined;
	if (isByUser || fitsFormat(name, shown, typed)) return identity;
	const { content, isMisnamed } = identity;
	const extension = addedExtension(name, fitting, signs, content ?? typed);
	const replaces = isMisnamed && displayKind(content) === displayKind(named);
	return { ...identity, name: withExtension(name, extension, replaces) };
}

/** What the name, the content and the type say of the format. */
type Formats = Record<'named' | 'shown' | 'typed', Format | undefined>;

function withFormat(name: string, { named, shown, typed }: Formats): FileIdentity {
	const content = shown && mostExact(shown, named, typed);
	const isMisnamed = isContradicted(named, shown);
	return { name, shownAs: name, content, format: content ?? typed ?? named, isMisnamed };
}

/** Whether a name says another format than the content shows. */
function isContradicted(named: Format | undefined, shown: Format | undefined): boolean {
	return shown !== undefined && named !== undefined && !isFitting(shown, named);
}

/** A name that is nothing but an extension, such as `.mp4`, with something before it. */
function withBase(name: string | undefined): string | undefined {
	const isBare = name?.startsWith('.') && isKnownExtension(name.slice(1).toLowerCase());
	return isBare ? `file${name}` : name;
}

/** @param replaces the extension that the name has, in place of standing behind it */
function withExtension(name: string, extension: string, replaces: boolean): string {
	if (extension === '') return name;
	return `${replaces ? withoutExtension(name) : name}.${extension}`;
}

/** Whether a name ends in a known extension that a file may have, by its content or else its type. */
function fitsFormat(name: string | undefined, shown?: Format, typed?: Format): boolean {
	const named = formatOfExtension(extensionOf(name));
	if (named === undefined) return false;
	if (shown) return isFitting(shown, named);
	if (!typed) return true;
	if (isKindred(typed, named)) return true;
	// Behind pages, servers give out anything.
	return named.media === undefined && (typed.media === undefined || named.label !== 'HTML');
}

/** Whether a type and a name may belong to the same file: sound and films share formats, and servers mix up their types. */
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

/** The extension that a name lacks; empty where none can be found out. */
function addedExtension(
	name: string,
	sibling: string | undefined,
	{ mimeType, first }: FileSigns,
	known: Format | undefined,
): string {
	const other = formatOfExtension(extensionOf(sibling));
	// Of another name of the file: more exact than what its type says.
	if (other && (!known?.media || isKindred(known, other))) return extensionOf(sibling);
	const hasEnd = extensionOf(name) !== '';
	if (known) return known.media || !hasEnd ? (known.extensions[0] ?? '') : '';
	return !hasEnd && isPlainText(mimeType, first) ? 'txt' : '';
}

function isPlainText(mimeType: string | undefined, first: Buffer | undefined): boolean {
	return plainType(mimeType) === 'text/plain' && first !== undefined && isTextual(first);
}

/** Whether first bytes are those of a text: without control characters other than breaks and tabs. */
function isTextual(first: Buffer): boolean {
	return first.length > 0 && [...first].every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
}

/**
 * The name under which the service takes a file: with another extension of the same format, where only that is not taken,
 * such as .jfif, or with that of its content.
 *
 * @param accepted extensions; all where there are none
 */
export function acceptedName(
	{ name, content, isMisnamed }: FileIdentity,
	accepted?: readonly string[],
): string {
	const extension = extensionOf(name);
	const isTaken = accepted?.includes(extension) ?? true;
	if (isTaken && !isMisnamed) return name;
	const named = formatOfExtension(extension);
	const formats = isMisnamed ? [content] : [named, content];
	const extensions = formats.flatMap((one) => one?.extensions ?? []);
	const other = extensions.find((one) => accepted?.includes(one) ?? true);
	if (other === undefined) return name;
	return `${withoutExtension(name)}.${other}`;
}

/** The media type of a file: as declared if it says something and fits, else that of its format. */
export function mediaTypeOf({ format }: FileIdentity, declared: string | undefined) {
	const typed = formatOfType(declared);
	const isUsable = !isGenericType(declared) && (!typed || !format || isFitting(format, typed));
	return isUsable ? plainType(declared) : (format?.types[0] ?? plainType(declared));
}
