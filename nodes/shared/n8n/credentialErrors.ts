import { NodeOperationError, UserError } from 'n8n-workflow';

/**
 * Whether an error with which n8n answers the question for a credential stays: it was deleted, or is not
 * shared. Anything else may pass, as when n8n's database is busy. Some versions of n8n (seen in 1.123.81)
 * report a deleted credential as an error of no kind, which is known by its words alone; if n8n changes these,
 * the node tries again as after an error that passes.
 */
export function isFinalCredentialError(error: Error): boolean {
	if (error instanceof UserError || error instanceof NodeOperationError) return true;
	return / does not exist /.test(error.message);
}
