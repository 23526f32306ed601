import { optionValue } from '../fields/optionValue';
import { downloadResultProperty, onTaskFailureOption } from './completionProperties';

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
	outputField?: string;
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
		simple: simple ?? true,
		// By an expression, anything may come.
		downloadField: downloads ? String(outputField ?? '').trim() || 'data' : undefined,
	};
}
