import { optionValue } from '../fields/optionValue';
import { onTaskFailureOption } from './completionProperties';

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
	simple?: boolean;
	downloadResult?: boolean;
	outputField?: string;
}

/**
 * Reads from a node's options what the output items look like.
 *
 * @throws Error that names an option with an impossible value
 */
export function outputSettings({
	onTaskFailure,
	simple,
	downloadResult,
	outputField,
}: OutputOptions): OutputSettings {
	return {
		onTaskFailure: optionValue(onTaskFailureOption, onTaskFailure) ?? 'fail',
		simple: simple ?? true,
		// By an expression, anything may come.
		downloadField: downloadResult ? String(outputField ?? '').trim() || 'data' : undefined,
	};
}
