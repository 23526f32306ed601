import { readRetryAfter } from '../api/http';
import { fileMessages } from './fileMessages';
import { TransferError, type TransferFacts } from './transferError';
import type { WebResponse } from './webResponse';

/*
 * What it means that a server answers without a file.
 */

/**
 * The error of an answer without a file, by its status. @param what names the file in
 * messages. @returns undefined for an answer with a file
 */
export function statusProblem(
	{ status, headers, host }: WebResponse,
	what: string,
): TransferError | undefined {
	// Success without a file: it is not ready, or there is nothing to send.
	const hasNoFileYet = status === 202 || status === 204;
	if (status >= 200 && status < 300 && !hasNoFileYet) return undefined;
	const facts: TransferFacts = {
		answer: { httpStatus: status, retryAfterMs: readRetryAfter({ headers }) },
		passing: hasNoFileYet || status === 408 || status === 429 || status >= 500,
		// How storages answer at a signed address that has expired, or where the file is not any more.
		expired: [401, 403, 404, 410].includes(status),
	};
	const [reason, advice] = MEANINGS[status] ?? OTHER_STATUS;
	const said = fileMessages.withStatus(host, reason, status);
	return new TransferError(fileMessages.notOpened(what, said, advice), facts);
}

type StatusWords = readonly [reason: string, advice: string];

const OTHER_STATUS: StatusWords = [fileMessages.noFile, fileMessages.checkUrlOrLater];
const NO_SUCH_FILE: StatusWords = [fileMessages.noSuchFile, fileMessages.mayHaveExpired];
const DENIED: StatusWords = [fileMessages.denied, fileMessages.withoutSigningIn];

/** What a status without a file means, and what helps. */
const MEANINGS: Readonly<Record<number, StatusWords>> = {
	202: [fileMessages.notReady, fileMessages.tryLater],
	401: DENIED,
	403: DENIED,
	404: NO_SUCH_FILE,
	410: NO_SUCH_FILE,
};
