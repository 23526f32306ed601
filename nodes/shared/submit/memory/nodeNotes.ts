import type { IExecuteFunctions } from 'n8n-workflow';

import { type ProcessedRow, useProcessedRow } from '../../n8n/processedItems';
import type { Match, TaskOfMatch } from './earlierRuns';
import { noteText, readUnlisted } from './notes';
import type { CreatedTask } from './submission';

/*
 * The notes of a node in n8n's store, as one run of it uses them: `notes.ts` says what they are.
 *
 * Promise: no method fails, but `raiseLimitToPresent`. Where n8n's store does, as in a workflow that was never saved,
 * it is as if nothing were noted, and nothing is; n8n's debug log says so.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`).
 */

/**
 * The share of the present notes of a node that each run keeps at least. It is less than all of them, so that after one
 * large run their number becomes smaller again with each small one.
 */
const KEPT_SHARE = 0.9;

/** The notes of one node, for one run of it. */
export class NodeNotes {
	/** @param maxEntries most notes that are kept when some are added: the oldest are dropped */
	constructor(
		private readonly context: IExecuteFunctions,
		private maxEntries: number,
	) {}

	/**
	 * Does some work with the notes while no other run of this process does.
	 *
	 * @returns what the work gives; undefined where n8n's store or the work fails
	 */
	async use<T>(work: (row: ProcessedRow) => Promise<T>): Promise<T | undefined> {
		try {
			return await useProcessedRow(this.context, async (row) => {
				row.maxEntries = this.maxEntries;
				return await work(row);
			});
		} catch (error) {
			this.context.logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}

	/**
	 * Lets this run keep more notes where the node has many: an earlier run may have been larger, and its notes would all
	 * be dropped at the first write of a small one. To be called within `use`, because it throws what the store throws.
	 */
	async raiseLimitToPresent(row: ProcessedRow): Promise<void> {
		const presentCount = await row.count();
		const mostOfPresent = Math.floor(KEPT_SHARE * presentCount);
		this.maxEntries = Math.max(this.maxEntries, mostOfPresent);
		row.maxEntries = this.maxEntries;
	}

	/**
	 * Those of some tasks that a run has noted as its own, in the order in which they are given.
	 *
	 * @param run the name of the run
	 * @param taskIds the IDs of the tasks about which n8n's store is asked
	 * @returns their IDs
	 */
	async tasksOfRun(run: string, taskIds: readonly string[]): Promise<string[]> {
		return await this.filterNoted(taskIds, (taskId) => noteText.hasTask(run, taskId));
	}

	/** Those of some pairs of a submit and a task in which the task is noted as that of the submit. */
	async notedPairs(pairs: readonly TaskOfMatch[]): Promise<TaskOfMatch[]> {
		return await this.filterNoted(pairs, ({ match, taskId }) =>
			noteText.isTask(match.by.run, match.key, taskId),
		);
	}

	/**
	 * The tasks of a submit whose tasks are in no list of the service, as its run has noted them; none where they are not
	 * noted.
	 */
	async unlistedTasksOf({ by, key }: Match): Promise<CreatedTask[]> {
		const tasks = await this.use(async (row) => await readUnlisted(row, by.run, key));
		return tasks ?? [];
	}

	/**
	 * Those of some subjects of which there is a note; none where n8n's store fails.
	 *
	 * @param noteOf gives the text of the note of a subject
	 */
	private async filterNoted<T>(
		subjects: readonly T[],
		noteOf: (subject: T) => string,
	): Promise<T[]> {
		// To ask nothing, it need not wait until no other run uses the notes.
		if (subjects.length === 0) return [];
		const known = await this.use(async (row) => await row.known(subjects.map(noteOf)));
		if (!known) return [];
		return subjects.filter((subject) => known.has(noteOf(subject)));
	}
}
