import type { IHookFunctions } from 'n8n-workflow';

import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/api/credential';
import { toNodeError } from '../shared/output/nodeError';
import { publishedWorkflows } from '../shared/pickers/callbackWorkflows';
import { PackError } from '../shared/util/errors';
import { readTriggerSettings, type Settings } from './taskTrigger.fields';
import { taskTriggerMessages } from './taskTrigger.messages';

/* What happens when the workflow of a trigger is published, and when that is taken back. */

/**
 * Offers the workflow in the lists of nodes with the same credential, which add the secret to its address. A trigger
 * with the user's own secret is in no list, because nodes would not add that secret; it is only known as published.
 *
 * @throws NodeOperationError that says what is missing in the settings
 */
export async function register(context: IHookFunctions): Promise<void> {
	const node = context.getNode();
	try {
		const settings = readTriggerSettings(context);
		await requireComplete(context, settings);
		const address = context.getNodeWebhookUrl('default');
		// The test URL only works while the editor listens.
		if (address === undefined || context.getMode() === 'manual') return;
		// No node has an empty credential ID, so that with it the workflow is in no list.
		let credentialId = '';
		if (settings.from !== 'own') credentialId = credentialIdOf(node) ?? '';
		const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
		const triggerName = node.name;
		publishedWorkflows.set(address, { credentialId, workflowId, workflowName, triggerName });
	} catch (error) {
		throw toNodeError(node, error);
	}
}

/** @throws PackError that says what is missing */
async function requireComplete(context: IHookFunctions, { from, secret, verifies }: Settings) {
	if (from === 'own') requireUsableSecret(secret);
	const needsCredential = verifies || from === 'credential';
	const hasCredential = Boolean(context.getNode().credentials?.[CREDENTIAL]);
	if (needsCredential && !hasCredential) throw new PackError(taskTriggerMessages.needsCredential);
	if (from !== 'credential') return;
	// Without a token, anyone could find the secret: that is a PackError. Any other error says that n8n cannot read the
	// credential at the moment, which is no reason to refuse.
	await readCredential(context).catch((error: unknown) => {
		if (error instanceof PackError) throw error;
	});
}

/** @throws PackError where the user's own secret is empty, or would look different in an address */
function requireUsableSecret(secret: string): void {
	if (secret === '') throw new PackError(taskTriggerMessages.secretMissing);
	const isPlainInAddress = encodeURIComponent(secret) === secret;
	if (!isPlainInAddress) throw new PackError(taskTriggerMessages.secretHasSigns);
}

/** Takes the workflow out of the lists; for a test URL, which n8n gives up in the same way, this does nothing. */
export function unregister(context: IHookFunctions): void {
	publishedWorkflows.delete(context.getNodeWebhookUrl('default') ?? '');
}
