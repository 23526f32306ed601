import type { IBinaryData } from 'n8n-workflow';

/*
 * The file that the user chose for one field, from the parameter to the request: plain data, one form for each of the
 * three ways in which a field lets a file be chosen.
 */

/** The name of an input field, or the file that an expression put in its place. */
export type InputField = string | IBinaryData;

interface AnyRef {
	/** The field in messages, such as `'Video URL'`. */
	place: string;
	/** The same for the same content. */
	identity: string;
	/** The file in messages. */
	text: string;
}

/** A file of the input item. */
export interface InputFileRef extends AnyRef {
	source: 'inputFile';
	/** The input field that holds the file; or the file itself, where an expression gave it. */
	field: InputField;
	fileName: string;
}

/** A file that the service has, by its ID. */
export interface FileIdRef extends AnyRef {
	source: 'fileId';
	fileId: string;
}

/** A file on the web. */
export interface UrlRef extends AnyRef {
	source: 'url';
	url: string;
	/** In the address; its server may give it another one. */
	fileName?: string;
}

export type FileRef = InputFileRef | FileIdRef | UrlRef;

/** A file that the node has to upload before the service can use it. */
export type UploadRef = InputFileRef | UrlRef;
