import type { KeptFields } from '../../model/task';
import type { Message } from '../../util/catalogue';

/*
 * The submit of one item, as a state machine. Nothing is paid twice, because only `new` can become `sent`, and whatever
 * may have created a task never becomes `new` again in the same run.
 */

/** A task that the service has accepted, with what is known of it from the submit and is not returned later. */
export type CreatedTask = KeptFields & { taskId: string };

/** What the service has created for one item: one task, or one for each language of a translation. */
export interface Created {
	tasks: readonly CreatedTask[];
	/** What to say of each task that was asked for and is not among them. */
	missing: readonly Message[];
}

/** Who has submitted a task: the service calls that execution back. */
export type Submitter = 'thisExecution' | 'anotherExecution';

export type Submission =
	/** Nothing was sent for the item, as far as anybody knows. */
	| { is: 'new' }
	/** A request is under way, and it is noted that it is. */
	| { is: 'sent' }
	/** The service has accepted it: there are tasks, which are charged. */
	| { is: 'accepted'; created: Created; by: Submitter }
	/** Certainly nothing was created: the service refused it, or nothing was sent. */
	| { is: 'refused'; error: unknown }
	/** A task may exist whose ID is not known. It is not sent again in this run. */
	| { is: 'unclear'; error: unknown };

export type SubmissionEvent =
	/** The request is about to leave. The client repeats one only if it has created nothing. */
	| { type: 'send' }
	/** The service has answered with tasks. */
	| { type: 'accept'; created: Created }
	/** It has failed, and has certainly created nothing. */
	| { type: 'refuse'; error: unknown }
	/** It has failed, and may have created a task. */
	| { type: 'doubt'; error: unknown }
	/** An earlier try or execution has submitted it, and its tasks are known. */
	| { type: 'recall'; created: Created; by: Submitter }
	/** An earlier try or execution may have submitted it, and its tasks are not known. */
	| { type: 'recallDoubt'; error: unknown };

type StateName = Submission['is'];

/** Where each event leads, by the state; what is not listed cannot happen. */
export const TRANSITIONS: Readonly<
	Record<StateName, Partial<Record<SubmissionEvent['type'], StateName>>>
> = {
	new: { send: 'sent', refuse: 'refused', recall: 'accepted', recallDoubt: 'unclear' },
	sent: { send: 'sent', accept: 'accepted', refuse: 'refused', doubt: 'unclear' },
	accepted: {},
	refused: {},
	unclear: {},
};

/**
 * The state after an event.
 *
 * @throws Error that names both where the event cannot happen in the state, which is a fault of this pack
 */
export function stateAfter(submission: Submission, event: SubmissionEvent): Submission {
	if (TRANSITIONS[submission.is][event.type] === undefined) {
		throw new Error(`${submission.is} → ${event.type}`);
	}
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

/** Whether there is a task for the item, or may be one. */
export function mayExist({ is }: Submission): boolean {
	return is === 'sent' || is === 'accepted' || is === 'unclear';
}

/** The submit of one item of the run. */
export interface ItemSubmit<Request extends object = object> {
	itemIndex: number;
	/** Among all submits of the run, from 0: of one item there may be several, each for a part of it. */
	place: number;
	request: Request;
	/** By what it is known again: what is sent for it, and what the node was given. */
	prints: Prints;
	/** Whether an execution that is retried has told the user that there may be a task, and this execution knows so. */
	wasTold: boolean;
	state: Submission;
}

/** Whether nothing was sent for an item, as far as anybody knows. */
export function isNew({ state }: ItemSubmit): boolean {
	return state.is === 'new';
}

/** Fingerprints by which the submit of an item is known again: it is the same if either is the same. */
export interface Prints {
	/** Of what is sent. An expression such as `{{ $now }}` changes it at each try. */
	request: string;
	/** Of the item, with the settings of the node as they are written. */
	input: string;
}
