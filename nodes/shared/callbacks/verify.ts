import type { IWebhookFunctions } from 'n8n-workflow';

import { asError } from '../util/errors';
import { poll } from '../util/poll';
import { createClient } from '../service/client';
import { readCredential } from '../service/credential';
import { detailPath } from '../service/detailPaths';
import { ServiceError } from '../service/failure';
import { mayPass } from '../service/retry';
import type { ServiceContext } from '../service/transport';
import type { TaskKind } from '../tasks/kind';
import { isFinal, isRead, type Task } from '../tasks/task';
import { inTime } from './reply';
import { lookUpTogether } from './sharedLookup';

/** How long the service has for showing the end of a task of which it has called back, or for being there again. */
const PATIENCE_MS = 30_000;

/** The same for a task that the service does not know, and that may be anybody's. */
const UNKNOWN_PATIENCE_MS = 3_000;

/** Longest time for one check, which callbacks share. */
const CHECK_MS = 25_000;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/** Callbacks that wait for a further check at once in this process; each holds a call of n8n open. */
const MOST_WAITING = 50;

let waiting = 0;

/**
 * Whether the service can be asked about tasks of this kind with the node's credential.
 *
 * @throws Error that says what is wrong with the path that the credential has for it
 */
export async function canLookUp(context: ServiceContext, kind: TaskKind): Promise<boolean> {
	if (!kind.detailPath) return true;
	const paths = await readCredential(context);
	if ((paths[kind.detailPath] ?? '').trim() === '') return false;
	detailPath(paths, kind.detailPath);
	return true;
}

/** What a callback asks the service. */
export interface Question {
	kind: TaskKind;
	/** The task that is said to be final. */
	taskId: string;
	/** Tasks to check together with it. */
	ids?: string[];
	/** Whether this node has submitted it: then the service has to know it. */
	own: boolean;
	/** What may share a check: callbacks of one node of one workflow, or of one execution. */
	group: string;
}

/**
 * Asks the service about tasks on behalf of a callback. A callback may be ahead of the service's lists: while the task
 * is not shown as final, one that is checked together with it cannot be read, or the service is away, it checks again for
 * a while. Callbacks that arrive together share the checks.
 *
 * @returns the tasks that the service knows, by id, as they were seen last
 * @throws Error when the service does not tell
 */
export async function askUntilFinal(
	context: IWebhookFunctions,
	{ kind, taskId, ids = [taskId], own, group }: Question,
): Promise<Map<string, Task>> {
	const begun = Date.now();
	const endsAt = begun + PATIENCE_MS;
	const client = await createClient(context);
	// Not longer than its asker waits: the next callback would wait for it too.
	const checkMs = () => Math.max(FIRST_WAIT_MS, Math.min(CHECK_MS, endsAt - Date.now()));
	const checkAll = async (all: string[]) => await kind.lookUp(client.within(checkMs()), all);
	let seen: Map<string, Task> | undefined;
	let problem = new Error('No response in time');
	const known = (): Map<string, Task> => {
		if (!seen) throw problem;
		return seen;
	};
	const mayShowMore = (tasks: Map<string, Task>): boolean => {
		const task = tasks.get(taskId);
		if (!task) return own || Date.now() < begun + UNKNOWN_PATIENCE_MS;
		return !isFinal(task) || (own && !ids.every((id) => isRead(tasks.get(id))));
	};
	let waits = false;
	const check = async (timeIsUp: boolean): Promise<Map<string, Task> | undefined> => {
		// Nobody would wait for the answer any more.
		if (timeIsUp) return known();
		try {
			seen = (await inTime(lookUpTogether(`${group} ${kind.name}`, ids, checkAll), endsAt)) ?? seen;
			if (seen && !mayShowMore(seen)) return seen;
		} catch (error) {
			problem = asError(error);
			if (!passesBefore(endsAt, error)) throw asError(error);
		}
		if (waits) return undefined;
		if (waiting >= MOST_WAITING) return known();
		waits = true;
		waiting++;
		return undefined;
	};
	const waitMs = (_: number, checks: number) =>
		Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (checks - 1));
	try {
		return (await poll(check, { timeLimitMs: PATIENCE_MS, waitMs })) ?? known();
	} finally {
		if (waits) waiting--;
	}
}

function passesBefore(endsAt: number, error: unknown): boolean {
	if (!(error instanceof ServiceError) || !mayPass(error.failure)) return false;
	return Date.now() + (error.failure.retryAfterMs ?? 0) < endsAt;
}
