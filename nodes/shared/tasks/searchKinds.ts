import type { ServiceClient } from '../api/client';
import { isTransient, keepsWaiting } from '../api/failure';
import type { ServiceError } from '../api/serviceError';
import type { Answers, Reach, TaskKind, AskedKind } from '../model/taskKind';

/*
 * Tasks of which nobody says the kind: they are looked for among all kinds that the service can be asked about.
 */

/** What is looked for, and where. */
interface KindSearchInput {
	/** The kinds to search, in this order. */
	kinds: readonly TaskKind[];
	/** IDs of the tasks that are looked for. */
	ids: readonly string[];
	/** When the search began, in milliseconds since the epoch; now, unless another kind was asked before. */
	begunAt?: number;
	/** Whether a kind that was asked before could not answer; false if not set. */
	isIncomplete?: boolean;
}

/** What a search has found. */
interface KindSearchResult {
	/** The kind of each task that was found, by its ID. */
	kindOf: Map<string, TaskKind>;
	/**
	 * What the kinds have answered of these tasks; of each other task, the error of a question that may be answered
	 * later. There is no common error: one of a kind is noted for each task.
	 */
	answers: Answers;
	/** Whether a kind could not answer now, so that a task that was not found may be of that kind. */
	isIncomplete: boolean;
}

/** How long a search may take in which a kind could not answer, in milliseconds. */
const MAX_SEARCH_MS = 60_000;

/**
 * Looks for tasks in one kind after another, until all are found. Where a kind could not answer, the search ends a
 * minute after it began. Errors of the service are in the result, and are not thrown.
 *
 * @throws CancelledError when the execution is stopped
 */
export async function searchKinds(
	client: ServiceClient,
	search: KindSearchInput,
): Promise<KindSearchResult> {
	const { kinds, ids, begunAt = Date.now(), isIncomplete = false } = search;
	const endsAt = begunAt + MAX_SEARCH_MS;
	const found: KindSearchResult = { kindOf: new Map(), answers: noAnswers(), isIncomplete };
	for (const kind of kinds) {
		const missing = ids.filter((id) => !found.kindOf.has(id));
		if (missing.length === 0) break;
		let limitedClient = client;
		// As long as every kind has answered, the search has no time limit.
		if (found.isIncomplete) {
			const leftMs = endsAt - Date.now();
			if (leftMs <= 0) break;
			limitedClient = client.with({ withinMs: leftMs });
		}
		const answers = await kind.lookUp(limitedClient, missing);
		// This also notes in `found` whether the kind could not answer.
		for (const id of missing) noteAnswer(found, id, { kind, answers });
	}
	return found;
}

/**
 * Notes what a kind has answered about one task. A kind that answers without the task, or refuses the question for
 * good, changes nothing.
 *
 * @param found what was found so far, which this changes
 * @param answers those of the kind about all tasks that it was asked about
 */
function noteAnswer(
	found: KindSearchResult,
	id: string,
	{ kind, answers }: { kind: TaskKind; answers: Answers },
): void {
	const task = answers.tasks.get(id);
	if (task) {
		found.kindOf.set(id, kind);
		found.answers.tasks.set(id, task);
		// A kind that was asked before may have failed to answer.
		found.answers.errorById.delete(id);
		return;
	}
	// That of the question about this task alone, or else the one that many tasks have in common.
	const error = answers.errorById.get(id) ?? answers.commonError;
	if (!error || !mayPass(error)) return;
	found.answers.errorById.set(id, error);
	found.isIncomplete = true;
}

/**
 * Whether the same question may be answered later. Both are needed: `keepsWaiting` is false for a wrong path,
 * which stays wrong; `isTransient` is false for a refusal with a code that is not documented.
 */
function mayPass({ failure }: ServiceError): boolean {
	return keepsWaiting(failure) && isTransient(failure);
}

/**
 * Asks about tasks of which nobody says the kind, in each round of a wait. The usual kind is asked in each round, which
 * takes one request for many tasks. The others are searched in the first round, and again in the next ones as long as
 * a kind could not answer. A task that was found is from then on asked about as one of its kind.
 */
export class KindSearch implements AskedKind {
	/** Empty, because a task that was not found is output without a kind. */
	readonly name = '';

	/** The kind of each task that was found among the others, by its ID. */
	private readonly foundKindOf = new Map<string, TaskKind>();

	/**
	 * Whether the other kinds are searched in the next round: not after a search in which none of them, nor the usual
	 * kind as a whole, has failed to answer in a way that may pass.
	 */
	private needsSearch = true;

	/**
	 * @param usual the kind that is asked in each round
	 * @param others the other kinds that the service can be asked about
	 */
	constructor(
		private readonly usual: TaskKind,
		private readonly others: readonly TaskKind[],
	) {}

	/**
	 * Asks about tasks of any kind: each as one of the kind in which it was found, or else of the usual one. What that
	 * does not show is looked for among the other kinds, unless they need no further search.
	 *
	 * @param reach how far back the lists of the usual kind, and of those in which a task was found, are read; to their
	 *   end where that is not known. The other kinds are always searched to the end
	 * @throws CancelledError when the execution is stopped; errors of the service are among the answers
	 */
	async lookUp(client: ServiceClient, ids: readonly string[], reach?: Reach): Promise<Answers> {
		const begunAt = Date.now();
		const answers = await this.askByKind(client, ids, reach);
		if (!this.needsSearch) return answers;
		const missing = ids.filter((id) => !answers.tasks.has(id));
		// If the usual kind could not answer, a task that is found nowhere may be of this kind.
		const isIncomplete = answers.commonError !== undefined && mayPass(answers.commonError);
		const search = { kinds: this.others, ids: missing, begunAt, isIncomplete };
		const found = await searchKinds(client, search);
		found.kindOf.forEach((kind, id) => this.foundKindOf.set(id, kind));
		this.needsSearch = found.isIncomplete;
		addAnswers(answers, found.answers);
		return answers;
	}

	/** Asks about each task as one of the kind in which it was found, or else of the usual one. */
	private async askByKind(
		client: ServiceClient,
		ids: readonly string[],
		reach: Reach | undefined,
	): Promise<Answers> {
		const answers = noAnswers();
		for (const kind of [this.usual, ...this.others]) {
			const idsOfKind = ids.filter((id) => this.kindToAsk(id) === kind);
			if (idsOfKind.length === 0) continue;
			addAnswers(answers, await kind.lookUp(client, idsOfKind, reach));
		}
		return answers;
	}

	/** The kind in which a task was found; the usual one where it was not found among the others. */
	private kindToAsk(id: string): TaskKind {
		return this.foundKindOf.get(id) ?? this.usual;
	}
}

/** Answers to which none has been added yet. */
function noAnswers(): Answers {
	return { tasks: new Map(), errorById: new Map() };
}

/**
 * Adds answers to `all`, which this changes. What they say of a task replaces what `all` has there; of several common
 * errors, the first one counts.
 */
function addAnswers(all: Answers, { tasks, errorById, commonError }: Answers): void {
	tasks.forEach((task, id) => all.tasks.set(id, task));
	errorById.forEach((error, id) => all.errorById.set(id, error));
	all.commonError ??= commonError;
}
