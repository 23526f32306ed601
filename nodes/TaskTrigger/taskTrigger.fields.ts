import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import {
	downloadResultProperty,
	taskOptions,
	triggerOnProperty,
} from '../shared/fields/completion';
import { readOptions } from '../shared/fields/options';
import { collectionOf } from '../shared/fields/properties';
import type { TaskOutcome } from '../shared/model/task';
import { outputSettings } from '../shared/output/settings';
import type { OutputSettings } from '../shared/output/outputItem';
import { callbackKindOptions } from '../shared/tasks/kinds';
import { plainText } from '../shared/util/text';

/* The fields of the Task Callback Trigger, and how they are read: n8n lets an expression give anything there. */

const taskKinds = {
	displayName: 'Task Kinds',
	name: 'taskKinds',
	type: 'multiOptions',
	options: callbackKindOptions,
	default: [],
	hint: 'If empty, tasks of all kinds start the workflow',
	description:
		'Only callbacks for these kinds of task start the workflow. If empty, callbacks for all kinds do.',
} satisfies INodeProperties;

const secretFrom = {
	displayName: 'Secret in the URL',
	name: 'secretFrom',
	type: 'options',
	options: [
		{
			name: 'From the Credential',
			value: 'credential',
			description:
				'Digital Human nodes with the same credential add it to the Production URL automatically',
		},
		{
			name: 'My Own',
			value: 'own',
			description:
				'Add ?secret=… to the end of the Production URL yourself. The workflow is not offered in lists.',
		},
		{
			name: 'None',
			value: 'none',
			description: 'Accept callbacks from everyone who knows the Production URL',
		},
	],
	default: 'credential',
	description:
		'Secret that callers must include; other calls are rejected. If not set, it comes from the credential.',
} satisfies INodeProperties;

const secret = {
	displayName: 'Secret',
	name: 'secret',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	displayOptions: { show: { [secretFrom.name]: ['own'] } },
	description:
		'The letters and digits that follow ?secret= at the end of the Production URL. If empty, the workflow cannot be published.',
} satisfies INodeProperties;

const verify = {
	displayName: 'Verify With Service',
	name: 'verify',
	type: 'boolean',
	default: true,
	description:
		'Whether to check the task with the service and output what the service returns. Callbacks are not signed: if this is off, anyone who knows the URL and its secret could fake one, and no files are downloaded. Needs a credential. If not set, tasks are verified.',
} satisfies INodeProperties;

export const properties: INodeProperties[] = [
	{
		displayName:
			"Starts only for tasks of nodes that name this workflow. For all tasks of your account, use 'Digital Human Task Poll Trigger'. Publish this workflow, then choose it in 'When Finished, Start Workflow' of a node with the same credential ('Completion': 'Return Task ID'). For a sample, click 'Execute step' and open the Test URL above in your browser.",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	triggerOnProperty,
	taskKinds,
	downloadResultProperty,
	collectionOf('Option', [taskOptions.outputField, secret, secretFrom, taskOptions.simple, verify]),
];

/** What the user has chosen. */
export interface Settings {
	/** Where the secret comes from that callers must include: 'credential', 'own' or 'none'. */
	secretFrom: string;
	/** Whether the service is asked about the task of a call. */
	verifies: boolean;
	/** The secret that the user has entered; empty for none. It counts where `secretFrom` is 'own'. */
	ownSecret: string;
	/** The names of the kinds whose callbacks start the workflow. */
	kindNames: readonly string[];
	/** How a task has to end so that the workflow is started. */
	outcome: TaskOutcome;
	/** What the items have with which the workflow is started. */
	output: OutputSettings;
}

/**
 * Reads what the user has chosen.
 *
 * @throws PackError that names the fields in which an expression gives something that cannot be chosen there
 */
export function readTriggerSettings(context: IHookFunctions | IWebhookFunctions): Settings {
	// The options, together with the fields that stand beside their collection. An expression may give anything in place
	// of the collection; if it gives no object, no option is set.
	const given = Object.assign({}, context.getNodeParameter('options')) as IDataObject;
	const namesBesideOptions = [taskKinds.name, triggerOnProperty.name, downloadResultProperty.name];
	for (const name of namesBesideOptions) {
		given[name] = context.getNodeParameter(name, null) as string | null;
	}
	const triggerOn = { ...triggerOnProperty, required: true };
	// Each is undefined where nothing is set, but for `triggerOn`, which is required.
	const chosen = readOptions({ secretFrom, verify, taskKinds, triggerOn }, given);
	return {
		// An expression that returns nothing is not a choice to accept callbacks without a secret, or unverified.
		secretFrom: chosen.secretFrom ?? 'credential',
		verifies: chosen.verify ?? true,
		ownSecret: readOwnSecret(given[secret.name]),
		kindNames: chosen.taskKinds ?? callbackKindOptions.map(({ value }) => String(value)),
		outcome: chosen.triggerOn as TaskOutcome,
		output: outputSettings(given, given[downloadResultProperty.name]),
	};
}

/** Texts that come from an expression which found nothing. They are no secret, because everybody could guess them. */
const NO_SECRET = /^(undefined|null|nan|true|false|\[object object\])$/i;

/** The secret that the user has entered; empty for none. */
function readOwnSecret(given: unknown): string {
	const text = plainText(given);
	return NO_SECRET.test(text) ? '' : text;
}
