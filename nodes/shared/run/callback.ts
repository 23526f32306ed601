import { createHash, createHmac, timingSafeEqual } from 'crypto';
import omit from 'lodash/omit';
import type { IExecuteFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { z } from 'zod';

import { createClient, type ServiceClient } from '../service/client';
import { canLookUp } from '../service/credential';
import { ServiceError } from '../service/failure';
import { keepsWaiting } from '../service/retry';
import { composedVideo, videoRecord, videoTask } from '../tasks/composedVideo';
import { lipSyncRecord, lipSyncTask } from '../tasks/lipSync';
import { personRecord, personTask } from '../tasks/person';
import {
	isFinal,
	isUnread,
	lacksResult,
	submittedTask,
	type Task,
	type TaskKind,
	withoutResult,
} from '../tasks/task';
import { customVoiceRecord, voiceTask } from '../tasks/voice';
import { type StatusOf, type TaskStatus, TaskWatch, type WatchedTask } from '../tasks/watch';
import { asError, backoff, poll, raceAbort, Semaphore, signalAt, sleepFor } from '../util/async';
import { runIndexOf } from '../util/capabilities';
import { inLog, isObject, parseJson, plainText, PROOF, withQuery } from '../util/text';

/** End of the path of a Task Callback Trigger, and of the webhook of a paused execution. */
export const WEBHOOK_PATH = 'digital-human';

/** In the query of a callback address. */
export const REFERENCE = 'reference';

/** What an expression leaves of a text where it finds nothing. */
const NOTHING = new Set(['', 'undefined', 'null', 'NaN', '[object Object]']);

/**
 * The secret that nodes with the same credential put into a callback address and look for there. It
 * opens its path, on any n8n with this token, and does not reveal the token.
 *
 * @param address or its path, which alone counts: n8n does not reliably know its own host
 */
export function secretOf(accessToken: string, address: string): string {
	const { pathname } = new URL(address, 'http://n8n');
	return hmac(accessToken, `digital human callback ${pathname}`);
}

/** What only the owner of the access token can make of a text, and which does not reveal it. */
function hmac(accessToken: string, text: string): string {
	return createHmac('sha256', accessToken.trim()).update(text).digest('hex');
}

/** A secret of the user's, perhaps by expression; undefined, which equals nothing, for no text. */
export function secretText(value: unknown): string | undefined {
	const text = plainText(value);
	return NOTHING.has(text) ? undefined : text;
}

/** In a time that does not reveal where they differ. Without a secret, nothing is the same. */
export function isSame(given: unknown, expected: string | undefined): boolean {
	if (typeof given !== 'string' || !expected) return false;
	return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

/**
 * Makes the address at which the service resumes this run of the node: n8n's own for the execution,
 * with a proof. A retry gets the same proof, so that a task submitted before can resume it.
 *
 * @returns the address, which only the service knows, and the seal, which is stored in the
 * execution: it recognizes the proof and does not reveal it
 */
export function provenAddress(
	context: IExecuteFunctions,
	accessToken: string,
): { address: string; seal: string } {
	const address = new URL(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) as string);
	address.pathname += `/${WEBHOOK_PATH}`;
	const run = [context.getExecutionId(), context.getNode().id, runIndexOf(context)].join(' ');
	const proof = hmac(accessToken, `digital human resume ${run}`);
	return { address: withQuery(address.href, PROOF, proof), seal: digest(proof).toString('hex') };
}

/** Whether a call has the proof of a seal; also after the access token has been replaced. */
export function isProven(query: object, seal: string | undefined): boolean {
	const given = (query as Record<string, unknown>)[PROOF];
	return typeof given === 'string' && isSame(digest(given).toString('hex'), seal);
}

type Body = Record<string, unknown>;

/** The body of a call: JSON under whatever content type, its large numbers not rounded. */
export async function bodyOf(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject() as unknown as {
		rawBody?: Buffer;
		readRawBody?(): Promise<void>;
	};
	const parsed: unknown = context.getBodyData();
	// n8n does not read a body of a content type that it does not know. Of a form with parts, it leaves
	// nothing to be read.
	await request.readRawBody?.().catch(() => undefined);
	const text = request.rawBody?.toString() ?? (typeof parsed === 'string' ? parsed : '');
	return parseJson(text) ?? parsed;
}

/** What can be an ID: one line, and no more than IDs of any service have. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/**
 * What the sender says: of a person or a composed video as a bare record, of a lip-sync video in an
 * envelope, or of a custom voice (service.md 6). Undefined when it has none of these shapes.
 */
export function readCallback(body: unknown): Task | undefined {
	const task = isObject(body) ? documentedTask(body) : undefined;
	if (!task || !ID.test(task.taskId) || !hasStatus(task)) return undefined;
	// It comes at the end, so that no result follows.
	return lacksResult(task) ? withoutResult(task) : task;
}

/** Only of a custom voice, more than the status says how it stands. */
function hasStatus(task: Task): boolean {
	return !isUnread(task) || task.serviceStatus !== undefined;
}

/** The task of a body that has the fields that only one of the shapes has. */
function documentedTask(body: Body): Task | undefined {
	const { code, data, type } = body;
	if ('code' in body) {
		const isLipSync = Number.isInteger(code) && isObject(data) && isVideo(data, false);
		return isLipSync ? read(lipSyncRecord, data, lipSyncTask) : undefined;
	}
	if (isVideo(body, true)) {
		return read(videoRecord, body, (record) => videoTask(composedVideo.name, record));
	}
	if ('video_url' in body) return undefined;
	if (type === 'person') return read(personRecord, body, personTask);
	return 'audio_path' in body ? read(customVoiceRecord, body, voiceTask) : undefined;
}

function isVideo(record: Body, hasSubtitles: boolean): boolean {
	return 'video_url' in record && 'subtitle_data_url' in record === hasSubtitles;
}

function read<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	record: unknown,
	toTask: (record: T) => Task,
): Task | undefined {
	const { data } = schema.safeParse(record);
	return data && toTask(data);
}

/** A record with its ID, which may stand in envelopes and lists. */
function recordIn(body: unknown, depth = 3): Body | undefined {
	if (typeof body !== 'object' || body === null || depth === 0) return undefined;
	if ('id' in body && ID.test(plainText(body.id))) return body as Body;
	const inside = Object.values(body).map((part) => recordIn(part, depth - 1));
	return inside.find((record) => record !== undefined);
}

/** The ID of the record that a body holds, wherever it stands. */
export function idIn(body: unknown): string | undefined {
	const record = recordIn(body);
	return record && plainText(record.id);
}

/** What a body says of a person with this ID, about whom the service cannot be asked. */
export function readPerson(body: unknown, id: string): Task | undefined {
	const record = recordIn(body);
	if (plainText(record?.id) !== id) return undefined;
	return readCallback({ ...omit(record, 'code'), type: record?.type ?? 'person' });
}

/** Answers a call and starts nothing, with a sentence for those who read the sender's log. */
export function reply(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** The same for a call that was not understood or not let in; the log says what it sent. */
export function refuse(
	context: IWebhookFunctions,
	status: number,
	message: string,
	body: unknown,
): IWebhookResponseData {
	const { name } = context.getNode();
	context.logger.warn(
		`A call of ${inLog(name)} was refused with status ${status}: ${message}. Body: ${inLog(body)}`,
	);
	return reply(context, status, message);
}

/** Time for an answer without its files: n8n Cloud cuts callers off after 100 seconds. */
const ANSWER_WITHIN_MS = 30_000;

/** When a callback that has just arrived has to be answered, in milliseconds since the epoch. */
export function answerAt(): number {
	return Date.now() + ANSWER_WITHIN_MS;
}

/** Longest time for one look. */
const MAX_LOOK_MS = 12_000;

/** So long before its answer a callback begins no further look. */
const LAST_LOOK_MS = 5_000;

/** While tasks are open: of callbacks at the same time, n8n lets only few in. */
const MIN_LOOKS = 2;

/** The pause between two looks that show nothing new; it grows. */
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 8_000;

/** What a callback asks the service. */
interface Question {
	kind: TaskKind;
	tasks: WatchedTask[];
	/** What may share a look: callbacks of one node of one workflow, or of one execution. */
	group: string;
	/** When the answer has to be there, in milliseconds since the epoch. */
	endsAt: number;
	/** Whether a third look may show more of a task: a callback may be ahead of the service's lists. */
	goesOn(status: TaskStatus): boolean;
}

/** Of the tasks of a question, those that have not finished. */
function openOf({ kind, tasks }: Question, statusOf: StatusOf): TaskStatus[] {
	const all = tasks.map(({ taskId }) => statusOf(kind, taskId));
	return all.filter(({ task }) => !isFinal(task));
}

/** Of tasks that the service was not asked about in time. */
const unasked: StatusOf = ({ name }, taskId) => ({
	is: 'unread',
	task: submittedTask(name, taskId),
});

const MAX_REMEMBERED = 1_000;

/** Forgets the oldest entry of what this process remembers. */
export function forgetOldest(remembered: Map<string, unknown> | Set<string>): void {
	const [oldest = ''] = remembered.keys();
	if (remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
}

/** The looks of a group at tasks of one kind, one at a time. */
class SharedLooks {
	private readonly turn = new Semaphore(1);

	/** One that has not begun, for all callbacks that have arrived until then. */
	private next?: { questions: Question[]; answer: Promise<StatusOf> };

	/** After a look that has answered no callback, in milliseconds since the epoch. */
	private notBefore = 0;

	/** Successes without a result, since when they were seen: they have failed after a time. */
	private readonly lacking = new Map<string, Task>();

	/** Looks once. The look never begins before the callback has arrived that it answers. */
	async look(client: ServiceClient, question: Question): Promise<StatusOf> {
		if (!this.next) {
			const questions: Question[] = [];
			this.next = {
				questions,
				answer: this.turn.run(async () => await this.ask(client, questions)),
			};
		}
		this.next.questions.push(question);
		return await this.next.answer;
	}

	private async ask(client: ServiceClient, questions: Question[]): Promise<StatusOf> {
		await sleepFor(Math.min(PAUSE_MS, this.notBefore - Date.now()));
		this.next = undefined;
		const begun = Date.now();
		this.notBefore = begun + PAUSE_MS;
		// By the latest: one whose time is nearly up does not cut the look short for the others.
		const leftMs = Math.max(...questions.map(({ endsAt }) => endsAt)) - begun;
		const tasks = questions.flatMap((question) => question.tasks);
		const seen = tasks.filter(({ wasSeen }) => wasSeen);
		const statusOf = await new TaskWatch(client.within(Math.min(MAX_LOOK_MS, leftMs)), {
			tasks: tasks.map((task) => ({ ...task, earlier: this.lacking.get(task.taskId) })),
			mayBeUnknown: true,
			stopOnError: true,
			// A path that has shown one of them is not wrong.
			answered: Object.fromEntries(seen.map(({ kind }) => [kind.name, null])),
		}).run();
		for (const { kind, taskId } of tasks) {
			const { task } = statusOf(kind, taskId);
			if (lacksResult(task)) this.lacking.set(taskId, task);
			forgetOldest(this.lacking);
		}
		const isAnswer = questions.some((question) => openOf(question, statusOf).length === 0);
		if (isAnswer) this.notBefore = 0;
		return statusOf;
	}
}

const looksOf = new Map<string, SharedLooks>();

/**
 * Asks the service on behalf of a callback, as long as that may show more and the callback can wait.
 * Callbacks that arrive together share the looks.
 *
 * @returns undefined when the service cannot be asked, also because the credential leads elsewhere
 * @throws Error when the service refuses to tell
 */
export async function askTogether(
	context: IWebhookFunctions,
	question: Question,
): Promise<StatusOf | undefined> {
	const { kind, group, endsAt, goesOn } = question;
	if (!(await canLookUp(context, kind))) return undefined;
	const client = await createClient(context);
	const key = `${group} ${kind.name}`;
	const looks = looksOf.get(key) ?? new SharedLooks();
	looksOf.set(key, looks);
	forgetOldest(looksOf);
	const timeUp = signalAt(endsAt);
	let statusOf = unasked;
	let looked = 0;
	const check = async (): Promise<true | undefined> => {
		// The look of callbacks that have come earlier may take longer than this one can wait.
		statusOf = await raceAbort(looks.look(client, question), timeUp);
		looked += 1;
		const open = openOf(question, statusOf);
		return open.length === 0 || (looked >= MIN_LOOKS && !open.some(goesOn)) || undefined;
	};
	const timeLimitMs = endsAt - LAST_LOOK_MS - Date.now();
	try {
		await poll(check, { timeLimitMs, waitMs: backoff(PAUSE_MS, MAX_PAUSE_MS) });
	} catch (error) {
		if (timeUp.aborted) return statusOf;
		const isWrong = error instanceof ServiceError && !keepsWaiting(error.failure);
		if (kind.detailPath && isWrong && error.failure.cause !== 'refused') return undefined;
		throw asError(error);
	}
	return statusOf;
}
