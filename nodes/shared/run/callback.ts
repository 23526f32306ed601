import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';

import { createClient } from '../service/client';
import { ServiceError } from '../service/failure';
import { mayPass } from '../service/retry';
import { composedVideo, videoRecord, videoTask } from '../tasks/composedVideo';
import { lipSyncRecord, lipSyncTask } from '../tasks/lipSync';
import { personRecord, personTask } from '../tasks/person';
import {
	isFinal,
	isRead,
	lacksResult,
	type Task,
	type TaskKind,
	withoutResult,
} from '../tasks/task';
import { customVoiceRecord, voiceTask } from '../tasks/voice';
import { asError, poll, signalAt, StoppedError, unlessStopped } from '../util/async';
import { isObject } from '../util/json';

type Body = Record<string, unknown>;

/** One documented shape of a callback body (service.md 6). */
interface Shape {
	/** Whether the fields are there that only this shape has. */
	is(body: Body): boolean;
	/** The task, if the record is as specified. */
	read(body: Body): Task | undefined;
}

const LONGEST_ID = 200;

const SHAPES: readonly Shape[] = [
	{
		is: ({ code, data }) => Number.isInteger(code) && isObject(data) && 'video_url' in data,
		read: reader(z.object({ data: lipSyncRecord }), ({ data }) => lipSyncTask(data)),
	},
	{
		is: (body) => !('code' in body) && 'video_url' in body && 'subtitle_data_url' in body,
		read: reader(videoRecord, (record) => videoTask(composedVideo.name, record)),
	},
	{
		is: (body) => !('code' in body) && !('video_url' in body) && body.type === 'person',
		read: reader(personRecord, personTask),
	},
	{
		is: (body) =>
			!('code' in body) && !('video_url' in body) && body.type !== 'person' && 'audio_path' in body,
		read: reader(customVoiceRecord, voiceTask),
	},
];

/**
 * Reads the body of a completion callback: a custom person or a composed video as a bare record, a lip-sync
 * video in an envelope, or a custom voice (service.md 6). It is only what the sender says.
 *
 * @param body the parsed JSON
 * @returns the task that the body reports, or undefined when it has none of these shapes
 */
export function readCallback(body: unknown): Task | undefined {
	if (!isObject(body)) return undefined;
	const task = SHAPES.find((shape) => shape.is(body))?.read(body);
	if (!task || task.taskId.length > LONGEST_ID) return undefined;
	// It comes at the end, so that no result follows.
	return lacksResult(task) ? withoutResult(task) : task;
}

function reader<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	toTask: (record: T) => Task,
): Shape['read'] {
	return (body) => {
		const { data } = schema.safeParse(body);
		return data && toTask(data);
	};
}

/** n8n Cloud cuts callers off after 100 seconds, others earlier: by then each has its answer. */
const ANSWER_WITHIN_MS = 50_000;

/** The outcome of some work; `unseen` when nobody reports it, because the caller had its answer before, or has left. */
type Outcome = 'done' | 'failed' | 'unseen';

/** When a callback that has just arrived is answered at the latest, in milliseconds since the epoch. */
export function answerAt(): number {
	return Date.now() + ANSWER_WITHIN_MS;
}

/**
 * Answers a callback, unless it is answered already, and starts nothing. 2xx says that nothing is left to do for it;
 * 503 asks for it again.
 *
 * @param message a sentence for whoever looks at the sender's log
 */
export function reply(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) {
		if (status === 503) response.setHeader('Retry-After', '60');
		response.status(status).json({ message });
	}
	return { noWebhookResponse: true };
}

/**
 * Waits for work; a caller that would have to wait too long is asked to call again, while the work continues.
 *
 * @throws whatever the work throws
 */
export async function answeringInTime<T extends object>(
	context: IWebhookFunctions,
	work: Promise<T>,
	endsAt: number,
	message: string,
): Promise<T> {
	const result = await inTime(work, endsAt);
	if (result) return result;
	reply(context, 503, message);
	return await work;
}

/**
 * Waits for work no longer than until then.
 *
 * @returns undefined when it takes longer
 * @throws whatever the work throws
 */
async function inTime<T>(work: Promise<T>, endsAt: number): Promise<T | undefined> {
	try {
		return await unlessStopped(work, signalAt(endsAt));
	} catch (error) {
		if (error instanceof StoppedError) return undefined;
		throw asError(error);
	}
}

/**
 * Hands items to n8n, which starts or resumes the workflow with them. n8n gives the answer, after it has stored that;
 * a caller that was answered before learns nothing more.
 *
 * @param message the answer
 * @param onOutcome called with what came of it, by n8n's answer
 */
export function handOver(
	context: IWebhookFunctions,
	items: NonNullable<IWebhookResponseData['workflowData']>[number],
	message: string,
	onOutcome: (outcome: Outcome) => void,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (response.headersSent || response.closed) onOutcome('unseen');
	else response.once('close', () => onOutcome(outcomeOf(response)));
	return response.headersSent
		? { workflowData: [items], noWebhookResponse: true }
		: { workflowData: [items], webhookResponse: { message } };
}

function outcomeOf({
	statusCode,
	writableFinished,
}: ReturnType<IWebhookFunctions['getResponseObject']>): Outcome {
	if (statusCode >= 400) return 'failed';
	return writableFinished ? 'done' : 'unseen';
}

/** The right to do some work that only one callback does at a time. */
interface Turn {
	/** Gives it back; has to be called. */
	end(outcome: Outcome): void;
}

/** Work that this process remembers as done. */
const MOST_REMEMBERED = 1_000;
const done = new Set<string>();

/** Work under way in this process, and what comes of it. */
const underWay = new Map<string, Promise<Outcome>>();

/**
 * Lets one of several callbacks do some work. The others wait for what becomes of it, and one of them takes over when
 * it failed.
 *
 * @param endsAt when nobody waits any longer, in milliseconds since the epoch
 * @returns the turn; `done` when another callback has done the work, `busy` when it is still at it
 */
export async function takeTurn(key: string, endsAt: number): Promise<Turn | 'done' | 'busy'> {
	for (;;) {
		if (done.has(key)) return 'done';
		const other = underWay.get(key);
		if (!other) return begin(key);
		const outcome = await inTime(other, endsAt);
		if (outcome === undefined) return 'busy';
		if (outcome !== 'failed') return 'done';
	}
}

function begin(key: string): Turn {
	let settle: Turn['end'] = () => {};
	underWay.set(key, new Promise((resolve) => (settle = resolve)));
	return {
		end(outcome) {
			underWay.delete(key);
			if (outcome === 'done') remember(key);
			settle(outcome);
		},
	};
}

function remember(key: string): void {
	done.add(key);
	for (const oldest of done) {
		if (done.size <= MOST_REMEMBERED) break;
		done.delete(oldest);
	}
}

type LookUp = (ids: string[]) => Promise<Map<string, Task>>;

interface Round {
	ids: Set<string>;
	answer: Promise<Map<string, Task>>;
}

interface Queue {
	/** Ends with the round that is under way, or with the one that waits for it. */
	busy: Promise<unknown>;
	/** The round that has not begun yet. */
	next?: Round;
}

const queues = new Map<string, Queue>();

/**
 * Looks tasks up so that callbacks that arrive together cost one query: while one is under way, all further
 * ids are gathered for the next. A query never begins before the callback that asks for it.
 *
 * @param key what may share a query: same credential and same kind
 * @param lookUp asks the service; called with all gathered ids
 */
export async function lookUpTogether(
	key: string,
	ids: Iterable<string>,
	lookUp: LookUp,
): Promise<Map<string, Task>> {
	const queue = queues.get(key) ?? { busy: Promise.resolve() };
	queues.set(key, queue);
	const round = (queue.next ??= beginLookUp(key, queue, lookUp));
	for (const id of ids) round.ids.add(id);
	return await round.answer;
}

function beginLookUp(key: string, queue: Queue, lookUp: LookUp): Round {
	const ids = new Set<string>();
	const answer = queue.busy.then(async () => {
		queue.next = undefined;
		return await lookUp([...ids]);
	});
	const close = () => {
		if (!queue.next) queues.delete(key);
	};
	queue.busy = answer.then(close, close);
	return { ids, answer };
}

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

/** What a callback asks the service. */
interface Question {
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
