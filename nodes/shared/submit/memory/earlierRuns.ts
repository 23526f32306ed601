import { difference, groupBy, map, partition } from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import { countSent, type Key, type Keys, noteText, notesOfSent, notesOfTaskless } from './notes';
import type { CutOffRun, OpenRun } from './openRuns';
import type { ItemSubmit } from './submission';

/*
 * Searches n8n's store for what earlier runs of the node have sent of the items of this run.
 *
 * Promise: an item that an earlier run has sent is found in two cases.
 * - In a retry, if the original or another retry of it has sent the same request or else the same input: as often as it
 *   is retried. All these executions have the same run names, so this is what the run itself has sent.
 * - In any run, if a run that was cut off (n8n died, it was stopped, or its node failed) has sent the same request:
 *   once. This run takes the item over, which is noted in the same write in which it is noted as sent by this run.
 *   So it is found again if this run is cut off, too.
 *
 * A note is a text that n8n's store keeps. It names an item by one of its two keys, that of
 * its request or that of its input (`notes.ts`).
 *
 * Needs of n8n: its store of processed items, of which each function here uses the row of the node, and throws what
 * that throws. A question that n8n answers with no takes time in proportion to the row, so only what matters is asked.
 */

/** A submit that an earlier run has sent. */
export interface Match {
	/** The submit of this run for the same item. */
	submit: ItemSubmit;
	/** The run that has sent it. Its execution is empty where that is the original of a retry, or another retry of it. */
	by: OpenRun;
	/** The key by which it was found in the notes of that run. */
	key: Key;
	/**
	 * What that run has noted of it last: only that it was sent; that the service accepted it; or that the user was
	 * told in its output that there may be a task.
	 */
	noted: 'sent' | 'accepted' | 'reported';
}

/** A task that may be that of a submit of an earlier run. */
export interface TaskOfMatch {
	match: Match;
	taskId: string;
}

/** A submit that an earlier run may have sent, of which the store has not been asked yet. */
type Candidate = Omit<Match, 'noted'>;

/** The items of a run, for which is searched. */
export interface Search {
	/** This run. */
	self: OpenRun;
	isRetry: boolean;
	/** All submits of the run. */
	submits: readonly ItemSubmit[];
	/** Those of which the execution itself knows nothing: only these need a match. */
	open: readonly ItemSubmit[];
	/** The keys of all submits, by their positions. */
	keys: ReadonlyMap<number, Keys>;
	/** Runs that were cut off, the newest first. In a retry, its original is among them where that was cut off. */
	cutOff: readonly CutOffRun[];
	/** Whether runs with the same name are certainly those of one execution and its retries. */
	isExact: boolean;
}

/** What was found. */
export interface EarlierSubmits {
	/** At most one for each open submit. */
	matches: Match[];
	/**
	 * In a retry, how many items its original has sent that were not found among those of this run: an item of this run
	 * that was not found may be one of them, with another content. None where all items of this run were found.
	 */
	unidentified: number;
	/** Cut-off runs of which nothing is left to be picked up. Their slots can be freed when this run has ended. */
	usedUp: CutOffRun[];
}

/** Finds what earlier runs have sent of the items of this run, and takes over what was cut off. */
export async function findEarlierSubmits(
	row: ProcessedRow,
	search: Search,
): Promise<EarlierSubmits> {
	const earlier = new EarlierSearch(row, search);
	if (search.isRetry) return await earlier.inRetry();
	return await earlier.inNewExecution();
}

class EarlierSearch {
	constructor(
		private readonly row: ProcessedRow,
		private readonly search: Search,
	) {}

	/** What runs that were cut off have sent of the open submits. This run takes it over. */
	async inNewExecution(): Promise<EarlierSubmits> {
		const { cutOff, open } = this.search;
		const { matches, usedUp } = await this.takeOver(cutOff, open);
		return { matches, usedUp, unidentified: 0 };
	}

	/**
	 * What the original of the retry has sent of the open submits; then, as in a new
	 * execution, what other runs have that were cut off.
	 */
	async inRetry(): Promise<EarlierSubmits> {
		const { self, cutOff, open } = this.search;
		const ofOriginal = await this.findOfOriginal();
		// Counted before anything is taken over, because that counts as sent by this run from then on.
		const unidentified = await this.countUnidentified(ofOriginal);
		const [original, otherRuns] = partition(cutOff, { run: self.run });
		const taken = await this.takeOver(otherRuns, difference(open, map(ofOriginal, 'submit')));
		const isOpen = new Set(open);
		const ofOpen = ofOriginal.filter(({ submit }) => isOpen.has(submit));
		// A retry that ends leaves nothing of its original to a new run.
		const usedUp = original.concat(taken.usedUp);
		return { matches: ofOpen.concat(taken.matches), unidentified, usedUp };
	}

	/**
	 * In a retry, what its original or another retry of it has sent: by its request, or else by its input. Of all
	 * submits, also of those that need no match, because they count as found.
	 */
	private async findOfOriginal(): Promise<Match[]> {
		const { self, submits } = this.search;
		const original: OpenRun = { run: self.run, executionId: '' };
		const byRequest = await this.findSent(original, submits, 'request');
		const others = difference(submits, map(byRequest, 'submit'));
		const byInput = await this.findSent(original, others, 'input');
		return byRequest.concat(byInput);
	}

	/**
	 * In a retry, how many items its original has sent that were not found; none
	 * where all items of this run were found, so that none of them could be another one.
	 */
	private async countUnidentified(found: readonly Match[]): Promise<number> {
		const { self, submits } = this.search;
		const isAllFound = found.length === submits.length;
		if (isAllFound) return 0;
		const sentCount = await countSent(this.row, self.run);
		// An item of which the user was told is not counted as sent any more, so it must not be counted as found either.
		const reported = await this.row.known(found.map(({ key }) => noteText.reported(self.run, key)));
		const foundCount = found.length - reported.size;
		// Two items may be found of one that was sent: one by its request, the other by its input.
		return Math.max(0, sentCount - foundCount);
	}

	/** Takes over from cut-off runs what they have sent of some submits: the newest run first, and each submit once. */
	private async takeOver(
		runs: readonly CutOffRun[],
		submits: readonly ItemSubmit[],
	): Promise<Pick<EarlierSubmits, 'matches' | 'usedUp'>> {
		const matches: Match[] = [];
		const usedUp: CutOffRun[] = [];
		for (const [newest, older] of this.inLines(runs)) {
			const stillOpen = difference(submits, map(matches, 'submit'));
			const taken = await this.takeOverFrom(newest, older, stillOpen);
			matches.push(...taken);
			// How many it has sent is asked only where that can matter, because n8n is slow at it.
			if (taken.length === 0) continue;
			const isUsedUp = taken.length === (await countSent(this.row, newest.run));
			if (isUsedUp) usedUp.push(newest, ...older);
		}
		return { matches, usedUp };
	}

	/**
	 * The newest of the runs with each name, and the older ones: an execution and retries of it, which were cut off one
	 * after the other, have sent the same items. Where other executions may have that name, too, each run is by itself.
	 */
	private inLines(runs: readonly CutOffRun[]): Array<[newest: CutOffRun, older: CutOffRun[]]> {
		if (!this.search.isExact) return runs.map((run) => [run, []]);
		const lines = Object.values(groupBy(runs, 'run'));
		return lines.flatMap(([newest, ...older]) => (newest ? [[newest, older]] : []));
	}

	/**
	 * Takes over from a cut-off run what it has sent of some submits. From then on, it belongs to this run.
	 *
	 * @param older runs with the same name, which have sent the same
	 * @returns what no other run has taken over before
	 */
	private async takeOverFrom(
		newest: CutOffRun,
		older: readonly CutOffRun[],
		submits: readonly ItemSubmit[],
	): Promise<Match[]> {
		const sent = await this.findSent(newest, submits, 'request');
		const claimOf = ({ by, key }: Match) => noteText.takenOver(by, key);
		const claimsOfOlder = sent.flatMap(({ key }) =>
			older.map((run) => noteText.takenOver(run, key)),
		);
		// In one write with the claims, that this run has sent them: so they are found again if n8n dies after it.
		const ownNotes = notesOfMatches(this.search, sent, notesOfSent);
		const newNotes = await this.row.add(sent.map(claimOf).concat(claimsOfOlder, ownNotes));
		// A claim that was noted before is that of another run, of which this one has no items.
		const [taken, takenByOthers] = partition(sent, (match) => newNotes.has(claimOf(match)));
		await this.row.remove(notesOfMatches(this.search, takenByOthers, notesOfTaskless));
		return taken;
	}

	/**
	 * Those of some submits that a run has sent, each with what the run has noted of it last. What was accepted or
	 * reported has its note as sent, too.
	 *
	 * @param kind by which of the two keys of a submit n8n's store is asked
	 */
	private async findSent(
		by: OpenRun,
		submits: readonly ItemSubmit[],
		kind: keyof Keys,
	): Promise<Match[]> {
		const candidates: Candidate[] = [];
		for (const submit of submits) {
			const keys = this.search.keys.get(submit.position);
			if (keys) candidates.push({ submit, by, key: keys[kind] });
		}
		// Each question is only about those that the one before has left, because a no takes time.
		const sent = await this.filterNoted(candidates, noteText.sent);
		const accepted = await this.filterNoted(sent, noteText.accepted);
		const notAccepted = difference(sent, accepted);
		const reported = await this.filterNoted(notAccepted, noteText.reported);
		const onlySent = difference(notAccepted, reported);
		return asMatches(accepted, 'accepted').concat(
			asMatches(reported, 'reported'),
			asMatches(onlySent, 'sent'),
		);
	}

	/** Those of the candidates of which their run has this note. */
	private async filterNoted(
		candidates: readonly Candidate[],
		textOf: (run: string, key: Key) => string,
	): Promise<Candidate[]> {
		const noteOf = ({ by, key }: Candidate) => textOf(by.run, key);
		const known = await this.row.known(candidates.map(noteOf));
		return candidates.filter((candidate) => known.has(noteOf(candidate)));
	}
}

/** Candidates of which is known what their run has noted last. */
function asMatches(candidates: readonly Candidate[], noted: Match['noted']): Match[] {
	return candidates.map((candidate) => ({ ...candidate, noted }));
}

/** A run, and the keys of its submits by their positions. */
type RunWithKeys = Pick<Search, 'self' | 'keys'>;

/** Gives matches back that this run has taken over, so that the next run picks them up. */
export async function giveBack(
	row: ProcessedRow,
	run: RunWithKeys,
	matches: readonly Match[],
): Promise<void> {
	const claims = matches.map(({ by, key }) => noteText.takenOver(by, key));
	await row.remove(claims.concat(notesOfMatches(run, matches, notesOfTaskless)));
}

/**
 * Notes of this run about the items of matches. None where the matches are of a run with the same
 * name, which has made these notes itself: the original of a retry, or, in n8n before 2.14, another
 * execution with the same items of its trigger.
 */
function notesOfMatches(
	{ self, keys }: RunWithKeys,
	matches: readonly Match[],
	notesOf: (run: string, position: number, keys: Keys) => string[],
): string[] {
	const ofOtherRuns = matches.filter(({ by }) => by.run !== self.run);
	return ofOtherRuns.flatMap(({ submit }) => {
		const keysOfItem = keys.get(submit.position);
		return keysOfItem ? notesOf(self.run, submit.position, keysOfItem) : [];
	});
}
