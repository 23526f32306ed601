import { optionValue } from '../fields/optionValue';
import {
	downloadResultProperty,
	onTaskFailureOption,
	outputFieldOption,
	simplifyOption,
} from './completionProperties';

/** What the output items look like. */
export interface OutputSettings {
	onTaskFailure: 'fail' | 'output';
	simple: boolean;
	/** Output field for the first result file; undefined for none. */
	downloadField?: string;
}

/** The fields of a node's collection "Options" that say so. */
export interface OutputOptions {
	onTaskFailure?: unknown;
	simple?: unknown;
	outputField?: unknown;
}

/**
 * Reads from a node's options what the output items look like.
 *
 * @param downloadResult what the field 'Download Result' holds; nothing where it is not shown
 * @throws Error that names a field with an impossible value
 */
export function outputSettings(
	{ onTaskFailure, simple, outputField }: OutputOptions,
	downloadResult: unknown,
): OutputSettings {
	const downloads = optionValue<boolean>(downloadResultProperty, downloadResult) ?? false;
	return {
		onTaskFailure: optionValue(onTaskFailureOption, onTaskFailure) ?? 'fail',
		simple: simplifies(simple),
		downloadField: downloads ? (optionValue(outputFieldOption, outputField) ?? 'data') : undefined,
	};
}

/**
 * Whether the service's own record is left out.
 *
 * @param given what the option 'Simplify' holds
 * @throws Error that names the option, when it is neither true nor false
 */
export function simplifies(given: unknown): boolean {
	return optionValue<boolean>(simplifyOption, given) ?? true;
}
