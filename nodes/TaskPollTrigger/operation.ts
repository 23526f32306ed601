import groupBy from 'lodash/groupBy';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { withFilesOf } from '../shared/output/filesAfterCallback';
import { taskItem } from '../shared/output/taskItems';
import { outputSettings, type OutputSettings } from '../shared/output/settings';
import { asError } from '../shared/util/errors';
import { chosenOption } from '../shared/fields/optionValue';
import { credentialIdOf } from '../shared/service/credential';
import { createClient, type ServiceClient } from '../shared/service/client';
import { toNodeError } from '../shared/service/nodeError';
import type { TaskKind } from '../shared/tasks/kind';
import { kinds } from '../shared/tasks/kinds';
import { hasOutcome, triggerOnProperty, type Outcome } from '../shared/tasks/triggerFilter';
import { sampleTasks } from '../shared/tasks/sampleTasks';
import type { Task } from '../shared/tasks/task';
import { foundTasks, type FoundTasks } from './foundTasks';
import { settled, unsettled, type Ledger } from './ledger';
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
		// Before the check: a task that it has found is not found again.
		const settings = settingsOf(context);
		const client = await createClient(context);
		const output = async (tasks: Task[]) =>
			await asItems(
				context,
				tasks.filter((task) => hasOutcome(task, outcome)),
				settings,
			);
		// "Fetch Test Event" of the editor, which must not change anything.
		if (context.getMode() === 'manual') {
			return await output(await sampleTasks(client, chosen, outcome));
		}
		return await checkInTurn(context, client, chosen, output);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** The tasks are only settled with their items: a restart of n8n while their files are downloaded loses none. */
async function checkInTurn<Output>(
	context: IPollFunctions,
	client: ServiceClient,
	chosen: TaskKind[],
	output: (tasks: Task[]) => Promise<Output>,
): Promise<Output | null> {
	const node = context.getNode();
	const key = `${context.getWorkflow().id ?? ''} ${node.id}`;
	if (checking.has(key)) return null;
	checking.add(key);
	// Two applications may use the same ID.
	const found = foundTasks(`${key} ${credentialIdOf(node) ?? ''}`);
	let tasks: Task[] = [];
	try {
		tasks = await checkAll(context, client, chosen, found);
	} finally {
		checking.delete(key);
	}
	try {
		const items = await output(tasks);
		settleAll(context, tasks);
		found.handOver(tasks);
		return items;
	} catch (error) {
		found.forget(tasks);
		throw asError(error);
	}
}

type Ledgers = Record<string, Ledger | undefined>;

/** Field of the static data, beside the ledgers: the credential with whose application they began. */
const CREDENTIAL_ID = 'credentialId';

const ledgersOf = (context: IPollFunctions) => context.getWorkflowStaticData('node') as Ledgers;

/**
 * The ledgers of the chosen kinds. A kind that is chosen again later starts again, and does not catch up with what
 * finished in between; so does every kind with another credential, which has other tasks. A new token in the same
 * credential changes nothing.
 */
function begunLedgers(context: IPollFunctions, chosen: TaskKind[]): Ledgers {
	const data = context.getWorkflowStaticData('node');
	const { [CREDENTIAL_ID]: before, ...ledgers } = data;
	const credentialId = credentialIdOf(context.getNode());
	// Earlier versions of this package did not store it.
	const isOther = before !== undefined && before !== credentialId;
	const names = new Set<string>(chosen.map(({ name }) => name));
	for (const name of Object.keys(ledgers)) if (isOther || !names.has(name)) delete data[name];
	data[CREDENTIAL_ID] = credentialId;
	return ledgersOf(context);
}

function settleAll(context: IPollFunctions, tasks: readonly Task[]): void {
	const ledgers = ledgersOf(context);
	for (const [name, found] of Object.entries(groupBy(tasks, 'taskKind'))) {
		const ledger = ledgers[name];
		const ids = found.map(({ taskId }) => taskId);
		if (ledger) ledgers[name] = settled(ledger, ids);
	}
}

/** A kind that cannot be checked now does not delay the others. */
async function checkAll(
	context: IPollFunctions,
	client: ServiceClient,
	chosen: TaskKind[],
	found: FoundTasks,
): Promise<Task[]> {
	const ledgers = begunLedgers(context, chosen);
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
		const { after, finished } = one.value;
		const fresh = finished.filter((task) => found.add(task));
		ledgers[kind.name] = unsettled(after, finished.filter(found.isWaiting), now);
		return fresh;
	});
}

/** The tasks are dealt with by now, so a file that cannot be downloaded becomes an item with an error. */
async function asItems(
	context: IPollFunctions,
	tasks: Task[],
	settings: OutputSettings,
): Promise<INodeExecutionData[][] | null> {
	if (tasks.length === 0) return null;
	const items = tasks.map((task, index) => taskItem(task, index, settings.simple));
	return [await withFilesOf(context, items, settings)];
}

function settingsOf(context: IPollFunctions): OutputSettings {
	return outputSettings(
		context.getNodeParameter('options', {}) as IDataObject,
		context.getNodeParameter('downloadResult', false),
	);
}
