import { compact, has, uniq } from 'lodash';

import type { FileRecord } from '../api/uploadedFiles';
import type { Message } from '../util/catalogue';
import { formatBytes, formatLimit } from '../util/amounts';
import { formatList } from '../util/text';
import { type FileUse, limitsOf } from './fileUse';
import { type FileType, type Format, formatOfExtension, mayBeFilmOrSound } from './formats';
import type { FileIdentity } from './identify';
import { fileMessages } from './fileMessages';
import { extensionOf, formatOfName, nameInAddress } from './fileNames';
import { MAX_FILE_BYTES, type Purpose, type PurposeRule, purposes } from './purposes';

/*
 * What is wrong with a file, as far as its name, its size and the service's record of it show. Each rule gives the
 * message about the first problem, or undefined. The message names the file, but not the field of the node: that is put
 * before it by whoever knows it.
 */

/** What a file of a type is in messages, such as "an image". */
const WITH_ARTICLE: Readonly<Record<FileType, string>> = {
	audio: fileMessages.audioFile,
	image: fileMessages.image,
	video: fileMessages.video,
};

/** The formats to which messages advise to convert a file, where its field limits no extensions. */
const USUAL: Readonly<Record<FileType, readonly string[]>> = {
	audio: ['mp3', 'wav'],
	image: ['jpg', 'png'],
	video: ['mp4'],
};

/**
 * A file whose name and size are judged. Where the facts of its identity are missing, its name is all that is known.
 */
interface JudgedFile extends Partial<Omit<FileIdentity, 'name'>> {
	/** The name under which it is sent. Its extension says what the file is, where its content is not known. */
	name: string;
	/** Undefined where its size is not known. */
	bytes?: number;
}

/**
 * What is wrong with what a file shows or plays: something else is needed, or no service plays its format. Undefined
 * where nothing is wrong, and where it is not known or may be what is needed.
 *
 * @param needed the types of which one is needed; any type will do where there are none
 */
export function mediaProblem(
	file: JudgedFile,
	needed: readonly FileType[] = [],
): Message | undefined {
	const { name, shownAs = name } = file;
	const format = formatOf(file);
	if (needed.length === 0 || !format) return undefined;
	const { media } = format;
	const isOfNeededType = media !== undefined && needed.includes(media);
	if (isOfNeededType) {
		if (!format.isRaw) return undefined;
		// A raw format, such as a picture as the camera has it, or sound without a header: no service plays it.
		const types = typesInWords(needed.flatMap((type) => USUAL[type]));
		const elsewhere = '';
		return fileMessages.otherFormat(shownAs, formatInWords(format), types, elsewhere);
	}
	// Nobody can tell by the format of a container whether the file is a film or sound alone. It is no image, though.
	const isOnlyImageNeeded = needed.every((type) => type === 'image');
	if (mayBeFilmOrSound(format) && !isOnlyImageNeeded) return undefined;
	const neededInWords = formatList(needed.map((type) => WITH_ARTICLE[type]));
	if (media) return fileMessages.wrongMedia(shownAs, WITH_ARTICLE[media], neededInWords);
	return fileMessages.noMedia(shownAs, neededInWords);
}

/** The format of a file: by its content, else by its name; undefined where neither tells. */
function formatOf({ name, content }: JudgedFile): Format | undefined {
	return content ?? formatOfName(name);
}

/** What a file of a format is, in words: "an audio file (M4A)", "a file (PDF)". */
function formatInWords({ label, media }: Format): string {
	const kind = media ? WITH_ARTICLE[media] : fileMessages.anyFile;
	return fileMessages.ofFormat(kind, label);
}

/**
 * What is wrong with the extension or the size of a file (service.md 4.1); undefined where nothing is, as far as they
 * are known.
 *
 * @param rule which extensions and how many bytes are accepted; without it, any extension, though there has to be one,
 *   and any size that the service takes
 * @param canRename whether the node has an option for the name of the file, which the advice then names
 */
export function limitProblem(
	file: JudgedFile,
	rule: Partial<PurposeRule> = {},
	canRename = false,
): Message | undefined {
	const { name, shownAs = name, bytes } = file;
	if (bytes === 0) return fileMessages.fileEmpty(shownAs);
	const problem = extensionProblem(file, rule, canRename);
	if (problem) return problem;
	if (bytes === undefined || bytes <= (rule.maxBytes ?? MAX_FILE_BYTES)) return undefined;
	return fileMessages.tooLarge(shownAs, formatBytes(bytes), limitInWords(rule));
}

/**
 * What is wrong with the extension of a file, by which the service recognizes its type; undefined for one that is
 * accepted.
 *
 * @param canRename as in `limitProblem`
 */
function extensionProblem(
	file: JudgedFile,
	{ extensions }: Partial<PurposeRule>,
	canRename: boolean,
): Message | undefined {
	const { name, shownAs = name } = file;
	const extension = extensionOf(name);
	// Where no extensions are listed, any one is accepted, but there has to be one.
	const isAccepted = extensions ? extensions.includes(extension) : extension !== '';
	if (isAccepted && !isMisleading(file, extension)) return undefined;
	const rename = canRename ? fileMessages.renameHere : fileMessages.renameByUpload;
	if (extension === '') return fileMessages.noExtension(shownAs, rename);
	// The extension is misleading, but does no harm where any format is accepted.
	if (!extensions) return undefined;
	const format = formatOf(file);
	if (!format) {
		return fileMessages.unsupportedType(shownAs, typesInWords(extensions), rename);
	}
	return formatProblem(file, format, { extensions, elsewhere: takenElsewhere(format, canRename) });
}

/**
 * Whether the extension with which a file is sent says another format than its content. That of a misnamed file was
 * replaced before by one of its content, if such a one is accepted, and then does not mislead.
 */
function isMisleading({ content, isMisnamed }: JudgedFile, extension: string): boolean {
	if (!isMisnamed || !content) return false;
	return formatOfExtension(extension) !== content;
}

/**
 * The message about a file whose format is not accepted: what it is, and what to use or to convert it to.
 *
 * @param words.elsewhere a sentence about other purposes, which may be empty
 */
function formatProblem(
	{ name, shownAs = name }: JudgedFile,
	format: Format,
	{ extensions, elsewhere }: { extensions: readonly string[]; elsewhere: string },
): Message {
	const { media } = format;
	const is = formatInWords(format);
	const types = typesInWords(extensions);
	const accepted = compact(extensions.map((one) => formatOfExtension(one)?.media));
	if (media && !mayBecome(media, accepted)) {
		const needed = formatList(uniq(accepted).map((type) => WITH_ARTICLE[type]));
		return fileMessages.otherMedia(shownAs, is, `${needed}: ${types}`, elsewhere);
	}
	return fileMessages.otherFormat(shownAs, is, types, elsewhere);
}

/** Whether a file of a type can be converted to one of the accepted types: a video also to its sound alone. */
function mayBecome(type: FileType, accepted: readonly FileType[]): boolean {
	return accepted.includes(type) || (type === 'video' && accepted.includes('audio'));
}

/**
 * A sentence that says for which other purposes the service takes files of a format; empty where there are none.
 *
 * @param canChoose whether the user can choose the purpose, which only the node can that has an option for the name
 */
function takenElsewhere({ extensions }: Format, canChoose: boolean): string {
	if (!canChoose) return '';
	const rules = Object.values(purposes);
	const taking = rules.filter((rule) => rule.extensions?.some((one) => extensions.includes(one)));
	if (taking.length === 0) return '';
	const labels = taking.map(({ label }) => `'${label}'`);
	return fileMessages.takenBy(formatList(labels));
}

/** Extensions as people write them, each once: MP4, WebM or JPG. */
function typesInWords(extensions: readonly string[]): string {
	const labels = extensions.map((one) => formatOfExtension(one)?.label ?? one.toUpperCase());
	return formatList(uniq(labels));
}

/**
 * How large a file may be, in words, with the purpose that sets this limit. The rules of AI Create have no purpose.
 */
function limitInWords({ maxBytes, label }: Partial<PurposeRule>): string {
	if (maxBytes === undefined) return formatBytes(MAX_FILE_BYTES);
	const most = formatLimit(maxBytes);
	if (label === undefined) return most;
	return fileMessages.limitOfPurpose(most, label);
}

/**
 * What the service's record of a file clearly says against a use of it. Undefined where it says nothing against that;
 * the service may still refuse the file.
 */
export function recordProblem(record: FileRecord, use: FileUse): Message | undefined {
	const { service, bytes, file_path: path } = record;
	const { purpose, anyUpload, media } = use;
	// The service may have purposes that are not known here; only a known one is clearly another.
	const isForOther = service !== purpose && has(purposes, [service ?? '']);
	if (isForOther && !anyUpload) {
		return fileMessages.otherPurpose(purposes[service as Purpose].label, purposes[purpose].label);
	}
	const name = nameInAddress(path ?? '') ?? '';
	// A missing or an unknown extension is no clear sign against the file, which the service has accepted.
	if (!formatOfName(name)) return undefined;
	// The service writes 0 where it does not know the size.
	const file = { name, bytes: bytes || undefined };
	return limitProblem(file, limitsOf(use)) ?? mediaProblem(file, media?.fileTypes);
}
