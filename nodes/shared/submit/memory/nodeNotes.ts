import type { IExecuteFunctions } from 'n8n-workflow';

import { type ProcessedRow, useProcessedRow } from '../../n8n/processedItems';
import type { Match, TaskOfMatch } from './earlierRuns';
import { noteText, readUnlisted } from './notes';
import type { CreatedTask } from './submission';

/*
 * The notes of a node in n8n's store, as one run of it uses them: `notes.ts` says what they are.
 *
 * Promise: no method fails. Where n8n's store does, as in a workflow that was never saved, it is as if nothing were noted, and
 * nothing is; n8n's debug log says so.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`).
 */

export class NodeNotes {
	/** @param maxEntries most notes that are kept when some are added: the oldest are dropped */
	constructor(
		private readonly context: IExecuteFunctions,
		private maxEntries: number,
	) {}

	/**
	 * Does some work with the notes while no other run of this process does.
	 *
	 * @returns what the work gives; undefined where n8n's store fails
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

	/** Lets the store keep this share of the notes that it has now, if that is more than it would keep: 0.9 for nine tenths. */
	async keepAtLeast(row: ProcessedRow, share: number): Promise<void> {
		const count = await row.count();
		this.maxEntries = Math.max(this.maxEntries, Math.floor(count * share));
		row.maxEntries = this.maxEntries;
	}

	/** Those of some tasks that a run has noted as its own. */
	async tasksOfRun(run: string, taskIds: readonly string[]): Promise<string[]> {
		return await this.filterNoted(taskIds, (taskId) => noteText.hasTask(run, taskId));
	}

	/** Those of some pairs whose task is noted as that of the submit. */
	async notedPairs(pairs: readonly TaskOfMatch[]): Promise<TaskOfMatch[]> {
		return await this.filterNoted(pairs, ({ match: { by, key }, taskId }) =>
			noteText.isTask(by.run, key, taskId),
		);
	}

	/** The tasks of a submit of whose kind the service has no list; none where they are not noted. */
	async unlistedTasksOf({ by, key }: Match): Promise<CreatedTask[]> {
		const tasks = await this.use(async (row) => await readUnlisted(row, by.run, key));
		return tasks ?? [];
	}

	/** Those of which there is this note; none where n8n's store fails. */
	private async filterNoted<T>(all: readonly T[], noteOf: (one: T) => string): Promise<T[]> {
		if (all.length === 0) return [];
		const known = await this.use(async (row) => await row.known(all.map(noteOf)));
		return all.filter((one) => known?.has(noteOf(one)));
	}
}
