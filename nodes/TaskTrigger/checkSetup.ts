import { NodeOperationError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';

import { SECRET, isSame, secretOf, secretText } from '../shared/callbacks/secret';
import { chosenOption, optionValue } from '../shared/fields/optionValue';
import { toNodeError } from '../shared/service/nodeError';
import { CREDENTIAL, readCredential } from '../shared/service/credential';
import { triggerOnProperty, type Outcome } from '../shared/tasks/triggerFilter';
import { secretFrom, taskKinds } from './fields';

export type SecretFrom = 'credential' | 'own' | 'none';

/** What the trigger is set to. */
export interface Settings {
	from: SecretFrom;
	/** Whether the service is asked about each task. */
	verifies: boolean;
	/** Kinds of tasks that start the workflow; all when empty. */
	kindNames: string[];
	outcome: Outcome;
}

/**
 * Reads what the trigger is set to.
 *
 * @throws Error that names the field when an expression gives none of its options
 */
export function readSettings(context: IHookFunctions | IWebhookFunctions): Settings {
	const read = (name: string): unknown => context.getNodeParameter(name);
	return {
		from: chosenOption(secretFrom, read('secretFrom')),
		// An expression that gives nothing is no word for taking callbacks unchecked.
		verifies: read('verify') !== false,
		kindNames: optionValue<string[]>(taskKinds, read('taskKinds')) ?? [],
		outcome: chosenOption(triggerOnProperty, read('triggerOn')),
	};
}

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

/** Whether the caller's address carries the secret that this trigger asks for. */
export async function isAdmitted(context: IWebhookFunctions, from: SecretFrom): Promise<boolean> {
	if (from === 'none') return true;
	const given = (context.getQueryData() as Record<string, unknown>)[SECRET];
	if (from === 'own') return isSame(given, ownSecret(context));
	const { accessToken } = await readCredential(context);
	return ownAddresses(context).some((address) => isSame(given, secretOf(accessToken, address)));
}

/** The trigger's address as n8n knows it, and as it was called: a proxy may change it. */
function ownAddresses(context: IWebhookFunctions): string[] {
	const configured = context.getNodeWebhookUrl('default');
	const { path } = context.getRequestObject();
	return [configured, path].filter((address) => address !== undefined);
}

function ownSecret(context: Pick<IHookFunctions, 'getNodeParameter'>): string | undefined;
function ownSecret(context: Pick<IWebhookFunctions, 'getNodeParameter'>): string | undefined;
function ownSecret(
	context: Pick<IHookFunctions | IWebhookFunctions, 'getNodeParameter'>,
): string | undefined {
	return secretText(context.getNodeParameter('secret', ''));
}
