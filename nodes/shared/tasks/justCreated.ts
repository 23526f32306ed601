import { mayAppearMs, rememberNewId } from '../api/justNamed';
import { type Task, taskKey } from '../model/task';

/*
 * The tasks that the service has just created. For a minute, its lists may not show such a task yet, and for that long
 * this process remembers it (`api/justNamed.ts`).
 *
 * A task is noted with its kind, because the list of another kind will never show it, however long one waits.
 */

/** A task by its ID and its kind, which is empty where nobody says the kind. */
type TaskName = Pick<Task, 'taskKind' | 'taskId'>;

/**
 * Notes that the service has just created a task: under its kind, and under the empty kind for those who will ask
 * about it without knowing the kind.
 */
export function noteCreated({ taskKind, taskId }: TaskName): void {
	rememberNewId(taskKey({ taskKind, taskId }));
	rememberNewId(taskKey({ taskKind: '', taskId }));
}

/** Whether the service has created a task of this kind within the last minute, so that it may show it later. */
export function mayBeShownLater(task: TaskName): boolean {
	const timeLeftMs = mayAppearMs(taskKey(task));
	return timeLeftMs > 0;
}
