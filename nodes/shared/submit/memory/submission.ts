import type { KeptFields } from '../../model/task';
import type { Message } from '../../util/catalogue';

/*
 * The submit of one item, as a state machine. A submit is what sends an item, or a part of one, to the
 * service so that it creates a task, which is charged.
 *
 * Promise: nothing is charged twice within a run. Only what is `new` is sent; the client may send it again
 * while it is `sent`, and does so only where the service has certainly created nothing. Whatever has a
 * task, or may have one, never becomes `new` again.
 *
 * Needs nothing of n8n: all of it is pure. An event that cannot happen is a fault of this pack, and is thrown.
 */

/** A task that the service has accepted, with what is known of it from the submit and is not returned later. */
export type CreatedTask = KeptFields & { taskId: string };

/** What the service has created for one item: one task, or one for each language of a translation. */
export interface Created {
	tasks: readonly CreatedTask[];
	/** What to tell the user about each task that was asked for and is not among them. */
	missing: readonly Message[];
}

/** Which execution has submitted a task: the service calls that one back. */
export type Submitter = 'thisExecution' | 'anotherExecution';

/** The state of a submit: what is known of it. */
export type SubmitState =
	/** Nothing was sent for the item, as far as anybody knows. */
	| { is: 'new' }
	/** A request is under way, which was noted in n8n's store before. */
	| { is: 'sent' }
	/** The service has accepted it: there are tasks, which are charged. */
	| { is: 'accepted'; created: Created; by: Submitter }
	/** This run has certainly created nothing for it: the service refused it, or it was not sent. */
	| { is: 'refused'; error: unknown }
	/** A task may exist whose ID is not known. It is not sent again in this run. */
	| { is: 'unclear'; error: unknown };

/** What happens to a submit. */
export type SubmitEvent =
	/** The request is about to leave. The client repeats one only if it has created nothing. */
	| { type: 'send' }
	/** The service has answered with tasks. */
	| { type: 'accept'; created: Created }
	/** It has failed, and this run has certainly created nothing for it. */
	| { type: 'refuse'; error: unknown }
	/** It has failed, and may have created a task. */
	| { type: 'doubt'; error: unknown }
	/** An earlier try or execution has submitted it, and its tasks are known. */
	| { type: 'recall'; created: Created; by: Submitter }
	/** An earlier try or execution may have submitted it, and its tasks are not known. */
	| { type: 'recallDoubt'; error: unknown };

/** Which events can happen in each state. */
const POSSIBLE: Readonly<Record<SubmitState['is'], ReadonlyArray<SubmitEvent['type']>>> = {
	new: ['send', 'refuse', 'recall', 'recallDoubt'],
	sent: ['send', 'accept', 'refuse', 'doubt'],
	accepted: [],
	refused: [],
	unclear: [],
};

/**
 * The state of a submit after an event.
 *
 * @throws Error where the event cannot happen in the state, which is a fault of this pack. It names both, such as
 *   "accepted → send"
 */
export function stateAfter(state: SubmitState, event: SubmitEvent): SubmitState {
	const isPossible = POSSIBLE[state.is].includes(event.type);
	if (!isPossible) throw new Error(`${state.is} → ${event.type}`);
	switch (event.type) {
		case 'send':
			return { is: 'sent' };
		case 'accept':
			return { is: 'accepted', created: event.created, by: 'thisExecution' };
		case 'recall':
			return { is: 'accepted', created: event.created, by: event.by };
		case 'refuse':
			return { is: 'refused', error: event.error };
		case 'doubt':
		case 'recallDoubt':
			return { is: 'unclear', error: event.error };
	}
}

/** The submit of one item of the run, or of one part of an item. */
export interface ItemSubmit<Request extends object = object> {
	/** Index of the input item, from 0. */
	itemIndex: number;
	/** Index among all submits of the run, from 0. It differs from that of the item where an item has several parts. */
	position: number;
	/** What will be sent, once look-ups and uploads have filled it in. The prints are made before that. */
	request: Request;
	/** By what it is recognized at another try or in another execution. */
	prints: Prints;
	/**
	 * Whether the user was told, by the execution that this one retries, that the item may have a task.
	 * The user was asked to look for that task before a retry, so the item may be sent again. False too
	 * where this execution has no data of that one.
	 */
	userWasTold: boolean;
	/** What is known of it at the moment. */
	state: SubmitState;
}

/** A submit of which the execution itself knows the tasks, from an earlier run or try. */
export interface RecalledSubmit {
	submit: ItemSubmit;
	/** All that was created for it, also what an earlier run has output. */
	created: Created;
}

/** Changes the state of a submit to that after an event. @throws Error where the event cannot happen in its state */
export function applyEvent(submit: ItemSubmit, event: SubmitEvent): void {
	submit.state = stateAfter(submit.state, event);
}

/** Whether nothing was sent for an item, as far as anybody knows. */
export function isNew({ state }: ItemSubmit): boolean {
	return state.is === 'new';
}

/** Whether a submit has a task or may have one: it was sent, or may have been, and the service has not refused it. */
export function mayHaveTask({ state }: ItemSubmit): boolean {
	return state.is !== 'new' && state.is !== 'refused';
}

/** Fingerprints of a submit. Two submits are of the same item if either of their fingerprints is equal. */
export interface Prints {
	/** Of what is sent. An expression such as `{{ $now }}` changes it at each try. */
	request: string;
	/** Of the input item, with the settings of the node as they are written. */
	input: string;
}
