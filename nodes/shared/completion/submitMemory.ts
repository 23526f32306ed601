import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceError, mayHaveCreated, type Failure } from '../service/failure';

/**
 * Remembers in the execution what became of each submit, so that n8n's "Retry On Fail" goes on where it stopped
 * instead of paying twice. n8n runs a node again when it throws, and also when the first item that it puts out
 * has an error.
 */
export interface SubmitMemory {
	/** Ids of the tasks that the service accepted for this item. */
	accepted(itemIndex: number, request: object): string[] | undefined;
	/** The error of a submit in this execution that may have created a task. */
	unclear(itemIndex: number, request: object): ServiceError | undefined;
	/** Keeps the ids of the tasks that a submit created. */
	accept(itemIndex: number, request: object, taskIds: string[]): void;
	/** Keeps the error of a submit, if it may have created a task. */
	failed(itemIndex: number, request: object, error: unknown): void;
	/** All accepted ids of this run of the node, by item. */
	all(): Array<{ itemIndex: number; taskIds: string[] }>;
	/** Forgets everything, unless an item has an error, for which n8n may run the node again. */
	handOn(items: INodeExecutionData[]): void;
}

interface Entry {
	/** Fingerprints of the node's settings with the input item, and of the request. */
	of: [string, string];
	taskIds?: string[];
	unclear?: { failure: Failure; executionId: string };
}

/** The memory of this run of the node. */
export function submitMemory(context: IExecuteFunctions): SubmitMemory {
	const memory = context.getContext('node');
	const run = `submitsOf${runOf(context)}`;
	const entries = () => (memory[run] ??= {}) as Record<number, Entry>;
	const { parameters, credentials } = context.getNode();
	const setting = (itemIndex: number) =>
		fingerprint({ parameters, credentials, input: context.getInputData()[itemIndex]?.json });
	const executionId = context.getExecutionId();

	// An expression such as {{ $now }} gives another request at each try, but the item is the same. When a failed
	// execution is retried by hand, the node may have been changed, but the request may be the same.
	const find = (itemIndex: number, request: object): Entry | undefined => {
		const entry = entries()[itemIndex];
		const same =
			entry && (entry.of[0] === setting(itemIndex) || entry.of[1] === fingerprint(request));
		return same ? entry : undefined;
	};
	const keep = (itemIndex: number, request: object, what: Omit<Entry, 'of'>) => {
		entries()[itemIndex] = { of: [setting(itemIndex), fingerprint(request)], ...what };
	};

	return {
		accepted: (itemIndex, request) => find(itemIndex, request)?.taskIds,
		unclear(itemIndex, request) {
			const { unclear } = find(itemIndex, request) ?? {};
			// Who retries the execution by hand was told to look for the task before.
			const here = unclear && unclear.executionId === executionId;
			return here ? new ServiceError(unclear.failure) : undefined;
		},
		accept(itemIndex, request, taskIds) {
			keep(itemIndex, request, { taskIds });
		},
		failed(itemIndex, request, error) {
			if (!(error instanceof ServiceError) || !mayHaveCreated(error.failure)) return;
			keep(itemIndex, request, { unclear: { failure: error.failure, executionId } });
		},
		all: () =>
			Object.entries(entries()).flatMap(([item, { taskIds }]) =>
				taskIds ? [{ itemIndex: Number(item), taskIds }] : [],
			),
		handOn(items) {
			if (!items.some(({ json }) => json.error !== undefined)) delete memory[run];
		},
	};
}

/** How often the node has run in this execution before; the same at each try of n8n. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}

/** As a tool, a node is called several times at once, and each try has a run index of its own. */
function runOf(context: IExecuteFunctions): string {
	return context.isToolExecution()
		? `Call${fingerprint(context.getInputData().map(({ json }) => json))}`
		: `Run${runIndexOf(context)}`;
}

function fingerprint(value: object): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
