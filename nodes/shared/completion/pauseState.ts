import type { IBinaryKeyData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Cost } from '../model/itemResult';
import { runIndexOf } from '../n8n/runs';
import { keepInExecution, keptInExecution, keptInPausedExecution } from '../n8n/nodeContext';
import type { OutputSettings } from '../output/output';

/* What a node that pauses keeps in the execution for its webhook. */

/** At a callback, expressions would read the tasks in place of the input, so what they said is kept. */
export interface PauseState {
	/** The run of the node that has parked the execution. */
	runIndex: number;
	/** Recognizes the proof in the address that the service was given. */
	proofHash: string;
	/** When n8n resumes the execution itself, in milliseconds since the epoch. */
	until: number;
	settings: OutputSettings;
	/** Unix seconds before which none of the tasks was created. */
	createdAfter?: number;
	/** What the items do not say of their results, by the index of the input item. */
	known?: Record<number, KnownOfItem>;
}

interface KnownOfItem {
	fileName?: string;
	cost?: Cost;
	/** The files of the input item, where they belong to an item that fails. */
	binary?: IBinaryKeyData;
}

/** The name under which the execution keeps it. */
const NAME = 'parked';

export function keepPauseState(context: IExecuteFunctions, state: PauseState): void {
	keepInExecution(context, NAME, state);
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const parked = keptInExecution(context, NAME) as PauseState | undefined;
	return parked?.runIndex === runIndexOf(context);
}

/** What was kept, for the node's webhook; undefined when it has not parked the execution. */
export function pauseStateOf(context: IWebhookFunctions): PauseState | undefined {
	return keptInPausedExecution(context, NAME) as PauseState | undefined;
}
