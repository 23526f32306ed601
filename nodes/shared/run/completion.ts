import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	completionOptions,
	downloadWhenFinishedProperty,
	onTaskFailureOption,
	pausableCompletionProperty,
	reworded,
	timeLimitOption,
	type Wording,
} from '../fields/completion';
import { credentialIdOf, type DetailPathField, readCredential } from '../service/credential';
import { alphabetical } from '../util/text';
import { callbackOptions, callbackUrlProperty } from './callbackAddress';

/** The collection "Options" of a node that submits work and has no further options. */
export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: completionOptions,
};

/** What options say of a pause, by their names. */
const whenPausing: Readonly<Record<string, Partial<INodeProperties>>> = {
	[timeLimitOption.name]: {
		description:
			'Maximum wait for the results. If not set, one hour; when pausing, two hours, or a day for a custom person. Submitted tasks keep running at the service.',
	},
	[onTaskFailureOption.name]: {
		options: reworded(onTaskFailureOption.options as INodePropertyOptions[], {
			fail: {
				description:
					"Treat it as an error of this node, according to its 'On Error' setting. After a pause the node can no longer fail: the task leaves through the error output if there is one, or else with the state failed.",
			},
		}),
	},
};

/**
 * The fields about completion of a node whose operation accepts a callback.
 *
 * @param collections what stands between the fields about completion and the options
 * @param completion the choices, where they are not the usual ones
 */
export function pausableProperties(
	collections: INodeProperties[],
	completion = pausableCompletionProperty,
): INodeProperties[] {
	const options = [...completionOptions, ...callbackOptions]
		.map((option) => ({ ...option, ...whenPausing[option.name] }))
		.sort((a, b) => alphabetical.compare(a.displayName, b.displayName));
	return [
		completion,
		downloadWhenFinishedProperty,
		callbackUrlProperty,
		...collections,
		{ ...optionsProperty, options },
	];
}

/** 'Completion' of a node whose tasks can only be followed where the credential says how. */
interface ListedCompletion {
	property: INodeProperties;
	/** What the credential needs for it. */
	path: DetailPathField;
	/** What the choices say with a credential that does not have it, by their values. */
	withoutPath: Readonly<Record<string, Wording>>;
}

/**
 * Makes the tasks of a node not awaited unless asked for, and the editor list what the credential allows.
 *
 * @param property the choices; they stand there until n8n has filled in the credential
 */
export function listed(property: INodeProperties): INodeProperties {
	return {
		...property,
		typeOptions: { loadOptionsMethod: 'getCompletions' },
		default: 'return',
	};
}

/** Lists the choices, and says which of them are possible with the node's credential. */
export async function listCompletions(
	context: ILoadOptionsFunctions,
	{ property, path, withoutPath }: ListedCompletion,
): Promise<INodePropertyOptions[]> {
	const choices = (property.options ?? []) as INodePropertyOptions[];
	if (!credentialIdOf(context.getNode())) return choices;
	const { [path]: entered = '' } = await readCredential(context);
	return entered.trim() === '' ? reworded(choices, withoutPath) : choices;
}
