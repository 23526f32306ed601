import type { ServiceClient } from '../api/client';
import { isTransient, keepsWaiting } from '../api/failure';
import type { ServiceError } from '../api/serviceError';
import type { Answers, Reach, TaskKind, AskedKind } from '../model/taskKind';

/*
 * Tasks of which nobody says the kind: they are looked for among all kinds that the service can be asked about.
 */

/** How long a search may take in which a kind could not answer, in milliseconds. */
const MAX_SEARCH_MS = 60_000;

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
	 * @param others the other kinds that the service can be asked about, in the order in which they are searched
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
		const endsAt = Date.now() + MAX_SEARCH_MS;
		const answers = await this.askByKind(client, ids, reach);
		if (!this.needsSearch) return answers;
		// If the usual kind could not answer, a task that is found nowhere may be of this kind.
		let isIncomplete = answers.commonError !== undefined && mayPass(answers.commonError);
		for (const kind of this.others) {
			const missing = ids.filter((id) => !answers.tasks.has(id));
			// As long as every kind has answered, the search has no time limit.
			const leftMs = isIncomplete ? endsAt - Date.now() : Infinity;
			if (missing.length === 0 || leftMs <= 0) break;
			const found = await kind.lookUp(client.with({ withinMs: leftMs }), missing);
			for (const id of missing) {
				const canAnswer = this.noteAnswer(answers, id, { kind, found });
				if (!canAnswer) isIncomplete = true;
			}
		}
		this.needsSearch = isIncomplete;
		return answers;
	}

	/**
	 * Notes what one of the other kinds has answered about a task. A kind that answers without the task, or refuses the
	 * question for good, changes nothing.
	 *
	 * @param answers those so far, which this changes
	 * @param found those of the kind about all tasks that it was asked about
	 * @returns whether the kind has answered: if not, the task may be of this kind
	 */
	private noteAnswer(
		answers: Answers,
		id: string,
		{ kind, found }: { kind: TaskKind; found: Answers },
	): boolean {
		const task = found.tasks.get(id);
		if (task) {
			this.foundKindOf.set(id, kind);
			answers.tasks.set(id, task);
			// A kind that was asked before may have failed to answer.
			answers.errorById.delete(id);
			return true;
		}
		// That of the question about this task alone, or else the one that many tasks have in common.
		const error = found.errorById.get(id) ?? found.commonError;
		if (!error || !mayPass(error)) return true;
		answers.errorById.set(id, error);
		return false;
	}

	/** Asks about each task as one of the kind in which it was found, or else of the usual one. */
	private async askByKind(
		client: ServiceClient,
		ids: readonly string[],
		reach: Reach | undefined,
	): Promise<Answers> {
		const answers: Answers = { tasks: new Map(), errorById: new Map() };
		for (const kind of [this.usual, ...this.others]) {
			const idsOfKind = ids.filter((id) => this.kindToAsk(id) === kind);
			if (idsOfKind.length === 0) continue;
			const { tasks, errorById, commonError } = await kind.lookUp(client, idsOfKind, reach);
			tasks.forEach((task, id) => answers.tasks.set(id, task));
			errorById.forEach((error, id) => answers.errorById.set(id, error));
			// Of several common errors, the first one counts.
			answers.commonError ??= commonError;
		}
		return answers;
	}

	/** The kind in which a task was found; the usual one where it was not found among the others. */
	private kindToAsk(id: string): TaskKind {
		return this.foundKindOf.get(id) ?? this.usual;
	}
}

/**
 * Whether the same question may be answered later. Both are needed: `keepsWaiting` is false for a wrong path,
 * which stays wrong; `isTransient` is false for a refusal with a code that is not documented.
 */
function mayPass({ failure }: ServiceError): boolean {
	return keepsWaiting(failure) && isTransient(failure);
}
