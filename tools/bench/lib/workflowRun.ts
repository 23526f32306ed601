import type { IDataObject } from 'n8n-workflow';

import { manualTrigger } from '../../n8n/buildWorkflow';
import { finishedExecution, startExecution, type Execution } from '../../n8n/executions';
import type { Rest } from '../../n8n/rest';
import { saveWorkflow, type StoredWorkflow, type WorkflowFile } from '../../n8n/workflows';
import { workflowOf, type Contender, type Credentials, type Task } from './contenders';
import { withPinned } from './pinned';

const SECONDS = 600;

/** A contender's workflow, ready to be started. */
export interface ReadyWorkflow {
	/** @throws Error when the execution does not succeed */
	run(): Promise<Execution>;
}

/** Saves the workflow of a contender for one run: upload addresses in it can be used once. */
export async function readyWorkflow(
	rest: Rest,
	contender: Contender,
	task: Task,
	credentials: Credentials,
): Promise<ReadyWorkflow> {
	const workflow = await saveWorkflow(rest, await workflowOf(contender, task, credentials), true);
	return { run: async () => await runStored(rest, workflow) };
}

/**
 * Saves a workflow whose trigger outputs these items, and runs it.
 *
 * @throws Error when the execution does not succeed
 */
export async function runPinned(
	rest: Rest,
	file: WorkflowFile,
	items: IDataObject[],
): Promise<Execution> {
	return await runStored(rest, await saveWorkflow(rest, withPinned(file, items), true));
}

async function runStored(rest: Rest, { id, name }: StoredWorkflow): Promise<Execution> {
	const executionId = await startExecution(rest, id, manualTrigger.name);
	const execution = await finishedExecution(rest, executionId, SECONDS);
	if (execution.status === 'success') return execution;
	throw new Error(`${name}: ${execution.error?.message ?? execution.status}`);
}
