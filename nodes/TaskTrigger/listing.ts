import type { IHookFunctions } from 'n8n-workflow';

import { listWorkflow, unlistWorkflow } from '../shared/lookups/callbackWorkflows';
import { credentialIdOf } from '../shared/service/credential';
import type { Settings } from './settings';

/**
 * Offers the trigger's workflow in the lists of the nodes that use the same credential, which add the secret to its
 * address. An own secret stays here, so a trigger that has one is not offered.
 */
export function offer(context: IHookFunctions, { from }: Settings): void {
	// The test URL only works while the editor listens.
	if (context.getMode() === 'manual') return;
	const address = context.getNodeWebhookUrl('default');
	if (address === undefined) return;
	const { name: triggerName } = context.getNode();
	const credentialId = credentialIdOf(context.getNode());
	const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
	if (credentialId === undefined || from === 'own') unlistWorkflow(address);
	else listWorkflow(address, { credentialId, workflowId, workflowName, triggerName });
}

/** Takes it back; for a test URL, which n8n gives up in the same way, this does nothing. */
export function withdraw(context: IHookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	if (address !== undefined) unlistWorkflow(address);
}
