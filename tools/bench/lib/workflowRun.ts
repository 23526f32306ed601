import { finishedExecution, startExecution, type Execution } from '../../n8n/executions';
import type { Rest } from '../../n8n/rest';
import { saveWorkflow } from '../../n8n/workflows';
import { workflowOf, type Contender, type Credentials, type Task } from './contenders';

const SECONDS = 300;

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
	return {
		async run() {
			const id = await startExecution(rest, workflow.id, 'Start');
			const execution = await finishedExecution(rest, id, SECONDS);
			if (execution.status === 'success') return execution;
			throw new Error(`${contender.name}: ${execution.error?.message ?? execution.status}`);
		},
	};
}
