import type { Outcome } from './bench';
import type { FaultCase } from './faults';
import type { Step } from './step';

/** How often a fault happens in a run. */
export type Often = 'once' | 'always' | 'never';

/** What happened in one run under one fault. */
export interface Report {
	step: Step;
	fault: FaultCase;
	often: Often;
	outcome: Outcome;
	/** Requests of the step's kind, those that the fault let through included. */
	requests: number;
	/** How many of them were hit. */
	hits: number;
	/** Whether the fault changed anything about the answer. */
	changed: boolean;
	/** Whole minutes that the node took, by its own clock. */
	minutes: number;
	/** Ids of the tasks that the service accepted in this run. */
	accepted: string[];
	/** Requests of the run that the service accepted as new tasks. */
	submits: number;
	logged: string[];
}
