import { has, without } from 'lodash';

import type { FileRecord } from '../api/files';
import type { Message } from '../util/catalogue';
import { formatBytes, formatLimit, formatList } from '../util/text';
import { type FileUse, limitsOf } from './fileUse';
import { fileMessages } from './messages';
import {
	extensionOf,
	fileTypeOf,
	type FileType,
	holdsFilmOrSound,
	isKnownExtension,
	nameInAddress,
} from './names';
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

/** A file whose name and size are judged. */
interface NamedFile {
	/** Its extension decides. */
	name: string;
	/** By which the user knows the file, where that is another name. */
	shownAs?: string;
	/** Where it is known. */
	bytes?: number;
}

/** What a file clearly is instead of what is needed, as far as the end of its name shows it. */
export function mediaProblem(
	{ name, shownAs = name }: NamedFile,
	needed: readonly FileType[] = [],
): Message | undefined {
	const extension = extensionOf(name);
	if (needed.length === 0 || !isKnownExtension(extension)) return undefined;
	const type = fileTypeOf(extension);
	if (type && needed.includes(type)) return undefined;
	const isImageNeeded = needed.every((one) => one === 'image');
	if (holdsFilmOrSound(extension) && !isImageNeeded) return undefined;
	const words = formatList(needed.map((one) => WITH_ARTICLE[one]));
	if (type) return fileMessages.wrongMedia(shownAs, WITH_ARTICLE[type], words);
	return fileMessages.noMedia(shownAs, words);
}

/**
 * What is wrong with the extension or the size of a file (service.md 4.1).
 *
 * @param canRename the node has an option for the name of the file
 */
export function limitProblem(
	file: NamedFile,
	rule: Partial<PurposeRule> = {},
	canRename = false,
): Message | undefined {
	const { name, shownAs = name, bytes } = file;
	const extension = extensionOf(name);
	const rename = canRename ? fileMessages.renameHere : fileMessages.renameByUpload;
	if (bytes === 0) return fileMessages.fileEmpty(shownAs);
	if (extension === '') return fileMessages.noExtension(shownAs, rename);
	if (rule.extensions && !rule.extensions.includes(extension)) {
		return fileMessages.unsupportedType(shownAs, typesInWords(rule.extensions), rename);
	}
	if (bytes === undefined || bytes <= (rule.maxBytes ?? MAX_FILE_BYTES)) return undefined;
	return fileMessages.tooLarge(shownAs, formatBytes(bytes), limitInWords(rule));
}

/** Extensions as people write them, each once: MP4, WebM or JPG. */
function typesInWords(extensions: readonly string[]): string {
	const once = without(extensions, 'jpeg');
	return formatList(once.map((one) => (one === 'webm' ? 'WebM' : one.toUpperCase())));
}

function limitInWords({ maxBytes, label }: Partial<PurposeRule>): string {
	if (maxBytes === undefined) return formatBytes(MAX_FILE_BYTES);
	const most = formatLimit(maxBytes);
	return label === undefined ? most : fileMessages.limitOfPurpose(most, label);
}

/** What a record clearly says against the use of its file; what it does not name is left to the service. */
export function recordProblem(record: FileRecord, use: FileUse): Message | undefined {
	const { service, bytes, file_path: path } = record;
	const { purpose, anyUpload, media } = use;
	const isForOther = service !== purpose && has(purposes, [service ?? '']);
	if (isForOther && !anyUpload) {
		return fileMessages.otherPurpose(purposes[service as Purpose].label, purposes[purpose].label);
	}
	const name = nameInAddress(path ?? '') ?? '';
	if (!isKnownExtension(extensionOf(name))) return undefined;
	const file = { name, bytes: bytes === 0 ? undefined : bytes };
	return limitProblem(file, limitsOf(use)) ?? mediaProblem(file, media?.fileTypes);
}
