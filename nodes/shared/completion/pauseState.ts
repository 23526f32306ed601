import type { IBinaryKeyData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { runIndexOf } from '../n8n/runs';
import { keepInExecution, keptInExecution, keptInPausedExecution } from '../n8n/nodeContext';
import { isObject } from '../util/json';

/*
 * What a node that pauses keeps in the execution for its webhook. Between both, the pack may have been updated, so it has a
 * version, and what another version has kept is refused: n8n continues the execution at its time limit then.
 */

export const PAUSE_STATE_VERSION = 1;

const knownOfItem = z.object({
	fileName: z.string().optional(),
	cost: z
		.object({
			creditA: z.number().optional(),
			perSecond: z.object({ creditA: z.number() }),
		})
		.optional(),
	/** The files of the input item, where they belong to an item that fails. */
	binary: z.custom<IBinaryKeyData>(isObject).optional(),
});

/** At a callback, expressions would read the tasks in place of the input, so what they said is kept. */
const pauseState = z.object({
	version: z.literal(PAUSE_STATE_VERSION),
	/** The run of the node that has parked the execution. */
	runIndex: z.number(),
	/** Recognizes the proof in the address that the service was given. */
	proofHash: z.string(),
	/** When n8n resumes the execution itself, in milliseconds since the epoch. */
	until: z.number(),
	/** How the items are output: an `OutputSettings`. */
	settings: z.object({
		onTaskFailure: z.enum(['fail', 'output']),
		simple: z.boolean(),
		downloadField: z.string().optional(),
		includeInput: z.boolean().optional(),
	}),
	/** When the first of the tasks was submitted, in milliseconds by n8n's clock. */
	submittedAt: z.number().optional(),
	/** What the items do not say of their results, by the index of the input item. */
	known: z.record(knownOfItem),
});

export type PauseState = z.infer<typeof pauseState>;

/** What the webhook of a node finds in the execution. */
type KeptPause =
	| { is: 'kept'; state: PauseState }
	/** Another version of the pack has paused the execution. */
	| { is: 'unreadable' }
	/** The node has not paused the execution. */
	| { is: 'missing' };

/** The name under which the execution keeps it. */
const NAME = 'parked';

export function keepPauseState(context: IExecuteFunctions, state: PauseState): void {
	keepInExecution(context, NAME, state);
}

/** Whether this very run of the node has parked the execution already. */
export function isParkedHere(context: IExecuteFunctions): boolean {
	const parked = keptInExecution(context, NAME);
	return isObject(parked) && parked.runIndex === runIndexOf(context);
}

/** What was kept, for the node's webhook. */
export function pauseStateOf(context: IWebhookFunctions): KeptPause {
	const kept = keptInPausedExecution(context, NAME);
	if (kept === undefined || kept === null) return { is: 'missing' };
	const { data } = pauseState.safeParse(kept);
	return data ? { is: 'kept', state: data } : { is: 'unreadable' };
}
