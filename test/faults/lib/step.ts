import type { NodeRun } from '../../support/engine/engine';
import type { Bench, Outcome } from './bench';

/**
 * What a request is to the user:
 * - `submit` starts paid work
 * - `lookUp` asks about a task that the same run has submitted
 * - `read` and `change` start nothing
 * - `upload` and `download` go to the object storage
 */
export type StepKind = 'submit' | 'lookUp' | 'read' | 'change' | 'upload' | 'download';

/** What the table is about: a node with one choice of operation, and the request of it that is hit. */
export interface Step {
	node: string;
	/** What the node is doing, in a few words. */
	name: string;
	kind: StepKind;
	/** The request, as in the journal of the demo service. */
	request: string;
	/** The time limit that is set, in minutes, where there is one. */
	limitMinutes?: number;
	/** What there is before the fault, and the run itself. */
	prepare(bench: Bench): Promise<NodeRun | Run>;
}

/** A run of something else than a node's execution. */
export interface Run {
	run(): Promise<Outcome>;
	/**
	 * Runs again once the fault is gone, where nothing came of it before: what this step is about must not
	 * be lost.
	 */
	again(): Promise<Outcome>;
}
