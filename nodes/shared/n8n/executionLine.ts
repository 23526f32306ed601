import { createHash } from 'crypto';
import { compact, flatten, map, uniq } from 'lodash';
import type { IExecuteFunctions, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import { safeJson } from '../util/json';
import { whenNotBusy } from './busyDatabase';
import { resumeAddressOf, runIndexOf } from './runs';

/*
 * What an execution shares with the executions that retry it, and with no other one. Together they are called a line
 * here: the first execution, its retry, the retry of that, and so on. By its line, a retry finds what was submitted
 * before it, so that nothing is submitted and charged twice.
 *
 * - In n8n 2.14.2 and 2.41.3, it is the token of the resume address of the execution: made with the execution, stored
 *   before the first node runs, and taken over by a retry, which continues with the stored data. A sub-workflow whose
 *   caller is retried shares nothing with the first call: n8n makes a new execution with a new token. But it can read
 *   the token of its caller (`callerOf`).
 * - In n8n 1.123.81 and 2.4.8, it is no more than the items of the trigger, which are stored with the execution. Those
 *   of a schedule have its time, those of a webhook its headers and body, and those of a manual trigger are always the
 *   same. In a sub-workflow, they are what the caller gives, which may be the same in other executions.
 *
 * Seen after kill -9 and two retries in all four versions, also in Loop Over Items and where one of two executions with
 * equal items dies. In queue mode, a worker reads the token from the database: seen in 2.41.3 in two retries on another
 * worker than the one that had died with the main process. Other things are no use:
 * `getExecutionContext().establishedAt` is stored in time by 2.41.3 only, the ID of an execution is a new one in its
 * retry, and n8n does not tell a node what it is a retry of.
 */

/** An execution together with its retries. */
interface ExecutionLine {
	/** Eight digits, which are the same in every execution of the line. */
	name: string;
	/**
	 * Whether the name is made of something that no other line has. If not, it is made of the items with which the line
	 * began, so that another line that began with the same items has the same name.
	 */
	isExact: boolean;
}

/** The line of the execution in which a node runs: named by the resume token, or else by the items of the trigger. */
export function executionLine(context: IExecuteFunctions): ExecutionLine {
	const token = resumeToken(context);
	if (token !== undefined) return { name: shortHash(token), isExact: true };
	return { name: shortHash(safeJson(triggerItems(context))), isExact: false };
}

/**
 * Whether somebody has pressed n8n's Retry on an earlier execution of the line, to which n8n gives this mode of its own
 * (seen in all four versions, and in queue mode). A sub-workflow that is called by a retry has the mode of a call.
 */
export function isRetryByHand(context: IExecuteFunctions): boolean {
	return context.getMode() === 'retry';
}

/** The execution at whose call this one runs a sub-workflow. */
export interface Caller {
	/** The name of its line. */
	line: string;
	/** Its ID, which is another one in a retry of it. */
	executionId: string;
	/** The IDs of the executions of this very call: this one, and those between it and the caller. */
	ownCall: readonly string[];
	/**
	 * The IDs of the executions of calls that had ended and that the caller does not make again; also that of this very
	 * call, where the caller goes on meanwhile.
	 */
	keptCalls: readonly string[];
}

/** What is read of the stored data of an execution. */
interface StoredExecution {
	/** The token of its resume address; undefined before n8n 2.14. */
	resumeToken?: string;
	/** The execution that has called it. */
	parentExecution?: { executionId: string };
	/** What its nodes have output, as far as that was stored. */
	resultData?: Pick<IRunExecutionData['resultData'], 'runData'>;
}

/**
 * Where the caller is kept in an object that all nodes of an execution share: so its stored data, which may be large,
 * is read once for all runs of all nodes. Under a symbol, because n8n stores what has a name there.
 */
const CALLER = Symbol('caller');

/**
 * The execution at whose call this one runs; where that is a sub-workflow itself, the one with which the calls began.
 * Undefined where nobody has called this one, where n8n does not have its caller any more, and before n8n 2.14. Never
 * fails.
 *
 * Seen in 2.14.2 and 2.41.3: while a sub-workflow runs, its caller is stored with the token, also in a retry of that.
 */
export async function callerOf(context: IExecuteFunctions): Promise<Caller | undefined> {
	try {
		const execution: { [CALLER]?: Caller } = context.getContext('flow');
		execution[CALLER] ??= await readCaller(context);
		return execution[CALLER];
	} catch {
		// n8n's database may fail, or an older n8n may lack one of these methods.
		return undefined;
	}
}

/** As `callerOf`, from the stored data. @throws what n8n throws */
async function readCaller(context: IExecuteFunctions): Promise<Caller | undefined> {
	// That of an error workflow is the execution that has failed.
	if (context.getMode() === 'error') return undefined;
	let caller: Caller | undefined;
	const ownCall = [context.getExecutionId()];
	const keptCalls: string[] = [];
	let executionId = context.getExecutionContext()?.parentExecutionId;
	while (executionId !== undefined) {
		const id = executionId;
		const stored: StoredExecution | undefined = await whenNotBusy(
			async () => await context.getExecutionDataById(id),
		);
		if (stored?.resumeToken === undefined) return undefined;
		keptCalls.push(...callsKeptIn(stored));
		const line = shortHash(stored.resumeToken);
		caller = { line, executionId, ownCall: ownCall.slice(), keptCalls };
		ownCall.push(executionId);
		executionId = stored.parentExecution?.executionId;
	}
	return caller;
}

/**
 * The IDs of the executions of sub-workflows that an execution has called and does not call again. n8n notes them with
 * the run of the node or, where it calls once for each item, with the items (read in 2.14.2 and 2.41.3): then, a call
 * that has output nothing is not noted, and so not among them.
 */
function callsKeptIn({ resultData }: StoredExecution): string[] {
	const { runData = {} } = resultData ?? {};
	const kept = Object.values(runData)
		.flat()
		// The run of a tool names that of its agent. Where the agent has failed, a retry has no such run, and makes the
		// calls again.
		.filter(({ source }) => {
			return compact(source).every(({ previousNode, previousNodeRun = 0 }) => {
				return runData[previousNode]?.[previousNodeRun] !== undefined;
			});
		});
	const ofRuns = map(kept, 'metadata.subExecution.executionId');
	const items = kept.flatMap(({ data }) => compact(flatten(data?.main)));
	const ofItems = map(items, 'metadata.subExecution.executionId');
	return uniq(compact([...ofRuns, ...ofItems])) as string[];
}

/**
 * Counts the runs of the node in this execution, and gives the number of this one. A run in which this is not called is
 * not counted; one in which it is called again, as by a further try of 'Retry On Fail', keeps its number.
 *
 * n8n's own `$runIndex` may be another number in a retry than in its original: after a crash, n8n 2.41.3 recovers from
 * its event log that nodes have run, and counts these runs in the retry too, although it runs the nodes again from the
 * first one (seen). The context of a node is stored with the execution and not recovered, so that a retry which begins
 * at the first node also counts from the beginning.
 *
 * @returns the number of the run, 0 for the first; in a retry the same as in its original
 */
export function countRun(context: IExecuteFunctions): number {
	const memory = context.getContext('node') as { runOfSubmits?: CountedRun };
	const runIndex = runIndexOf(context);
	const last = memory.runOfSubmits;
	const isFurtherTry = last?.runIndex === runIndex;
	if (isFurtherTry) return last.ordinal;
	const ordinal = last ? last.ordinal + 1 : 0;
	memory.runOfSubmits = { runIndex, ordinal };
	return ordinal;
}

/** The last run of the node that was counted, as its context keeps it. */
interface CountedRun {
	/** Its number by `$runIndex` of n8n. */
	runIndex: number;
	/** Its number as `countRun` counts. */
	ordinal: number;
}

/**
 * The token in the resume address of the execution, such as "1a2b" in ".../webhook-waiting/7?signature=1a2b". n8n has
 * it since 2.14 at the latest; undefined in an n8n without it, such as 2.4.8.
 */
function resumeToken(context: IExecuteFunctions): string | undefined {
	const [, token] = /[?&]signature=([^&#]+)/.exec(resumeAddressOf(context)) ?? [];
	return token;
}

/**
 * A list with the JSON of each item that the trigger has given; undefined where no trigger has run. A trigger is a node
 * before this one that has no node before itself. Where several have run, the one that n8n names first counts. In a
 * sub-workflow, these are the items with which it was called.
 */
export function triggerItems(context: IExecuteFunctions): unknown {
	const { $items } = context.getWorkflowDataProxy(0) as {
		$items(node: string): INodeExecutionData[];
	};
	const nodesBefore = context.getParentNodes(context.getNode().name);
	const triggers = nodesBefore.filter(({ name }) => context.getParentNodes(name).length === 0);
	for (const { name } of triggers) {
		try {
			return $items(name).map(({ json }) => json);
		} catch {
			// n8n throws for a trigger that has not run. Of several triggers, usually only one has.
		}
	}
	return undefined;
}

/**
 * A text as eight digits, always the same for the same text. They are enough to tell the executions of one node apart,
 * because a name is only compared with others of that node.
 */
function shortHash(text: string): string {
	// A number of the first six bytes of the hash, which are the most that `readUIntBE` takes, and its last eight digits.
	const number = createHash('sha256').update(text).digest().readUIntBE(0, 6);
	return String(number % 10 ** 8).padStart(8, '0');
}
