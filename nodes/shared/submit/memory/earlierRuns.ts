import {
	countBy,
	difference,
	filter,
	groupBy,
	map,
	partition,
	range,
	reject,
	uniqBy,
} from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import {
	countSent,
	countSentOrRecalled,
	filterNoted,
	type Key,
	keysOf,
	keyWithNumber,
	type Keys,
	type NamedRun,
	noteText,
	notesOfSent,
	notesOfTaskless,
	runsWithItems,
} from './notes';
import type { CutOffRun } from './openRuns';
import type { ItemSubmit } from './submission';

/*
 * Searches n8n's store for what earlier runs of the node have sent of the items of this run.
 *
 * Promise: an item that an earlier run has sent is found in two cases.
 * - In a retry, if the original or another retry of it has sent the same request or else the same input: as often as it
 *   is retried. All these executions have the same run names, so this is what the run itself has sent; or a later run
 *   of the node, where an item that was refused has come back.
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
	/**
	 * The run that has sent or recalled it. Its `executionId` is empty where that is the original of this retry, another
	 * retry of that original (these have the same run name), or a later run of one of these.
	 */
	by: NamedRun;
	/** The key by which it was found in the notes of that run. */
	key: Key;
	/**
	 * What that run has noted of it: that it has tasks, because the service accepted it, or because the run has continued
	 * with tasks which its execution knew; or else that the user was told in its output that there may be a task; or only
	 * that it was sent.
	 */
	noted: 'sent' | 'accepted' | 'userTold';
}

/** A task that may be that of a submit of an earlier run. */
export interface TaskOfMatch {
	match: Match;
	taskId: string;
}

/** A submit that an earlier run may have sent, of which the store has not been asked yet. */
type Candidate = Omit<Match, 'noted'>;

/** The items of a run, for which is searched. */
interface Search {
	/** This run. */
	self: NamedRun;
	isRetry: boolean;
	/**
	 * Whether this run is one call of a tool. All calls in an execution have the same run name, so what was sent under it
	 * may be that of other calls, which follow later.
	 */
	isToolCall: boolean;
	/** Whether an item that is refused may come back to the node, so that a later run of it sends the item again. */
	mayComeBack(): boolean;
	/** All submits of the run. */
	submits: readonly ItemSubmit[];
	/** Those of which the execution itself knows nothing: only these need a match. */
	unknown: readonly ItemSubmit[];
	/** The keys of all submits, by their positions. */
	keys: ReadonlyMap<number, Keys>;
	/** Runs that were cut off, the newest first. In a retry, its original is among them where that was cut off. */
	cutOff: readonly CutOffRun[];
	/** Whether runs with the same name are certainly those of one execution and its retries. */
	isExact: boolean;
}

/**
 * By how many runs a later one may follow this one, to be searched for an item that has come back: those of an hour,
 * for one that comes back once a minute.
 */
const LATER_RUNS = range(1, 61);

/** What was found. */
export interface EarlierSubmits {
	/** At most one for each submit of which the execution itself knows nothing. */
	matches: Match[];
	/**
	 * In a retry, how many items its original has sent that were not found among those of this run: an item of this run
	 * that was not found may be one of them, with another content. None where all items of this run were found.
	 */
	unidentified: number;
	/** Cut-off runs of which nothing is left to be picked up. Their slots can be freed when this run has ended. */
	usedUp: CutOffRun[];
	/**
	 * Notes that close what was found of an original whose slot stays. They are added when this run has output its items,
	 * so that a new run picks up only the others.
	 */
	closingAtOutput: string[];
}

/**
 * Finds what earlier runs have sent of the items of this run, and takes over what was cut off: it notes in n8n's
 * store that these items are this run's from now on.
 *
 * @throws what n8n's store throws
 */
export async function findEarlierSubmits(
	row: ProcessedRow,
	search: Search,
): Promise<EarlierSubmits> {
	const earlierSearch = new EarlierSearch(row, search);
	if (search.isRetry) return await earlierSearch.searchInRetry();
	return await earlierSearch.searchInNewExecution();
}

/** Cut-off runs with the same name, which have sent the same items. */
interface RunsOfName {
	newest: CutOffRun;
	older: readonly CutOffRun[];
}

/** A search for the items of one run. */
class EarlierSearch {
	constructor(
		private readonly row: ProcessedRow,
		private readonly search: Search,
	) {}

	/** Finds what runs that were cut off have sent of the unknown submits. This run takes it over. */
	async searchInNewExecution(): Promise<EarlierSubmits> {
		const { cutOff, unknown } = this.search;
		const { matches, usedUp } = await this.takeOver(cutOff, unknown);
		return { matches, usedUp, unidentified: 0, closingAtOutput: [] };
	}

	/**
	 * Finds what the original of the retry has sent of the unknown submits. The rest, this run takes over from other
	 * runs that were cut off and have sent it, as in a new execution.
	 */
	async searchInRetry(): Promise<EarlierSubmits> {
		const { self, isToolCall, cutOff, submits, unknown } = this.search;
		const { certain: ofOriginal, ambiguous } = await this.findOfOriginal();
		// Counted before anything is taken over, because that counts as sent by this run from then on.
		const countedByPosition = await this.countNotFound(self.runName, ofOriginal, countSent);
		// An ambiguous item of which the user was told does not count by its position any more.
		const notFoundCount = Math.max(countedByPosition, ambiguous.length);
		// Where all items of this run were found, none of them can be one that was sent with another content.
		const isAllFound = ofOriginal.length === submits.length;
		const unidentified = isAllFound ? 0 : notFoundCount;
		// The original of this retry, and other retries of it, have the same run name as this one.
		const [ofSameName, otherRuns] = partition(cutOff, { runName: self.runName });
		const notOfOriginal = difference(unknown, map(ofOriginal, 'submit'));
		const taken = await this.takeOver(otherRuns, notOfOriginal);
		const stillUnknown = difference(notOfOriginal, map(taken.matches, 'submit'));
		const ofLaterRuns = await this.findOfLaterRuns(stillUnknown);
		const unknownSubmits = new Set(unknown);
		const neededOfOriginal = ofOriginal.filter(({ submit }) => unknownSubmits.has(submit));
		const matches = neededOfOriginal.concat(taken.matches, ofLaterRuns);
		if (notFoundCount === 0 && !isToolCall) {
			// A retry that ends leaves nothing of its original to a new run.
			const usedUp = ofSameName.concat(taken.usedUp);
			return { matches, unidentified, usedUp, closingAtOutput: [] };
		}
		// What was not found still waits for a new run, as where somebody has retried with another credential or only some
		// of the items, or for the next call of a tool.
		const closingAtOutput = closingNotes(ofSameName, ofOriginal);
		return { matches, unidentified, usedUp: taken.usedUp, closingAtOutput };
	}

	/**
	 * In a retry, finds what its original or another retry of that has sent: by the request, or else by the input. All
	 * submits are looked for, also those that need no match, because `countNotFound` counts what was found.
	 *
	 * @returns what was found; `ambiguous` are those of which the order does not say which of several items they are
	 */
	private async findOfOriginal(): Promise<{ certain: Match[]; ambiguous: Match[] }> {
		const { self, submits } = this.search;
		// It has the run name of this retry; the ID of its execution is not known.
		const original: NamedRun = { runName: self.runName, executionId: '' };
		const byRequest = await this.findSent(original, submits, 'request');
		// Items with the same input are only told apart by their number in its order. Where one of them was found by
		// its request, the numbers of the others may have changed: where the first of three is gone, the second would
		// be taken for it. So none of them is searched for by its input.
		const inputsOfFound = new Set(map(byRequest, 'submit.prints.input'));
		const notFound = difference(submits, map(byRequest, 'submit'));
		const recognizable = notFound.filter(({ prints }) => !inputsOfFound.has(prints.input));
		const byInput = await this.findSent(original, recognizable, 'input');
		const [ambiguous, unambiguous] = await this.divideByAmbiguity(byInput);
		return { certain: byRequest.concat(unambiguous), ambiguous };
	}

	/**
	 * In a retry, finds what later runs of the node in its original, or in another retry of it, have sent of some
	 * submits: an item that was refused may have come back, and only then been accepted. Where none comes back, nothing
	 * is looked for, because a later round of a loop has other items.
	 */
	private async findOfLaterRuns(submits: readonly ItemSubmit[]): Promise<Match[]> {
		const { self, mayComeBack } = this.search;
		if (submits.length === 0 || !mayComeBack()) return [];
		const [line, ordinal] = self.runName.split('.');
		const names = LATER_RUNS.map((later) => `${line}.${Number(ordinal) + later}`);
		const runNames = await runsWithItems(this.row, names);
		// Usually there is no such run, so that this one question is enough.
		if (runNames.length === 0) return [];
		const findIn = async (wanted: readonly ItemSubmit[], keys: ReadonlyMap<number, Keys>) => {
			const keyOf = ({ position }: ItemSubmit) => keys.get(position)?.request;
			const candidates = runNames.flatMap((runName) =>
				candidatesOf({ runName, executionId: '' }, wanted, keyOf),
			);
			// One that was accepted comes first.
			return uniqBy(await this.filterSent(candidates), 'submit');
		};
		// Of equal items, only those come back that were refused, and are numbered anew; or else all of them.
		const refused = await findIn(submits, keysOf(submits));
		const others = await findIn(difference(submits, map(refused, 'submit')), this.search.keys);
		const found = uniqBy(refused.concat(others), ({ by, key }) => `${by.runName} ${key}`);
		// From now on, they count as sent by this run, which a further retry counts.
		await this.row.add(notesOfMatches(this.search, found, notesOfSent));
		return found;
	}

	/**
	 * Divides what was found by its input: first that of which the original has sent more items with the same input than
	 * this run has. One of these is gone, such as the first, so each of the others could be taken for the one before it.
	 */
	private async divideByAmbiguity(byInput: readonly Match[]): Promise<[Match[], Match[]]> {
		// A submit without keys has no number.
		const { keys, submits } = this.search;
		const counts = countBy(
			submits.filter(({ position }) => keys.has(position)),
			'prints.input',
		);
		const furtherItems = byInput.map((match) => {
			const { input } = match.submit.prints;
			return { ...match, key: keyWithNumber('input', input, counts[input] ?? 0) };
		});
		const sent = new Set(map(await this.candidatesWith(furtherItems, noteText.sent), 'submit'));
		return partition(byInput, ({ submit }) => sent.has(submit));
	}

	/**
	 * How many items a run has sent that are not among those of this run, or have another content now. Not counted is an
	 * item of which the user was told that it may have a task.
	 *
	 * @param found what this run has found of that run
	 * @param count counts the items of that run: those that it has sent, or also those that it has recalled
	 */
	private async countNotFound(
		runName: string,
		found: readonly Match[],
		count: typeof countSent,
	): Promise<number> {
		const sentCount = await count(this.row, runName);
		// An item of which the user was told is not counted as sent any more, so it must not be counted as found either.
		const userTold = await this.candidatesWith(found, noteText.userTold);
		const foundCount = found.length - userTold.length;
		// In a retry, two items may be found of one that was sent: one by its request, the other by its input.
		return Math.max(0, sentCount - foundCount);
	}

	/**
	 * Takes over from cut-off runs what they have sent of some submits: the newest run first, and each submit once.
	 *
	 * @param runs the newest first
	 * @returns what was taken over, and the runs of which nothing is left then; not all of these, because it is not
	 *   always counted, and what others have taken over before counts as left
	 */
	private async takeOver(
		runs: readonly CutOffRun[],
		submits: readonly ItemSubmit[],
	): Promise<Pick<EarlierSubmits, 'matches' | 'usedUp'>> {
		const matches: Match[] = [];
		const usedUp: CutOffRun[] = [];
		for (const { newest, older } of this.groupByName(runs)) {
			const notFound = difference(submits, map(matches, 'submit'));
			const taken = await this.takeOverFrom(newest, older, notFound);
			matches.push(...taken);
			// Where nothing was taken, it is not asked how many items the run has sent, because n8n is slow at that. How many
			// the calls of a tool have sent cannot be counted.
			if (taken.length === 0 || this.search.isToolCall) continue;
			const leftCount = await this.countNotFound(newest.runName, taken, countSentOrRecalled);
			if (leftCount === 0) usedUp.push(newest, ...older);
		}
		return { matches, usedUp };
	}

	/**
	 * Groups runs by their name. Those of one name are the runs of an execution and of its retries, which were cut off
	 * one after the other and have sent the same items. Where executions that have nothing in common may have the same
	 * name, too (`isExact` is false), each run is a group of its own.
	 *
	 * @param runs the newest first
	 */
	private groupByName(runs: readonly CutOffRun[]): RunsOfName[] {
		if (!this.search.isExact) return runs.map((run) => ({ newest: run, older: [] }));
		const groups = Object.values(groupBy(runs, 'runName'));
		return groups.flatMap(([newest, ...older]) => {
			// A group always has a newest run, which its type does not say.
			return newest ? [{ newest, older }] : [];
		});
	}

	/**
	 * Takes over from a cut-off run what it has sent of some submits. From then on, it belongs to this run.
	 *
	 * @param newest the run whose notes are searched
	 * @param older runs with the same name, which have sent the same items: these are taken over from them, too
	 * @returns what no other run has taken over before
	 */
	private async takeOverFrom(
		newest: CutOffRun,
		older: readonly CutOffRun[],
		submits: readonly ItemSubmit[],
	): Promise<Match[]> {
		const sent = await this.findSent(newest, submits, 'request');
		const recalled = await this.findRecalled(newest, difference(submits, map(sent, 'submit')));
		const found = sent.concat(recalled);
		const noteOf = ({ by, key }: Match) => noteText.closed(by, key);
		const notesToClose = closingNotes([newest, ...older], found);
		// The same write also notes that this run has sent them: so they are found again if n8n dies after it.
		const ownNotes = notesOfMatches(this.search, found, notesOfSent);
		const newNotes = await this.row.add(notesToClose.concat(ownNotes));
		// Only the notes that were not there before come back. Where that of an item was there, another run has taken the
		// item over first: so this one does not have it, nor the notes about it.
		const [taken, takenByOthers] = partition(found, (match) => newNotes.has(noteOf(match)));
		await this.row.remove(notesOfMatches(this.search, takenByOthers, notesOfTaskless));
		return taken;
	}

	/**
	 * Those of some submits that a run has sent: first the accepted ones, then those of which the user was told, then the
	 * others. Each of them has its note as sent, too. What was accepted, and of which the user was told because its task
	 * was not found, counts as accepted. A submit without keys is left out.
	 *
	 * @param by the run whose notes are searched
	 * @param keyName by which of the two keys of a submit they are searched
	 */
	private async findSent(
		by: NamedRun,
		submits: readonly ItemSubmit[],
		keyName: keyof Keys,
	): Promise<Match[]> {
		return await this.filterSent(candidatesOf(by, submits, this.keyIn(keyName)));
	}

	/** Gives one of the keys of a submit; undefined for a submit without keys. */
	private keyIn(keyName: keyof Keys): (submit: ItemSubmit) => Key | undefined {
		return ({ position }) => this.search.keys.get(position)?.[keyName];
	}

	/** Those of the candidates that their run has sent, in the order of `findSent`. */
	private async filterSent(candidates: readonly Candidate[]): Promise<Match[]> {
		// Each question is only about those that the one before has left, because a no takes time.
		const sent = await this.candidatesWith(candidates, noteText.sent);
		const accepted = await this.candidatesWith(sent, noteText.accepted);
		const notAccepted = difference(sent, accepted);
		const userTold = await this.candidatesWith(notAccepted, noteText.userTold);
		const onlySent = difference(notAccepted, userTold);
		return asMatches(accepted, 'accepted').concat(
			asMatches(userTold, 'userTold'),
			asMatches(onlySent, 'sent'),
		);
	}

	/** Those of some submits with whose tasks a run has continued because its execution knew them, by their requests. */
	private async findRecalled(by: NamedRun, submits: readonly ItemSubmit[]): Promise<Match[]> {
		const candidates = candidatesOf(by, submits, this.keyIn('request'));
		return asMatches(await this.candidatesWith(candidates, noteText.recalled), 'accepted');
	}

	/**
	 * Those of the candidates of which their run has a note.
	 *
	 * @param textOf gives the text of that note, such as `noteText.sent`
	 */
	private async candidatesWith(
		candidates: readonly Candidate[],
		textOf: (runName: string, key: Key) => string,
	): Promise<Candidate[]> {
		return await filterNoted(this.row, candidates, ({ by, key }) => textOf(by.runName, key));
	}
}

/** Some submits, with the run that may have sent them, and one of their keys. A submit without that is left out. */
function candidatesOf(
	by: NamedRun,
	submits: readonly ItemSubmit[],
	keyOf: (submit: ItemSubmit) => Key | undefined,
): Candidate[] {
	return submits.flatMap((submit) => {
		const key = keyOf(submit);
		return key === undefined ? [] : [{ submit, by, key }];
	});
}

/** Makes matches of candidates, now that it is known what their run has noted of them last. */
function asMatches(candidates: readonly Candidate[], noted: Match['noted']): Match[] {
	return candidates.map((candidate) => ({ ...candidate, noted }));
}

/**
 * The notes that close the items of matches in some runs: one for each item and run, because these runs have the same
 * name and have all sent the items.
 */
function closingNotes(runs: readonly NamedRun[], matches: readonly Match[]): string[] {
	return runs.flatMap((run) => matches.map(({ key }) => noteText.closed(run, key)));
}

/** A run, and the keys of its submits by their positions. */
type RunWithKeys = Pick<Search, 'self' | 'keys'>;

/**
 * Gives matches back that this run has taken over, so that the next run picks them up: the notes are removed that
 * close them, and what it has noted of them as its own.
 *
 * @param run this run; `cutOff` are the runs that it has found cut off, and the rest is as in `Search`
 * @throws what n8n's store throws
 */
export async function giveBack(
	row: ProcessedRow,
	run: RunWithKeys & Pick<Search, 'isRetry' | 'cutOff' | 'isExact'>,
	matches: readonly Match[],
): Promise<void> {
	// What a retry has found of its original, it has not taken over. If that was taken over, it was by a new run, which
	// may have output the task by now, so the note of it stays.
	const isOfOriginal = ({ by }: Match) => run.isRetry && by.executionId === '';
	const notesThatClose = reject(matches, isOfOriginal).flatMap((match) => {
		const { by } = match;
		// Those of the older runs of that name, too (`groupByName`).
		const ofSameName = run.isExact ? filter(run.cutOff, { runName: by.runName }) : [by];
		return closingNotes(ofSameName, [match]);
	});
	await row.remove(notesThatClose.concat(notesOfMatches(run, matches, notesOfTaskless)));
}

/**
 * The notes with which this run says that the items of matches are its own. They are added when it takes the items
 * over, and removed when it gives them back. There are none for a match with a run of the same name, whose own notes
 * are the same texts, and must stay: it is the original of a retry or, in n8n before 2.14, another execution with the
 * same items of its trigger.
 *
 * @param notesOf gives the notes of one item: `notesOfSent` to add them, or `notesOfTaskless` to remove all that
 *   there may be
 */
function notesOfMatches(
	{ self, keys }: RunWithKeys,
	matches: readonly Match[],
	notesOf: (runName: string, position: number, keys: Keys) => string[],
): string[] {
	const ofOtherRuns = matches.filter(({ by }) => by.runName !== self.runName);
	return ofOtherRuns.flatMap(({ submit }) => {
		const keysOfItem = keys.get(submit.position);
		return keysOfItem ? notesOf(self.runName, submit.position, keysOfItem) : [];
	});
}
