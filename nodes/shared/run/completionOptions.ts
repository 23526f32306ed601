import type { INodeProperties } from 'n8n-workflow';

import { alphabetical } from '../util/alphabetical';
import { callbackOptions, callbackUrlProperty } from '../callbacks/callbackUrl';
import {
	completionOptions,
	completionProperty,
	downloadWhenFinishedProperty,
	pausableCompletionProperty,
	timeLimitOption,
} from '../output/completionProperties';

/** The collection "Options" of a node that submits work and has no further options. */
export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: completionOptions,
};

/** For tasks that can only be followed where the credential says how: not awaited unless asked for. */
export const returnFirstProperty: INodeProperties = {
	...completionProperty,
	default: 'return',
};

const pausableTimeLimit: INodeProperties = {
	...timeLimitOption,
	displayOptions: { show: { '/completion': ['wait', 'pause'] } },
	description:
		'Maximum wait for the results. If not set, one hour; when pausing, two hours, or a day for a custom person. Submitted tasks keep running at the service.',
};

/**
 * The fields about completion of a node whose operation accepts a callback.
 *
 * @param first the choice that is there to begin with
 * @param collections what stands between the fields about completion and the options
 */
export function pausableProperties(
	first: 'wait' | 'return',
	collections: INodeProperties[],
): INodeProperties[] {
	const options = [...completionOptions, ...callbackOptions]
		.map((option) => (option.name === timeLimitOption.name ? pausableTimeLimit : option))
		.sort((a, b) => alphabetical.compare(a.displayName, b.displayName));
	return [
		{ ...pausableCompletionProperty, default: first },
		downloadWhenFinishedProperty,
		callbackUrlProperty,
		...collections,
		{ ...optionsProperty, options },
	];
}
