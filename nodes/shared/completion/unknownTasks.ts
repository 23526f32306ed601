import { compact, groupBy, upperFirst } from 'lodash';

import type { ServiceClient } from '../api/client';
import { pathLabel } from '../api/paths';
import { explain } from '../api/serviceError';
import { taskKey } from '../model/task';
import { canLookUp, pathOf, type TaskKind } from '../model/taskKind';
import type { TaskStatus } from '../model/taskStatus';
import { allKinds, kinds, listedKinds, nameInLists } from '../tasks/kinds';
import { mapConcurrent } from '../util/async';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { formatList } from '../util/text';
import { completionMessages } from './completionMessages';

/*
 * The errors of tasks that the service does not have. The task is looked for among the other kinds,
 * so that the error says whether the wrong kind was chosen; where nobody has chosen a kind, the
 * error says which kinds could not be searched.
 */

/** What is known of a task that the service does not have. */
type Unknown = Extract<TaskStatus, { is: 'unknown' }>;

/** Longest time for the search for an explanation, in milliseconds. */
const MAX_SEARCH_MS = 10_000;

/**
 * Looks for the reason why the service does not have some tasks.
 *
 * @param all what is known of each of these tasks
 * @returns a function that makes the error of any of these tasks
 * @throws CancelledError when the execution is stopped
 */
export async function explainUnknown(
	client: ServiceClient,
	all: readonly Unknown[],
): Promise<(status: Unknown) => PackError> {
	const byChosenKind = groupBy(all, ({ task }) => task.taskKind);
	// The kinds of the tasks that are found, by the key of the task under the kind that the user has chosen.
	const actualKinds = new Map<string, TaskKind>();
	const limited = client.with({ withinMs: MAX_SEARCH_MS });
	for (const [chosen, statuses] of Object.entries(byChosenKind)) {
		// It is empty where nobody has chosen a kind: such a task was already looked for among all kinds.
		if (chosen === '') continue;
		const ids = statuses.map(({ task }) => task.taskId);
		const kindById = await searchOtherKinds(limited, chosen, ids);
		for (const [taskId, actual] of kindById) {
			actualKinds.set(taskKey({ taskKind: chosen, taskId }), actual);
		}
	}
	return (status) => errorOfUnknown(client, status, actualKinds.get(taskKey(status.task)));
}

/**
 * Looks for tasks among all listed kinds but the one that was chosen. Not among those at a path that the user has
 * entered, because such a path may answer about tasks of any kind.
 *
 * @param chosen the name of the kind that was chosen for all of these tasks
 * @returns the actual kind of each task that was found, by its ID; if two kinds have the ID, either of them
 * @throws CancelledError when the execution is stopped
 */
async function searchOtherKinds(
	client: ServiceClient,
	chosen: string,
	ids: readonly string[],
): Promise<Map<string, TaskKind>> {
	const others = listedKinds.filter(({ name }) => name !== chosen);
	const found = new Map<string, TaskKind>();
	// All kinds are searched at once, because a limit of the service may hold back the search in one of them.
	await mapConcurrent(others, async (other) => {
		// Where the kind could not be searched, this finds nothing.
		const { tasks } = await other.lookUp(client, ids);
		for (const id of tasks.keys()) found.set(id, other);
	});
	return found;
}

/** The kinds that cannot be asked about, because the credential has no right path for them. */
function kindsWithoutPath(client: ServiceClient): TaskKind[] {
	return allKinds.filter((kind) => pathOf(kind) && !mayLookUp(client, kind));
}

/** Whether the service can be asked about tasks of a kind; false also where the path for it is not a valid one. */
function mayLookUp(client: ServiceClient, kind: TaskKind): boolean {
	try {
		return canLookUp(client.paths, kind);
	} catch {
		return false;
	}
}

/**
 * The error of an item whose task the service does not have, with what the service said, if anything.
 *
 * @param actual the kind in which the task was found; undefined where it was not
 */
function errorOfUnknown(
	client: ServiceClient,
	{ task, denial }: Unknown,
	actual: TaskKind | undefined,
): PackError {
	const { taskId, taskKind } = task;
	const id = formatValue(taskId);
	// Undefined where nobody has chosen a kind.
	const kind = kinds[taskKind];
	if (kind && actual) {
		const message = completionMessages.otherKind(id, nameInLists(actual), nameInLists(kind));
		return new PackError(message, { taskId });
	}
	const whatServiceSaid = denial ? ` ${explain(denial).said}` : '';
	if (kind) {
		return new PackError(completionMessages.unknownTask(kind.label, id, whatServiceSaid), {
			taskId,
		});
	}
	// It was looked for among all kinds that can be asked about. The error names the others.
	const notSearched = sentenceOfPaths(kindsWithoutPath(client));
	const message = completionMessages.unknownTaskOfAnyKind(id, notSearched, whatServiceSaid);
	return new PackError(message, { taskId });
}

/** A sentence that says which kinds cannot be searched without which paths; empty for no kinds. */
function sentenceOfPaths(withoutPath: readonly TaskKind[]): string {
	if (withoutPath.length === 0) return '';
	const kindsInWords = withoutPath.map(({ label }) => `${label}s`);
	const paths = compact(withoutPath.map(pathOf)).map((path) => `'${pathLabel(path)}'`);
	return completionMessages.onlyByPaths(
		upperFirst(formatList(kindsInWords, 'and')),
		formatList(paths, 'and'),
	);
}
