import { compact } from 'lodash';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isRightSecret, secretOf } from '../shared/callbacks/address';
import type { Callback } from '../shared/callbacks/callback';
import { SECRET } from '../shared/util/webAddress';
import type { Settings } from './taskTrigger.fields';

/** Whether the address that was called has in its query the secret that this trigger asks for. */
export async function isAuthorized(
	context: IWebhookFunctions,
	call: Callback,
	{ from, secret }: Settings,
): Promise<boolean> {
	if (from === 'none') return true;
	const given = call.query[SECRET];
	if (from === 'own') return isRightSecret(given, secret);
	const { accessToken } = await call.credential();
	// The address as n8n knows it, and as it was called, because a proxy may have changed it.
	const addresses = compact([
		context.getNodeWebhookUrl('default'),
		context.getRequestObject().path,
	]);
	return addresses.some((address) => isRightSecret(given, secretOf(accessToken, address)));
}
