import { once } from 'lodash';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createClient, type ServiceClient } from '../api/client';
import { readCredential } from '../api/credential';
import { keepsWaiting } from '../api/failure';
import { ServiceError } from '../api/serviceError';
import { isFinal, type Task } from '../model/task';
import { type CallbackRecord, canLookUp, pathOf, type TaskKind } from '../model/taskKind';
import type { StatusOf, TaskStatus, WatchedTask } from '../model/taskStatus';
import { asError, raceAbort, signalAt } from '../util/async';
import { errorText, PackError } from '../util/errors';
import { parseJson, safeJson } from '../util/json';
import { inLog } from '../util/quote';
import { plainText } from '../util/text';
import { recordIn, reportedTaskIn } from './body';
import { callbackMessages } from './callbackMessages';
import { BETWEEN_CHECKS_MS, sharedChecksOf } from './sharedChecks';

/*
 * A call of a webhook of this pack, and what is answered. Anybody can call a webhook, so nothing that a call says is
 * believed as a rule: it only shows which tasks to ask the service about. There are three exceptions, in which a task
 * counts as the body reports it, but its files are not downloaded:
 * - The user of a trigger has turned its verification off.
 * - A call of a trigger, with the secret that it asks for, is about a kind of task that the service cannot be asked
 *   about.
 * - A call, with the secret of a paused execution, is about the only task for which that waits, and the service
 *   cannot be asked about it, as about a custom person without a path in the credential.
 */

/** Time for an answer without its files: n8n Cloud cuts callers off after 100 seconds. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * How many checks, failed ones included, are made at least while a task is open. They are few, because a call that is
 * not answered yet keeps others out: n8n lets only some in at the same time.
 */
const MIN_CHECKS = 2;

/** What a webhook makes of a call: an answer, and perhaps the items with which n8n starts or resumes the workflow. */
type CallbackAnswer = Promise<IWebhookResponseData>;

/** A call of a webhook. Anybody may have sent it, so as a rule it only prompts a check of the tasks at the service. */
export class Callback {
	/** When the call has to be answered at the latest, in milliseconds since the epoch. */
	private readonly answerAt = Date.now() + ANSWER_WITHIN_MS;

	/**
	 * Reads the credential of the node. It is only read once for the call, because in a webhook n8n takes longer for it
	 * than a request takes.
	 *
	 * @throws PackError when its token cannot be used; what n8n throws when it does not give the credential
	 */
	readonly credential = once(async () => await readCredential(this.context));

	/** What the call sent, as far as it could be read; undefined until `read` has been called. */
	private body: unknown;

	/** The object in the body that has an ID; undefined where there is none. */
	private record?: CallbackRecord;

	constructor(private readonly context: IWebhookFunctions) {}

	/**
	 * Reads a call, and answers it whatever happens. An error is logged and answered with 503, because otherwise n8n
	 * would start or resume the workflow with an empty item. Nothing is thrown.
	 *
	 * @param work answers the call once it has been read
	 * @returns what the webhook of the node returns to n8n
	 */
	static async answer(
		context: IWebhookFunctions,
		work: (call: Callback) => CallbackAnswer,
	): CallbackAnswer {
		const call = new Callback(context);
		try {
			await call.read();
			return await work(call);
		} catch (error) {
			const reason = inLog(errorText(error));
			context.logger.error(callbackMessages.notProcessed(call.nodeName, reason));
			return call.reply(503, callbackMessages.cannotProcess);
		}
	}

	/**
	 * Reads the body and finds the record in it, for the methods below. JSON is read here, whatever its content type is,
	 * so that large numbers in it are not rounded. Any other body is taken as n8n has read it.
	 */
	async read(): Promise<void> {
		const request = this.context.getRequestObject() as unknown as {
			rawBody?: Buffer;
			readRawBody?(): Promise<void>;
		};
		// n8n has not read the body yet if it does not know the content type; this reads it into `rawBody`. Of a form with
		// parts, n8n has left nothing to read, so that this may fail.
		await request.readRawBody?.().catch(() => undefined);
		// Undefined where the body is no JSON.
		const json = parseJson(request.rawBody?.toString() ?? '');
		this.body = json ?? this.context.getBodyData();
		this.record = recordIn(this.body);
	}

	/** The name of the node, in quotes, for the log. */
	private get nodeName(): string {
		return inLog(this.context.getNode().name);
	}

	/** The query of the address that was called. */
	get query(): Record<string, unknown> {
		return this.context.getQueryData() as Record<string, unknown>;
	}

	/** The ID of the record in the body, which is taken for that of a task; empty where there is no record. */
	get taskId(): string {
		return plainText(this.record?.id);
	}

	/**
	 * Whether this ID stands anywhere in the body, also within another text. So the call is known to be about the task
	 * even if its body has a form that cannot be read.
	 */
	mentions(taskId: string): boolean {
		return safeJson(this.body).includes(taskId);
	}

	/** The task as the body reports it; undefined where that cannot be read. */
	get task(): Task | undefined {
		return reportedTaskIn(this.body, this.record);
	}

	/**
	 * Asks the service about tasks of one kind, until all have finished or it is no use to ask again. While a task is
	 * open, there are two checks, and more as long as `mayFinishSoon` is true of an open task and there is time before
	 * the call has to be answered. Calls of one node, or of one paused execution, share the checks.
	 *
	 * @param mayFinishSoon whether a third and further checks are worthwhile for an open task with this status
	 * @returns a function that gives the status of each task as it was seen last; undefined when the service cannot be
	 *   asked about the kind, because there is no way to ask, or the credential has no path for it or a wrong one
	 * @throws ServiceError when the service refuses for good, or when the time is up and every check has failed;
	 *   PackError when the time is up before a check has ended, or when the credential cannot be used; any other error,
	 *   such as that of n8n about the credential, as it is
	 */
	async ask(
		kind: TaskKind,
		tasks: WatchedTask[],
		mayFinishSoon: (status: TaskStatus) => boolean,
	): Promise<StatusOf | undefined> {
		const client = await this.clientFor(kind);
		if (!client) return undefined;
		const checks = sharedChecksOf(this.context, kind);
		const timeUp = signalAt(this.answerAt);
		let lastStatusOf: StatusOf | undefined;
		let lastError: Error = new PackError(callbackMessages.notInTime);
		// Before a check, `BETWEEN_CHECKS_MS` may have to pass. Where that would take the rest of the time, none is begun.
		for (let count = 1; Date.now() < this.answerAt - BETWEEN_CHECKS_MS; count++) {
			// There is a pause between two shared checks, so that a check which fails at once is not repeated at once.
			const outcome = await raceAbort(checks.check(client, tasks), timeUp).catch(asError);
			if (outcome instanceof Error) {
				if (isWrongPath(kind, outcome)) return undefined;
				// The call has to be answered now. The check was only cut off, so its error says nothing of the service.
				if (timeUp.aborted) break;
				if (!mayBeAnsweredLater(outcome)) throw outcome;
				lastError = outcome;
				continue;
			}
			const statusOf = outcome;
			const statuses = tasks.map(({ taskId }) => statusOf(kind, taskId));
			const open = statuses.filter(({ task }) => !isFinal(task));
			if (open.length === 0) return statusOf;
			const isCheckedAgain = count < MIN_CHECKS || open.some(mayFinishSoon);
			if (!isCheckedAgain) return statusOf;
			lastStatusOf = statusOf;
		}
		// The time is up: what an earlier check has shown counts, even if later ones have got no answer.
		if (lastStatusOf) return lastStatusOf;
		throw lastError;
	}

	/**
	 * A client that asks the service until the call has to be answered; undefined where the service cannot be asked
	 * about the kind, at all or with this credential.
	 *
	 * @throws what `credential` throws; PackError when the credential has a wrong address or path
	 */
	private async clientFor(kind: TaskKind): Promise<ServiceClient | undefined> {
		if (kind.asked === 'nowhere') return undefined;
		const credential = await this.credential();
		if (!canLookUp(credential, kind)) return undefined;
		const client = await createClient(this.context, credential);
		return client.with({ withinMs: this.answerAt - Date.now() });
	}

	/**
	 * Answers the call at once. n8n starts and resumes nothing by what this returns, unless the caller adds
	 * `workflowData`, which are the items to go on with.
	 *
	 * @param status the HTTP status
	 * @param message a sentence for those who read the sender's log
	 */
	reply(status: number, message: string): IWebhookResponseData {
		this.context.getResponseObject().status(status).json({ message });
		// The answer is sent already, so n8n has to send none.
		return { noWebhookResponse: true };
	}

	/** Answers, as `reply` does, a call that was not understood or not let in. n8n's log then says what the call sent. */
	refuse(status: number, message: string): IWebhookResponseData {
		const call = { node: this.nodeName, body: inLog(this.body) };
		this.context.logger.warn(callbackMessages.refused(call, status, message));
		return this.reply(status, message);
	}
}

/**
 * Whether the service may answer later, after a check has failed with this error. Only a refusal by the service itself
 * is for good. Any other failure of a request may pass, even if it looks final, because a gateway may answer in the
 * service's place for a moment. The callback must not be lost because of that: nobody promises that the service calls
 * again.
 */
function mayBeAnsweredLater(error: Error): boolean {
	// Any other error is not about an answer of the service.
	if (!(error instanceof ServiceError)) return false;
	const { failure } = error;
	// 'refused' is the cause only where the service itself has answered so.
	const isFromService = failure.cause === 'refused';
	const isRefusedForGood = isFromService && !keepsWaiting(failure);
	return !isRefusedForGood;
}

/**
 * Whether a check has failed because the path that the user has entered for a kind is wrong, so that the service cannot
 * be asked about that kind. False for a kind that needs no such path.
 *
 * @param error the error of the check
 */
function isWrongPath(kind: TaskKind, error: Error): boolean {
	const isAtPathOfUser = pathOf(kind) !== undefined;
	if (!isAtPathOfUser || !(error instanceof ServiceError)) return false;
	const { failure } = error;
	// Only the service itself gives a refusal, so the path is right then.
	const isFromService = failure.cause === 'refused';
	return !isFromService && !keepsWaiting(failure);
}
