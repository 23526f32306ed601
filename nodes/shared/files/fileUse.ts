import { compact, uniq } from 'lodash';

import type { FileIdRef, UrlRef } from '../model/fileRef';
import type { Message } from '../util/catalogue';
import { fileMessages } from './fileMessages';
import { type FileType, formatOfExtension } from './formats';
import { extensionOf, nameInAddress } from './fileNames';
import { type Purpose, type PurposeRule, purposes } from './purposes';

/*
 * What a field does with a file, and how a choice becomes a `FileRef`.
 */

/** What a file of AI Create may be, because the purpose for which it is uploaded says nothing of that. */
export interface MediaLimits {
	fileTypes: readonly FileType[];
	/** Where the model limits them. */
	extensions?: readonly string[];
	/** Where the model limits them. */
	maxBytes?: number;
}

/** For what a file is uploaded, and what it may be. */
export interface UploadUse {
	/** What an input file is uploaded for. */
	purpose: Purpose;
	/** What the file may be, where the purpose does not say it. */
	media?: MediaLimits;
	/**
	 * Further extensions that the service takes only where the request has the address of the file instead of its ID.
	 * Such a file is uploaded for AI Create, whose uploads may be anything, and the address that it then has is sent.
	 */
	byUrl?: readonly string[];
}

/** How the editor and messages name the field of a file. */
interface FilePlace {
	label: string;
	/**
	 * What the file is, where a node takes several: "Audio" of "Audio Input Data Field Name", the label of the field in
	 * which its input field is named. Undefined in a list, and where the node takes one file.
	 */
	inputOf?: string;
	/** The number of the file in a list of several, from 1. */
	row?: number;
}

/** What a field does with a file. */
export interface FileUse extends UploadUse, FilePlace {
	/** The specification does not say for what a file that is chosen by its ID has to be uploaded. */
	anyUpload?: true;
}

/** What the user has entered in the option for the name of the file, of a node that has this option. */
export interface Naming {
	/** Undefined where nothing was entered. */
	fileName?: string;
}

/** Why a chosen file cannot be used; the message names the field. */
export interface UnusableFile {
	violation: Message;
}

/** A message with the name of the field before its title. */
export function atPlace(place: string, { code, title, advice }: Message): Message {
	return { code, title: fileMessages.at(place, title), advice };
}

/**
 * The label of the node's field in which the user names an input field: "Input Data Field Name", or "Audio Input Data
 * Field Name".
 *
 * @param inputOf what the file is, where a node takes several
 */
export function inputFieldLabel(inputOf = ''): string {
	return `${inputOf} Input Data Field Name`.trimStart();
}

/** What messages call the field of a file: `'Video'`, or `'Images', file 2` where the field takes a list. */
export function placeOfFile({ label, row }: FilePlace): string {
	if (row === undefined) return `'${label}'`;
	return `'${label}', file ${row}`;
}

/**
 * Which extensions, and how many bytes, a file may have: by its field, or else by what it is uploaded for, with the
 * extensions that the service takes by an address alone. What is undefined in the result has no limit of its own.
 */
export function limitsOf({ media, purpose, byUrl }: UploadUse): Partial<PurposeRule> {
	if (media) return media;
	const rule = purposes[purpose];
	if (!byUrl || !rule.extensions) return rule;
	return { ...rule, extensions: rule.extensions.concat(byUrl) };
}

/** The types of files that a field takes, as far as its purpose or its model says them; none where it may take any. */
export function fileTypesOf(use: UploadUse): readonly FileType[] {
	const { fileTypes, extensions = [] } = limitsOf(use);
	return fileTypes ?? uniq(compact(extensions.map((one) => formatOfExtension(one)?.media)));
}

/**
 * For what a file with a certain name is uploaded: the purpose of its field, or AI Create where the service takes its
 * extension by an address alone.
 */
export function uploadPurpose({ purpose, byUrl }: UploadUse, fileName: string): Purpose {
	const isTakenByUrlAlone = byUrl?.includes(extensionOf(fileName));
	return isTakenByUrlAlone ? 'ai_creation' : purpose;
}

/**
 * A file that the service has, chosen by its ID.
 *
 * @param place what messages call the field in which it was chosen
 */
export function fileIdRef(fileId: string, place: string): FileIdRef {
	const text = `file ${fileId}`;
	// The same file in two fields has the same text, so that it also serves to recognize it.
	return { source: 'fileId', fileId, place, identity: text, text };
}

/**
 * A file on the web, chosen by its address.
 *
 * @param url a valid address; `URL` throws for any other
 * @param place what messages call the field in which it was chosen
 */
export function urlRef(url: string, place: string): UrlRef {
	const { origin, pathname } = new URL(url);
	const fileName = nameInAddress(url);
	// Messages show this part alone, because the rest may hold a password or a signature.
	const text = origin + pathname;
	return { source: 'url', url, fileName, place, identity: url, text };
}
