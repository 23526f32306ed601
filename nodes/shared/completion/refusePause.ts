import type { IExecuteFunctions } from 'n8n-workflow';

import { isToolExecution } from '../n8n/runs';
import { outputMessages } from '../output/outputMessages';
import { PackError } from '../util/errors';
import { completionMessages } from './completionMessages';

/**
 * Refuses a choice by which the execution would pause, where it cannot: in a tool, for whose answer an AI agent waits;
 * and in an evaluation, which is n8n's way of testing a workflow with many inputs. n8n takes an execution for finished
 * as soon as it pauses there (seen in 2.41.3), so that the results would be charged and never be evaluated. In any
 * other execution, nothing happens.
 *
 * @param choice what the user has chosen, as it is labelled
 * @param advice what to choose in its place, in a tool and in an evaluation, as sentences
 * @throws PackError that says so
 */
export function refusePause(
	context: IExecuteFunctions,
	choice: string,
	advice: { inTool: string; inEvaluation: string },
): void {
	if (isToolExecution(context)) {
		throw new PackError(outputMessages.notInTool(choice, advice.inTool));
	}
	if (context.getMode() === 'evaluation') {
		throw new PackError(completionMessages.pauseInEvaluation(choice, advice.inEvaluation));
	}
}
