import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { SECRET, isSame, secretOf, secretText } from '../shared/callbacks/secret';
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
	if (from === 'own' && ownSecret(context) === undefined) {
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
	if (from === 'own') return isSame(given, ownSecret(context));
	const { accessToken } = await context.getCredentials<{ accessToken: string }>(CREDENTIAL);
	return ownAddresses(context).some((address) => isSame(given, secretOf(accessToken, address)));
}

/** The trigger's address as n8n knows it, and as it was called: a proxy may change it. */
function ownAddresses(context: IWebhookFunctions): string[] {
	const known = context.getNodeWebhookUrl('default');
	const { path } = context.getRequestObject();
	return [known, path].filter((address) => address !== undefined);
}

function ownSecret(context: Pick<IHookFunctions, 'getNodeParameter'>): string | undefined;
function ownSecret(context: Pick<IWebhookFunctions, 'getNodeParameter'>): string | undefined;
function ownSecret(
	context: Pick<IHookFunctions | IWebhookFunctions, 'getNodeParameter'>,
): string | undefined {
	return secretText(context.getNodeParameter('secret', ''));
}
