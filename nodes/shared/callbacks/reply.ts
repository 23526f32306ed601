import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { StoppedError, asError } from '../util/errors';
import { signalAt } from '../util/signals';
import { unlessStopped } from '../util/sleep';

/** n8n Cloud cuts callers off after 100 seconds, others earlier: by then each has its answer. */
const ANSWER_WITHIN_MS = 50_000;

/** The outcome of some work; `unseen` when nobody reports it, because the caller had its answer before, or has left. */
export type Outcome = 'done' | 'failed' | 'unseen';

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
export async function inTime<T>(work: Promise<T>, endsAt: number): Promise<T | undefined> {
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
