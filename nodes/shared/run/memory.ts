import { createHash } from 'crypto';
import omit from 'lodash/omit';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceError, mayHaveCreated, type Failure } from '../service/failure';
import { isToolExecution, runIndexOf } from '../util/capabilities';
import { safeJson } from '../util/json';
import { SubmitJournal } from './journal';

/**
 * Remembers in the execution what became of each submit, so that n8n's "Retry On Fail" continues
 * where it stopped and nothing is paid twice. n8n also runs a node again when the first item of its
 * output has an error.
 */
export interface SubmitMemory {
	/** What is known of the submit of an item. All that could fail is done here, before it. */
	of(itemIndex: number, request: object): ItemMemory;
	/** Notes in the execution that this run submits. @returns whether it has done so before */
	begin(): boolean;
	/** All accepted ids of this run of the node, by item. */
	all(): Array<{ itemIndex: number; taskIds: string[] }>;
	/** Forgets everything, unless an item has an error, for which n8n may run the node again. */
	forgetUnlessFailed(items: INodeExecutionData[]): void;
	/** Notes that a task has failed: the tool's next call for the same submits again. */
	taskFailed(taskId: string): void;
	/** What outlives the execution. */
	journal: SubmitJournal;
	/** Lets other calls of the tool take over what is left; to be called when the node has run. */
	release(isStopped: boolean): Promise<void>;
}

/** The memory of one item. */
export interface ItemMemory {
	/** Names the item in the journal. */
	key: string;
	/** Ids of the tasks that the service accepted for this item. */
	accepted?: string[];
	/** Whether that was in another execution that the user retries: that one is called back. */
	acceptedElsewhere: boolean;
	/** The error of a submit in this execution that may have created a task. */
	unclear?: ServiceError;
	/** Notes the submit before it is sent. Never fails. */
	begin(): Promise<void>;
	/** Keeps the ids of the tasks that a submit created. Never fails. */
	accept(taskIds: string[]): void;
	/** Keeps the id of the task that the execution has submitted which this one retries. */
	acceptElsewhere(taskId: string): void;
	/** Keeps the error of a submit, if it may have created a task. */
	failed(error: unknown): void;
}

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

/** The memory of this run of the node. */
export function submitMemory(context: IExecuteFunctions): SubmitMemory {
	const memory = context.getContext('node');
	// Asked once: n8n copies the whole node for each question.
	const isTool = isToolExecution(context);
	const items = context.getInputData();
	const run = isTool ? claimCall(memory, items) : `submitsOfRun${runIndexOf(context)}`;
	const entries = () => (memory[run] ?? {}) as Entries;
	const keep = (itemIndex: number, entry: Entry) => {
		((memory[run] ??= {}) as Entries)[itemIndex] = entry;
	};
	const { parameters, credentials } = context.getNode();
	const executionId = context.getExecutionId();
	const journal = new SubmitJournal(context);

	return {
		journal,
		of(itemIndex, request) {
			// An expression such as {{ $now }} changes the request at each try, but not the item. Before
			// a retry by hand, the node may be changed, but the request may stay the same.
			const input = inputOf(items[itemIndex], isTool);
			const of: Entry['of'] = [
				fingerprint({ parameters: omit(parameters, AFTER_SUBMIT), credentials, input }),
				fingerprint(request),
			];
			const previous = entries()[itemIndex];
			const entry =
				previous && (previous.of[0] === of[0] || previous.of[1] === of[1]) ? previous : undefined;
			const { taskIds, unclear } = entry ?? {};
			const isElsewhere = entry !== undefined && entry.executionId !== executionId;
			const key = journal.expect(of[0]);
			return {
				key,
				accepted: taskIds,
				acceptedElsewhere: taskIds !== undefined && isElsewhere,
				// Who retries the execution by hand was asked to look for the task before.
				unclear: unclear && !isElsewhere ? new ServiceError(unclear.failure) : undefined,
				begin: async () => await journal.begin(key),
				accept(ids) {
					keep(itemIndex, { of, taskIds: ids, executionId });
					journal.accepted(key, ids);
				},
				acceptElsewhere(id) {
					this.accepted = [id];
					this.acceptedElsewhere = true;
					keep(itemIndex, { of, taskIds: [id], executionId: '' });
				},
				failed(error) {
					if (!(error instanceof ServiceError) || !mayHaveCreated(error.failure)) {
						journal.refused(key);
						return;
					}
					keep(itemIndex, { of, unclear: { failure: error.failure }, executionId });
				},
			};
		},
		begin() {
			const before = memory[run] !== undefined;
			memory[run] = entries();
			return before;
		},
		all: () =>
			Object.entries(entries()).flatMap(([item, { taskIds }]) =>
				taskIds ? [{ itemIndex: Number(item), taskIds }] : [],
			),
		forgetUnlessFailed(items) {
			if (!items.some(({ json }) => json.error !== undefined)) delete memory[run];
		},
		taskFailed(taskId) {
			for (const entry of Object.values(entries())) {
				if (entry.taskIds?.includes(taskId)) entry.hasFailed = true;
			}
		},
		async release(isStopped) {
			held.get(memory)?.delete(run);
			await journal.end(isStopped);
		},
	};
}

/** What the node was given. A model that repeats a call gives it another ID. */
function inputOf(item: INodeExecutionData | undefined, isTool: boolean): IDataObject | undefined {
	return isTool ? omit(item?.json, 'toolCallId') : item?.json;
}

function fingerprint(value: unknown): string {
	return createHash('sha256').update(safeJson(value)).digest('hex').slice(0, 16);
}
