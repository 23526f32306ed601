import { groupBy, upperFirst } from 'lodash';

import type { ServiceClient } from '../api/client';
import { pathLabel } from '../api/paths';
import { explain } from '../api/serviceError';
import { taskKey } from '../model/task';
import { isListed, pathOf, type TaskKind } from '../model/taskKind';
import type { TaskStatus } from '../model/taskStatus';
import { canLookUp } from '../tasks/canAsk';
import { kinds, nameInLists } from '../tasks/kinds';
import { searchKinds } from '../tasks/searchKinds';
import { mapConcurrent } from '../util/async';
import { PackError } from '../util/errors';
import { formatValue } from '../util/quote';
import { formatList } from '../util/text';
import { completionMessages } from './completionMessages';

/*
 * Errors of tasks that the service does not have. One that is of another kind than was chosen is looked for, so that the error
 * says what is wrong; where nobody has named a kind, the error says which kinds could not be searched.
 */

type Unknown = Extract<TaskStatus, { is: 'unknown' }>;

/** Longest time for the search for an explanation, in milliseconds. */
const MAX_SEARCH_MS = 10_000;

/** @returns what makes the error of each of these tasks. @throws CancelledError when the execution is stopped */
export async function explainUnknown(
	client: ServiceClient,
	all: readonly Unknown[],
): Promise<(status: Unknown) => PackError> {
	const actual = new Map<string, TaskKind>();
	const limited = client.with({ withinMs: MAX_SEARCH_MS });
	for (const [name, statuses] of Object.entries(groupBy(all, ({ task }) => task.taskKind))) {
		if (name === '') continue;
		// A path that the user has entered may answer about tasks of any kind.
		const others = Object.values(kinds).filter((kind) => isListed(kind) && kind.name !== name);
		const ids = statuses.map(({ task }) => task.taskId);
		const search = async (other: TaskKind) => {
			const found = await searchKinds(limited, { kinds: [other], ids });
			for (const taskId of found.kinds.keys())
				actual.set(taskKey({ taskKind: name, taskId }), other);
		};
		// Side by side: a limit of the service may hold one of them back.
		await mapConcurrent(others, search);
	}
	const isAnyUnnamed = all.some(({ task }) => task.taskKind === '');
	const notSearched = isAnyUnnamed ? pathsFor(kindsWithoutPath(client)) : '';
	return (status) => unknownTask(status, actual.get(taskKey(status.task)), notSearched);
}

/** The kinds that are not asked about, because the credential has no right path for them. */
function kindsWithoutPath(client: ServiceClient): TaskKind[] {
	return Object.values(kinds).filter((kind) => pathOf(kind) && !mayLookUp(client, kind));
}

/** Whether the service can be asked about tasks of a kind; not with a path that is wrong. */
function mayLookUp(client: ServiceClient, kind: TaskKind): boolean {
	try {
		return canLookUp(client.paths, kind);
	} catch {
		return false;
	}
}

/**
 * The error of an item whose task the service does not have, with its words, if it had any.
 *
 * @param actual the kind in which the task was found
 * @param notSearched where it could not be looked for, as a sentence, or nothing
 */
function unknownTask(
	{ task, denial }: Unknown,
	actual: TaskKind | undefined,
	notSearched: string,
): PackError {
	const { taskId, taskKind } = task;
	const id = formatValue(taskId);
	const kind = kinds[taskKind];
	if (kind && actual) {
		const message = completionMessages.otherKind(id, nameInLists(actual), nameInLists(kind));
		return new PackError(message, { taskId });
	}
	const said = denial ? ` ${explain(denial).advice}` : '';
	const message = kind
		? completionMessages.unknownTask(kind.label, id, said)
		: completionMessages.unknownTaskOfAnyKind(id, notSearched, said);
	return new PackError(message, { taskId });
}

/** A sentence that names the paths without which kinds are not searched; empty where none is missing. */
function pathsFor(withoutPath: readonly TaskKind[]): string {
	if (withoutPath.length === 0) return '';
	const labels = withoutPath.map(({ label }) => `${label}s`);
	const paths = withoutPath.flatMap((kind) => pathOf(kind) ?? []);
	return completionMessages.onlyByPaths(
		upperFirst(formatList(labels, 'and')),
		formatList(
			paths.map((path) => `'${pathLabel(path)}'`),
			'and',
		),
	);
}
