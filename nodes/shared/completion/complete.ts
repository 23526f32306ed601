import { keyBy } from 'lodash';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceClient } from '../api/client';
import { explain, toNodeError } from '../api/messages';
import { kinds } from '../tasks/kinds';
import { isFailure, isFinal, isUnread, type Task } from '../model/task';
import { type StatusOf, type TaskStatus, TaskWatch, type Watch } from '../tasks/watch';
import { formatValue } from '../util/text';
import type { SubmitMemory } from '../submit/memory';
import type { CompletionSettings } from '../output/options';
import {
	hintOfFailures,
	hintOfTasks,
	type Result,
	runError,
	taskError,
	unreadFilesError,
} from '../output/output';
import { withResultFiles } from './resultFiles';

/** What completing tasks takes of a run; without a memory, the tasks were submitted before. */
interface Completing {
	context: IExecuteFunctions;
	client: ServiceClient;
	settings: CompletionSettings;
	memory?: SubmitMemory;
}

/**
 * Completes the tasks of all items: at once, or when they have finished or the time is up.
 *
 * @returns what became of them, in the order of the input items
 * @throws NodeOperationError with the other tasks, when an item fails and errors stop the workflow
 */
export async function complete(run: Completing, items: Result[]): Promise<Result[]> {
	const { context, client, settings, memory } = run;
	const stopOnError = !context.continueOnFail();
	const fail = (failed: Result): Result => {
		const { error, itemIndex, task } = failed;
		if (stopOnError) throw runError(context, error, itemIndex, memory?.note(task?.taskId));
		return failed;
	};
	const judge = (result: Result): Result => {
		const { task, error, itemIndex } = result;
		if (task && isFailure(task)) memory?.taskFailed(task.taskId);
		if (error !== undefined) return fail(result);
		const choice = task?.timedOut ? settings.onTimeLimit : settings.onTaskFailure;
		if (!task || choice !== 'fail' || !(task.timedOut || isFailure(task))) return result;
		return fail({ ...result, error: taskError(context, task, itemIndex) });
	};

	// Before anything is awaited: an error that ends the run names the tasks that are charged.
	items.forEach(judge);
	const itemOf = keyBy(items, 'watched.taskId');
	/** The error of a failed task ends the run at once, without waiting for the others. */
	const onFinal = (tasks: Task[]) => {
		for (const task of stopOnError ? tasks : []) {
			judge({ itemIndex: 0, ...itemOf[task.taskId], task });
		}
	};
	const { completion, downloadField } = settings;
	// Where it cannot pause, the node waits.
	const waits = completion === 'wait' || completion === 'pause';
	const watch = {
		...settings,
		...(waits ? {} : { timeLimitMs: 0, mustAnswer: settings.mustAnswer ?? true }),
		stopOnError,
		onFinal,
		onRound: (done: number, all: number) =>
			context.logger.info(`${done} of ${all} tasks are finished`),
	};
	const asked = completion === 'return' ? items : await ask(run, items, watch);
	const results = asked.map((result) => {
		const { task, error, watched } = result;
		// Where it was checked once, a task has been awaited over the rounds of a loop.
		const { awaitedSince = Infinity } = watched ?? {};
		const isTimeUp = waits || Date.now() - awaitedSince >= settings.timeLimitMs;
		const timedOut = isTimeUp && task !== undefined && error === undefined && !isFinal(task);
		return judge(timedOut ? { ...result, task: { ...task, timedOut } } : result);
	});
	hintOfTasks(context, results, settings.timeLimitMs);
	const completed = await withResultFiles(context, results, { downloadField, client, fail });
	hintOfFailures(context, completed);
	return completed;
}

/**
 * Asks about the tasks of results, and gives these with their tasks as they are now.
 *
 * @throws NodeOperationError when the service refuses for good and that ends the run
 */
export async function ask(
	{ context, client, memory }: Omit<Completing, 'settings'>,
	results: Result[],
	watch: Omit<Watch, 'tasks'> = {},
): Promise<Result[]> {
	const tasks = results.flatMap(({ watched }) => watched ?? []);
	try {
		const statusOf = await new TaskWatch(client, { ...watch, tasks }).run();
		return results.map((result) => checked(context, result, statusOf));
	} catch (error) {
		// The error of an item has its note already.
		const note = error instanceof NodeOperationError ? undefined : memory?.note();
		throw toNodeError(context.getNode(), error, undefined, note);
	}
}

/** A result with its task as the service shows it, or else as its item reports its end. */
function checked(context: IExecuteFunctions, result: Result, statusOf: StatusOf): Result {
	const { watched, kept } = result;
	if (!watched) return result;
	const { reported } = watched;
	const status = statusOf(watched.kind, watched.taskId);
	const isSeen = status.error === undefined && !isUnread(status.task);
	if (reported && !isSeen) {
		const error = status.error ?? unreadFilesError(context, status.task);
		return { ...result, task: reported, error };
	}
	const unknown = status.is === 'unknown' ? unknownTask(status) : undefined;
	return { ...result, task: { ...status.task, ...kept }, error: status.error ?? unknown };
}

/** The error of an item whose task the service does not have, with its words, if it had any. */
function unknownTask({ task: { taskKind, taskId }, denial }: TaskStatus): Error {
	const { label = 'task' } = kinds[taskKind] ?? {};
	const said = denial ? ` ${explain(denial).description}` : '';
	const rest = taskKind ? '' : ` ${ONLY_BY_PATHS}`;
	return new Error(
		`The service has no ${label} with the ID '${formatValue(taskId)}'. Check 'Task ID' and 'Task Kind', and that the credential belongs to the application that created the task.${rest}${said}`,
	);
}

const ONLY_BY_PATHS =
	"Custom persons and translations are only found with 'Person Detail Path' and 'Video Detail Path' in the credential.";
