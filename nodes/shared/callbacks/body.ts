import { compact, get } from 'lodash';

import { isUnread, type Task } from '../model/task';
import type { CallbackRecord } from '../model/taskKind';
import { allKinds } from '../tasks/kinds';
import { isObject } from '../util/json';
import { plainText } from '../util/text';

/*
 * What the body of a callback says of a task (service.md 6). Anybody may have sent it. How the record of
 * a kind looks stands in the file of that kind.
 */

/** What can be an ID: one line of 1 to 200 characters, without control characters. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/**
 * The record in a body: the body itself, or what it has in `data`, whichever has a field `id` that can be an ID;
 * undefined where neither has.
 */
export function recordIn(body: unknown): CallbackRecord | undefined {
	const inside: unknown = get(body, 'data');
	return [body, inside].find(isRecord);
}

/** Whether a value is an object whose field `id` can be an ID. */
function isRecord(value: unknown): value is CallbackRecord {
	return isObject(value) && ID.test(plainText(value.id));
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
