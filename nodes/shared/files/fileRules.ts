import { has, uniq } from 'lodash';

import type { FileRecord } from '../api/uploadedFiles';
import type { Message } from '../util/catalogue';
import { formatBytes, formatLimit } from '../util/amounts';
import { formatList } from '../util/text';
import { type FileUse, limitsOf } from './fileUse';
import { type FileType, type Format, formatOfExtension, holdsFilmOrSound } from './formats';
import type { FileIdentity } from './identify';
import { fileMessages } from './fileMessages';
import { extensionOf, isKnownExtension, nameInAddress } from './fileNames';
import { MAX_FILE_BYTES, type Purpose, type PurposeRule, purposes } from './purposes';

/*
 * What is wrong with a file, as far as its name, its size and the service's record of it show. Each rule gives the
 * message about the first problem, which begins with the name of the file, or undefined.
 */

const WITH_ARTICLE: Readonly<Record<FileType, string>> = {
	audio: fileMessages.audioFile,
	image: fileMessages.image,
	video: fileMessages.video,
};

/** To what files are converted, where a field limits no extensions. */
const USUAL: Readonly<Record<FileType, readonly string[]>> = {
	audio: ['mp3', 'wav'],
	image: ['jpg', 'png'],
	video: ['mp4'],
};

/** A file whose name and size are judged. */
interface JudgedFile extends Partial<Omit<FileIdentity, 'name'>> {
	/** Its extension decides, where its content is not known. */
	name: string;
	/** Where it is known. */
	bytes?: number;
}

/**
 * What is wrong with the kind of a file; undefined where it is needed, may be,
 * or does not show. @param needed any where empty
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
		// A picture of a camera, or sound without a header: the right type, but no service plays it.
		const types = typesInWords(needed.flatMap((type) => USUAL[type]));
		return fileMessages.otherFormat(shownAs, formatInWords(format), types, '');
	}
	// A film may hold nothing but sound, and the name of sound may be that of a film.
	const isImageNeeded = needed.every((type) => type === 'image');
	if (holdsFilmOrSound(format) && !isImageNeeded) return undefined;
	const words = formatList(needed.map((type) => WITH_ARTICLE[type]));
	if (media) return fileMessages.wrongMedia(shownAs, WITH_ARTICLE[media], words);
	return fileMessages.noMedia(shownAs, words);
}

/** What a file is: by its content, else by the name that it has. */
function formatOf({ name, content }: JudgedFile): Format | undefined {
	return content ?? formatOfExtension(extensionOf(name));
}

/** Names of formats that are read as words, and not letter by letter. */
const READ_AS_WORDS: ReadonlySet<string> = new Set(['FLAC', 'MIDI', 'MOV', 'RAR', 'RAW', 'SILK']);

const PHRASES = {
	audio: fileMessages.audioOfFormat,
	image: fileMessages.imageOfFormat,
	video: fileMessages.videoOfFormat,
	file: fileMessages.fileOfFormat,
};

/** "an M4A audio file", "a PDF file". */
function formatInWords({ label, media }: Format): string {
	const phrase = PHRASES[media ?? 'file'](label);
	// By the sound of the first letter, unless it is read as a word: an M4A, an HEIC, a WAV, a FLAC.
	const isVowel = /^[AEFHILMORSX8]/.test(label) && !READ_AS_WORDS.has(label);
	const article = isVowel ? 'an' : 'a';
	return `${article} ${phrase}`;
}

/**
 * What is wrong with the extension or the size of a file (service.md 4.1);
 * undefined where nothing is, as far as they are known.
 *
 * @param canRename the node has an option for the name of the file
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
 * What is wrong with the extension of a file, by which the service recognizes
 * its type; undefined for one that is accepted.
 */
function extensionProblem(
	file: JudgedFile,
	{ extensions }: Partial<PurposeRule>,
	canRename: boolean,
): Message | undefined {
	const { name, shownAs = name } = file;
	const extension = extensionOf(name);
	// Where no extensions are listed, any one is accepted.
	const isAccepted = extensions ? extensions.includes(extension) : extension !== '';
	if (isAccepted && !isMisleading(file, extension)) return undefined;
	const rename = canRename ? fileMessages.renameHere : fileMessages.renameByUpload;
	if (extension === '') return fileMessages.noExtension(shownAs, rename);
	// Any format is accepted then, under whatever name.
	if (!extensions) return undefined;
	const format = formatOf(file);
	const types = typesInWords(extensions);
	if (!format) return fileMessages.unsupportedType(shownAs, types, rename);
	return formatProblem(file, format, { types, elsewhere: takenElsewhere(format, canRename) });
}

/** Whether the content contradicts the file's own name, and the extension is not that of the content either. */
function isMisleading({ content, isMisnamed }: JudgedFile, extension: string): boolean {
	if (!isMisnamed || !content) return false;
	return formatOfExtension(extension) !== content;
}

/** What is wrong with a file of a format that is not taken. */
function formatProblem(
	{ name, shownAs = name, content }: JudgedFile,
	format: Format,
	{ types, elsewhere }: { types: string; elsewhere: string },
): Message {
	if (content) return fileMessages.otherFormat(shownAs, formatInWords(format), types, elsewhere);
	if (!format.media) return fileMessages.otherType(shownAs, types);
	return fileMessages.convert(shownAs, types, format.label, elsewhere);
}

/** Where the service takes such files, for a node that lets the user choose it; empty elsewhere. */
function takenElsewhere({ extensions }: Format, canChoose: boolean): string {
	if (!canChoose) return '';
	const rules = Object.values<PurposeRule>(purposes);
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

/** The most bytes of a file, with what sets that limit. */
function limitInWords({ maxBytes, label }: Partial<PurposeRule>): string {
	if (maxBytes === undefined) return formatBytes(MAX_FILE_BYTES);
	const most = formatLimit(maxBytes);
	if (label === undefined) return most;
	return fileMessages.limitOfPurpose(most, label);
}

/**
 * What a record clearly says against the use of its file; undefined where it says nothing, so that the service decides.
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
	if (!isKnownExtension(extensionOf(name))) return undefined;
	// The service has 0 where it does not know.
	const file = { name, bytes: bytes || undefined };
	return limitProblem(file, limitsOf(use)) ?? mediaProblem(file, media?.fileTypes);
}
