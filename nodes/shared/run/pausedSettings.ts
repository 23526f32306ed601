import pick from 'lodash/pick';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { OutputSettings } from '../output/settings';
import { runIndexOf } from '../util/runIndex';

/**
 * What a paused node keeps in the execution: by the time of a callback the tasks stand in the place of its
 * input, so that expressions in its settings would read something else.
 */
interface Parked {
	runIndex: number;
	/** Recognizes the proof in the address that the service was given. */
	seal: string;
	settings: OutputSettings;
}

/** Keeps how the node outputs its items and who may resume it, when its execution is parked. */
export function rememberParked(
	context: IExecuteFunctions,
	settings: OutputSettings,
	seal: string,
): void {
	const parked: Parked = {
		runIndex: runIndexOf(context),
		seal,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField']),
	};
	context.getContext('node').parked = parked;
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const { parked } = context.getContext('node') as { parked?: Parked };
	return parked?.runIndex === runIndexOf(context);
}

/** What was kept, for the webhook of the paused node; undefined when the node has not parked the execution. */
export function parkedState(
	context: IWebhookFunctions,
): Pick<Parked, 'seal' | 'settings'> | undefined {
	// n8n would take braces in the name for the end of the expression.
	const node = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${node}].context.parked }}`) as unknown as
		| Parked
		| undefined;
}
