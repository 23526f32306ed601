import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { chosenOption, optionValue } from '../shared/fields/optionValue';
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
