import { Code } from '../api/codes';
import { endpoints } from '../api/endpoints';
import {
	answerTo,
	type Failure,
	holdsNoRecord,
	keepsWaiting,
	mayMeanNoSuchId,
} from '../api/failure';
import { ServiceError, explain } from '../api/serviceError';

/* What a failed question about tasks says of a task, and of the address that was asked. */

/** Characters that a reason has at most, because it stands in the output item of each task that was not read. */
const MAX_REASON_LENGTH = 500;

/** Why the status of a task could not be read, in words for the user: title and advice, in at most 500 characters. */
export function reasonOf(failure: Failure): string {
	const { title, advice } = explain(failure);
	return `${title}. ${advice}`.slice(0, MAX_REASON_LENGTH);
}

/**
 * The failure of a question about one task, if by it the service says that it has no such task.
 *
 * @param isRightAddress whether the address has answered about other tasks: a refusal by HTTP then concerns this one
 *   task, such as one that was deleted
 * @returns the failure as a refusal, whatever its cause was; undefined where the question failed for another reason,
 *   so that nothing is known of the task
 */
export function denialIn({ failure }: ServiceError, isRightAddress: boolean): Failure | undefined {
	// The words of such an answer are about its form, and say nothing to the user.
	if (holdsNoRecord(failure)) return { ...failure, cause: 'refused', detail: '' };
	// At a wrong path, every ID would be refused: that says nothing of this one.
	const isIdRefused = mayMeanNoSuchId(failure) && !mayBeAtWrongPath(failure);
	const isTaskGone = isRightAddress && isRefusedByHttp(failure);
	const isDenial = isIdRefused || isTaskGone;
	// The cause decides how the failure is explained to the user. A bare 404, for example, has another cause, but here it
	// is a refusal as well.
	return isDenial ? { ...failure, cause: 'refused' } : undefined;
}

/**
 * Whether the service refuses the question for good by its HTTP status (4xx). False where no answer came, and where the
 * token is refused, which says nothing of a task.
 */
function isRefusedByHttp(failure: Failure): boolean {
	const { httpStatus, code } = answerTo(failure);
	// No answer came.
	if (httpStatus === undefined) return false;
	const isClientError = httpStatus >= 400 && httpStatus < 500;
	const isForGood = !keepsWaiting(failure);
	const isTokenRefused = code === Code.TokenRefused;
	return isClientError && isForGood && !isTokenRefused;
}

/**
 * The error of a question as the user is told of it: where the service seems to have nothing at the path that the user
 * has entered, the error says that the path is wrong. Any other error is returned as it is.
 */
export function withPathAsCause(error: ServiceError): ServiceError {
	if (!mayBeAtWrongPath(error.failure)) return error;
	return new ServiceError({ ...error.failure, cause: 'notTheService' });
}

/** Whether a failure may be due to a wrong path: a 404 at a path that the user has entered in the credential. */
function mayBeAtWrongPath(failure: Failure): boolean {
	const { credentialField } = endpoints[failure.endpoint];
	return answerTo(failure).httpStatus === 404 && credentialField !== undefined;
}
