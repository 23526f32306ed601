import { isUnread, type Task } from '../model/task';
import type { CallbackRecord } from '../model/taskKind';
import { kinds } from '../tasks/kinds';
import { failedWithoutFile } from '../tasks/states';
import { plainText } from '../util/text';

/*
 * What the body of a callback says of a task (service.md 6). Anybody may have sent it. How the record of a kind looks stands in
 * the file of that kind.
 */

/** What can be an ID: one line, and no more than IDs of any service have. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** A record with its ID, which may stand in envelopes and lists; undefined where there is none. */
export function recordIn(body: unknown, depth = 3): CallbackRecord | undefined {
	if (typeof body !== 'object' || body === null || depth === 0) return undefined;
	if ('id' in body && ID.test(plainText(body.id))) return body as CallbackRecord;
	const inside = Object.values(body).map((part) => recordIn(part, depth - 1));
	return inside.find((record) => record !== undefined);
}

/**
 * The task in a body, if that says how it has ended: no result follows then.
 *
 * @param record what was found in the body by `recordIn`
 */
export function finishedTaskIn(
	body: unknown,
	record: CallbackRecord | undefined,
): Task | undefined {
	if (!record) return undefined;
	const isEnveloped = record !== body;
	const kind = Object.values(kinds).find(({ callback }) => callback?.isOf(record, isEnveloped));
	const task = kind?.callback?.record.safeParse(record).data;
	if (task?.state === 'awaitingFile') return failedWithoutFile(task);
	return task && isUnread(task) ? undefined : task;
}
