import { readRetryAfter } from '../api/http';
import { fileMessages } from './fileMessages';
import { TransferError, type TransferFacts } from './transferError';
import type { WebResponse } from './webResponse';

/*
 * What it means that a server answers without a file.
 */

/** What a status says of the file, and what helps. */
type StatusWords = readonly [reason: string, advice: string];

const NO_SUCH_FILE: StatusWords = [fileMessages.noSuchFile, fileMessages.mayHaveExpired];
const DENIED: StatusWords = [fileMessages.denied, fileMessages.withoutSigningIn];
const OTHER_STATUS: StatusWords = [fileMessages.noFile, fileMessages.checkUrlOrLater];

/** The words for each status without a file that says more than that there is none. */
const MEANINGS: Readonly<Record<number, StatusWords>> = {
	202: [fileMessages.notReady, fileMessages.tryLater],
	401: DENIED,
	403: DENIED,
	404: NO_SUCH_FILE,
	410: NO_SUCH_FILE,
};

/**
 * The error of an answer without a file, by its status.
 *
 * @param what names the file in messages
 * @returns undefined for an answer with a file
 */
export function statusProblem(
	{ status, headers, host }: WebResponse,
	what: string,
): TransferError | undefined {
	// These report success, but the file is not ready, or there is nothing to send.
	const hasNoFileYet = status === 202 || status === 204;
	if (status >= 200 && status < 300 && !hasNoFileYet) return undefined;
	const facts: TransferFacts = {
		answer: { httpStatus: status, retryAfterMs: readRetryAfter({ headers }) },
		passing: hasNoFileYet || status === 408 || status === 429 || status >= 500,
		// So storages answer at a signed address that has expired, or where there is no such file any more.
		expired: [401, 403, 404, 410].includes(status),
	};
	const [reason, advice] = MEANINGS[status] ?? OTHER_STATUS;
	const said = fileMessages.withStatus(host, reason, status);
	return new TransferError(fileMessages.notOpened(what, said, advice), facts);
}
