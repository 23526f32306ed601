import { compact, filter, map, range, uniq } from 'lodash';

import type { Caller } from '../../n8n/executionLine';
import { type ProcessedRow, readSpelled, spelled, type Spelling } from '../../n8n/processedItems';
import { countSent, filterNoted, type Keys, noteText } from './notes';
import { fingerprint } from './prints';
import type { ItemSubmit, Prints } from './submission';

/*
 * Which run of this node a run in a sub-workflow repeats. If the execution that has called the sub-workflow (its
 * caller) is retried, n8n calls the sub-workflow anew, in an execution that shares nothing with that of the first call.
 *
 * Promise: in a call by a retried caller, a run is told which run of this node did the same in a call by the original,
 * or by another retry of that. It then counts as a retry of that run, whose name it gets, and continues with its tasks,
 * also where that run had ended. The same run is
 * - the one with the same requests: of several, the first one in the retry repeats the first one of the original, the
 *   second the second, and so on; or else
 * - the only one with the same inputs; or else
 * - one that has sent some of the items: one that was called with the same items, or that has the same place in the
 *   order of the runs with several items.
 *
 * Where none is the same, but a call with the same items has sent other requests, as where a model writes each text
 * anew, the run is told how many these are. Otherwise it is a new run, such as one of a single item whose text has
 * changed in the item of the call. A run that has failed is not repeated: like any other that was cut off, it leaves
 * its tasks to the next run. Where the retry keeps calls that had ended, and goes on behind them, it repeats the
 * others; among these is a kept call that has output nothing, because n8n does not name it.
 *
 * How: n8n's store keeps a list for the requests of a run, one for its inputs, one for the items of its call, and one
 * for the order. Each caller, and each retry of it, uses the places of a list one after the other, one for each run,
 * and passes over those of the calls that it keeps. In a place stands the name of the run that was the first to use
 * it, unless that has failed: whoever uses the place later repeats that run.
 *
 * Needs of n8n: that a sub-workflow can ask about its caller (`callerOf`), and n8n's store of processed items
 * (`n8n/processedItems.ts`), of which each method here uses the row of the node, and throws what that throws.
 */

/** How the name of a run is spelled, such as "12345678.0". */
const NAMES: Spelling = { signs: '0123456789.', maxLength: 16 };

/** A place in a list, such as "calls of 12345678 request 9f86d081884c7d65 0". Its note says that it has a name. */
type ListPlace = string;

const placeIn = (list: string, number: number): ListPlace => `${list} ${number}`;

/** The key under which the name of a run is spelled in a place. */
const nameIn = (place: ListPlace) => `name in ${place}`;

/** The note that some run has used a place. */
const everUsedNote = (place: ListPlace) => `${place} used`;

/**
 * The note that a place was used in an execution that belongs to one call: that of the sub-workflow, or of one that
 * this has called. By its ID, a caller knows the calls that it keeps.
 */
const callNote = (place: ListPlace, executionId: string) => `${place} used in ${executionId}`;

/** The notes that a run stands in a place. */
function notesOfName(place: ListPlace, runName: string): string[] {
	return spelled(nameIn(place), runName).concat(place);
}

/** What a run in a sub-workflow does again. */
interface Repeated {
	/** The name of the run that it repeats; undefined where there is none. */
	runName?: string;
	/** How many items a run in a call with the same items has sent, with other content; 0 where there is none. */
	otherCount: number;
}

/** The place of a run in a list. */
interface FoundPlace {
	place: ListPlace;
	/** The name of the run in it; undefined where none stands there, or where it cannot be read. */
	name: string | undefined;
	/** The notes that this run uses the place, which are still to be added. */
	used: string[];
}

/** The places of a run in the lists. */
interface FoundPlaces {
	/** In that of the runs with the same requests. */
	ofRequests: FoundPlace;
	/** In that of the runs with the same inputs. `isOnly` where no second run has these. */
	ofInputs: FoundPlace & { isOnly: boolean };
	/** In that of the runs in calls with the same items. */
	ofCall: FoundPlace;
	/** In that of the runs with several items. */
	ofOrder: FoundPlace;
}

/** One run of the node in a sub-workflow. */
export class CalledRun {
	/** The places in which this run stands, or the one that it repeats; none before `begin`. */
	private places: ListPlace[] = [];

	/**
	 * @param caller the execution that has called the sub-workflow
	 * @param ownName the name that the run has unless it repeats another one
	 * @param callItems with which the sub-workflow was called; undefined where n8n does not say that
	 */
	constructor(
		private readonly caller: Caller,
		private readonly ownName: string,
		private readonly callItems: unknown,
	) {}

	/**
	 * Finds the run that this one repeats. Where there is none, this run can be repeated from then on.
	 *
	 * @param submits all of this run
	 * @param keys those of its submits
	 */
	async begin(
		row: ProcessedRow,
		submits: readonly ItemSubmit[],
		keys: readonly Keys[],
	): Promise<Repeated> {
		const found = await this.findPlaces(row, submits);
		const { ofRequests, ofInputs, ofCall, ofOrder } = found;
		const nameByInputs = ofInputs.isOnly ? ofInputs.name : undefined;
		const nameByAll = ofRequests.name ?? nameByInputs;
		// Only then, because n8n is slow to say of an item that it was not sent.
		const name = nameByAll ?? (await this.runWithSome(row, [ofCall.name, ofOrder.name], keys));
		const otherCount = name === undefined ? await this.countOfOther(row, ofCall) : 0;
		const used = [ofRequests, ofInputs, ofCall];
		// Runs of one item each may be thousands, so they only use this list where the run that they repeat stands there.
		const isByOrder = name !== undefined && ofOrder.name === name;
		if (submits.length > 1 || isByOrder) used.push(ofOrder);
		// Another run may stand in one of the places.
		this.places = map(filter(used, { name }), 'place');
		// Nobody repeats a run that sends nothing.
		const canBeRepeated = name === undefined && otherCount === 0;
		const notes = canBeRepeated ? this.notesOf(this.ownName) : [];
		// The notes of the name come first, so that n8n drops them first: a place that has a name, but of which it is not
		// known any more who has used it, would be used once more.
		await row.add(notes.concat(...map(used, 'used')));
		// At a further try of "Retry On Fail", it is its own name.
		return { runName: name === this.ownName ? undefined : name, otherCount };
	}

	/** Finds the places of this run in all lists. */
	private async findPlaces(
		row: ProcessedRow,
		submits: readonly ItemSubmit[],
	): Promise<FoundPlaces> {
		const calls = `calls of ${this.caller.line}`;
		const listOf = (print: keyof Prints) => {
			const prints = submits.map((submit) => submit.prints[print]);
			return `${calls} ${print} ${fingerprint(() => prints)}`;
		};
		const inputs = listOf('input');
		// Where n8n does not say the items of the call, no other run stands in that list.
		const callPrint = fingerprint(() => this.callItems ?? this.ownName);
		const ofRequests = await this.findPlace(row, listOf('request'));
		const ofInputs = await this.findPlace(row, inputs);
		const ofCall = await this.findPlace(row, `${calls} items ${callPrint}`);
		const ofOrder = await this.findPlace(row, `${calls} with several`);
		// Runs with the same inputs are only told apart by their order, which says nothing where one of them is left out.
		const further = await row.known([placeIn(inputs, 1)]);
		const isOnly = further.size === 0;
		return { ofRequests, ofInputs: { ...ofInputs, isOnly }, ofCall, ofOrder };
	}

	/** How many items another run in a call with the same items has sent; 0 where there is none. */
	private async countOfOther(row: ProcessedRow, { name }: FoundPlace): Promise<number> {
		const isOther = name !== undefined && name !== this.ownName;
		return isOther ? await countSent(row, name) : 0;
	}

	/** The first of some runs that has sent any of these items; undefined where none has. */
	private async runWithSome(
		row: ProcessedRow,
		names: ReadonlyArray<string | undefined>,
		keys: readonly Keys[],
	): Promise<string | undefined> {
		for (const name of uniq(compact(names))) {
			const sent = await filterNoted(row, keys, ({ request }) => noteText.sent(name, request));
			if (sent.length > 0) return name;
		}
		return undefined;
	}

	/** Finds the place of this run in a list. */
	private async findPlace(row: ProcessedRow, list: string): Promise<FoundPlace> {
		const { place, hasName, ofKeptCalls } = await this.nextPlace(row, list);
		const name = hasName ? await readSpelled(row, nameIn(place), NAMES) : undefined;
		// Those of kept calls count as used by this caller, too, so that they are not looked at again.
		const usedNotes = [place, ...ofKeptCalls].map((one) => this.usedNote(one));
		const callNotes = this.caller.ownCall.map((id) => callNote(place, id));
		const used = usedNotes.concat(everUsedNote(place), this.ownNote(place), callNotes);
		return { place, name, used };
	}

	/**
	 * The first place of a list that this caller has not used for another run, nor for one of a call that it keeps. A
	 * further try of this run has the same place, and so has a retry of the sub-workflow itself.
	 *
	 * @returns the place; whether a name stands there; and the places of kept calls that come before it
	 */
	private async nextPlace(
		row: ProcessedRow,
		list: string,
	): Promise<{ place: ListPlace; hasName: boolean; ofKeptCalls: ListPlace[] }> {
		const ofKeptCalls: ListPlace[] = [];
		// Usually it is the first one. Many are only asked about where many calls have done the same.
		for (let from = 0, count = 1; ; from += count, count *= 2) {
			const places = range(from, from + count).map((number) => placeIn(list, number));
			const known = await row.known(
				places.flatMap((place) => {
					return [place, everUsedNote(place), this.usedNote(place), this.ownNote(place)];
				}),
			);
			for (const place of places) {
				const next = { place, hasName: known.has(place), ofKeptCalls };
				if (known.has(this.ownNote(place))) return next;
				const isOfOtherRun = known.has(this.usedNote(place));
				if (isOfOtherRun) continue;
				// Kept calls are only asked about where somebody has been.
				const isOfKeptCall =
					known.has(everUsedNote(place)) && (await this.isOfKeptCall(row, place));
				if (!isOfKeptCall) return next;
				ofKeptCalls.push(place);
			}
		}
	}

	/** The note that a run of this caller has used a place. */
	private usedNote(place: ListPlace): string {
		return `${place} used by ${this.caller.executionId}`;
	}

	/** The note that this very run has used a place. */
	private ownNote(place: ListPlace): string {
		return `${this.usedNote(place)} as ${this.ownName}`;
	}

	/** Whether a run in one of the calls that the caller keeps has used a place. */
	private async isOfKeptCall(row: ProcessedRow, place: ListPlace): Promise<boolean> {
		const known = await row.known(this.caller.keptCalls.map((id) => callNote(place, id)));
		return known.size > 0;
	}

	/**
	 * Makes that nobody repeats this run, nor the one that it has repeated, because it has failed.
	 *
	 * @param runName that of this run, or of the one that it has repeated
	 */
	async forget(row: ProcessedRow, runName: string): Promise<void> {
		await row.remove(this.notesOf(runName));
	}

	/** The notes that a run with this name stands in the places. */
	private notesOf(runName: string): string[] {
		return this.places.flatMap((place) => notesOfName(place, runName));
	}
}
