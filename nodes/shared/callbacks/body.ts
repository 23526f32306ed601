import { compact } from 'lodash';

import { isUnread, type Task } from '../model/task';
import type { CallbackRecord } from '../model/taskKind';
import { kinds } from '../tasks/kinds';
import { failedWithoutFile } from '../tasks/states';
import { plainText } from '../util/text';

/*
 * What the body of a callback says of a task (service.md 6). Anybody may have sent it. How the record of
 * a kind looks stands in the file of that kind.
 */

/** What can be an ID: one line, and no longer than IDs of any service are. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** How deep a record may stand in objects and lists of the body. */
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
 * The task in a body, if that says how it has ended, or that it is in progress. A success without a result has failed,
 * because no other callback follows with one.
 *
 * @param record what was found in the body by `recordIn`
 * @returns undefined without a record, for one of no kind that the service reports, and where its status cannot be read
 */
export function reportedTaskIn(
	body: unknown,
	record: CallbackRecord | undefined,
): Task | undefined {
	if (!record) return undefined;
	// Some kinds are told apart by whether their record is the body, or stands within it.
	const isEnveloped = record !== body;
	// How callbacks report tasks of each kind; of some kinds, there are no callbacks.
	const forms = compact(Object.values(kinds).map(({ callback }) => callback));
	const form = forms.find((ofKind) => ofKind.isOf(record, isEnveloped));
	const task = form?.record.safeParse(record).data;
	if (!task) return undefined;
	if (task.state === 'awaitingFile') return failedWithoutFile(task);
	return isUnread(task) ? undefined : task;
}
