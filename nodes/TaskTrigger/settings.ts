import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { chosenOption, optionValue } from '../shared/fields/optionValue';
import { downloadResultProperty } from '../shared/output/completionProperties';
import { outputSettings, type OutputSettings } from '../shared/output/settings';
import { triggerOnProperty, type Outcome } from '../shared/tasks/triggerFilter';
import { secret, secretFrom, taskKinds, verify } from './fields';

export type SecretFrom = 'credential' | 'own' | 'none';

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
