import { uniq } from 'lodash';

import type { ServiceClient } from '../shared/api/client';
import { isTransient, keepsWaiting } from '../shared/api/failure';
import type { ServiceError } from '../shared/api/serviceError';
import type { Answers, TaskKind } from '../shared/model/taskKind';
import { aiCreation } from '../shared/tasks/aiCreation';

/* Tasks of which nobody says the kind: they are looked for among all kinds that the service can be asked about. */

/** How long other kinds are searched where one cannot be asked now, in milliseconds. */
const MAX_SEARCH_MS = 60_000;

/**
 * The kind of tasks whose kind nobody names: AI tasks, or another kind, which is looked for once,
 * unless a kind cannot be asked then.
 *
 * @param others the kinds that the service can be asked about
 */
export function unnamedKind(others: readonly TaskKind[]): TaskKind {
	const kindOf = new Map<string, TaskKind>();
	let isSearched = false;
	return {
		...aiCreation,
		// A guess is not what the next node is told.
		name: '',
		async lookUp(client, ids, reach) {
			const begun = Date.now();
			const all: Answers = { tasks: new Map(), refusals: new Map() };
			const kindFor = (id: string) => kindOf.get(id) ?? aiCreation;
			for (const kind of uniq(ids.map(kindFor))) {
				const own = ids.filter((id) => kindFor(id) === kind);
				addTo(all, await kind.lookUp(client, own, reach));
			}
			let isAway = isPassing(all.failure);
			for (const kind of isSearched ? [] : others) {
				const missing = ids.filter((id) => !all.tasks.has(id));
				const withinMs = isAway ? begun + MAX_SEARCH_MS - Date.now() : Infinity;
				if (missing.length === 0 || withinMs <= 0) break;
				const found = await searchIn(kind, client.with({ withinMs }), missing, all);
				for (const id of found.ids) kindOf.set(id, kind);
				isAway ||= found.isAway;
			}
			isSearched = !isAway;
			return all;
		},
	};
}

function addTo(all: Answers, { tasks, refusals, failure }: Answers): void {
	tasks.forEach((task, id) => all.tasks.set(id, task));
	refusals.forEach((error, id) => all.refusals.set(id, error));
	all.failure ??= failure;
}

/** Looks for tasks in one kind. @returns the IDs of those found, and whether the kind cannot be asked now */
async function searchIn(
	kind: TaskKind,
	client: ServiceClient,
	missing: readonly string[],
	all: Answers,
): Promise<{ ids: string[]; isAway: boolean }> {
	const { tasks, refusals, failure } = await kind.lookUp(client, missing);
	const found = { ids: [...tasks.keys()], isAway: false };
	tasks.forEach((task, id) => all.tasks.set(id, task));
	for (const id of missing.filter((one) => !tasks.has(one))) {
		const error = refusals.get(id) ?? failure;
		if (!error || !isPassing(error)) continue;
		// That there is one of this kind is only a guess, but one that is not answered now.
		all.refusals.set(id, error);
		found.isAway = true;
	}
	return found;
}

/** Whether another kind cannot be asked now: a wrong path and what is not documented do not pass. */
function isPassing(error?: ServiceError): boolean {
	return error !== undefined && keepsWaiting(error.failure) && isTransient(error.failure);
}
