import pick from 'lodash/pick';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { OutputSettings } from '../output/settings';
import { runIndexOf } from './submitMemory';

/**
 * What a paused node keeps in the execution: by the time of a callback the tasks stand in the place of its
 * input, so that expressions in its settings would read something else.
 */
interface Parked {
	runIndex: number;
	settings: OutputSettings;
}

/** Keeps how the node's items shall look, when its execution is parked. */
export function rememberParked(context: IExecuteFunctions, settings: OutputSettings): void {
	const parked: Parked = {
		runIndex: runIndexOf(context),
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField']),
	};
	context.getContext('node').parked = parked;
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const { parked } = context.getContext('node') as { parked?: Parked };
	return parked?.runIndex === runIndexOf(context);
}

/** What was kept, for the webhook of the paused node. */
export function parkedSettings(context: IWebhookFunctions): OutputSettings {
	const node = JSON.stringify(context.getNode().name);
	const { settings } = context.evaluateExpression(
		`{{ $node[${node}].context.parked }}`,
	) as unknown as Parked;
	return settings;
}
