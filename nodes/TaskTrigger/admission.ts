import type { IWebhookFunctions } from 'n8n-workflow';

import { SECRET, isSame, secretOf, secretText } from '../shared/callbacks/secret';
import { readCredential } from '../shared/service/credential';
import type { Settings } from './settings';

/** Whether the address that was called carries the secret that this trigger asks for. */
export async function isAdmitted(
	context: IWebhookFunctions,
	{ from, secret }: Pick<Settings, 'from' | 'secret'>,
): Promise<boolean> {
	if (from === 'none') return true;
	const given = (context.getQueryData() as Record<string, unknown>)[SECRET];
	if (from === 'own') return isSame(given, secretText(secret));
	const { accessToken } = await readCredential(context);
	return ownAddresses(context).some((address) => isSame(given, secretOf(accessToken, address)));
}

/** The trigger's address as n8n knows it, and as it was called: a proxy may change it. */
function ownAddresses(context: IWebhookFunctions): string[] {
	const configured = context.getNodeWebhookUrl('default');
	const { path } = context.getRequestObject();
	return [configured, path].filter((address) => address !== undefined);
}
