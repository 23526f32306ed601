import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { readCredential } from '../service/credential';
import { detailPath, type DetailPathField } from '../service/detailPaths';
import { toNodeError } from '../service/nodeError';
import { readCompletion } from './choice';
import { pausableCompletionProperty } from '../output/completionProperties';

/**
 * Refuses to wait for tasks that cannot be followed, before one is paid for.
 *
 * @param field what the credential needs for it
 * @throws NodeOperationError that says what is missing and what can be done instead
 */
export async function requireDetailPath(
	context: IExecuteFunctions,
	field: DetailPathField,
): Promise<void> {
	if (readCompletion(context, pausableCompletionProperty) !== 'wait') return;
	const paths = await readCredential(context);
	try {
		detailPath(paths, field);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), toNodeError(context.getNode(), error).message, {
			description:
				"Nothing was submitted. To continue without waiting, choose 'Return Task ID' in 'Completion'.",
		});
	}
}
