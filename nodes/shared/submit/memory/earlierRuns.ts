import { difference, every, map, partition, range, some } from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import { accepted, hasBegun, itemSent, type Key, type Keys, sent, takenOver, told } from './notes';
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
	/**
	 * What is noted of it: that the service has accepted it; else that the user was told by its run, which has ended, that there may
	 * be a task; else only that it was sent.
	 */
	noted: 'accepted' | 'told' | 'sent';
}

/** A task that may be that of a submit of an earlier run. */
export interface TaskOfMatch {
	match: Match;
	taskId: string;
}

type Candidate = Omit<Match, 'noted'>;

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
		const open = new Set(search.open);
		const matches = own.filter(({ submit }) => open.has(submit));
		const unidentified = search.isRetry ? await this.unidentified(row, search, own) : 0;
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
		const { keys, submits } = search;
		for (const cutOff of search.cutOff) if (cutOff.run === run) this.emptied.add(cutOff);
		const by: OpenRun = { run, executionId: '' };
		const byRequest = await sentOnes(row, candidates(keys, 'request', { submits, by }));
		const rest = difference(submits, map(byRequest, 'submit'));
		return [
			...byRequest,
			...(await sentOnes(row, candidates(keys, 'input', { submits: rest, by }))),
		];
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
			const matches = await sentOnes(
				row,
				candidates(search.keys, 'request', { submits: open, by }),
			);
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
	private async unidentified(
		row: ProcessedRow,
		search: Search,
		found: readonly Match[],
	): Promise<number> {
		const { run } = this.self;
		const { submits } = search;
		if (found.length === submits.length && every(found, { noted: 'accepted' })) return 0;
		// What the user was told of is not counted as sent any more.
		const wereTold = await row.known(found.map(({ key }) => told(run, key)));
		const counted = found.length - wereTold.size;
		if (counted === submits.length) return 0;
		const begun = await row.known([hasBegun(run)]);
		if (begun.size === 0) return 0;
		return Math.max(0, (await countSent(row, run, search)) - counted);
	}
}

/** What a run may have sent: each of the submits under its key of this kind. */
function candidates(
	keys: Search['keys'],
	kind: keyof Keys,
	{ submits, by }: { submits: readonly ItemSubmit[]; by: OpenRun },
): Candidate[] {
	return submits.flatMap((submit) => {
		const key = keys.get(submit.place)?.[kind];
		return key === undefined ? [] : [{ submit, by, key }];
	});
}

/** Those of the candidates that their run has sent. A question that n8n answers with no is slow, so only what matters is asked. */
async function sentOnes(row: ProcessedRow, all: readonly Candidate[]): Promise<Match[]> {
	const isSent = await asked(row, all, sent);
	const those = all.filter(isSent);
	const isAccepted = await asked(row, those, accepted);
	const [ended, unanswered] = partition(those, isAccepted);
	const isTold = await asked(row, unanswered, told);
	return [
		...ended.map((one): Match => ({ ...one, noted: 'accepted' })),
		...unanswered.map((one): Match => ({ ...one, noted: isTold(one) ? 'told' : 'sent' })),
	];
}

/** Asks for a note of each candidate, and gives what says whether it is there. */
async function asked(
	row: ProcessedRow,
	all: readonly Candidate[],
	note: (run: string, key: Key) => string,
): Promise<(one: Candidate) => boolean> {
	const noteOf = ({ by, key }: Candidate) => note(by.run, key);
	const known = await row.known(all.map(noteOf));
	return (one) => known.has(noteOf(one));
}

/** How many items a run has sent; not all, if it had far more than this one. */
async function countSent(row: ProcessedRow, run: string, { submits }: Search): Promise<number> {
	const places = range(2 * submits.length + 10);
	const items = await row.known(places.map((place) => itemSent(run, place)));
	return items.size;
}
