import { keyBy, uniq } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';

import { isTransient, keepsWaiting, type ServiceError } from '../service/failure';
import { aiCreation, motion } from './aiCreation';
import { composedVideo } from './composedVideo';
import { lipSync } from './lipSync';
import { person } from './person';
import type { Answers, TaskKind } from './task';
import { translation } from './translation';

/** Every kind of task, in the order of its name in drop-down lists. */
const KINDS: readonly TaskKind[] = [
	aiCreation,
	motion,
	composedVideo,
	person,
	lipSync,
	translation,
];

/** The kinds by their value of `taskKind`; nothing else, not even a word such as 'constructor'. */
export const kinds: Readonly<Record<string, TaskKind>> = Object.assign(
	Object.create(null) as Record<string, TaskKind>,
	keyBy(KINDS, 'name'),
);

/** How long other kinds are searched where one cannot be asked now. */
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
		async lookUp(client, ids, createdAfter) {
			const begun = Date.now();
			const all: Answers = { tasks: new Map(), refusals: new Map() };
			const kindFor = (id: string) => kindOf.get(id) ?? aiCreation;
			for (const kind of uniq(ids.map(kindFor))) {
				const own = ids.filter((id) => kindFor(id) === kind);
				const { tasks, refusals, failure } = await kind.lookUp(client, own, createdAfter);
				tasks.forEach((task, id) => all.tasks.set(id, task));
				refusals.forEach((error, id) => all.refusals.set(id, error));
				all.failure ??= failure;
			}
			let isAway = isPassing(all.failure);
			for (const kind of isSearched ? [] : others) {
				const missing = ids.filter((id) => !all.tasks.has(id));
				if (missing.length === 0 || (isAway && Date.now() - begun >= MAX_SEARCH_MS)) break;
				const { tasks, refusals, failure } = await kind.lookUp(client, missing);
				for (const id of missing) {
					const task = tasks.get(id);
					const error = refusals.get(id) ?? failure;
					if (task) {
						kindOf.set(id, kind);
						all.tasks.set(id, task);
					} else if (error && isPassing(error)) {
						// That there is one of this kind is only a guess, but one that is not answered now.
						all.refusals.set(id, error);
						isAway = true;
					}
				}
			}
			isSearched = !isAway;
			return all;
		},
	};
}

/** Whether another kind cannot be asked now: a wrong path and what is not documented do not pass. */
function isPassing(error?: ServiceError): boolean {
	return error !== undefined && keepsWaiting(error.failure) && isTransient(error.failure);
}

/**
 * What a number of tasks make: "composed videos".
 *
 * @param names the different kinds of the tasks, by name
 */
export function countedWord(names: readonly string[], count: number): string {
	const { label } = (names.length === 1 && kinds[names[0] ?? '']) || { label: 'task' };
	return count === 1 ? label : `${label}s`;
}

export const kindOptions: INodePropertyOptions[] = KINDS.map(({ name, title, description }) => ({
	name: title,
	value: name,
	description,
}));

/** Those that the service can list. */
export const listedKindOptions = kindOptions.filter(({ value }) => kinds[String(value)]?.list);
