import type { IExecuteFunctions } from 'n8n-workflow';

import { type ProcessedRow, useProcessedRow } from '../../n8n/processedItems';
import type { Match } from './earlierRuns';
import { noteText } from './notes';

/*
 * The notes of a node in n8n's store, as one run of it uses them: `notes.ts` says what they are.
 *
 * Promise: no method fails, but `dropOldest`. Where n8n's store does, as in a workflow that was never saved, it is as
 * if nothing were noted, and nothing is; n8n's debug log says so.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`).
 */

/**
 * The fewest notes of a node that a run keeps when it begins: those of some 1,500 items, or of 280 where the service
 * has no list of the tasks, so that their IDs are spelled; in a sub-workflow, those of some 240 calls.
 */
const LEAST_NOTES = 14_000;

/**
 * The share of the present notes of a node that are there at least when a run has added its own. It is less than all of
 * them, so that after one large run their number becomes smaller again with each small one.
 */
const KEPT_SHARE = 0.9;

/**
 * Most notes that are kept because they may be needed, those of some 22,000 items, or of 4,000 without a list: beyond
 * that, the oldest are dropped, even if they are those of a run that is alive. Nobody may ever take up again a run
 * that was cut off, and each write takes the longer, the more notes there are: with so many, about a quarter of a
 * second.
 */
const MOST_NEEDED = 200_000;

/** What the notes of a node have to have room for when a run begins. */
interface NeededNotes {
	/** About how many notes this run will add. */
	ofRun: number;
	/** The same, with those of the runs before it in a loop. */
	ofLoop: number;
	/**
	 * Whether the notes that are there may be needed once more: an execution is retried, or another run is alive or was
	 * cut off.
	 */
	needsEarlier: boolean;
}

/** The notes of one node, for one run of it. */
export class NodeNotes {
	/**
	 * Whether all uses have failed so far; undefined before the first. Such a store probably fails for good, so it holds
	 * nothing up: each further use is tried once, until one succeeds.
	 */
	private hasOnlyFailed: boolean | undefined;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * Does some work with the notes while no other run of this process does.
	 *
	 * @returns what the work gives; undefined where n8n's store or the work fails
	 */
	async use<T>(work: (row: ProcessedRow) => Promise<T>): Promise<T | undefined> {
		try {
			const result = await useProcessedRow(this.context, work, !this.hasOnlyFailed);
			this.hasOnlyFailed = false;
			return result;
		} catch (error) {
			this.hasOnlyFailed ??= true;
			this.context.logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}

	/**
	 * Drops the oldest notes, but keeps `LEAST_NOTES`. With those of this run, it also leaves twice those of its loop, so
	 * that those of an earlier one as large stay, too, and not much fewer than there are, because an earlier run may have
	 * been larger. Where those that are there may be needed, it keeps `MOST_NEEDED`. To be called within `use`, and only
	 * when a run begins: later, nobody knows which runs have begun since and need their notes.
	 *
	 * @throws what n8n's store throws
	 */
	async dropOldest(row: ProcessedRow, { ofRun, ofLoop, needsEarlier }: NeededNotes): Promise<void> {
		const present = await row.count();
		const leastWithOwn = Math.max(2 * ofLoop, Math.floor(KEPT_SHARE * present));
		const least = needsEarlier ? MOST_NEEDED : LEAST_NOTES;
		const kept = Math.max(least, leastWithOwn - ofRun);
		if (present > kept) await row.keepNewest(kept);
	}

	/** Whether the user was told of a submit in the output or the error of the run that has sent it. */
	async wasUserTold({ by, key }: Match): Promise<boolean> {
		const note = noteText.userTold(by.runName, key);
		const known = await this.use(async (row) => await row.known([note]));
		return known?.has(note) ?? false;
	}
}
