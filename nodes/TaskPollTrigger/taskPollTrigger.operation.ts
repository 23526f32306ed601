import { pick } from 'lodash';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { downloadResultProperty, triggerOnProperty } from '../shared/fields/completion';
import { chosenOption } from '../shared/fields/options';
import { outputItem } from '../shared/output/outputItem';
import { outputSettings } from '../shared/output/settings';
import { deliverItems } from '../shared/completion/delivery';
import { createClient, type ServiceClient } from '../shared/api/client';
import { credentialIdOf } from '../shared/api/credential';
import { keepsWaiting } from '../shared/api/failure';
import { kinds, listedKindOptions } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/listing';
import { hasOutcome, type TaskOutcome, type Task, taskIn } from '../shared/model/task';
import type { FinishedItem } from '../shared/model/itemResult';
import type { TaskKind } from '../shared/model/taskKind';
import { asError } from '../shared/util/async';
import { pollBudgetOf } from '../shared/n8n/runs';
import { taskPollTriggerMessages } from './taskPollTrigger.messages';
import { findFinished, type PollState } from './state';
import { ServiceError } from '../shared/api/serviceError';
import { toNodeError, withNote } from '../shared/output/nodeError';

/** The kinds of task that the trigger checks. */
export const taskKinds: INodeProperties = {
	displayName: 'Task Kinds',
	name: 'taskKinds',
	type: 'multiOptions',
	options: listedKindOptions,
	default: [...listedKindOptions.map(({ value }) => value)],
	required: true,
	hint: 'Select at least one kind',
	description:
		'Which tasks to check. Tasks that are already finished at the first check do not start the workflow. Tasks that finish while the workflow is not published start it once it is published again. Custom persons and translations are not included, because the service has no list of them.',
};

/**
 * The triggers whose last check is still running, by workflow and node. It belongs to the process, because n8n begins the next
 * check in a context of its own, whether or not the last one has ended. Each entry lasts as long as its check, so there are never
 * more than published triggers.
 */
const triggersBeingChecked = new Set<string>();

/**
 * Finds the tasks that have finished since the last check. Their files are left to `completeItems`: n8n
 * may throw away what a long check brings, and files that are stored here belong to no execution.
 *
 * @returns one item per task, or null when there is none, or while the last check is still running
 * @throws NodeOperationError when the service cannot be asked; the next check makes up for it
 */
export async function findItems(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	if (triggersBeingChecked.has(key)) return null;
	triggersBeingChecked.add(key);
	try {
		// The settings are read before the check, because a task that it has found is not found again if they are wrong.
		const { chosen, outcome, output } = settingsOf(context.getNodeParameter.bind(context));
		const tasks = await checkAll(context, chosen, outcome);
		const items = tasks
			.filter((task) => hasOutcome(task, outcome))
			.map((task, itemIndex) => outputItem(context, resultOf(task, itemIndex), output));
		return items.length > 0 ? [items] : null;
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	} finally {
		triggersBeingChecked.delete(key);
	}
}

/**
 * Puts the files into the items that `findItems` has started the workflow with. The tasks are handled by
 * then, so a file that cannot be downloaded becomes an item with an error. For "Fetch Test Event" of
 * the editor, where n8n does not poll, it finds sample tasks, and changes nothing.
 *
 * @returns one item per task, or null when there is none
 * @throws NodeOperationError when there are no samples to be had, or the execution is stopped
 */
export async function completeItems(
	context: IExecuteFunctions,
): Promise<INodeExecutionData[][] | null> {
	try {
		const { chosen, outcome, output } = settingsOf((name, fallback) =>
			context.getNodeParameter(name, 0, fallback),
		);
		const input = context.getInputData();
		const tasks =
			context.getMode() === 'manual'
				? await sampleTasks(await createClient(context), chosen, outcome)
				: input.flatMap(({ json }) => taskIn(json) ?? []);
		if (tasks.length === 0) return null;
		const results = tasks.map((task, itemIndex) => {
			return { ...resultOf(task, itemIndex), input: input[itemIndex] };
		});
		return [await deliverItems(context, results, output)];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function resultOf(task: Task, itemIndex: number): FinishedItem {
	return { is: 'finished', itemIndex, task, isAsInput: false };
}

/** @throws Error that names the field with an impossible value */
function settingsOf(read: (name: string, fallback?: unknown) => unknown) {
	const names = chosenOption<string[]>(taskKinds, read(taskKinds.name));
	return {
		chosen: names.flatMap((name) => kinds[name] ?? []),
		outcome: chosenOption<TaskOutcome>(triggerOnProperty, read(triggerOnProperty.name)),
		output: outputSettings(read('options', {}) as object, read(downloadResultProperty.name, false)),
	};
}

/** What n8n stores of a kind. */
interface KindMemory {
	state?: Partial<PollState>;
	/** When the user was told that the kind is refused for good, in milliseconds since the epoch. */
	toldAt?: number;
}

/** A kind that could not be checked now. */
interface FailedCheck {
	is: 'failed';
	memory: KindMemory;
	error: Error;
}

/** What a check of one kind has brought. */
type KindChecked =
	| { is: 'checked'; memory: KindMemory; after: PollState; finished: Task[] }
	| FailedCheck;

/** What is left of n8n's time for a check when the questions to the service end. */
const RESERVE_MS = 5_000;

/**
 * Checks all kinds. One that cannot be checked now does not delay the others.
 *
 * @returns the tasks that have finished since the last check
 * @throws ServiceError when none can be checked, and once a day for one that is refused for good
 */
async function checkAll(
	context: IPollFunctions,
	chosen: TaskKind[],
	outcome: TaskOutcome,
): Promise<Task[]> {
	const withinMs = (pollBudgetOf(context) ?? Infinity) - RESERVE_MS;
	const client = (await createClient(context)).with({ withinMs });
	const memoryOf = readTriggerMemory(context, chosen, outcome);
	const now = Math.floor(Date.now() / 1000);
	const checks = await Promise.all(
		chosen.map(async (kind) => await checkKind(client, { kind, memory: memoryOf(kind), now })),
	);
	const failures = checks.flatMap((check) => (check.is === 'failed' ? check : []));
	const [first] = failures;
	if (first && failures.length === checks.length) throw first.error;
	for (const { error } of failures) {
		context.logger.warn(taskPollTriggerMessages.notChecked(error.message));
	}
	const finished: Task[] = [];
	for (const check of checks) {
		if (check.is === 'failed') continue;
		check.memory.state = check.after;
		finished.push(...check.finished);
	}
	// What was found goes first: of a check that fails, n8n may keep nothing.
	if (finished.length === 0) throwUntold(context, failures);
	return finished;
}

/**
 * Gives what n8n has stored of each chosen kind, to be changed. It belongs to the application, so that a new token in its
 * credential changes nothing. What is not chosen is forgotten, so that a kind that is chosen again starts anew.
 */
function readTriggerMemory(context: IPollFunctions, chosen: TaskKind[], outcome: TaskOutcome) {
	const stored = context.getWorkflowStaticData('node') as {
		kinds?: Partial<Record<string, KindMemory>>;
	};
	const keyOf = ({ name }: TaskKind) => `${credentialIdOf(context.getNode())} ${name} ${outcome}`;
	const memories = (stored.kinds = pick(stored.kinds, chosen.map(keyOf)));
	return (kind: TaskKind): KindMemory => (memories[keyOf(kind)] ??= {});
}

async function checkKind(
	client: ServiceClient,
	{ kind, memory, now }: { kind: TaskKind; memory: KindMemory; now: number },
): Promise<KindChecked> {
	try {
		const { after, finished } = await findFinished({
			client,
			kind,
			before: memory.state ?? {},
			now,
		});
		return { is: 'checked', memory, after, finished };
	} catch (error) {
		memory.state ??= { since: now };
		return { is: 'failed', memory, error: asError(error) };
	}
}

const TELL_AGAIN_MS = 24 * 3600_000;

/**
 * Tells the user of a kind that is refused for good: once a day, as an error, because that starts the error workflow.
 *
 * @throws NodeOperationError about such a kind, if there is one
 */
function throwUntold(context: IPollFunctions, failures: readonly FailedCheck[]): void {
	const refused = failures.find(({ memory: { toldAt = 0 }, error }) => {
		const isRefusal = error instanceof ServiceError && !keepsWaiting(error.failure);
		return isRefusal && Date.now() - toldAt >= TELL_AGAIN_MS;
	});
	if (!refused) return;
	refused.memory.toldAt = Date.now();
	const note = taskPollTriggerMessages.withoutKind;
	throw toNodeError(context.getNode(), withNote(refused.error, note));
}
