import type { IBinaryKeyData, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { runIndexOf } from '../n8n/runs';
import { keepInExecution, keptInExecution, keptInPausedExecution } from '../n8n/nodeContext';
import { isObject } from '../util/json';

/*
 * What a node that pauses keeps in the execution for its webhook, which the service calls back. The node keeps what its
 * fields said, because at a callback their expressions would read the tasks in place of the input.
 *
 * Between the pause and the callback, the pack may have been updated. So the state has a version, and that of another
 * version is not used: n8n continues the execution at its time limit then.
 */

/** The version of the state that this version of the pack keeps and reads. */
export const PAUSE_STATE_VERSION = 1;

/** What is known of a result and not stored in its item. */
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

/** The state of a pause. */
const pauseState = z.object({
	version: z.literal(PAUSE_STATE_VERSION),
	/** The run of the node that has paused the execution, by n8n's count. */
	runIndex: z.number(),
	/** The hash of the secret in the address that the service was given, by which its calls are recognized. */
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
	/** By the position of the stored item, from 0. */
	known: z.record(knownOfItem),
});

export type PauseState = z.infer<typeof pauseState>;

/** What the webhook of a node finds in the execution. */
export type StoredPause =
	/** This version of the pack has paused the execution. */
	| { is: 'kept'; state: PauseState }
	/**
	 * Another version of the pack has paused the execution. The hash of its proof can be read nevertheless; it is
	 * undefined only if that version keeps it in another form.
	 */
	| { is: 'unreadable'; proofHash?: string }
	/** The node has not paused the execution. */
	| { is: 'missing' };

/**
 * The name under which the execution keeps the state; "parked" stands for "paused". It must not change, because an
 * execution that is paused while the pack is updated has its state under this name.
 */
const NAME_IN_EXECUTION = 'parked';

/** Keeps the state of a pause in the execution. */
export function keepPauseState(context: IExecuteFunctions, state: PauseState): void {
	keepInExecution(context, NAME_IN_EXECUTION, state);
}

/** Whether this very run of the node has paused the execution already, in an earlier try of "Retry On Fail". */
export function isPausedHere(context: IExecuteFunctions): boolean {
	const kept = keptInExecution(context, NAME_IN_EXECUTION);
	return isObject(kept) && kept.runIndex === runIndexOf(context);
}

/** Reads the state of the pause for the webhook of the node. */
export function readPauseState(context: IWebhookFunctions): StoredPause {
	const stored = keptInPausedExecution(context, NAME_IN_EXECUTION);
	if (stored === undefined || stored === null) return { is: 'missing' };
	const parsed = pauseState.safeParse(stored);
	if (parsed.success) return { is: 'kept', state: parsed.data };
	const { data: proof } = pauseState.pick({ proofHash: true }).safeParse(stored);
	return { is: 'unreadable', proofHash: proof?.proofHash };
}
