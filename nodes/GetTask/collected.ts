import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { warnInOutput } from '../shared/run/output';
import type { SubmittedItem } from '../shared/run/submit';
import { isFailure, isFinal, taskKey, type Task } from '../shared/tasks/task';
import { formatCount } from '../shared/util/format';

/** Most tasks of one kind that a workflow remembers, which bounds what n8n stores with it. */
const MOST_REMEMBERED = 5_000;

export const notYetCollected: INodeProperties = {
	displayName: 'Not Yet Collected by This Workflow',
	name: 'notYetCollected',
	type: 'boolean',
	default: true,
	description: `Whether to leave out finished tasks that Get Task nodes of this workflow have already output. A task in progress, or one whose file could not be downloaded, is listed again. n8n only remembers this when the published workflow runs, not when you run it manually. The last ${formatCount(MOST_REMEMBERED)} tasks of each kind are remembered.`,
};

/** The memory in the static data of the workflow: IDs by kind, those that were collected last at the end. */
type Collected = Record<string, string[]>;

/** What a workflow has collected, and when that was written, in milliseconds since the epoch. */
interface State {
	collected: Collected;
	writtenAt: number;
}

const KEY = 'digitalHumanCollected';
const WRITTEN_AT = 'digitalHumanCollectedAt';

/**
 * What this process wrote last, by workflow. n8n saves static data as a whole, and a trigger that keeps something there
 * saves all of it as it was when the workflow was published: so do triggers that poll, and a Schedule Trigger for every
 * two hours.
 */
const written = new Map<string, State>();

/**
 * The newer one of what n8n has stored and what this process wrote. They are not united: a task that was taken out again,
 * because its file could not be downloaded, would come back.
 */
function stateOf(context: IExecuteFunctions): State {
	const data = context.getWorkflowStaticData('global');
	const own = written.get(context.getWorkflow().id ?? '');
	const writtenAt = Number(data[WRITTEN_AT] ?? 0);
	if (own && own.writtenAt > writtenAt) return own;
	return { collected: (data[KEY] ?? {}) as Collected, writtenAt };
}

function read(context: IExecuteFunctions): Collected {
	return stateOf(context).collected;
}

/** As a whole, because n8n only stores what it sees change. */
function write(context: IExecuteFunctions, collected: Collected): void {
	// Later than what it is made from, also where that was written by a process whose clock is ahead.
	const writtenAt = Math.max(Date.now(), stateOf(context).writtenAt + 1);
	// n8n does not save what a manual run writes. It puts its own objects into what it is given, hence the copy.
	if (context.getMode() !== 'manual') {
		written.set(context.getWorkflow().id ?? '', { collected: { ...collected }, writtenAt });
	}
	Object.assign(context.getWorkflowStaticData('global'), {
		[KEY]: collected,
		[WRITTEN_AT]: writtenAt,
	});
}

/** Whether this workflow has collected a task. */
export function collectedBefore(context: IExecuteFunctions): (task: Task) => boolean {
	const sets = new Map(Object.entries(read(context)).map(([kind, ids]) => [kind, new Set(ids)]));
	return ({ taskKind, taskId }) => sets.get(taskKind)?.has(taskId) ?? false;
}

/**
 * Notes the tasks that Get Many outputs: those that have finished are collected. From then on the workflow remembers
 * their kinds.
 *
 * @param kinds the listed kinds
 */
export function noteListed(
	context: IExecuteFunctions,
	kinds: readonly string[],
	tasks: readonly Task[],
): void {
	if (context.getMode() === 'manual') warnInOutput(context, NOT_REMEMBERED);
	const collected = { ...read(context) };
	for (const kind of kinds) collected[kind] ??= [];
	write(context, withTasks(collected, tasks.filter(isFinal)));
}

const NOT_REMEMBERED =
	"'Not Yet Collected by This Workflow' does not remember the tasks of this manual run. n8n only saves what a workflow remembers when the published workflow runs";

/**
 * Runs a look-up of tasks, and notes which of them it delivers, where the workflow remembers their kind: a task that
 * cannot be delivered, such as one whose file cannot be downloaded, is not collected, and is listed again.
 *
 * @param items the tasks that are looked up
 * @param lookUp returns the output items
 */
export async function notingDelivered<T extends INodeExecutionData[][]>(
	context: IExecuteFunctions,
	items: readonly SubmittedItem[],
	lookUp: () => Promise<T>,
): Promise<T> {
	const before = read(context);
	const concerned = items.flatMap((item) =>
		'error' in item || !before[item.kind.name]
			? []
			: item.taskIds.map((taskId) => ({ taskKind: item.kind.name, taskId })),
	);
	if (concerned.length === 0) return await lookUp();
	write(context, without(before, concerned));
	const outputs = await lookUp();
	const delivered = outputs.flat().flatMap(deliveredTask);
	write(
		context,
		withTasks(
			read(context),
			concerned.filter((task) => delivered.includes(taskKey(task))),
		),
	);
	return outputs;
}

/** The finished task of an output item, unless it is a succeeded one that comes with an error instead of its files. */
function deliveredTask({ json }: INodeExecutionData): string[] {
	const hasError = json.error !== undefined;
	const task = ((hasError ? json.details : json) ?? {}) as unknown as Task;
	const isDelivered = hasError ? isFailure(task) : isFinal(task);
	return isDelivered ? [taskKey(task)] : [];
}

type TaskName = Pick<Task, 'taskKind' | 'taskId'>;

function withTasks(collected: Collected, tasks: readonly TaskName[]): Collected {
	const rest = without(collected, tasks);
	for (const { taskKind, taskId } of tasks) (rest[taskKind] ??= []).push(taskId);
	for (const [kind, ids] of Object.entries(rest)) rest[kind] = ids.slice(-MOST_REMEMBERED);
	return rest;
}

function without(collected: Collected, tasks: readonly TaskName[]): Collected {
	const names = new Set(tasks.map(taskKey));
	return Object.fromEntries(
		Object.entries(collected).map(([kind, ids]) => [
			kind,
			ids.filter((id) => !names.has(taskKey({ taskKind: kind, taskId: id }))),
		]),
	);
}
