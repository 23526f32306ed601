import { difference, every, map, partition, range } from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import { type Key, type Keys, noteText, notesOfSent, notesOfTaskless } from './notes';
import type { CutOffRun, OpenRun } from './openRuns';
import type { ItemSubmit } from './submission';

/*
 * Searches n8n's store for what earlier runs of the node have sent of the items of this run.
 *
 * Promise: an item that an earlier run has sent is found in two cases.
 * - In a retry, if the original or another retry of it has sent the same request or else the same input: as often as it is retried.
 *   All these executions have the same run names, so this is what the run itself has sent.
 * - In any run, if a run that was cut off (n8n died, or it was stopped) has sent the same request: once. This run takes the item
 *   over, which is noted in the same write in which it is noted as sent by this run. So it is found again if this run is cut
 *   off, too.
 *
 * A note is a text that n8n's store keeps. It names an item by one of its two keys, that of its request or that of its input
 * (`notes.ts`).
 *
 * Needs of n8n: its store of processed items, of which each function here uses the row of the node, and throws what that throws.
 * A question that n8n answers with no takes time in proportion to the row, so only what matters is asked.
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
	 * What that run has noted of it last: only that it was sent; that the service accepted it; or that the user was told in its output
	 * that there may be a task.
	 */
	noted: 'sent' | 'accepted' | 'reported';
}

/** A task that may be that of a submit of an earlier run. */
export interface TaskOfMatch {
	match: Match;
	taskId: string;
}

/** A submit that an earlier run may have sent: it has not been asked for yet. */
type Candidate = Omit<Match, 'noted'>;

/** The items of a run, for which is searched. */
export interface Search {
	/** This run. */
	self: OpenRun;
	isRetry: boolean;
	/** All submits of the run. */
	submits: readonly ItemSubmit[];
	/** Those of which the execution itself knows nothing. */
	open: readonly ItemSubmit[];
	/** The keys of all submits, by their positions. */
	keys: ReadonlyMap<number, Keys>;
	/** Runs that were cut off, the newest first. */
	cutOff: readonly CutOffRun[];
}

/** What was found. */
export interface EarlierSubmits {
	/** At most one for each open submit. */
	matches: Match[];
	/** In a retry, how many items its original has sent that are not among those of this run. */
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

	async inNewExecution(): Promise<EarlierSubmits> {
		const { cutOff, open } = this.search;
		const { matches, usedUp } = await this.takeOver(cutOff, open);
		return { matches, usedUp, unidentified: 0 };
	}

	async inRetry(): Promise<EarlierSubmits> {
		const { self, cutOff, open } = this.search;
		const own = await this.findOwn();
		// Counted before anything is taken over, because that counts as sent by this run from then on.
		const unidentified = await this.countUnidentified(own);
		const [original, others] = partition(cutOff, { run: self.run });
		const taken = await this.takeOver(others, difference(open, map(own, 'submit')));
		const isOpen = new Set(open);
		return {
			matches: own.filter(({ submit }) => isOpen.has(submit)).concat(taken.matches),
			unidentified,
			usedUp: original.concat(taken.usedUp),
		};
	}

	/** In a retry, what its original or another retry of it has sent: by its request, or else by its input. */
	private async findOwn(): Promise<Match[]> {
		const { self, submits } = this.search;
		const original: OpenRun = { run: self.run, executionId: '' };
		const byRequest = await this.findSent(original, submits, 'request');
		const others = difference(submits, map(byRequest, 'submit'));
		const byInput = await this.findSent(original, others, 'input');
		return byRequest.concat(byInput);
	}

	/**
	 * In a retry, how many items its original has sent beside those that were found. Items of which the user was told are not
	 * counted as sent in the notes (`noteText.itemSent`), so they do not count as found either.
	 */
	private async countUnidentified(found: readonly Match[]): Promise<number> {
		const { self, submits } = this.search;
		if (found.length === submits.length && every(found, { noted: 'accepted' })) return 0;
		const reported = await this.row.known(found.map(({ key }) => noteText.reported(self.run, key)));
		const counted = found.length - reported.size;
		if (counted === submits.length) return 0;
		const begun = await this.row.known([noteText.begun(self.run)]);
		if (begun.size === 0) return 0;
		return Math.max(0, (await this.countSentBy(self.run)) - counted);
	}

	/** Takes over from cut-off runs what they have sent of some submits. From now on, it belongs to this run. */
	private async takeOver(
		runs: readonly CutOffRun[],
		submits: readonly ItemSubmit[],
	): Promise<Pick<EarlierSubmits, 'matches' | 'usedUp'>> {
		const matches: Match[] = [];
		const usedUp: CutOffRun[] = [];
		for (const by of runs) {
			const open = difference(submits, map(matches, 'submit'));
			const sent = await this.findSent(by, open, 'request');
			if (sent.length === 0) continue;
			const taken = await this.noteTakenOver(sent);
			matches.push(...taken);
			if (taken.length === (await this.countSentBy(by.run))) usedUp.push(by);
		}
		return { matches, usedUp };
	}

	/**
	 * Notes that matches are taken over, and that this run has sent them, in one write: so they are found again if it is cut off.
	 *
	 * @returns those that no other run has taken over before
	 */
	private async noteTakenOver(matches: readonly Match[]): Promise<Match[]> {
		const notes = matches.map(({ by, key }) => noteText.takenOver(by, key));
		const added = await this.row.add(
			notes.concat(notesOfMatches(this.search, matches, notesOfSent)),
		);
		const [taken, lost] = partition(matches, ({ by, key }) =>
			added.has(noteText.takenOver(by, key)),
		);
		await this.row.remove(notesOfMatches(this.search, lost, notesOfTaskless));
		return taken;
	}

	/** Those of some submits that a run has sent, as its notes say, which have keys of this kind. */
	private async findSent(
		by: OpenRun,
		submits: readonly ItemSubmit[],
		kind: keyof Keys,
	): Promise<Match[]> {
		const candidates: Candidate[] = [];
		for (const submit of submits) {
			const key = this.search.keys.get(submit.position)?.[kind];
			if (key !== undefined) candidates.push({ submit, by, key });
		}
		const sent = await this.withNote(candidates, noteText.sent);
		const accepted = await this.withNote(sent, noteText.accepted);
		const unanswered = difference(sent, accepted);
		const reported = await this.withNote(unanswered, noteText.reported);
		return asMatches(accepted, 'accepted').concat(
			asMatches(reported, 'reported'),
			asMatches(difference(unanswered, reported), 'sent'),
		);
	}

	/** Those of the candidates of which their run has this note. */
	private async withNote(
		candidates: readonly Candidate[],
		textOf: (run: string, key: Key) => string,
	): Promise<Candidate[]> {
		const known = await this.row.known(candidates.map(({ by, key }) => textOf(by.run, key)));
		return candidates.filter(({ by, key }) => known.has(textOf(by.run, key)));
	}

	/** How many items a run has sent. Of one that has sent more than twice as many as this one has, not all are counted. */
	private async countSentBy(run: string): Promise<number> {
		const positions = range(2 * this.search.submits.length + 10);
		const known = await this.row.known(
			positions.map((position) => noteText.itemSent(run, position)),
		);
		return known.size;
	}
}

/** Candidates of which is known what their run has noted last. */
function asMatches(candidates: readonly Candidate[], noted: Match['noted']): Match[] {
	return candidates.map((candidate) => ({ ...candidate, noted }));
}

/** The search of a run that gives matches back. */
type OwnSearch = Pick<Search, 'self' | 'keys'>;

/** Gives matches back that this run has taken over, so that the next run picks them up. */
export async function giveBack(
	row: ProcessedRow,
	search: OwnSearch,
	matches: readonly Match[],
): Promise<void> {
	const notes = matches.map(({ by, key }) => noteText.takenOver(by, key));
	await row.remove(notes.concat(notesOfMatches(search, matches, notesOfTaskless)));
}

/**
 * Notes of this run about the items of matches. None where the matches are of a run with the same name, which has made these
 * notes itself: the original of a retry, or, in n8n before 2.14, another execution with the same items of its trigger.
 */
function notesOfMatches(
	{ self, keys }: OwnSearch,
	matches: readonly Match[],
	notesOf: (run: string, position: number, keys: Keys) => string[],
): string[] {
	return matches.flatMap(({ by, submit: { position } }) => {
		const ofItem = keys.get(position);
		if (!ofItem || by.run === self.run) return [];
		return notesOf(self.run, position, ofItem);
	});
}
