import { Code } from '../api/codes';
import { endpoints } from '../api/endpoints';
import { answerTo, type Failure, keepsWaiting, mayMeanNoSuchId } from '../api/failure';
import { ServiceError, explain } from '../api/serviceError';

/* What a failed question about tasks says of a task, and of the address that was asked. */

/** Characters that a reason has at most. */
const MAX_REASON_LENGTH = 500;

/** Why the status of a task could not be read, in words for the user. */
export function reasonOf(failure: Failure): string {
	const { title, advice } = explain(failure);
	return `${title}. ${advice}`.slice(0, MAX_REASON_LENGTH);
}

/**
 * How the service said, to the question about one task alone, that it has no such task; undefined where the question
 * failed otherwise, so that nothing is known of the task.
 *
 * @param isRightAddress whether the address has answered about other tasks: a refusal by HTTP then concerns
 *   this one task, such as one that was deleted
 */
export function denialIn({ failure }: ServiceError, isRightAddress: boolean): Failure | undefined {
	// At a wrong path, every ID would be refused: that says nothing of this one.
	const isIdRefused = mayMeanNoSuchId(failure) && !isAtWrongPath(failure);
	const isTaskGone = isRightAddress && isRefusedByHttp(failure);
	const isDenial = isIdRefused || isTaskGone;
	// An answer without a code of the service, such as a bare 404, has another cause. Here, it is explained to the user
	// as a refusal, too.
	return isDenial ? { ...failure, cause: 'refused' } : undefined;
}

/**
 * Whether a status of HTTP (4xx) refuses the question for good; false without an answer, and for a refused token, which
 * says nothing of a task.
 */
function isRefusedByHttp(failure: Failure): boolean {
	const { httpStatus = 0, code } = answerTo(failure);
	const isClientError = httpStatus >= 400 && httpStatus < 500;
	return isClientError && !keepsWaiting(failure) && code !== Code.TokenRefused;
}

/**
 * The error of a question as the user is told of it: where nothing of the
 * service seems to be at a path, the path is wrong.
 */
export function withPathAsCause(error: ServiceError): ServiceError {
	if (!isAtWrongPath(error.failure)) return error;
	return new ServiceError({ ...error.failure, cause: 'notTheService' });
}

/** Whether an answer may come from a wrong path that the user has entered in the credential. */
function isAtWrongPath(failure: Failure): boolean {
	const { credentialField } = endpoints[failure.endpoint];
	return answerTo(failure).httpStatus === 404 && credentialField !== undefined;
}
