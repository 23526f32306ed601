import type { IHookFunctions, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/api/credential';
import { toNodeError } from '../shared/output/nodeError';
import { publishedWorkflows, runningTriggers } from '../shared/pickers/callbackWorkflows';
import { PackError } from '../shared/util/errors';
import { readTriggerSettings, type Settings } from './taskTrigger.fields';
import { taskTriggerMessages } from './taskTrigger.messages';

/* What happens when the workflow of a trigger is published, and when that is taken back. */

/**
 * Offers the workflow in the lists of nodes with the same credential, which add the secret to its address. A trigger
 * with the user's own secret is in no list, because nodes would not add that secret; it is only known as published.
 *
 * @throws NodeOperationError that says what is missing or wrong in the settings
 */
export async function register(context: IHookFunctions): Promise<void> {
	const node = context.getNode();
	try {
		const settings = readTriggerSettings(context);
		await requireComplete(context, settings);
		const address = context.getNodeWebhookUrl('default');
		// In the editor, it is the test URL, which only works while the editor listens.
		const isTestUrl = context.getMode() === 'manual';
		if (address === undefined || isTestUrl) return;
		// No node has an empty credential ID, so that with it the workflow is in no list.
		let credentialId = '';
		if (settings.secretFrom !== 'own') credentialId = credentialIdOf(node) ?? '';
		const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
		const triggerName = node.name;
		publishedWorkflows.set(address, { credentialId, workflowId, workflowName, triggerName });
	} catch (error) {
		throw toNodeError(node, error);
	}
}

/**
 * Checks that the trigger has all that its settings need: a credential where it asks the service about the task of each
 * call (`verifies`) or has the secret of the credential, and otherwise perhaps the user's own secret.
 *
 * @throws PackError that says what is missing
 */
async function requireComplete(
	context: IHookFunctions,
	{ secretFrom, ownSecret, verifies }: Settings,
): Promise<void> {
	if (secretFrom === 'own') requireUsableSecret(ownSecret);
	const isSecretOfCredential = secretFrom === 'credential';
	const needsCredential = verifies || isSecretOfCredential;
	const hasCredential = Boolean(context.getNode().credentials?.[CREDENTIAL]);
	if (needsCredential && !hasCredential) throw new PackError(taskTriggerMessages.needsCredential);
	if (!isSecretOfCredential) return;
	// The secret is made of the token: without one, which is a PackError, anyone could find it. Any other error says that
	// n8n cannot read the credential at the moment, which is no reason to refuse.
	await readCredential(context).catch((error: unknown) => {
		if (error instanceof PackError) throw error;
	});
}

/**
 * Checks the user's own secret.
 *
 * @throws PackError where it is empty, or would look different in an address, as "a b" does, which becomes "a%20b"
 */
function requireUsableSecret(secret: string): void {
	if (secret === '') throw new PackError(taskTriggerMessages.secretMissing);
	const isPlainInAddress = encodeURIComponent(secret) === secret;
	if (!isPlainInAddress) throw new PackError(taskTriggerMessages.secretHasSigns);
}

/**
 * Takes the workflow out of the lists. n8n also calls this where the editor stops listening at a test URL, which is in
 * no list: then nothing happens.
 */
export function unregister(context: IHookFunctions): void {
	publishedWorkflows.delete(context.getNodeWebhookUrl('default') ?? '');
}

/** Notes that n8n runs the trigger in this process, until n8n ends it. */
export function noteRunning(context: ITriggerFunctions): ITriggerResponse {
	// In the editor, n8n only runs it while it listens for a test event.
	if (context.getMode() === 'manual') return {};
	const running = {};
	runningTriggers.add(running);
	return {
		async closeFunction() {
			runningTriggers.delete(running);
		},
	};
}
