import type { IExecuteFunctions } from 'n8n-workflow';

import { PackError } from '../util/errors';
import { completionMessages } from './completionMessages';

/**
 * Refuses to pause in an evaluation, which is n8n's way of testing a workflow with many inputs.
 * n8n takes an execution for finished as soon as it pauses there (seen in 2.41.3), so that the
 * results would be charged and never be evaluated. In any other execution, nothing happens.
 *
 * @param completion what the user has chosen, in quotes
 * @param advice what to choose instead, as a sentence
 * @throws PackError that says so
 */
export function refuseInEvaluation(
	context: Pick<IExecuteFunctions, 'getMode'>,
	completion: string,
	advice: string,
): void {
	if (context.getMode() !== 'evaluation') return;
	throw new PackError(completionMessages.pauseInEvaluation(completion, advice));
}
