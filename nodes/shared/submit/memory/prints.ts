import { createHash } from 'crypto';
import { omit } from 'lodash';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { TASK_FIELDS, taskIn } from '../../model/task';
import { FILES_IN_JSON } from '../../n8n/itemFiles';
import { safeJson } from '../../util/json';
import type { Prints } from './submission';

/*
 * Fingerprints by which the submit of an item is recognized at another try or in another execution: one of its
 * request, one of its input. They need nothing of n8n but the node's settings and its input item, and never fail:
 * what cannot be read has one fingerprint for all.
 */

/** Settings of the node that are about what happens after the submit. They do not change which task an item has. */
const AFTER_SUBMIT = ['completion', 'callbackUrl', 'downloadResult', 'options'];

/** Fields of a request that are not sent, such as the name of its result files. */
const NOT_SENT = ['changes', 'fileName', 'hint', 'part', 'source', 'suggestedName', 'texts'];

/**
 * The fingerprints of the submit of an item.
 *
 * Both contain the ID of the credential, because another credential may belong to another account. They do not contain
 * its name, which the user may change.
 *
 * @param item the input item; undefined where the node has none
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
		request: fingerprint(() => ({ account, request: omit(request, NOT_SENT) })),
		input: fingerprint(() => ({ account, settings, input: fieldsOfUser(item?.json) })),
	};
}

/**
 * The fields of an item that stay the same when the nodes before are run again. An earlier node of this pack then makes
 * its task anew, so an item with a task counts without the fields of the task and of its files. Any other item counts
 * as it is.
 */
function fieldsOfUser(json: IDataObject | undefined): IDataObject | undefined {
	if (!json || !taskIn(json)) return json;
	return omit(json, TASK_FIELDS, FILES_IN_JSON);
}

/** The item without the ID that a model gives each call of a tool: the model makes a new one when it repeats a call. */
export function withoutCallId(item: INodeExecutionData): INodeExecutionData {
	return { ...item, json: omit(item.json, 'toolCallId') as IDataObject };
}

/**
 * Sixteen hexadecimal digits, which are equal for equal values.
 *
 * @param read gives the value; all values that cannot be read have the same fingerprint
 */
export function fingerprint(read: () => unknown): string {
	let text = '(unreadable)';
	try {
		text = safeJson(read());
	} catch {
		// An expression may give anything, such as an object whose fields throw.
	}
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
