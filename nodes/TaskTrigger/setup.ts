import {
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';

import { listWorkflow, unlistWorkflow } from '../shared/fields/callbackWorkflows';
import { downloadResultProperty } from '../shared/fields/completion';
import { chosenOption, optionValue } from '../shared/fields/options';
import { triggerOnProperty } from '../shared/fields/triggers';
import { isSame, SECRET, secretOf, secretText } from '../shared/run/callbackAddress';
import { outputSettings, type OutputSettings } from '../shared/run/options';
import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/service/credential';
import { toNodeError } from '../shared/service/messages';
import { type Outcome } from '../shared/tasks/task';
import { missing } from '../shared/util/text';
import { secret, secretFrom, taskKinds, verify } from './fields';

type SecretFrom = 'credential' | 'own' | 'none';

/** What the trigger is set to. */
export interface Settings {
	from: SecretFrom;
	/** What the user has set as the secret. */
	secret: unknown;
	/** Whether the service is asked about each task. */
	verifies: boolean;
	/** Kinds of tasks that start the workflow; all when empty. */
	kindNames: string[];
	outcome: Outcome;
	output: OutputSettings;
}

/**
 * Reads what the trigger is set to.
 *
 * @throws Error that names the field when an expression returns none of its options
 */
export function readSettings(context: IHookFunctions | IWebhookFunctions): Settings {
	const read = (name: string): unknown => context.getNodeParameter(name);
	// An expression that returns nothing is not a choice to accept callbacks unchecked.
	const options = { [secretFrom.name]: secretFrom.default, ...(read('options') as IDataObject) };
	return {
		from: chosenOption(secretFrom, options[secretFrom.name]),
		secret: options[secret.name],
		verifies: optionValue<boolean>(verify, options[verify.name]) ?? true,
		kindNames: optionValue<string[]>(taskKinds, read(taskKinds.name)) ?? [],
		outcome: chosenOption(triggerOnProperty, read(triggerOnProperty.name)),
		output: outputSettings(options, context.getNodeParameter(downloadResultProperty.name, false)),
	};
}

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

/**
 * Reads the trigger's settings before its workflow goes live.
 *
 * @throws NodeOperationError that says what is missing
 */
export async function checkedSettings(context: IHookFunctions): Promise<Settings> {
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
	// Without a token, anyone could find the secret. n8n being unable to read it at the moment is no reason to refuse.
	if (from === 'credential') {
		await readCredential(context).catch((error: unknown) => {
			if (error instanceof UserError) throw toNodeError(context.getNode(), error);
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
