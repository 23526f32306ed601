import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { secretText } from '../shared/callbacks/secret';
import { CREDENTIAL } from '../shared/service/credential';
import { toNodeError } from '../shared/service/nodeError';
import { missing } from '../shared/util/text';
import { secret, secretFrom, verify } from './fields';
import { readSettings, type Settings } from './settings';

/**
 * Reads the trigger's settings before its workflow goes live.
 *
 * @throws NodeOperationError that says what is missing
 */
export function checkedSettings(context: IHookFunctions): Settings {
	const settings = settingsOf(context);
	const { from, secret: given, verifies } = settings;
	if (from === 'own' && secretText(given) === undefined) {
		throw new NodeOperationError(context.getNode(), missing(secret.displayName), {
			description: `Enter it, or choose another '${secretFrom.displayName}'.`,
		});
	}
	if ((verifies || from === 'credential') && !context.getNode().credentials?.[CREDENTIAL]) {
		throw new NodeOperationError(context.getNode(), 'This trigger needs a credential', {
			description: `Choose a credential. Or turn off '${verify.displayName}' and choose another '${secretFrom.displayName}': then anyone who knows the address and its secret can fake callbacks.`,
		});
	}
	return settings;
}

function settingsOf(context: IHookFunctions): Settings {
	try {
		return readSettings(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
