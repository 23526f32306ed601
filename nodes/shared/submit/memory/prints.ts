import { createHash } from 'crypto';
import { omit } from 'lodash';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { TASK_FIELDS, taskIn } from '../../model/task';
import { FILES_IN_JSON } from '../../n8n/itemFiles';
import { safeJson } from '../../util/json';
import type { Prints } from './submission';

/** Settings about what happens after the submit: with other ones, the task of an item is the same. */
const AFTER_SUBMIT = ['completion', 'callbackUrl', 'downloadResult', 'options'];

/** What of a request is not sent, such as the name of its result files. */
const NOT_SENT = ['changes', 'fileName', 'hint', 'part', 'source', 'suggestedName', 'texts'];

/**
 * What makes the submit of an item the same as an earlier one: its request, or else its input.
 *
 * Of the credential, the ID counts: another one may belong to another account, and its name means nothing. Of the input,
 * the fields of a task do not count, because an earlier node may have made that task anew.
 */
export function printsOf(
	{ parameters, credentials }: Pick<INode, 'parameters' | 'credentials'>,
	item: INodeExecutionData | undefined,
	request: object,
): Prints {
	const account = Object.values(credentials ?? {}).map(({ id }) => id);
	const settings = omit(parameters, AFTER_SUBMIT);
	return {
		request: fingerprint(() => ({ account, request: omit(request, NOT_SENT) })),
		input: fingerprint(() => ({ account, settings, input: ownFields(item?.json) })),
	};
}

/** The fields of an item but for those that an earlier node of this pack makes anew: its task and its files. */
function ownFields(json: IDataObject | undefined): IDataObject | undefined {
	return json && taskIn(json) ? omit(json, [...TASK_FIELDS, FILES_IN_JSON]) : json;
}

/** The same without what a model makes anew when it repeats a call of a tool. */
export function withoutCallId(item: INodeExecutionData): INodeExecutionData {
	return { ...item, json: omit(item.json, 'toolCallId') as IDataObject };
}

/** Sixteen signs that are the same for the same value, whatever it is: an expression may give what cannot be read. */
export function fingerprint(read: () => unknown): string {
	let text = '(unreadable)';
	try {
		text = safeJson(read());
	} catch {
		// Such as an object whose fields fail.
	}
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
