import compact from 'lodash/compact';
import pick from 'lodash/pick';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { downloadResultProperty, triggerOnProperty } from '../shared/fields/completion';
import { chosenOption } from '../shared/fields/values';
import { outputSettings, type OutputSettings } from '../shared/run/options';
import { outputItem } from '../shared/run/output';
import { settledItems } from '../shared/run/resultFiles';
import { createClient } from '../shared/service/client';
import { credentialIdOf } from '../shared/service/credential';
import { ServiceError } from '../shared/service/failure';
import { toNodeError } from '../shared/service/messages';
import { keepsWaiting } from '../shared/service/retry';
import { kinds, listedKindOptions } from '../shared/tasks/kinds';
import { sampleTasks } from '../shared/tasks/lookUp';
import { hasOutcome, type Outcome, type Task, taskIn, type TaskKind } from '../shared/tasks/task';
import { asError } from '../shared/util/async';
import { cancelSignalOf, pollBudgetOf } from '../shared/util/capabilities';
import { findFinished, type PollState } from './state';

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

/** Nodes whose last check is still running; n8n starts the next one regardless. */
const checking = new Set<string>();

/**
 * Finds the tasks that have finished since the last check. Their files are left to `execute`: n8n
 * may throw away what a long check brings, and files that are stored here belong to no execution.
 *
 * @returns one item per task, or null when there is none, or while the last check is still running
 * @throws NodeOperationError when the service cannot be asked; the next check makes up for it
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	if (checking.has(key)) return null;
	checking.add(key);
	try {
		const read: Read = (name, fallback) => context.getNodeParameter(name, fallback);
		// Before the check: a task that it has found is not found again.
		const { chosen, outcome } = choiceOf(read);
		const output = outputOf(read);
		const tasks = await checkAll(context, chosen);
		const items = tasks
			.filter((task) => hasOutcome(task, outcome))
			.map((task, itemIndex) => outputItem(context, { itemIndex, task }, output));
		return items.length > 0 ? [items] : null;
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	} finally {
		checking.delete(key);
	}
}

/**
 * Puts the files into the items that `poll` has started the workflow with. The tasks are handled by
 * then, so a file that cannot be downloaded becomes an item with an error. For "Fetch Test Event" of
 * the editor, where n8n does not poll, it finds sample tasks, and changes nothing.
 *
 * @returns one item per task, or null when there is none
 * @throws NodeOperationError when there are no samples to be had, or the execution is stopped
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const read: Read = (name, fallback) => context.getNodeParameter(name, 0, fallback);
		const output = outputOf(read);
		const input = context.getInputData();
		let tasks: Array<Task | undefined> = input.map(({ json }) => taskIn(json));
		if (context.getMode() === 'manual') {
			const { chosen, outcome } = choiceOf(read);
			tasks = await sampleTasks(await createClient(context), chosen, outcome);
		}
		if (tasks.length === 0) return null;
		const results = tasks.map((task, itemIndex) => ({ itemIndex, task, input: input[itemIndex] }));
		return [await settledItems(context, results, output, { signal: cancelSignalOf(context) })];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

type Read = (name: string, fallback?: unknown) => unknown;

function choiceOf(read: Read): { chosen: TaskKind[]; outcome: Outcome } {
	const names = chosenOption<string[]>(taskKinds, read(taskKinds.name));
	return {
		chosen: names.flatMap((name) => kinds[name] ?? []),
		outcome: chosenOption(triggerOnProperty, read(triggerOnProperty.name)),
	};
}

function outputOf(read: Read): OutputSettings {
	return outputSettings(
		read('options', {}) as IDataObject,
		read(downloadResultProperty.name, false),
	);
}

/** What n8n stores of the trigger. */
interface Memory {
	/** With whose application the states began; a new token in it changes nothing. */
	credentialId: string | undefined;
	/** By the name of the kind. One that is chosen again later starts anew. */
	states: Record<string, PollState | undefined>;
	/** When the user was told that a kind is refused for good, in milliseconds, by its name. */
	refusalsTold: Record<string, number>;
}

function memoryOf(context: IPollFunctions, chosen: TaskKind[]): Memory {
	const stored = context.getWorkflowStaticData('node') as Partial<Memory>;
	const credentialId = credentialIdOf(context.getNode());
	const isSame = stored.credentialId === credentialId;
	const names = chosen.map(({ name }) => name);
	return Object.assign(stored, {
		credentialId,
		states: isSame ? pick(stored.states, names) : {},
		refusalsTold: stored.refusalsTold ?? {},
	});
}

/** What is left of n8n's time for a check when the questions to the service end. */
const RESERVE_MS = 5_000;

/**
 * Checks all kinds. One that cannot be checked now does not delay the others.
 *
 * @throws ServiceError when none can be checked
 */
async function checkAll(context: IPollFunctions, chosen: TaskKind[]): Promise<Task[]> {
	const client = await createClient(context);
	const { states, refusalsTold } = memoryOf(context, chosen);
	const now = Math.floor(Date.now() / 1000);
	const budgetMs = Math.max(0, (pollBudgetOf(context) ?? Infinity) - RESERVE_MS);
	const endsAt = Date.now() + budgetMs;
	const limited = client.with({ withinMs: budgetMs });
	const failures = new Map<string, Error>();
	const check = async (kind: TaskKind) => {
		try {
			return { kind, ...(await findFinished(limited, kind, states[kind.name], now, endsAt)) };
		} catch (error) {
			failures.set(kind.name, asError(error));
			return undefined;
		}
	};
	const checked = compact(await Promise.all(chosen.map(check)));
	const [failure] = failures.values();
	if (failure && checked.length === 0) throw failure;
	for (const { message } of failures.values()) {
		context.logger.warn(`One kind of task could not be checked: ${message}`);
	}
	const finished = checked.flatMap((one) => one.finished);
	const refusal = refusalToTell(failures, refusalsTold, finished.length > 0);
	for (const one of checked) {
		// What was found is not lost for an error: the next check finds it again.
		if (!refusal || one.finished.length === 0) states[one.kind.name] = one.after;
	}
	if (refusal) throw refusal;
	return finished;
}

/** A refusal for good is told once in this time, as an error, which starts the error workflow. */
const TELL_AGAIN_MS = 24 * 3600_000;

/**
 * The error of a kind that is refused for good, while other kinds can be checked.
 *
 * @param canWait something was found, which goes first when a kind is refused for the first time
 */
function refusalToTell(
	failures: ReadonlyMap<string, Error>,
	told: Memory['refusalsTold'],
	canWait: boolean,
): Error | undefined {
	for (const [name, error] of failures) {
		const isRefusal = error instanceof ServiceError && !keepsWaiting(error.failure);
		if (!isRefusal || Date.now() - (told[name] ?? 0) < TELL_AGAIN_MS) continue;
		const waits = canWait && told[name] === undefined;
		told[name] = waits ? 0 : Date.now();
		if (!waits) return error;
	}
	return undefined;
}
