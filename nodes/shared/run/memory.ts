import { createHash } from 'crypto';
import omit from 'lodash/omit';
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { type Failure, ServiceError, unclearFailure } from '../service/failure';
import { isToolExecution, runIndexOf } from '../util/capabilities';
import { safeJson } from '../util/json';
import { SubmitJournal } from './journal';

interface Entry {
	/** Fingerprints of the node's settings with the input item, and of the request. */
	of: [string, string];
	taskIds?: string[];
	unclear?: { failure: Failure };
	/** Where it was submitted. */
	executionId: string;
	/** Whether one of its tasks has failed. */
	hasFailed?: boolean;
}

type Entries = Record<number, Entry>;

/** Settings about what happens after the submit: with other ones, the task of an item is the same. */
const AFTER_SUBMIT = ['completion', 'callbackUrl', 'downloadResult', 'options'];

/** Where n8n stores what a node remembers in one execution. */
type Memory = ReturnType<IExecuteFunctions['getContext']>;

/** The memories of calls that are under way. */
const held = new WeakMap<Memory, Set<string>>();

/** The memory of each call, by the object of its arguments, which is the same at each try. */
const ofCalls = new WeakMap<object, string>();

/**
 * Finds the memory of a call of a tool: the same at each try, and another one for each of several
 * calls at once. A call takes over what another one for the same has left, unless that ended with a
 * failed task, which the model was told to run again.
 */
function claimCall(memory: Memory, items: readonly INodeExecutionData[]): string {
	const [{ json: call } = { json: {} }] = items;
	const taken = held.get(memory) ?? new Set();
	held.set(memory, taken);
	const name = `submitsOfCall${fingerprint(items.map((item) => inputOf(item, true)))}`;
	const leftBy = (run: string) => Object.values((memory[run] ?? {}) as Entries);
	let run = ofCalls.get(call);
	if (run === undefined || taken.has(run)) {
		const known = Object.keys(memory).filter((key) => key.startsWith(name) && !taken.has(key));
		for (const key of known) if (leftBy(key).some(({ hasFailed }) => hasFailed)) delete memory[key];
		let next = 0;
		while (`${name}_${next}` in memory || taken.has(`${name}_${next}`)) next++;
		run = known.find((key) => key in memory) ?? `${name}_${next}`;
		ofCalls.set(call, run);
	}
	taken.add(run);
	return run;
}

/**
 * Remembers in the execution what became of each submit, so that n8n's "Retry On Fail" continues
 * where it stopped and nothing is paid twice. n8n also runs a node again when the first item of its
 * output has an error.
 */
export class SubmitMemory {
	/** What outlives the execution. */
	readonly journal: SubmitJournal;

	private readonly memory: Memory;

	/** Asked once: n8n copies the whole node for each question. */
	private readonly isTool: boolean;

	private readonly node: INode;

	private readonly items: INodeExecutionData[];

	/** Where it is in the memory: that of a run of the node. */
	private readonly run: string;

	private readonly executionId: string;

	constructor(context: IExecuteFunctions) {
		this.memory = context.getContext('node');
		this.isTool = isToolExecution(context);
		this.node = context.getNode();
		this.items = context.getInputData();
		this.run = this.isTool
			? claimCall(this.memory, this.items)
			: `submitsOfRun${runIndexOf(context)}`;
		this.executionId = context.getExecutionId();
		this.journal = new SubmitJournal(context);
	}

	/** What is known of the submit of an item. All that could fail is done here, before it. */
	of(itemIndex: number, request: object) {
		const { journal, executionId } = this;
		const { parameters, credentials } = this.node;
		// An expression such as {{ $now }} changes the request at each try, but not the item. Before
		// a retry by hand, the node may be changed, but the request may stay the same.
		const input = inputOf(this.items[itemIndex], this.isTool);
		const of: Entry['of'] = [
			fingerprint({ parameters: omit(parameters, AFTER_SUBMIT), credentials, input }),
			fingerprint(request),
		];
		const previous = this.entries[itemIndex];
		const isSame = previous?.of.some((one, index) => one === of[index]);
		const entry: Partial<Entry> = (isSame && previous) || {};
		const { taskIds, unclear, executionId: place } = entry;
		const isElsewhere = place !== undefined && place !== executionId;
		const keep = (entry: Omit<Entry, 'of'>) => {
			((this.memory[this.run] ??= {}) as Entries)[itemIndex] = { of, ...entry };
		};
		const key = journal.expect(of[0]);
		// The journal forgets at the end of each try.
		if (taskIds) journal.accepted(key, taskIds);
		return {
			/** Names the item in the journal. */
			key,
			/** Ids of the tasks that the service accepted for this item. */
			accepted: taskIds,
			/** Whether that was in another execution that the user retries: that one is called back. */
			acceptedElsewhere: taskIds !== undefined && isElsewhere,
			/**
			 * The error of a submit in this execution that may have created a task. Who retries an
			 * execution by hand was asked to look for the task before.
			 */
			unclear: unclear && !isElsewhere ? new ServiceError(unclear.failure) : undefined,
			/** Notes the submit before it is sent. Never fails. */
			begin: async () => await journal.begin(key),
			/** Keeps the ids of the tasks that a submit created. Never fails. */
			accept(ids: string[]) {
				keep({ taskIds: ids, executionId });
				journal.accepted(key, ids);
			},
			/** Keeps the id of the task that the execution has submitted which this one retries. */
			acceptElsewhere(id: string) {
				this.accepted = [id];
				this.acceptedElsewhere = true;
				keep({ taskIds: [id], executionId: '' });
			},
			/** Keeps the error of a submit, if it may have created a task. */
			failed(error: unknown) {
				const failure = unclearFailure(error);
				if (failure) keep({ unclear: { failure }, executionId });
				else journal.refused(key);
			},
		};
	}

	/** Notes in the execution that this run submits. @returns whether it has done so before */
	begin(): boolean {
		const before = this.memory[this.run] !== undefined;
		this.memory[this.run] = this.entries;
		return before;
	}

	/** All accepted ids of this run of the node, by item. */
	all(): Array<{ itemIndex: number; taskIds: string[] }> {
		return Object.entries(this.entries).flatMap(([item, { taskIds }]) =>
			taskIds ? [{ itemIndex: Number(item), taskIds }] : [],
		);
	}

	/** Forgets everything, unless an item has an error, for which n8n may run the node again. */
	forgetUnlessFailed(items: INodeExecutionData[]): void {
		if (!items.some(({ json }) => json.error !== undefined)) delete this.memory[this.run];
	}

	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void {
		for (const entry of Object.values(this.entries)) {
			if (entry.taskIds?.includes(taskId)) entry.hasFailed = true;
		}
	}

	/** Lets other calls of the tool take over what is left; to be called when the node has run. */
	async release(isStopped: boolean): Promise<void> {
		held.get(this.memory)?.delete(this.run);
		await this.journal.end(isStopped);
	}

	private get entries(): Entries {
		return (this.memory[this.run] ?? {}) as Entries;
	}
}

/** What the node was given. A model that repeats a call gives it another ID. */
function inputOf(item: INodeExecutionData | undefined, isTool: boolean): IDataObject | undefined {
	return isTool ? omit(item?.json, 'toolCallId') : item?.json;
}

function fingerprint(value: unknown): string {
	return createHash('sha256').update(safeJson(value)).digest('hex').slice(0, 16);
}
