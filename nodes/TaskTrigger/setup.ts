import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { SECRET, isSame, secretOf } from '../shared/callbacks/secret';
import { CREDENTIAL } from '../shared/service/transport';

export type SecretFrom = 'credential' | 'own' | 'none';

/**
 * Checks that the trigger can do what it is set to before its workflow goes live.
 *
 * @throws NodeOperationError that says what is missing
 */
export async function checkSetup(context: IHookFunctions): Promise<boolean> {
	const from = context.getNodeParameter('secretFrom') as SecretFrom;
	const verifies = context.getNodeParameter('verify') as boolean;
	if (from === 'own' && ownSecret(context) === '') {
		throw new NodeOperationError(context.getNode(), "'Secret' is empty", {
			description: "Fill it in, or choose another 'Secret in the Address'.",
		});
	}
	if ((verifies || from === 'credential') && !context.getNode().credentials?.[CREDENTIAL]) {
		throw new NodeOperationError(context.getNode(), 'The trigger needs a credential', {
			description:
				"Choose one, or switch off 'Verify With Service' and choose another 'Secret in the Address'. Then anyone who knows the address can send callbacks.",
		});
	}
	return true;
}

/** Whether the caller's address carries the secret that this trigger asks for. */
export async function isAdmitted(context: IWebhookFunctions, from: SecretFrom): Promise<boolean> {
	if (from === 'none') return true;
	const given = (context.getQueryData() as Record<string, unknown>)[SECRET];
	return isSame(given, from === 'own' ? ownSecret(context) : await credentialSecret(context));
}

function ownSecret(context: Pick<IHookFunctions, 'getNodeParameter'>): string;
function ownSecret(context: Pick<IWebhookFunctions, 'getNodeParameter'>): string;
function ownSecret(context: Pick<IHookFunctions | IWebhookFunctions, 'getNodeParameter'>): string {
	return String(context.getNodeParameter('secret', '')).trim();
}

async function credentialSecret(context: IWebhookFunctions): Promise<string> {
	const { accessToken } = await context.getCredentials<{ accessToken: string }>(CREDENTIAL);
	return secretOf(accessToken);
}
