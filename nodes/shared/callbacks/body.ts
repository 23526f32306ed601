import { compact } from 'lodash';

import { isUnread, type Task } from '../model/task';
import type { CallbackRecord } from '../model/taskKind';
import { allKinds } from '../tasks/kinds';
import { plainText } from '../util/text';

/*
 * What the body of a callback says of a task (service.md 6). Anybody may have sent it. How the record of
 * a kind looks stands in the file of that kind.
 */

/** What can be an ID: one line of 1 to 200 characters, without control characters. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** How many levels of objects and lists are searched for a record, the body included. */
const MAX_DEPTH = 3;

/**
 * The first object in a body whose field `id` can be an ID: the body itself, or one up to two levels within it;
 * undefined where there is none.
 *
 * @param depth how many levels are searched, the body included
 */
export function recordIn(body: unknown, depth = MAX_DEPTH): CallbackRecord | undefined {
	if (typeof body !== 'object' || body === null || depth === 0) return undefined;
	if ('id' in body && ID.test(plainText(body.id))) return body as CallbackRecord;
	for (const part of Object.values(body)) {
		const record = recordIn(part, depth - 1);
		if (record) return record;
	}
	return undefined;
}

/**
 * The task that a body reports, finished or in progress.
 *
 * @param record what `recordIn` has found in the body; undefined for nothing
 * @returns undefined where there is no record, where the record is of no kind of task that the service calls back
 *   about, where its status cannot be read, and where it is a success without a result
 */
export function reportedTaskIn(
	body: unknown,
	record: CallbackRecord | undefined,
): Task | undefined {
	if (!record) return undefined;
	// A kind is recognized by the fields of its record, and some also by whether the record stands within the body.
	const isEnveloped = record !== body;
	// How callbacks report tasks of each kind. Some kinds have no callbacks, and so no form.
	const forms = compact(allKinds.map(({ callback }) => callback));
	const form = forms.find((ofKind) => ofKind.isOf(record, isEnveloped));
	// Undefined where the record does not fit the schema of its kind.
	const task = form?.taskSchema.safeParse(record).data;
	if (!task) return undefined;
	return isUnread(task) ? undefined : task;
}
