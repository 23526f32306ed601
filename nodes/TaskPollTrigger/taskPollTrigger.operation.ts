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
import { createClient } from '../shared/api/client';
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
 * check in a context of its own, whether or not the last one has ended; each entry lasts as long as its check.
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
		// Before the check: a task that it has found is not found again.
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
interface Memory {
	state?: Partial<PollState>;
	/** When the user was told that it is refused for good, in milliseconds. */
	toldAt?: number;
}

/** What is left of n8n's time for a check when the questions to the service end. */
const RESERVE_MS = 5_000;

/**
 * Checks all kinds. One that cannot be checked now does not delay the others.
 *
 * @throws ServiceError when none can be checked, and once a day for one that is refused for good
 */
async function checkAll(context: IPollFunctions, chosen: TaskKind[], outcome: TaskOutcome) {
	const client = await createClient(context);
	const stored = context.getWorkflowStaticData('node') as {
		kinds?: Partial<Record<string, Memory>>;
	};
	// By application: a new token in its credential changes nothing. What is chosen again starts anew.
	const keyOf = ({ name }: TaskKind) => `${credentialIdOf(context.getNode())} ${name} ${outcome}`;
	const memories = (stored.kinds = pick(stored.kinds, chosen.map(keyOf)));
	const limited = client.with({ withinMs: (pollBudgetOf(context) ?? Infinity) - RESERVE_MS });
	const now = Math.floor(Date.now() / 1000);
	const check = async (kind: TaskKind) => {
		const memory = (memories[keyOf(kind)] ??= {});
		try {
			const before = memory.state ?? {};
			return { memory, checked: await findFinished({ client: limited, kind, before, now }) };
		} catch (error) {
			memory.state ??= { since: now };
			return { memory, error: asError(error) };
		}
	};
	const checks = await Promise.all(chosen.map(check));
	const failures = checks.flatMap(({ memory, error }) => (error ? [{ memory, error }] : []));
	if (failures[0] && failures.length === checks.length) throw failures[0].error;
	for (const { error } of failures) {
		context.logger.warn(taskPollTriggerMessages.notChecked(error.message));
	}
	for (const { memory, checked } of checks) if (checked) memory.state = checked.after;
	const finished = checks.flatMap(({ checked }) => checked?.finished ?? []);
	const refused = failures.find(({ memory, error }) => isUntold(memory, error));
	// What was found goes first: of a check that fails, n8n may keep nothing.
	if (!refused || finished.length > 0) return finished;
	refused.memory.toldAt = Date.now();
	const note = taskPollTriggerMessages.withoutKind;
	throw toNodeError(context.getNode(), withNote(refused.error, note));
}

const TELL_AGAIN_MS = 24 * 3600_000;

/** Whether a kind is refused for good, which is told once a day, as an error: it starts the error workflow. */
function isUntold({ toldAt = 0 }: Memory, error: Error): boolean {
	const isRefusal = error instanceof ServiceError && !keepsWaiting(error.failure);
	return isRefusal && Date.now() - toldAt >= TELL_AGAIN_MS;
}
