import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withFilesOf } from '../shared/output/filesAfterCallback';
import { taskItem } from '../shared/output/taskItems';
import { outputSettings } from '../shared/output/settings';
import { asError } from '../shared/util/errors';
import { chosenOption } from '../shared/fields/optionValue';
import { createClient, type ServiceClient } from '../shared/service/client';
import { toNodeError } from '../shared/service/nodeError';
import type { TaskKind } from '../shared/tasks/kind';
import { kinds } from '../shared/tasks/kinds';
import { hasOutcome, triggerOnProperty, type Outcome } from '../shared/tasks/triggerFilter';
import { sampleTasks } from '../shared/tasks/sampleTasks';
import type { Task } from '../shared/tasks/task';
import type { Ledger } from './ledger';
import { findFinished } from './findFinished';
import { taskKinds } from './fields';

/** Nodes whose last check is still running; n8n starts the next one regardless. */
const checking = new Set<string>();

/**
 * Finds the tasks that have finished since the last check.
 *
 * @returns one item per task, or null when there is none
 * @throws NodeOperationError when the service cannot be asked; the next check makes up for it
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const outcome = chosenOption<Outcome>(triggerOnProperty, context.getNodeParameter('triggerOn'));
		const names = chosenOption<string[]>(taskKinds, context.getNodeParameter('taskKinds'));
		const chosen = names.flatMap((name) => kinds[name] ?? []);
		const client = await createClient(context);
		const tasks =
			// "Fetch Test Event" of the editor, which must not change anything.
			context.getMode() === 'manual'
				? await sampleTasks(client, chosen, outcome)
				: await checkInTurn(context, client, chosen);
		return await asItems(
			context,
			tasks.filter((task) => hasOutcome(task, outcome)),
		);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

async function checkInTurn(
	context: IPollFunctions,
	client: ServiceClient,
	chosen: TaskKind[],
): Promise<Task[]> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	if (checking.has(key)) return [];
	checking.add(key);
	try {
		return await checkAll(context, client, chosen);
	} finally {
		checking.delete(key);
	}
}

/** A kind that cannot be checked now does not delay the others. */
async function checkAll(
	context: IPollFunctions,
	client: ServiceClient,
	chosen: TaskKind[],
): Promise<Task[]> {
	const ledgers = context.getWorkflowStaticData('node') as Record<string, Ledger | undefined>;
	// A kind that is chosen again later starts again, and does not catch up with what finished in between.
	const names = new Set<string>(chosen.map(({ name }) => name));
	for (const name of Object.keys(ledgers)) if (!names.has(name)) delete ledgers[name];
	const now = Math.floor(Date.now() / 1000);
	const checks = await Promise.allSettled(
		chosen.map(async (kind) => await findFinished(client, kind, ledgers[kind.name], now)),
	);
	const failures = checks.flatMap((one) =>
		one.status === 'rejected' ? [asError(one.reason)] : [],
	);
	const [failure] = failures;
	if (failure && failures.length === chosen.length) throw asError(failure);
	for (const { message } of failures) {
		context.logger.warn(`One kind of task could not be checked: ${message}`);
	}
	return checks.flatMap((one, index) => {
		const kind = chosen[index];
		if (one.status === 'rejected' || !kind) return [];
		ledgers[kind.name] = one.value.after;
		return one.value.finished;
	});
}

/** The tasks are dealt with by now, so a file that cannot be downloaded becomes an item with an error. */
async function asItems(
	context: IPollFunctions,
	tasks: Task[],
): Promise<INodeExecutionData[][] | null> {
	if (tasks.length === 0) return null;
	const settings = outputSettings(
		context.getNodeParameter('options', {}) as IDataObject,
		context.getNodeParameter('downloadResult', false),
	);
	const items = tasks.map((task, index) => taskItem(task, index, settings.simple));
	return [await withFilesOf(context, items, settings)];
}
