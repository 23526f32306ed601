import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isToolExecution, runIndexOf } from '../n8n/runs';

/*
 * What the tries of n8n's "Retry On Fail" of one run of a node have in common: since when its tasks are awaited, so
 * that the time limit is that of all tries together, from the last one on that has submitted a task; and the result
 * files that have arrived, so that none is downloaded again because another one has failed.
 *
 * It stands in the context of the node (`getContext('node')`), which is the same object at each try. A
 * retry by hand is another execution, and begins anew: it has the whole time limit, and n8n may have
 * deleted the files of the execution before it.
 */

/** What the tries of one run have in common. */
interface TriesOfRun {
	executionId: string;
	/** When the wait for the tasks began: in the last try that has submitted one. In milliseconds since the epoch. */
	since: number;
	/** Result files, as n8n refers to them, by names that are the same at each try. */
	files: Partial<Record<string, IBinaryData>>;
}

/** What the tries of each run of the node have in common, by the name of the run. */
type TriesOfNode = Partial<Record<string, TriesOfRun>>;

/** The key under which the context of the node has the tries of all its runs. */
const KEY = 'triesOfRuns';

/** What earlier tries of a run have left, and what this one leaves to the next. */
export class EarlierTries {
	/** What the context of the node has of all its runs; n8n keeps what is set in it. */
	private readonly ofNode: TriesOfNode;

	/** The ID of this execution. */
	private readonly executionId: string;

	/** @param runName names the run among all of the node in this execution: the same at each try */
	constructor(
		context: Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>,
		private readonly runName: string,
	) {
		// n8n keeps what is set in this object for the next try.
		const kept = context.getContext('node');
		kept[KEY] ??= {};
		this.ofNode = kept[KEY] as unknown as TriesOfNode;
		this.executionId = context.getExecutionId();
	}

	/**
	 * How long the tasks of the run have been awaited so far, in milliseconds. The first call in the first try begins the
	 * wait, and returns 0.
	 *
	 * @param beginsAnew whether the wait begins now, whatever earlier tries have waited
	 */
	waitedSoFar(beginsAnew: boolean): number {
		const run = this.openRun();
		if (beginsAnew) run.since = Date.now();
		return Date.now() - run.since;
	}

	/**
	 * A result file that has arrived at an earlier try; undefined where it has not.
	 *
	 * @param name names the file among all of the run: the same at each try
	 */
	fileOf(name: string): IBinaryData | undefined {
		return this.triesSoFar()?.files[name];
	}

	/**
	 * Keeps a result file that has arrived for further tries, if n8n has stored it under an ID. A file without an ID
	 * has its content in itself, which would be stored once more with the execution, so it is not kept.
	 *
	 * @param name as for `fileOf`
	 */
	keepFile(name: string, file: IBinaryData): void {
		if (file.id !== undefined) this.openRun().files[name] = { ...file };
	}

	/**
	 * Forgets this run when the node outputs its items, unless one has an error, for which n8n may try the run again.
	 *
	 * @param output the items that the node outputs
	 */
	endUnlessFailed(output: readonly INodeExecutionData[]): void {
		const hasFailed = output.some(({ json }) => json.error !== undefined);
		if (!hasFailed) delete this.ofNode[this.runName];
	}

	/** What the tries of this run have left so far; undefined before there is anything. */
	private triesSoFar(): TriesOfRun | undefined {
		const known = this.ofNode[this.runName];
		// After a retry by hand, the context still has the tries of the execution before it, which do not count.
		return known?.executionId === this.executionId ? known : undefined;
	}

	/** What the tries of this run have in common, to be changed; where there is nothing yet, the first try begins now. */
	private openRun(): TriesOfRun {
		const known = this.triesSoFar();
		if (known) return known;
		const { executionId } = this;
		const begun: TriesOfRun = { executionId, since: Date.now(), files: {} };
		this.ofNode[this.runName] = begun;
		return begun;
	}
}

/**
 * What earlier tries of this run have left.
 *
 * @returns undefined for a tool, because n8n may count all its calls as one run: each awaits its task anew
 */
export function earlierTriesOf(context: IExecuteFunctions): EarlierTries | undefined {
	if (isToolExecution(context)) return undefined;
	return new EarlierTries(context, `run ${runIndexOf(context)}`);
}
