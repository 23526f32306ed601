import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { runIndexOf } from '../n8n/runs';
import { isToolExecution } from '../n8n/toolRuns';

/*
 * What the tries of n8n's "Retry On Fail" of one run of a node have in common: since when its tasks are awaited, so that the
 * time limit is that of all tries together, and the result files that have arrived, so that none is downloaded again because
 * another one has failed.
 *
 * It stands in the context of the node (`getContext('node')`), which is the same object at each try. A retry by hand is another
 * execution, and begins anew: it has the whole time limit, and n8n may have deleted the files of the execution before it.
 */

interface TriesOfRun {
	executionId: string;
	/** When the first try began to wait for its tasks, in milliseconds since the epoch. */
	since: number;
	/** Result files by `FileOfResult`, as n8n refers to them. */
	files: Record<string, IBinaryData>;
}

/** A result file of one item: the same text at each try. */
type FileOfResult = string;

/** The name under which the context of the node has them, by the run. */
const NAME = 'triesOfRuns';

type TriesContext = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>;

export class EarlierTries {
	private readonly kept: Partial<Record<string, TriesOfRun>>;

	private readonly executionId: string;

	/** @param run names the run among all of the node in this execution: the same at each try */
	constructor(
		context: TriesContext,
		private readonly run: string,
	) {
		const ofNode = context.getContext('node');
		ofNode[NAME] ??= {};
		this.kept = ofNode[NAME] as unknown as typeof this.kept;
		this.executionId = context.getExecutionId();
	}

	/** How long the tries before this one have waited, in milliseconds; this one begins to wait now. */
	waitedMs(): number {
		return Date.now() - this.ofRun().since;
	}

	/** A result file that has arrived at an earlier try. */
	fileOf(name: FileOfResult): IBinaryData | undefined {
		return this.ofRun().files[name];
	}

	/** Keeps a result file that has arrived, unless n8n has it in memory: it would be stored once more with the execution. */
	keepFile(name: FileOfResult, file: IBinaryData): void {
		if (file.id !== undefined) this.ofRun().files[name] = { ...file };
	}

	/** Forgets everything when the node has output its items, unless n8n may try it again because one has an error. */
	endUnlessFailed(output: readonly INodeExecutionData[]): void {
		if (output.every(({ json }) => json.error === undefined)) delete this.kept[this.run];
	}

	private ofRun(): TriesOfRun {
		const known = this.kept[this.run];
		// A tool behind the MCP Server Trigger runs without the ID of an execution.
		if (known && known.executionId === this.executionId) return known;
		const { executionId } = this;
		const begun: TriesOfRun = { executionId, since: Date.now(), files: {} };
		this.kept[this.run] = begun;
		return begun;
	}
}

/**
 * The tries of a run that submits nothing.
 *
 * @returns undefined for a tool, of which n8n may count all calls as one run
 */
export function earlierTriesOf(context: IExecuteFunctions): EarlierTries | undefined {
	if (isToolExecution(context)) return undefined;
	return new EarlierTries(context, `run ${runIndexOf(context)}`);
}
