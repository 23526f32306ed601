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
import { rememberedOfNode } from '../shared/n8n/processMemory';
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
 * Finds the tasks that have finished since the last check. Their files are left to `completeItems`: n8n
 * may throw away what a long check brings, and files that are stored here belong to no execution.
 *
 * @returns one item per task, or null when there is none, or while the last check is still running
 * @throws NodeOperationError when the service cannot be asked; the next check makes up for it
 */
export async function findItems(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n begins the next check whether or not the last one has ended.
	const trigger = rememberedOfNode(context, 'check', () => ({ isBeingChecked: false }));
	if (trigger.isBeingChecked) return null;
	trigger.isBeingChecked = true;
	try {
		// The settings are read before the check: if they are wrong, a task that it finds would not be found again.
		const { chosen, outcome, output } = settingsOf(context.getNodeParameter.bind(context));
		const finished = await checkAll(context, chosen, outcome);
		const wanted = finished.filter((task) => hasOutcome(task, outcome));
		if (wanted.length === 0) return null;
		return [wanted.map((task, item) => outputItem(context, resultOf(task, item), output))];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	} finally {
		trigger.isBeingChecked = false;
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
		const isInEditor = context.getMode() === 'manual';
		const tasks = isInEditor
			? await sampleTasks(await createClient(context), chosen, outcome)
			: input.flatMap(({ json }) => taskIn(json) ?? []);
		if (tasks.length === 0) return null;
		const results = tasks.map((task, item) => resultOf(task, item, input[item]));
		return [await deliverItems(context, results, output)];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/**
 * The result of an item whose task has finished.
 *
 * @param input the item that reports it; n8n gives none while it polls
 */
function resultOf(task: Task, itemIndex: number, input?: INodeExecutionData): FinishedItem {
	return { is: 'finished', itemIndex, input, task, isAsInput: false };
}

/**
 * What the user has chosen: the kinds to check, how their tasks have to end, and how these are output.
 *
 * @param read gives what a field holds
 * @throws PackError that names the field with an impossible value
 */
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

/** A kind that was checked, with what is to be remembered of it and the tasks that have finished. */
interface SuccessfulCheck {
	is: 'checked';
	memory: KindMemory;
	after: PollState;
	finished: Task[];
}

/** What is left of n8n's time for a check when the questions to the service end, in milliseconds. */
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
	// An older n8n sets no limit.
	const limitMs = pollBudgetOf(context) ?? Infinity;
	const withinMs = limitMs - RESERVE_MS;
	const client = (await createClient(context)).with({ withinMs });
	const memoryOf = readTriggerMemory(context, chosen, outcome);
	const now = Math.floor(Date.now() / 1000);
	const checks = await Promise.all(
		chosen.map(async (kind) => await checkKind(client, { kind, memory: memoryOf(kind), now })),
	);
	const failed = checks.filter((check) => check.is === 'failed');
	const successful = checks.filter((check) => check.is === 'checked');
	const [firstFailed] = failed;
	if (firstFailed && successful.length === 0) throw firstFailed.error;
	for (const { error } of failed) {
		context.logger.warn(taskPollTriggerMessages.notChecked(error.message));
	}
	for (const { memory, after } of successful) memory.state = after;
	const finished = successful.flatMap((check) => check.finished);
	// Not while tasks were found, because n8n may keep nothing of a check that throws.
	if (finished.length === 0) throwUntoldRefusal(context, failed);
	return finished;
}

/**
 * Reads what n8n has stored of each chosen kind, and lets it forget the others, so
 * that a kind that is chosen again starts anew.
 *
 * @returns gives what is stored of a kind, to be changed. It is stored by the ID of the credential, because a new token
 *   in the credential changes nothing, and by the outcome that the user has chosen
 */
function readTriggerMemory(context: IPollFunctions, chosen: TaskKind[], outcome: TaskOutcome) {
	const stored = context.getWorkflowStaticData('node') as {
		kinds?: Partial<Record<string, KindMemory>>;
	};
	const keyOf = ({ name }: TaskKind) => `${credentialIdOf(context.getNode())} ${name} ${outcome}`;
	const memories = pick(stored.kinds, chosen.map(keyOf));
	stored.kinds = memories;
	return (kind: TaskKind): KindMemory => {
		const memory = memories[keyOf(kind)] ?? {};
		memories[keyOf(kind)] = memory;
		return memory;
	};
}

/** Checks one kind. Where its first check fails, it remembers when, because what is created later is new. */
async function checkKind(
	client: ServiceClient,
	{ kind, memory, now }: { kind: TaskKind; memory: KindMemory; now: number },
): Promise<SuccessfulCheck | FailedCheck> {
	try {
		const before = memory.state ?? {};
		const { after, finished } = await findFinished({ client, kind, before, now });
		return { is: 'checked', memory, after, finished };
	} catch (error) {
		memory.state ??= { since: now };
		return { is: 'failed', memory, error: asError(error) };
	}
}

/** A day in milliseconds, after which the user is told again. */
const TELL_AGAIN_MS = 24 * 3600_000;

/**
 * Tells the user of a kind that is refused for good: once a day, as an error, because that starts the error workflow.
 *
 * @throws NodeOperationError about such a kind, if there is one
 */
function throwUntoldRefusal(context: IPollFunctions, failed: readonly FailedCheck[]): void {
	const untold = failed.find(({ memory, error }) => {
		const { toldAt = -Infinity } = memory;
		const isRefusal = error instanceof ServiceError && !keepsWaiting(error.failure);
		return isRefusal && Date.now() - toldAt >= TELL_AGAIN_MS;
	});
	if (!untold) return;
	untold.memory.toldAt = Date.now();
	const note = taskPollTriggerMessages.withoutKind;
	throw toNodeError(context.getNode(), withNote(untold.error, note));
}
