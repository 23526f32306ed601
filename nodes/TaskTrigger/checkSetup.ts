import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../shared/service/credential';
import { toNodeError } from '../shared/service/nodeError';
import { ownSecret } from './admission';
import { readSettings, type Settings } from './settings';

/**
 * Checks that the trigger can do what it is set to before its workflow goes live.
 *
 * @throws NodeOperationError that says what is missing
 */
export async function checkSetup(context: IHookFunctions): Promise<boolean> {
	const { from, verifies } = settingsOf(context);
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

function settingsOf(context: IHookFunctions): Settings {
	try {
		return readSettings(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
