import type { IBinaryData } from 'n8n-workflow';

/*
 * The file that the user chose for one field, from the parameter to the request: plain data, one form for each of the
 * three ways in which a field lets a file be chosen.
 */

/** The name of an input field that holds a file, or the file itself, where an expression gave it. */
export type InputField = string | IBinaryData;

/** What every reference to a file has. */
interface AnyRef {
	/** What messages call the field in which the file was chosen, such as `'Video URL'`. */
	place: string;
	/** A key that is the same for references to the same content. */
	identity: string;
	/** What messages call the file. */
	text: string;
}

/** A file of the input item. */
export interface InputFileRef extends AnyRef {
	source: 'inputFile';
	field: InputField;
	fileName: string;
	/**
	 * As the identity, but the same in another execution that loads the file again; undefined before it is learned
	 * (`files/inputContent.ts`), and where the file cannot be read.
	 */
	content?: string;
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
	/** The name in the address; its server may give the file another one. */
	fileName?: string;
}

/** The file that the user chose for a field. */
export type FileRef = InputFileRef | FileIdRef | UrlRef;

/** A file that the node has to upload before the service can use it. */
export type UploadRef = InputFileRef | UrlRef;
