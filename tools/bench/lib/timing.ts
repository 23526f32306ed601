import type { Execution } from '../../n8n/executions';
import { parseFlatted } from '../../n8n/flatted';

/** When something ran. */
export interface Timing {
	/** Unix milliseconds. */
	startTime: number;
	/** Milliseconds. */
	executionTime: number;
}

/** When a node ran, as n8n has recorded it. */
export function timingOf(execution: Execution, node: string): Timing {
	const { data } = JSON.parse(execution.stored) as { data: string };
	const { resultData } = parseFlatted(data) as {
		resultData: { runData: Record<string, Timing[]> };
	};
	const timing = resultData.runData[node]?.[0];
	if (!timing) throw new Error(`The node ${node} did not run`);
	return timing;
}
