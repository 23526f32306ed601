import { omit, pick } from 'lodash';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { PendingFile } from '../../files/requestFiles';
import { TASK_FIELDS, taskIn } from '../../model/task';
import { FILES_IN_JSON } from '../../n8n/itemFiles';
import { reportedError } from '../../output/errorOutput';
import { sha256 } from '../../util/hash';
import { safeJson } from '../../util/json';
import { withoutSignatures } from '../../util/webAddress';
import type { Prints } from './submission';

/*
 * Fingerprints by which the submit of an item is recognized at another try or in another execution: one of its
 * request, one of its input. They need nothing of n8n but the node's settings and its input item, and never fail:
 * what cannot be read has one fingerprint for all.
 */

/** Settings of the node that are about what happens after the submit. They do not change which task an item has. */
const AFTER_SUBMIT = ['completion', 'callbackUrl', 'downloadResult', 'options'];

/** Fields of a request that are not sent, such as the name of its result files. */
const NOT_SENT = [
	'changes',
	'emptyExpressions',
	'fileName',
	'hint',
	'part',
	'source',
	'suggestedName',
	'texts',
];

/** Fields of a reference to a file that are for messages, and may read otherwise in another version of this pack. */
const FOR_MESSAGES = ['place', 'text'];

/** Fields of a reference to an input file that say where this execution has it and how it is called there. */
const OF_THIS_EXECUTION = ['field', 'identity', 'fileName'];

/**
 * The fingerprints of the submit of an item. `request` is the same where the same is sent. `input` is the same where
 * the same item meets the same settings of the node, as the user wrote them, so that it also fits where an expression
 * gives another request each time.
 *
 * Both contain the ID of the credential, because another credential may belong to another account. They do not contain
 * its name, which the user may change.
 *
 * @param item the input item, or the one before it whose fields count; undefined where the node has none. Its files
 *   count only as part of the request
 * @param request what is to be submitted, as the operation has prepared it
 */
export function printsOf(
	{ parameters, credentials }: Pick<INode, 'parameters' | 'credentials'>,
	item: INodeExecutionData | undefined,
	request: object,
): Prints {
	// The IDs of the credentials; a node of this pack has one.
	const account = Object.values(credentials ?? {}).map(({ id }) => id);
	const settings = omit(parameters, AFTER_SUBMIT);
	return {
		request: fingerprint(() => ({ account, request: sentOf(request) })),
		input: fingerprint(() => ({ account, settings, input: fieldsOfUser(item?.json) })),
	};
}

/**
 * What is sent of a request, each file with its place in the body. A file of the input item counts by its content
 * where that is known, whatever ID and name it has; any other file by its ID, its address, or where this
 * execution has it.
 */
function sentOf(request: { files?: readonly PendingFile[] }): object {
	const files = request.files?.map(({ ref, path }) => {
		const hasContent = ref.source === 'inputFile' && ref.content !== undefined;
		return [path, omit(ref, FOR_MESSAGES, hasContent ? OF_THIS_EXECUTION : [])];
	});
	return { ...omit(request, NOT_SENT), files };
}

/** The fields of an item of Upload File. */
const OF_UPLOAD = {
	/** No other item has all of these. */
	together: ['fileId', 'key', 'purpose'],
	/** These are new each time that the node uploads the file. */
	anew: ['fileId', 'key', 'url', 'status', 'expiresAt', 'raw'],
};

/**
 * The fields of an item that stay the same when the nodes before are run again. An earlier node of this pack then
 * makes its task anew, so an item with a task counts without the fields of the task and of its files. Upload File
 * uploads its file anew, so its item counts without what is new of the file. Any other item counts as it is. The error
 * by which a node of this pack reports what has failed does not count: with it, an item that is back from the error
 * output would be another one than when it was submitted.
 *
 * @param json that of an input item; undefined where the node has none
 */
function fieldsOfUser(json: IDataObject | undefined): IDataObject | undefined {
	if (!json) return json;
	const withoutError = omit(json, FIELDS_OF_ERROR[reportedError(json).is]);
	if (taskIn(withoutError)) return omit(withoutError, TASK_FIELDS, FILES_IN_JSON);
	const isUpload = OF_UPLOAD.together.every((field) => field in withoutError);
	return isUpload ? omit(withoutError, OF_UPLOAD.anew, FILES_IN_JSON) : withoutError;
}

/** The fingerprint of the error that an item reports. It stays the same when the item gets or loses other fields. */
export function printOfError(json: IDataObject): string {
	return fingerprint(() => pick(json, FIELDS_OF_ERROR[reportedError(json).is]));
}

/** The fields by which an item reports an error of a node of this pack. */
const FIELDS_OF_ERROR = {
	none: [],
	withDetails: ['error', 'details'],
	besideInput: ['error', 'message'],
	besideTask: ['error'],
};

/** The item without the ID that a model gives each call of a tool: the model makes a new one when it repeats a call. */
export function withoutCallId(item: INodeExecutionData): INodeExecutionData {
	return { ...item, json: omit(item.json, 'toolCallId') as IDataObject };
}

/**
 * Sixteen hexadecimal digits, which are equal for values with equal JSON: with the same fields in the same order.
 * Signed addresses count without their signatures, because a file gets another one each time that a node reads it.
 *
 * @param read gives the value; all values that cannot be read have the same fingerprint
 */
export function fingerprint(read: () => unknown): string {
	let text = '(unreadable)';
	try {
		text = withoutSignatures(safeJson(read()));
	} catch {
		// An expression may give anything, such as an object whose fields throw.
	}
	return sha256(text).slice(0, 16);
}
