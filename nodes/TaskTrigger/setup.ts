import {
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';

import { listWorkflow, unlistWorkflow } from '../shared/fields/callbackWorkflows';
import { downloadResultProperty, triggerOnProperty } from '../shared/fields/completion';
import { chosenOption, optionValue } from '../shared/fields/values';
import { isSame, secretOf, secretText } from '../shared/run/callbackAddress';
import { outputSettings, type OutputSettings } from '../shared/run/options';
import { CREDENTIAL, credentialIdOf, readCredential } from '../shared/service/credential';
import { toNodeError } from '../shared/service/messages';
import { type Outcome } from '../shared/tasks/task';
import { missing } from '../shared/util/text';
import { SECRET } from '../shared/util/url';
import { callbackKindOptions, secret, secretFrom, taskKinds, verify } from './fields';

/** What the trigger is set to. */
export interface Settings {
	from: 'credential' | 'own' | 'none';
	/** What the user has set as the secret. */
	secret: unknown;
	/** Whether the service is asked about each task. */
	verifies: boolean;
	/** Kinds of tasks that start the workflow. */
	kindNames: string[];
	outcome: Outcome;
	output: OutputSettings;
}

/** @throws Error that names the field when an expression returns none of its options */
export function readSettings(context: IHookFunctions | IWebhookFunctions): Settings {
	const read = (name: string): unknown => context.getNodeParameter(name);
	// An expression that returns nothing is not a choice to accept callbacks unchecked.
	const options = { [secretFrom.name]: secretFrom.default, ...(read('options') as IDataObject) };
	const chosen = optionValue<string[]>(taskKinds, read(taskKinds.name)) ?? [];
	return {
		from: chosenOption(secretFrom, options[secretFrom.name]),
		secret: options[secret.name],
		verifies: optionValue<boolean>(verify, options[verify.name]) ?? true,
		kindNames: chosen.length > 0 ? chosen : callbackKindOptions.map(({ value }) => String(value)),
		outcome: chosenOption(triggerOnProperty, read(triggerOnProperty.name)),
		output: outputSettings(options, context.getNodeParameter(downloadResultProperty.name, false)),
	};
}

/** Whether the address that was called carries the secret that this trigger asks for. */
export async function isAuthorized(
	context: IWebhookFunctions,
	{ from, secret }: Pick<Settings, 'from' | 'secret'>,
): Promise<boolean> {
	if (from === 'none') return true;
	const given = (context.getQueryData() as Record<string, unknown>)[SECRET];
	if (from === 'own') return isSame(given, secretText(secret));
	const { accessToken } = await readCredential(context);
	// As n8n knows it, and as it was called: a proxy may change it.
	const addresses = [context.getNodeWebhookUrl('default'), context.getRequestObject().path];
	return addresses.some(
		(address) => address !== undefined && isSame(given, secretOf(accessToken, address)),
	);
}

/**
 * Offers the workflow in the lists of nodes with the same credential, which add the secret to its
 * address; not with an own secret.
 *
 * @throws NodeOperationError that says what is missing in the settings
 */
export async function register(context: IHookFunctions): Promise<void> {
	const node = context.getNode();
	try {
		const from = await requireComplete(context);
		const address = context.getNodeWebhookUrl('default');
		// The test URL only works while the editor listens.
		if (address === undefined || context.getMode() === 'manual') return;
		const credentialId = credentialIdOf(node);
		const { id: workflowId = '', name: workflowName = '' } = context.getWorkflow();
		if (credentialId === undefined || from === 'own') unlistWorkflow(address);
		else listWorkflow(address, { credentialId, workflowId, workflowName, triggerName: node.name });
	} catch (error) {
		throw toNodeError(node, error);
	}
}

/** @throws Error that says what is missing */
async function requireComplete(context: IHookFunctions): Promise<Settings['from']> {
	const { from, secret: given, verifies } = readSettings(context);
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
	// Without a token, anyone could find the secret. n8n may be unable to read it at the moment.
	if (from === 'credential') {
		await readCredential(context).catch((error: unknown) => {
			if (error instanceof UserError) throw error;
		});
	}
	return from;
}

/** Takes it back; for a test URL, which n8n gives up in the same way, this does nothing. */
export function unregister(context: IHookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	if (address !== undefined) unlistWorkflow(address);
}
