import { difference, map, range, some } from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import {
	accepted,
	hasBegun,
	isTask,
	itemSent,
	type Key,
	type Keys,
	sent,
	takenOver,
	told,
} from './notes';
import { closeCutOff, type CutOffRun, type OpenRun } from './openRuns';
import type { ItemSubmit } from './submission';

/*
 * What earlier runs of the node have sent of the items of this run, as n8n's store has it noted. A run is picked up from in
 * two cases:
 * - It was cut off: what has the same request is taken over, once.
 * - It has the name of this run, as the original of a retry and other retries of it have: what has the same request or else
 *   the same input is found again, as often as it is retried.
 */

/** A submit of an earlier run that is taken for that of an item. */
export interface Match {
	submit: ItemSubmit;
	/** The run that has sent it; without an execution in a retry, whose original or another retry of it has. */
	by: OpenRun;
	/** The key by which it was found. */
	key: Key;
	/** Whether the service has accepted it, as far as was noted. */
	isAccepted: boolean;
	/** Whether its run has told the user that there may be a task, and has ended. */
	isTold: boolean;
}

type Candidate = Omit<Match, 'isAccepted' | 'isTold'>;

/** The items of a run, and what is asked about them. */
export interface Search {
	submits: readonly ItemSubmit[];
	/** Those of which the execution itself knows nothing. */
	open: readonly ItemSubmit[];
	keys: ReadonlyMap<number, Keys>;
	isRetry: boolean;
	/** Runs that were cut off, the newest first. */
	cutOff: readonly CutOffRun[];
	/** How many entries the row may have. */
	most: number;
}

export interface EarlierSubmits {
	/** At most one for each open item. */
	matches: Match[];
	/** In a retry, how many items its original has sent that are not among those of this run. */
	unidentified: number;
}

/** All methods fail where n8n's store does. */
export class EarlierRuns {
	/** Runs that were cut off of which nothing is left to be picked up once this run has ended. */
	private readonly emptied = new Set<CutOffRun>();

	/** @param self this run */
	constructor(private readonly self: OpenRun) {}

	async search(row: ProcessedRow, search: Search): Promise<EarlierSubmits> {
		const own = search.isRetry ? await this.ownMatches(row, search) : [];
		const others = await this.takeFromCutOff(row, search, map(own, 'submit'));
		const matches = own.filter(({ submit }) => search.open.includes(submit));
		// What the user was told of is not counted as sent any more.
		const counted = own.filter(({ isTold }) => !isTold).length;
		const unidentified = search.isRetry ? await this.unidentified(row, search, counted) : 0;
		return { matches: [...matches, ...others], unidentified };
	}

	/** Lets matches be picked up again, because it could not be found out what became of them. */
	async leave(row: ProcessedRow, matches: readonly Match[]): Promise<void> {
		for (const cutOff of this.emptied) {
			if (some(matches, { by: cutOff })) this.emptied.delete(cutOff);
		}
		await row.remove(matches.map(({ by, key }) => takenOver(by, key)));
	}

	/** Ends the runs from which all was picked up. */
	async close(row: ProcessedRow): Promise<void> {
		for (const cutOff of this.emptied) await closeCutOff(row, cutOff);
	}

	/** What this execution itself has sent before: in the execution that it retries, or in another retry of that. */
	private async ownMatches(row: ProcessedRow, search: Search): Promise<Match[]> {
		const { run } = this.self;
		for (const cutOff of search.cutOff) if (cutOff.run === run) this.emptied.add(cutOff);
		const by: OpenRun = { run, executionId: '' };
		const byRequest = await sentOnes(row, candidates(search, search.submits, by, 'request'));
		const rest = difference(search.submits, map(byRequest, 'submit'));
		return [...byRequest, ...(await sentOnes(row, candidates(search, rest, by, 'input')))];
	}

	/** What other runs have sent that were cut off. It belongs to this run from now on. */
	private async takeFromCutOff(
		row: ProcessedRow,
		search: Search,
		known: readonly ItemSubmit[],
	): Promise<Match[]> {
		const all: Match[] = [];
		for (const by of search.cutOff) {
			if (this.emptied.has(by)) continue;
			const open = difference(search.open, known, map(all, 'submit'));
			const matches = await sentOnes(row, candidates(search, open, by, 'request'));
			if (matches.length === 0) continue;
			const notes = matches.map(({ key }) => takenOver(by, key));
			const isNew = await row.add(notes, search.most);
			const taken = matches.filter(({ key }) => isNew.has(takenOver(by, key)));
			all.push(...taken);
			if (taken.length === (await countSent(row, by.run, search))) this.emptied.add(by);
		}
		return all;
	}

	/** How many items the original has sent beside those that were found. */
	private async unidentified(row: ProcessedRow, search: Search, found: number): Promise<number> {
		const { run } = this.self;
		if (found === search.submits.length) return 0;
		const begun = await row.known([hasBegun(run)]);
		if (begun.size === 0) return 0;
		return Math.max(0, (await countSent(row, run, search)) - found);
	}
}

/**
 * Asks which of some tasks are those of matches.
 *
 * @returns the matches with the IDs of their tasks
 */
export async function tasksOf(
	row: ProcessedRow,
	matches: readonly Match[],
	taskIds: readonly string[],
): Promise<Array<{ match: Match; taskId: string }>> {
	const pairs = matches.flatMap((match) => taskIds.map((taskId) => ({ match, taskId })));
	const noteOf = ({ match: { by, key }, taskId }: (typeof pairs)[number]) =>
		isTask(by.run, key, taskId);
	const known = await row.known(pairs.map(noteOf));
	return pairs.filter((pair) => known.has(noteOf(pair)));
}

function candidates(
	{ keys }: Search,
	submits: readonly ItemSubmit[],
	by: OpenRun,
	kind: keyof Keys,
): Candidate[] {
	return submits.flatMap((submit) => {
		const key = keys.get(submit.place)?.[kind];
		return key === undefined ? [] : [{ submit, by, key }];
	});
}

/** Those of the candidates that their run has sent. */
async function sentOnes(row: ProcessedRow, all: readonly Candidate[]): Promise<Match[]> {
	const wereSent = await row.known(all.map(({ by, key }) => sent(by.run, key)));
	const those = all.filter(({ by, key }) => wereSent.has(sent(by.run, key)));
	const wereAccepted = await row.known(those.map(({ by, key }) => accepted(by.run, key)));
	const wereTold = await row.known(those.map(({ by, key }) => told(by.run, key)));
	return those.map((one) => ({
		...one,
		isAccepted: wereAccepted.has(accepted(one.by.run, one.key)),
		isTold: wereTold.has(told(one.by.run, one.key)),
	}));
}

/** How many items a run has sent; not all, if it had far more than this one. */
async function countSent(row: ProcessedRow, run: string, { submits }: Search): Promise<number> {
	const places = range(2 * submits.length + 10);
	const items = await row.known(places.map((place) => itemSent(run, place)));
	return items.size;
}
