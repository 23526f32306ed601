import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import { canLookUp } from '../api/credential';
import { keepsWaiting } from '../api/failure';
import type { Schema } from '../api/schemas';
import { composedVideo } from '../tasks/composedVideo';
import { lipSync } from '../tasks/lipSync';
import { person } from '../tasks/person';
import { isFinal, isUnread, type Task } from '../model/task';
import type { TaskKind } from '../model/taskKind';
import type { StatusOf, TaskStatus, Unread, WatchedTask } from '../model/taskStatus';
import { withoutResult } from '../tasks/states';
import { customVoiceRecord, voiceTask } from '../tasks/voice';
import { watchTasks } from '../tasks/watch';
import { asError, raceAbort, Semaphore, signalAt, sleepFor } from '../util/async';
import { inLog, parseJson, plainText, safeJson } from '../util/text';
import { ServiceError } from '../api/serviceError';

const MAX_REMEMBERED = 1_000;

/** Forgets the oldest entry of what this process remembers. */
export function forgetOldest(remembered: Map<string, unknown> | Set<string>): void {
	const [oldest = ''] = remembered.keys();
	if (remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
}

/** Time for an answer without its files: n8n Cloud cuts callers off after 100 seconds. */
const ANSWER_WITHIN_MS = 30_000;

/** While tasks are open: of callbacks at the same time, n8n lets only few in. */
const MIN_LOOKS = 2;

/** A call of a webhook. Anybody may have sent it, so it only prompts a check. */
export class Callback {
	/** In milliseconds since the epoch. */
	private readonly answerAt = Date.now() + ANSWER_WITHIN_MS;

	private body: unknown;
	private record?: Body;

	constructor(private readonly context: IWebhookFunctions) {}

	/** Answers whatever happens: on an error, n8n would start or resume with an empty item. */
	static async answer(
		context: IWebhookFunctions,
		work: (call: Callback) => Promise<IWebhookResponseData>,
	): Promise<IWebhookResponseData> {
		const call = new Callback(context);
		try {
			await call.read();
			return await work(call);
		} catch (error) {
			const reason = inLog(asError(error).message);
			context.logger.error(`A call of ${call.name} could not be processed: ${reason}`);
			return call.reply(503, 'The callback cannot be processed at the moment');
		}
	}

	/** Reads the body: JSON under whatever content type, its large numbers not rounded. */
	async read(): Promise<void> {
		const request = this.context.getRequestObject() as unknown as {
			rawBody?: Buffer;
			readRawBody?(): Promise<void>;
		};
		// n8n does not read a body of a content type that it does not know. Of a form with parts, it
		// leaves nothing to be read.
		await request.readRawBody?.().catch(() => undefined);
		this.body = parseJson(request.rawBody?.toString() ?? '') ?? this.context.getBodyData();
		this.record = recordIn(this.body);
	}

	private get name(): string {
		return inLog(this.context.getNode().name);
	}

	get query(): Record<string, unknown> {
		return this.context.getQueryData() as Record<string, unknown>;
	}

	/** The ID in the body, wherever it stands; empty where there is none. */
	get taskId(): string {
		return plainText(this.record?.id);
	}

	/** Whether the body has this ID anywhere. */
	names(taskId: string): boolean {
		return safeJson(this.body).includes(taskId);
	}

	/** The task in the body, if that says how it has ended (service.md 6): no result follows then. */
	get task(): Task | undefined {
		const { record, body } = this;
		const task = record && schemaOf(record, record !== body)?.safeParse(record).data;
		if (task?.state === 'awaitingFile') return withoutResult(task);
		return task && isUnread(task) ? undefined : task;
	}

	/**
	 * Asks the service about tasks, as long as that may show more and the call can wait. Calls of one
	 * node, or of one execution, share the looks.
	 *
	 * @param mayFollow whether a third look may show the end of an open task
	 * @returns undefined when the service cannot be asked, also because the credential leads elsewhere
	 * @throws Error when the service refuses to tell, or does not respond in time
	 */
	async ask(
		kind: TaskKind,
		tasks: WatchedTask[],
		mayFollow: (status: TaskStatus) => boolean,
	): Promise<StatusOf | undefined> {
		const { context } = this;
		if (!(await canLookUp(context, kind))) return undefined;
		const client = (await createClient(context)).with({ withinMs: this.answerAt - Date.now() });
		const looks = sharedLooksOf(context, kind);
		const timeUp = signalAt(this.answerAt);
		let seen: StatusOf | undefined;
		try {
			for (let count = 1; Date.now() < this.answerAt - PAUSE_MS; count++) {
				const statusOf = await raceAbort(looks.look(client, tasks), timeUp);
				seen = statusOf;
				const all = tasks.map(({ taskId }) => statusOf(kind, taskId));
				const open = all.filter(({ task }) => !isFinal(task));
				if (open.length === 0 || (count >= MIN_LOOKS && !open.some(mayFollow))) return seen;
			}
		} catch (error) {
			const isWrong = error instanceof ServiceError && !keepsWaiting(error.failure);
			if (kind.detailPath && isWrong && error.failure.cause !== 'refused') return undefined;
			if (!timeUp.aborted) throw asError(error);
		}
		if (!seen) throw new Error('The service did not respond in time. The next call asks it again');
		return seen;
	}

	/** Answers and starts nothing, with a sentence for those who read the sender's log. */
	reply(status: number, message: string): IWebhookResponseData {
		this.context.getResponseObject().status(status).json({ message });
		return { noWebhookResponse: true };
	}

	/** The same for a call that was not understood or not let in; the log says what it sent. */
	refuse(status: number, message: string): IWebhookResponseData {
		this.context.logger.warn(
			`A call of ${this.name} was refused with status ${status}: ${message}. Body: ${inLog(this.body)}`,
		);
		return this.reply(status, message);
	}
}

type Body = Record<string, unknown>;

/** What can be an ID: one line, and no more than IDs of any service have. */
const ID = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** A record with its ID, which may stand in envelopes and lists. */
function recordIn(body: unknown, depth = 3): Body | undefined {
	if (typeof body !== 'object' || body === null || depth === 0) return undefined;
	if ('id' in body && ID.test(plainText(body.id))) return body as Body;
	const inside = Object.values(body).map((part) => recordIn(part, depth - 1));
	return inside.find((record) => record !== undefined);
}

/** How a record is read, by the fields that only records of its kind have. */
function schemaOf(record: Body, isEnveloped: boolean): Schema<Task> | undefined {
	if ('video_url' in record) {
		// A composed video comes as a bare record, one of lip sync in an envelope.
		if ('subtitle_data_url' in record === isEnveloped) return undefined;
		return (isEnveloped ? lipSync : composedVideo).schema;
	}
	const isVoice = ['audio_path', 'err_msg', 'lang'].some((name) => name in record);
	if (isVoice) return customVoiceRecord.transform(voiceTask);
	return (record.type ?? 'person') === 'person' ? person.schema : undefined;
}

const MAX_LOOK_MS = 12_000;

/** The pause after a look that has shown an open task. */
const PAUSE_MS = 2_000;

/** The looks that calls share, one at a time. */
class SharedLooks {
	private readonly turn = new Semaphore(1);

	/** One that has not begun, for all calls that have arrived until then. */
	private next?: { tasks: WatchedTask[]; seen: Promise<StatusOf> };

	/** In milliseconds since the epoch. */
	private notBefore = 0;

	/** Successes without a result, by their IDs: they have failed after a time. */
	private readonly lacking = new Map<string, Unread>();

	/** Looks once. The look never begins before the call has arrived that it answers. */
	async look(client: ServiceClient, tasks: WatchedTask[]): Promise<StatusOf> {
		this.next ??= { tasks: [], seen: this.turn.run(async () => await this.begin(client)) };
		this.next.tasks.push(...tasks);
		return await this.next.seen;
	}

	private async begin(client: ServiceClient): Promise<StatusOf> {
		await sleepFor(Math.min(PAUSE_MS, this.notBefore - Date.now()));
		this.notBefore = Date.now() + PAUSE_MS;
		const { tasks = [] } = this.next ?? {};
		this.next = undefined;
		const seen = tasks.filter(({ known }) => known.by === 'service');
		const statusOf = await watchTasks(client.with({ withinMs: MAX_LOOK_MS }), {
			tasks: tasks.map((task) => ({ ...task, unread: this.lacking.get(task.taskId) })),
			stopOnError: true,
			// A path that has shown one of them is not wrong.
			answers: Object.fromEntries(seen.map(({ kind }) => [kind.name, { is: 'answering' }])),
		});
		const shown = tasks.map(({ kind, taskId }) => statusOf(kind, taskId).task);
		for (const { taskId, state, statusUnknownSince = '', statusUnknownReason = '' } of shown) {
			if (state !== 'awaitingFile') continue;
			const since = Date.parse(statusUnknownSince);
			const unread = { since, reason: statusUnknownReason, isAwaitingFile: true };
			forgetOldest(this.lacking.set(taskId, unread));
		}
		if (shown.every(isFinal)) this.notBefore = 0;
		return statusOf;
	}
}

/** By what may share them: the node, the paused execution, and the kind of the tasks. */
const sharedLooks = new Map<string, SharedLooks>();

function sharedLooksOf(context: IWebhookFunctions, kind: TaskKind): SharedLooks {
	const { id } = context.getWorkflow();
	const key = [id, context.getNode().id, context.getExecutionId(), kind.name].join(' ');
	const looks = sharedLooks.get(key) ?? new SharedLooks();
	forgetOldest(sharedLooks.set(key, looks));
	return looks;
}
