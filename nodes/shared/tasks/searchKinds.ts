import type { ServiceClient } from '../api/client';
import { isTransient, keepsWaiting } from '../api/failure';
import type { ServiceError } from '../api/serviceError';
import type { Answers, Reach, TaskKind, TaskQuery } from '../model/taskKind';

/*
 * Tasks of which nobody says the kind: they are looked for among all kinds that the service can be asked about.
 */

/** What is searched. */
interface SearchedTasks {
	kinds: readonly TaskKind[];
	/** IDs of the tasks that are looked for. */
	ids: readonly string[];
	/** When the search has begun, in milliseconds since the epoch, and whether a kind could not be asked in it so far. */
	begun?: { at: number; isAway: boolean };
}

/** What a search has found. */
interface KindsFound {
	/** The kind of each task that was found, by its ID. */
	kinds: Map<string, TaskKind>;
	answers: Answers;
	/** Whether a kind could not be asked now, so that a task may be of that kind all the same. */
	isAway: boolean;
}

/** How long further kinds are searched where one cannot be asked now, in milliseconds. */
const MAX_SEARCH_MS = 60_000;

/**
 * Looks for tasks in one kind after another, until all are found.
 *
 * @throws CancelledError when the execution is stopped
 */
export async function searchKinds(
	client: ServiceClient,
	{ kinds, ids, begun = { at: Date.now(), isAway: false } }: SearchedTasks,
): Promise<KindsFound> {
	const answers: Answers = { tasks: new Map(), refusals: new Map() };
	const found: KindsFound = { kinds: new Map(), answers, isAway: begun.isAway };
	for (const kind of kinds) {
		const missing = ids.filter((id) => !found.kinds.has(id));
		const withinMs = found.isAway ? begun.at + MAX_SEARCH_MS - Date.now() : Infinity;
		if (missing.length === 0 || withinMs <= 0) break;
		const { tasks, refusals, failure } = await kind.lookUp(client.with({ withinMs }), missing);
		for (const id of missing) {
			const task = tasks.get(id);
			const error = refusals.get(id) ?? failure;
			if (task) {
				found.kinds.set(id, kind);
				found.answers.tasks.set(id, task);
			} else if (isPassing(error)) {
				found.answers.refusals.set(id, error);
				found.isAway = true;
			}
		}
	}
	return found;
}

/** Whether a kind cannot be asked now: a wrong path and what is not documented do not pass. */
function isPassing(error: ServiceError | undefined): error is ServiceError {
	return error !== undefined && keepsWaiting(error.failure) && isTransient(error.failure);
}

/**
 * Asks about tasks of which nobody says the kind, in each round of a wait. The usual kind is asked in each round, which is one
 * request for many; the others are searched once, and again as long as one of them could not be asked. A task that was found is
 * then asked about as one of its kind.
 */
export class KindSearch implements TaskQuery {
	/** What the next node is told of the kind of a task that was not found: nothing. */
	readonly name = '';

	private readonly kindOf = new Map<string, TaskKind>();
	private isSearched = false;

	/**
	 * @param usual the kind that is asked in each round
	 * @param others the other kinds that the service can be asked about
	 */
	constructor(
		private readonly usual: TaskKind,
		private readonly others: readonly TaskKind[],
	) {}

	async lookUp(client: ServiceClient, ids: readonly string[], reach?: Reach): Promise<Answers> {
		const at = Date.now();
		const answers = await this.askKnown(client, ids, reach);
		if (this.isSearched) return answers;
		const missing = ids.filter((id) => !answers.tasks.has(id));
		const begun = { at, isAway: isPassing(answers.failure) };
		const found = await searchKinds(client, { kinds: this.others, ids: missing, begun });
		found.kinds.forEach((kind, id) => this.kindOf.set(id, kind));
		this.isSearched = !found.isAway;
		addTo(answers, found.answers);
		return answers;
	}

	/** Asks about each task as one of the kind in which it was found, or else of the usual one. */
	private async askKnown(
		client: ServiceClient,
		ids: readonly string[],
		reach: Reach | undefined,
	): Promise<Answers> {
		const answers: Answers = { tasks: new Map(), refusals: new Map() };
		const idsOf = new Map<TaskKind, string[]>();
		for (const id of ids) {
			const kind = this.kindOf.get(id) ?? this.usual;
			const own = idsOf.get(kind) ?? [];
			own.push(id);
			idsOf.set(kind, own);
		}
		for (const [kind, own] of idsOf) addTo(answers, await kind.lookUp(client, own, reach));
		return answers;
	}
}

function addTo(all: Answers, { tasks, refusals, failure }: Answers): void {
	tasks.forEach((task, id) => all.tasks.set(id, task));
	refusals.forEach((error, id) => all.refusals.set(id, error));
	all.failure ??= failure;
}
