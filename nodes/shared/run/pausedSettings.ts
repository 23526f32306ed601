import pick from 'lodash/pick';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { OutputSettings } from '../output/settings';
import { runIndexOf } from '../util/runIndex';

/**
 * What a paused node keeps in the execution: by the time of a callback the tasks stand in the place of its
 * input, so that expressions in its settings would read something else.
 */
export interface Parked {
	/** Recognizes the proof in the address that the service was given. */
	seal: string;
	/** When n8n resumes the execution itself, in milliseconds since the epoch. */
	until: number;
	settings: OutputSettings;
}

/** The same, with the run of the node that has parked the execution. */
interface ParkedRun extends Parked {
	runIndex: number;
}

/** Keeps how the node outputs its items, who may resume it, and until when, when its execution is parked. */
export function rememberParked(
	context: IExecuteFunctions,
	{ settings, seal, until }: Parked,
): void {
	const parked: ParkedRun = {
		runIndex: runIndexOf(context),
		seal,
		until,
		settings: pick(settings, ['onTaskFailure', 'simple', 'downloadField']),
	};
	context.getContext('node').parked = parked;
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const { parked } = context.getContext('node') as { parked?: ParkedRun };
	return parked?.runIndex === runIndexOf(context);
}

/** What was kept, for the webhook of the paused node; undefined when the node has not parked the execution. */
export function parkedState(context: IWebhookFunctions): Parked | undefined {
	// n8n would take braces in the name for the end of the expression.
	const node = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	return context.evaluateExpression(`{{ $node[${node}].context.parked }}`) as unknown as
		| Parked
		| undefined;
}
