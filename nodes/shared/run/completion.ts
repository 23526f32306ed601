import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	completionOptions,
	downloadWhenFinishedProperty,
	onTaskFailureOption,
	pausableCompletionProperty,
	reworded,
	timeLimitOption,
} from '../fields/completion';
import { type FieldGroup, groupProperty } from '../fields/field';
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
			fail: 'After a pause, the task leaves through the error output if there is one, or else with the state failed.',
		}),
	},
};

/**
 * The fields about completion of a node whose operation accepts a callback, and its optional ones.
 *
 * @param completion the choices, where they are not the usual ones
 */
export function pausableProperties(
	additionalFields: FieldGroup,
	completion = pausableCompletionProperty,
): INodeProperties[] {
	const options = [...completionOptions, ...callbackOptions]
		.map((option) => ({ ...option, ...whenPausing[option.name] }))
		.sort((a, b) => alphabetical.compare(a.displayName, b.displayName));
	return [
		completion,
		downloadWhenFinishedProperty,
		callbackUrlProperty,
		groupProperty(additionalFields),
		{ ...optionsProperty, options },
	];
}
