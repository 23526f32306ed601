import { compact } from 'lodash';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isRightSecret, secretOf } from '../shared/callbacks/address';
import type { Callback } from '../shared/callbacks/callback';
import { SECRET } from '../shared/util/webAddress';
import type { Settings } from './taskTrigger.fields';

/**
 * Whether the address that was called has in its query the secret that this trigger asks for; also true where it asks
 * for none.
 *
 * @throws NodeOperationError when the secret is made of the credential, and that cannot be read
 */
export async function isAuthorized(
	context: IWebhookFunctions,
	call: Callback,
	{ secretFrom, ownSecret }: Settings,
): Promise<boolean> {
	if (secretFrom === 'none') return true;
	const given = call.query[SECRET];
	if (secretFrom === 'own') return isRightSecret(given, ownSecret);
	// Otherwise the secret is made of the token in the credential and the address of the trigger: as n8n knows that
	// address, or as it was called, because a proxy may have changed it.
	const { accessToken } = await call.credential();
	// `secretOf` reads nothing but the path, so that one may be a whole address and the other a path.
	const addresses = compact([
		context.getNodeWebhookUrl('default'),
		context.getRequestObject().path,
	]);
	return addresses.some((address) => {
		const expected = secretOf(accessToken, address);
		return isRightSecret(given, expected);
	});
}
