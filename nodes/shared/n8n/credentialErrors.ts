import { NodeOperationError, UserError } from 'n8n-workflow';

/**
 * Whether n8n will never give the credential, because it was deleted, is not shared or was not set, so that it is no
 * use to try again. Any other error may pass, such as one of a busy database.
 *
 * @param error what n8n has thrown when it was asked for the credential
 */
export function isFinalCredentialError(error: Error): boolean {
	if (error instanceof UserError || error instanceof NodeOperationError) return true;
	// Some versions of n8n (seen in 1.123.81) report a deleted credential as a plain error, known by its words alone. If
	// n8n changes these words, the node tries again, as after an error that may pass.
	return / does not exist /.test(error.message);
}
