import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { StoppedError, asError } from '../service/failure';
import { unlessStopped } from '../service/pause';

/** The caller has its answer by then, whatever the service takes. */
const ANSWER_WITHIN_MS = 700;

/**
 * Answers a callback, unless it is answered already, and starts nothing.
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
 * Waits for the service; a caller that would have to wait too long is told that its callback was taken.
 *
 * @throws whatever the work throws
 */
export async function answeringInTime<T>(context: IWebhookFunctions, work: Promise<T>): Promise<T> {
	try {
		return await unlessStopped(work, AbortSignal.timeout(ANSWER_WITHIN_MS));
	} catch (error) {
		if (!(error instanceof StoppedError)) throw asError(error);
	}
	reply(context, 202, 'Taken; the service is being asked');
	return await work;
}
