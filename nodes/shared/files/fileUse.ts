import type { FileIdRef, UrlRef } from '../model/fileRef';
import type { Message } from '../util/catalogue';
import { fileMessages } from './fileMessages';
import type { FileType } from './formats';
import { extensionOf, nameInAddress } from './fileNames';
import { type Purpose, type PurposeRule, purposes } from './purposes';

/*
 * What a field does with a file, and how a choice becomes a `FileRef`.
 */

/** What a file of AI Create may be: its purpose says neither. Extensions and bytes where a model limits them. */
export interface MediaLimits {
	fileTypes: readonly FileType[];
	extensions?: readonly string[];
	maxBytes?: number;
}

/** For what a file is uploaded, and what it may be. */
export interface UploadUse {
	/** What an input file is uploaded for. */
	purpose: Purpose;
	/** What the file may be, where the purpose does not say it. */
	media?: MediaLimits;
	/**
	 * Further extensions that the service takes by an address alone. Such a file is uploaded for AI Create, whose uploads
	 * may be anything, and its address is sent.
	 */
	byUrl?: readonly string[];
}

/** How the editor and messages name the field of a file. */
interface FilePlace {
	label: string;
	/** What the file is, in the label of its input field, where a node takes several. Not in a list. */
	inputOf?: string;
	/** Number of the file in a list of several, from 1. */
	row?: number;
}

/** What a field does with a file. */
export interface FileUse extends UploadUse, FilePlace {
	/** The specification does not say for what a file that is chosen by its ID has to be uploaded. */
	anyUpload?: true;
}

/** The file's name is an option of the node: what was chosen there, if anything. */
export interface Naming {
	fileName?: string;
}

/** Why a chosen file cannot be used; the message names the field. */
export interface UnusableFile {
	violation: Message;
}

/** A message with the name of the field before it. */
export function atPlace(place: string, { code, title, advice }: Message): Message {
	return { code, title: fileMessages.at(place, title), advice };
}

/** Label of the field that names the input field; with what the file is, where a node takes several. */
export function inputFieldLabel(file = ''): string {
	return `${file} Input Data Field Name`.trimStart();
}

/** The field in messages, and the file in it where it is a list. */
export function placeOfFile({ label, row }: FilePlace): string {
	if (row === undefined) return `'${label}'`;
	return `'${label}', file ${row}`;
}

/** Extensions and bytes of what a field takes, or else of what its files are uploaded for. */
export function limitsOf({ media, purpose, byUrl }: UploadUse): Partial<PurposeRule> {
	if (media) return media;
	const rule: PurposeRule = purposes[purpose];
	if (!byUrl || !rule.extensions) return rule;
	return { ...rule, extensions: rule.extensions.concat(byUrl) };
}

/** For what a file is uploaded, by the name under which it is. */
export function uploadPurpose({ purpose, byUrl }: UploadUse, fileName: string): Purpose {
	return byUrl?.includes(extensionOf(fileName)) ? 'ai_creation' : purpose;
}

/** A file that the service has, chosen in the field `place` by its ID. */
export function fileIdRef(fileId: string, place: string): FileIdRef {
	const text = `file ${fileId}`;
	return { source: 'fileId', fileId, place, identity: text, text };
}

/** A file on the web, chosen in the field `place`; messages show no signature and no password. */
export function urlRef(url: string, place: string): UrlRef {
	const { origin, pathname } = new URL(url);
	const fileName = nameInAddress(url);
	return { source: 'url', url, fileName, place, identity: url, text: origin + pathname };
}
