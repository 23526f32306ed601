import type { IExecuteFunctions } from 'n8n-workflow';

import { type ProcessedRow, useProcessedRow } from '../../n8n/processedItems';
import type { Match, TaskOfMatch } from './earlierRuns';
import { noteText, readUnlisted } from './notes';
import type { CreatedTask } from './submission';

/*
 * The notes of a node in n8n's store, as one run of it uses them: `notes.ts` says what they are.
 *
 * Promise: no method fails, but `limit`. Where n8n's store does, as in a workflow that was never saved, it is as if
 * nothing were noted, and nothing is; n8n's debug log says so.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`).
 */

/** The fewest notes that n8n's store keeps for a node: those of some 1,250 items. */
const LEAST_NOTES = 10_000;

/**
 * The share of the present notes of a node that each run keeps at least. It is less than all of them, so that after one
 * large run their number becomes smaller again with each small one.
 */
const KEPT_SHARE = 0.9;

/**
 * Most notes that are kept because of runs that were cut off, those of some 25,000 items. Nobody may ever take these
 * runs up again, and each write takes the longer, the more notes there are: with so many, about a quarter of a second.
 */
const MOST_FOR_CUT_OFF = 200_000;

/** More notes than a run has besides those of its submits: its slot, its sign of life, and the limits of positions. */
const NOTES_OF_RUN = 100;

/** How many notes a run needs. */
export interface NeededNotes {
	/** Those of the run itself; in a loop, with those of the runs before it. */
	own: number;
	/** Whether the notes that are there may be needed once more: an execution is retried, or a run was cut off. */
	needsEarlier: boolean;
}

/** The notes of one node, for one run of it. */
export class NodeNotes {
	/** Most notes that are kept when some are added: the oldest are dropped. Undefined for all, until `limit`. */
	private maxEntries: number | undefined;

	constructor(private readonly context: IExecuteFunctions) {}

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
	 * Limits the notes from now on: to twice those of this run, so that those of an earlier one as large stay, too; but
	 * not to fewer than `LEAST_NOTES`, nor to much fewer than there are, because an earlier run may have been larger. To
	 * be called within `use`.
	 *
	 * @throws what n8n's store throws
	 */
	async limit(row: ProcessedRow, { own, needsEarlier }: NeededNotes): Promise<void> {
		const present = await row.count();
		const limits = [LEAST_NOTES, 2 * own, Math.floor(KEPT_SHARE * present)];
		// What is dropped first is the oldest, such as the slot of the run that was cut off.
		if (needsEarlier) limits.push(Math.min(present + 2 * own + NOTES_OF_RUN, MOST_FOR_CUT_OFF));
		this.maxEntries = Math.max(...limits);
		row.maxEntries = this.maxEntries;
	}

	/** Raises the limit by so many further notes of this run, and as many of an earlier one. */
	makeRoom(count: number): void {
		if (this.maxEntries !== undefined) this.maxEntries += 2 * count;
	}

	/**
	 * Those of some tasks that a run has noted as its own, in the order in which they are given.
	 *
	 * @param runName names the run in its notes
	 * @param taskIds the IDs of the tasks about which n8n's store is asked
	 * @returns their IDs
	 */
	async tasksOfRun(runName: string, taskIds: readonly string[]): Promise<string[]> {
		return await this.filterNoted(taskIds, (taskId) => noteText.hasTask(runName, taskId));
	}

	/** Those of some pairs of a submit and a task in which the task is noted as that of the submit. */
	async notedPairs(pairs: readonly TaskOfMatch[]): Promise<TaskOfMatch[]> {
		return await this.filterNoted(pairs, ({ match, taskId }) =>
			noteText.isTask(match.by.runName, match.key, taskId),
		);
	}

	/**
	 * The tasks of a submit whose tasks are in no list of the service, as its run has noted them; none where they are not
	 * noted.
	 */
	async unlistedTasksOf({ by, key }: Match): Promise<CreatedTask[]> {
		const tasks = await this.use(async (row) => await readUnlisted(row, by.runName, key));
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
