import { pick } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceError, unclearFailure } from '../../api/serviceError';
import { EarlierTries } from '../../completion/earlierTries';
import { isToolExecution } from '../../n8n/toolRuns';
import { reportedError } from '../../output/errorOutput';
import type { PackError } from '../../util/errors';
import { ExecutionMemory } from './execution';
import { printsOf, withoutCallId } from './prints';
import { StoreMemory } from './store';
import { stateAfter, type Created, type ItemSubmit } from './submission';

/** Whether the input item reports an error of this pack. Items of other nodes may be anything, and may not even be readable. */
function reportsError(input: Partial<INodeExecutionData> | undefined): boolean {
	try {
		return reportedError(input?.json ?? {}).is !== 'none';
	} catch {
		return false;
	}
}

const MESSAGE = ['code', 'title', 'advice'] as const;

/**
 * Remembers what became of each submit of a run, so that nothing is paid twice: each step of a `Submission` is noted in the
 * execution and in n8n's store.
 */
export class SubmitMemory {
	readonly store: StoreMemory;

	/** What the tries of this run have in common beside its submits. */
	readonly tries: EarlierTries;

	private readonly execution: ExecutionMemory;

	/** Items whose user learns from the output of this run that there may be a task. */
	private readonly told = new Set<ItemSubmit>();

	/** @param isListed whether the service has a list in which the tasks of this node can be found */
	constructor(
		private readonly context: IExecuteFunctions,
		isListed: boolean,
	) {
		this.execution = new ExecutionMemory(context);
		this.tries = new EarlierTries(context, this.execution.run);
		this.store = new StoreMemory(context, isListed);
	}

	/**
	 * The submit of an item or of a part of it, with what the execution itself knows of it. Never fails.
	 *
	 * @param place among all submits of the run; that of the item, unless items have parts
	 */
	submitOf<Request extends object>(
		itemIndex: number,
		request: Request,
		place = itemIndex,
	): ItemSubmit<Request> {
		const input = this.context.getInputData()[itemIndex];
		const item = input && isToolExecution(this.context) ? withoutCallId(input) : input;
		const prints = printsOf(this.context.getNode(), item, request);
		const state = { is: 'new' } as const;
		const { event, wasTold } = this.execution.recall({ place, prints }, reportsError(input));
		const submit: ItemSubmit<Request> = { itemIndex, place, request, prints, wasTold, state };
		if (event) submit.state = stateAfter(submit.state, event);
		return submit;
	}

	/** Says which items will be sent, in their order: they may be noted ahead of their turn. */
	expect(submits: readonly ItemSubmit[]): void {
		this.store.expect(submits);
	}

	/** Notes that an item is about to be sent. Never fails. */
	async send(submit: ItemSubmit): Promise<void> {
		submit.state = stateAfter(submit.state, { type: 'send' });
		await this.store.noteSent(submit);
	}

	/** Keeps what a submit has created. Never fails. */
	accept(submit: ItemSubmit, created: Created): void {
		submit.state = stateAfter(submit.state, { type: 'accept', created });
		this.execution.keepAccepted(submit);
		this.store.noteAccepted(submit, created);
	}

	/** Keeps that a submit has failed, and whether it may have created a task. Never fails. */
	fail(submit: ItemSubmit, error: unknown): void {
		const failure = unclearFailure(error);
		if (failure) {
			submit.state = stateAfter(submit.state, { type: 'doubt', error });
			this.execution.keepUnclear(submit, failure);
			this.told.add(submit);
			return;
		}
		submit.state = stateAfter(submit.state, { type: 'refuse', error });
		if (this.store.isNoted(submit)) this.store.noteTaskless(submit);
	}

	/** Takes over what another execution has submitted. */
	takeOver(submit: ItemSubmit, created: Created): void {
		submit.state = stateAfter(submit.state, { type: 'recall', created, by: 'anotherExecution' });
		this.execution.keepAccepted(submit);
		this.store.noteAccepted(submit, created);
	}

	/** Does not send an item that another execution may have submitted, and tells the user so. */
	tell(submit: ItemSubmit, error: PackError | ServiceError): void {
		submit.state = stateAfter(submit.state, { type: 'recallDoubt', error });
		const why = error instanceof ServiceError ? error.failure : pick(error, MESSAGE);
		this.execution.keepUnclear(submit, why);
		this.told.add(submit);
	}

	/** The IDs of the tasks that exist, by the index of their item. */
	tasks(): ReturnType<ExecutionMemory['tasks']> {
		return this.execution.tasks();
	}

	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void {
		this.execution.taskFailed(taskId);
	}

	/** Forgets what the execution remembers, unless a further run of the node in it may need that. */
	forgetUnlessNeeded(output: readonly INodeExecutionData[]): void {
		this.execution.forgetUnlessNeeded(output);
		// A further call of a tool is no further try: it has the whole time limit.
		this.tries.endUnlessFailed(output);
	}

	/**
	 * Ends the run.
	 *
	 * @param isStopped whether n8n keeps nothing of the node, so that nobody learns from it what there is
	 */
	async end(isStopped: () => boolean): Promise<void> {
		this.execution.release();
		if (!isStopped()) for (const submit of this.told) this.store.noteTold(submit);
		await this.store.end(isStopped);
	}
}
