import { Code } from '../api/codes';
import { endpoints } from '../api/endpoints';
import { answerTo, type Failure, isNoSuchId, keepsWaiting } from '../api/failure';
import { ServiceError, explain } from '../api/serviceError';

/* What a failed question about tasks says of a task, and of the address that was asked. */

const MAX_REASON_LENGTH = 500;

/** Why the status of a task could not be read, in words for the user. */
export function reasonOf(failure: Failure): string {
	const { title, advice } = explain(failure);
	return `${title}. ${advice}`.slice(0, MAX_REASON_LENGTH);
}

/**
 * How the service denied to have a task, in answer to the question for it alone; undefined where
 * that failed otherwise. At an address that has answered about others, a refusal by HTTP concerns
 * the one task, such as one that was deleted.
 */
export function denialIn({ failure }: ServiceError, isRightAddress: boolean): Failure | undefined {
	const { httpStatus = 0, code } = answerTo(failure);
	const isRefused = httpStatus >= 400 && httpStatus < 500 && !keepsWaiting(failure);
	const isGone = isRightAddress && isRefused && code !== Code.TokenRefused;
	const denies = isGone || (isNoSuchId(failure) && !isAtWrongPath(failure));
	return denies ? { ...failure, cause: 'refused' } : undefined;
}

/** The error of a question, which names a wrong path where nothing of the service seems to be at it. */
export function namingPath(error: ServiceError): ServiceError {
	if (!isAtWrongPath(error.failure)) return error;
	return new ServiceError({ ...error.failure, cause: 'notTheService' });
}

/** Whether an answer may come of a wrong path that the user has entered. */
function isAtWrongPath(failure: Failure): boolean {
	const { credentialField } = endpoints[failure.endpoint];
	return answerTo(failure).httpStatus === 404 && credentialField !== undefined;
}
