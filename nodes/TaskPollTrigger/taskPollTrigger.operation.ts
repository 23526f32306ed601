import { pick } from 'lodash';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { downloadResultProperty, triggerOnProperty } from '../shared/fields/completion';
import { chosenOption } from '../shared/fields/options';
import { showHint } from '../shared/output/outputHints';
import { outputItem } from '../shared/output/outputItem';
import { outputSettings } from '../shared/output/settings';
import { deliverItems } from '../shared/completion/delivery';
import { createClient } from '../shared/api/client';
import { credentialIdOf } from '../shared/api/credential';
import { keepsWaiting } from '../shared/api/failure';
import { kinds, listedKindOptions } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/listing';
import { hasOutcome, type TaskOutcome, type Task, taskIn } from '../shared/model/task';
import { deliveredItem } from '../shared/model/itemResult';
import type { TaskKind } from '../shared/model/taskKind';
import { asError, mapConcurrent } from '../shared/util/async';
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
	// n8n begins the next check whether or not the last one has ended, so this process remembers that one is running.
	const check = rememberedOfNode(context, 'check', () => ({ isRunning: false }));
	if (check.isRunning) return null;
	check.isRunning = true;
	try {
		// All settings are read before the check: a task that it finds is not found again, so no error may come after it.
		const { chosen, outcome, output } = settingsOf(context.getNodeParameter.bind(context));
		const finished = await checkAll(context, chosen, outcome);
		const wanted = finished.filter((task) => hasOutcome(task, outcome));
		if (wanted.length === 0) return null;
		// There is no input while n8n polls.
		const results = wanted.map((task, itemIndex) => deliveredItem({ itemIndex }, task));
		return [results.map((result) => outputItem(context, result, output))];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	} finally {
		check.isRunning = false;
	}
}

/**
 * Puts the files into the items with which `findItems` has started the workflow. These tasks count as handled already,
 * so an item whose file cannot be downloaded gets an error, and the others are output all the same.
 *
 * In the editor ("Fetch Test Event"), n8n does not poll. There, this finds sample tasks, and remembers nothing of them.
 *
 * @returns one item per task
 * @throws NodeOperationError when the samples cannot be read, or the execution is stopped
 */
export async function completeItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		const { chosen, outcome, output } = settingsOf((name, fallback) =>
			context.getNodeParameter(name, 0, fallback),
		);
		const input = context.getInputData();
		const isInEditor = context.getMode() === 'manual';
		const tasks = isInEditor
			? await sampleTasks(await createClient(context), chosen, outcome)
			: input.flatMap(({ json }) => taskIn(json) ?? []);
		// Without this hint, n8n would show nothing at all, as if the click had been lost.
		if (tasks.length === 0) showHint(context, taskPollTriggerMessages.noSample);
		// Each item of `findItems` has a task, so that an item and its task have the same index.
		const results = tasks.map((task, itemIndex) =>
			deliveredItem({ itemIndex, input: input[itemIndex] }, task),
		);
		return [await deliverItems(context, results, output)];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/**
 * What the user has chosen: the kinds to check (`chosen`), how their tasks have to end (`outcome`), and what the items
 * of these have (`output`).
 *
 * @param read gives what a field holds, or the fallback where it is not set
 * @throws PackError that names the field with an impossible value, or without a choice
 */
function settingsOf(read: (name: string, fallback?: unknown) => unknown) {
	const names = chosenOption<string[]>(taskKinds, read(taskKinds.name));
	return {
		// Each name is that of a kind, because the field offers no other, which the type does not say.
		chosen: names.flatMap((name) => kinds[name] ?? []),
		outcome: chosenOption<TaskOutcome>(triggerOnProperty, read(triggerOnProperty.name)),
		output: outputSettings(read('options', {}) as object, read(downloadResultProperty.name, false)),
	};
}

/** What n8n stores of a kind. */
interface KindMemory {
	/** What was remembered after the last check; not set before the first one. */
	state?: Partial<PollState>;
	/** When the user was told that the kind is refused for good, in milliseconds since the epoch. */
	toldAt?: number;
}

/** A kind that could not be checked now. */
interface FailedCheck {
	memory: KindMemory;
	error: Error;
}

/** What is left of n8n's time for a check when the questions to the service end, in milliseconds. */
const RESERVE_MS = 5_000;

/**
 * Checks all kinds. One that cannot be checked now does not delay the others.
 *
 * @param outcome how tasks have to end: it only decides what is remembered, because that is kept for each outcome
 * @returns the tasks that have finished since the last check, however they have ended
 * @throws the error of the first kind, such as a ServiceError, when none can be checked; NodeOperationError once a day
 *   about a kind that is refused for good, if no task was found; PackError when the credential cannot be used
 */
async function checkAll(
	context: IPollFunctions,
	chosen: TaskKind[],
	outcome: TaskOutcome,
): Promise<Task[]> {
	// How long n8n waits for a check. An older n8n sets no limit.
	const limitMs = pollBudgetOf(context) ?? Infinity;
	const untimedClient = await createClient(context);
	const client = untimedClient.with({ withinMs: limitMs - RESERVE_MS });
	const memoryOf = readTriggerMemory(context, chosen, outcome);
	// Unix seconds of n8n's clock.
	const now = Math.floor(Date.now() / 1000);
	const failed: FailedCheck[] = [];
	const found = await mapConcurrent(chosen, async (kind) => {
		const memory = memoryOf(kind);
		try {
			const check = { client, kind, before: memory.state ?? {}, now };
			const { after, finished } = await findFinished(check);
			memory.state = after;
			return finished;
		} catch (error) {
			// Where the first check fails, tasks that are created later are new.
			memory.state ??= { since: now };
			failed.push({ memory, error: asError(error) });
			return [];
		}
	});
	const [firstFailed] = failed;
	// Where no kind could be checked, the first error stands for all of them.
	if (firstFailed && failed.length === chosen.length) throw firstFailed.error;
	for (const { error } of failed) {
		context.logger.warn(taskPollTriggerMessages.notChecked(error.message));
	}
	const finished = found.flat();
	// Where tasks were found, nothing is thrown, because n8n may keep nothing of a check that throws.
	if (finished.length === 0) throwUntoldRefusal(context, failed);
	return finished;
}

/**
 * Reads what n8n has stored of each chosen kind, and lets it forget the others, so that a kind that is chosen again
 * later starts anew. So does a kind after another credential or another outcome was chosen, because it is stored by
 * these too. A new token in the same credential changes nothing.
 *
 * @returns gives what is stored of a kind, an empty object at first; n8n stores what is changed in it
 */
function readTriggerMemory(context: IPollFunctions, chosen: TaskKind[], outcome: TaskOutcome) {
	const stored = context.getWorkflowStaticData('node') as {
		kinds?: Partial<Record<string, KindMemory>>;
	};
	const keyOf = ({ name }: TaskKind) => `${credentialIdOf(context.getNode())} ${name} ${outcome}`;
	const memories = pick(stored.kinds, chosen.map(keyOf));
	// From here on, n8n stores these alone.
	stored.kinds = memories;
	return (kind: TaskKind): KindMemory => {
		const memory = memories[keyOf(kind)] ?? {};
		memories[keyOf(kind)] = memory;
		return memory;
	};
}

/** After how many milliseconds the user is told again: a day. */
const TELL_AGAIN_MS = 24 * 3600_000;

/**
 * Tells the user of a kind that the service refuses for good: once a day, by an error, because that starts the error
 * workflow. Does nothing where there is no such kind, or the user was told of each within the last day.
 *
 * @throws NodeOperationError about the first such kind of which the user was not told
 */
function throwUntoldRefusal(context: IPollFunctions, failed: readonly FailedCheck[]): void {
	const untold = failed.find(({ memory, error }) => {
		const { toldAt = -Infinity } = memory;
		const isRefusedForGood = error instanceof ServiceError && !keepsWaiting(error.failure);
		const isToBeTold = Date.now() - toldAt >= TELL_AGAIN_MS;
		return isRefusedForGood && isToBeTold;
	});
	if (!untold) return;
	untold.memory.toldAt = Date.now();
	const note = taskPollTriggerMessages.withoutKind;
	throw toNodeError(context.getNode(), withNote(untold.error, note));
}
