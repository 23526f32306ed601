import { compact, map } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { errorMayComeBack } from '../../completion/loops';
import {
	type Caller,
	callerOf,
	countRun,
	executionLine,
	isRetryByHand,
	triggerItems,
} from '../../n8n/executionLine';
import type { ProcessedRow } from '../../n8n/processedItems';
import { isToolExecution } from '../../n8n/runs';
import { sleepFor } from '../../util/async';
import { CalledRun } from './calledRun';
import { type EarlierSubmits, findEarlierSubmits, giveBack, type Match } from './earlierRuns';
import { NodeNotes } from './nodeNotes';
import {
	type Keys,
	keysOf,
	type NamedRun,
	NOTES_OF_LISTED,
	NOTES_OF_UNLISTED,
	notesOfListed,
	notesOfRecalled,
	notesOfSent,
	notesOfTaskless,
	notesOfUnlisted,
	notesOfUserTold,
	noteText,
} from './notes';
import { NoteWriter } from './noteWriter';
import { type CutOffRun, freeSlotOf, OpenRunEntry, SIGN_OF_LIFE_MS } from './openRuns';
import {
	type Created,
	isNew,
	type ItemSubmit,
	mayHaveTask,
	type RecalledSubmit,
} from './submission';

/*
 * What n8n's store remembers of the submits of one run of a node, over the end of the execution and of n8n itself.
 *
 * Promise: what a run has sent is found by later runs as `earlierRuns.ts` says, so that it is not charged again. A run
 * that is still alive is never robbed of its items.
 *
 * How: a note is a text that n8n's store keeps. It names an item by one of its two keys, that of
 * its request or that of its input (`notes.ts`).
 * - Before an item is sent, it is noted as sent. Within a second after the service has accepted it, or
 *   later where n8n's store is slow (`flushLater`), that is noted with its tasks. All notes stay until newer
 *   ones push them out. Only those of an item that certainly has no task are removed, and those that a later
 *   note about the item replaces.
 * - When the run ends, it notes of which items the user was told that they may have a task (`noteUserTold`).
 * - From its begin to its end, the run has a slot in the list of open runs (`openRuns.ts`). A run
 *   that still has one and is dead was cut off.
 *
 * If n8n dies while an item is noted as sent and not as accepted, nobody knows whether it has a task: it is not sent
 * again, and fails. So does an item that was noted ahead of its turn (`noteWriter.ts`) and not sent. But where the run
 * comes to its end, also by Stop, the notes of such items are removed.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`), and something that a retry shares with its
 * original and with no other execution (`n8n/executionLine.ts`).
 *
 * Without it: where the store fails, as in a workflow that was never saved, nothing is noted, and items are sent
 * as if for the first time; but `begin` says so, and a retry then fails before it is charged. Where a retry
 * shares with its original no more than the items of the trigger (before n8n 2.14), another execution with equal
 * items may be taken for the original, or for the one that was cut off: `isExact` is false then, and the user is
 * warned. That is the error that costs nothing.
 */

/** Up to so many items, none is noted ahead of its turn, because a write takes a few milliseconds at most. */
const FEW_ITEMS = 100;

/** What the store knows of the items of a run, or that it cannot be used. */
export type StoreAnswer = ({ is: 'read' } & EarlierSubmits) | { is: 'unreadable' };

/**
 * The ID of an execution as the notes name it: the ID itself if it has one to ten digits, as n8n's own IDs have.
 * Otherwise an empty text, because a run is spelled in n8n's store with digits and full stops only (`openRuns.ts`).
 */
function notableId(executionId: string): string {
	return /^\d{1,10}$/.test(executionId) ? executionId : '';
}

/**
 * How a run ends, or a try of it: its node outputs the items; the node fails, so that n8n shows its error and keeps no
 * items; the execution is stopped, so that n8n keeps nothing at all of the node; or n8n will try the run again, and
 * drops what this try has output, and its error.
 */
export type RunEnd = 'output' | 'failed' | 'stopped' | 'triedAgain';

/** What n8n's store remembers of one run. No method fails. */
export class StoreMemory {
	/** The notes of the node. */
	readonly notes: NodeNotes;

	/** Whether another execution with the run names of this one is certainly its original or another retry of it. */
	readonly isExact: boolean;

	/**
	 * Whether somebody retries an execution by hand: this one, or the one that has called this sub-workflow, in a call
	 * that was made before. The latter is known from `begin` on. What is not found then may have been sent.
	 */
	isRetry: boolean;

	/** Whether this run is one call of a tool. */
	private readonly isToolCall: boolean;

	/** How many runs of the node there are in this execution, with this one. */
	private readonly runCount: number;

	/** This run, as the notes name it. In `begin`, it may get the name of a run that it repeats. */
	private readonly self: NamedRun;

	/** This run in the sub-workflow of a caller; undefined before `begin`, and in any other execution. */
	private called: CalledRun | undefined;

	/** As in `EarlierSubmits`; 0 before `begin`. */
	private unidentified = 0;

	/** This run in the list of open runs. */
	private readonly entry: OpenRunEntry;

	/** Writes the notes of this run. */
	private readonly writer: NoteWriter;

	/** Ends the waits of this run that nobody waits for. */
	private readonly runEnds = new AbortController();

	/**
	 * The keys of the items, by the positions of their submits; none before `begin`. What has no keys here is not
	 * noted.
	 */
	private keys: ReadonlyMap<number, Keys> = new Map();

	/**
	 * Cut-off runs of which nothing is left to be picked up: their slots are freed when this run ends, but not after
	 * Stop.
	 */
	private usedUp: CutOffRun[] = [];

	/** The runs that were cut off, the newest first, as this run has found them when it began. */
	private cutOff: readonly CutOffRun[] = [];

	/** As in `EarlierSubmits`. */
	private closingAtOutput: readonly string[] = [];

	/** The submits of which `begin` has found something. */
	private found: ReadonlySet<ItemSubmit> = new Set();

	/** The submits that `giveBack` has left to the next run, which finds them again in the notes of their first runs. */
	private readonly givenBack = new Set<ItemSubmit>();

	/** The IDs of tasks that have failed at the service; where it has no list of them, also of those that are gone. */
	private readonly lostTasks = new Set<string>();

	/** The items that will be sent, in this order; none before `announce`. */
	private upcoming: readonly ItemSubmit[] = [];

	/** The items that are noted as sent, or will be by a write that was asked for; each with that write. */
	private readonly noted = new Map<ItemSubmit, Promise<void>>();

	/**
	 * Counts the run among those of this process that are under way, until `end`. Nothing is read or noted before
	 * `begin`.
	 *
	 * @param isListed whether the service has a list in which the tasks of this node can be found
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isListed: boolean,
	) {
		// A name that an execution shares with its retries.
		const { name, isExact } = executionLine(context);
		// The number of this run of the node in the execution, from 0. All calls of a tool count as run 0, because in a
		// retry they may come in another order.
		this.isToolCall = isToolExecution(context);
		const ordinal = this.isToolCall ? 0 : countRun(context);
		this.self = { runName: `${name}.${ordinal}`, executionId: notableId(context.getExecutionId()) };
		this.isExact = isExact;
		this.isRetry = isRetryByHand(context);
		this.runCount = ordinal + 1;
		this.notes = new NodeNotes(context);
		const node = `${context.getWorkflow().id} ${context.getNode().id}`;
		this.entry = new OpenRunEntry(node, this.self);
		const useRow = this.notes.use.bind(this.notes);
		this.writer = new NoteWriter(useRow, this.runEnds.signal);
	}

	/**
	 * Begins the run, and finds what earlier runs have sent of its items. What was sent of them by runs that were cut
	 * off is this run's from then on. To be called once, before anything is sent.
	 *
	 * @param submits of all items, in their order; `matches` of the result has only those that are new
	 * @param recalled those of which the execution itself knows the tasks: these are noted, so that the next run finds
	 *   them if this one is cut off
	 * @returns what was found; "unreadable" where n8n's store fails. Even then, the run notes what it sends, because
	 *   the store may work again by that time
	 */
	async begin(
		submits: readonly ItemSubmit[],
		recalled: readonly RecalledSubmit[],
	): Promise<StoreAnswer> {
		// The execution itself knows nothing of these.
		const unknown = submits.filter(isNew);
		const keys = keysOf(withNotes(submits, recalled));
		this.entry.submits = submits;
		this.keys = keys;
		const caller = await callerOf(this.context);
		// Only a retry asks for it.
		const mayComeBack = () => errorMayComeBack(this.context);
		const found = await this.notes.use(async (row) => {
			if (caller) await this.beginCalled(row, caller);
			// Before the run has a slot, so that it is never taken for one that has nothing.
			await row.add(this.notesOfAllRecalled(recalled));
			const { self, isRetry, isToolCall, isExact } = this;
			// In a retry, its original counts as cut off at once, however short a time ago it was alive.
			const { cutOff, areOthersOpen } = await this.entry.takeSlot(row, isRetry);
			this.cutOff = cutOff;
			const run = { self, isRetry, isToolCall, isExact, mayComeBack };
			const earlier = await findEarlierSubmits(row, { ...run, submits, unknown, keys, cutOff });
			// Only now, so that nothing is dropped before it is looked for. In a loop, it is assumed that each of the runs
			// before had as many submits as this one.
			const ofSubmit = this.isListed ? NOTES_OF_LISTED : NOTES_OF_UNLISTED;
			const ofRun = ofSubmit * submits.length;
			const ofLoop = ofRun * this.runCount;
			const needsEarlier = isRetry || areOthersOpen;
			await this.notes.dropOldest(row, { ofRun, ofLoop, needsEarlier });
			return earlier;
		});
		// Also where the search has failed, because the run may have taken its slot before.
		void this.showLife();
		if (!found) return { is: 'unreadable' };
		this.found = new Set(map(found.matches, 'submit'));
		this.usedUp = found.usedUp;
		this.closingAtOutput = found.closingAtOutput;
		this.unidentified = Math.max(found.unidentified, this.unidentified);
		return { is: 'read', ...found, unidentified: this.unidentified };
	}

	/**
	 * Begins this run as that of a sub-workflow: it counts as a retry of the run that it repeats, if there is one, or of
	 * one that has sent other content in the same call.
	 */
	private async beginCalled(row: ProcessedRow, caller: Caller): Promise<void> {
		this.called = new CalledRun(caller, this.self.runName, triggerItems(this.context));
		const { runName, otherCount } = await this.called.begin(row, this.entry.submits, [
			...this.keys.values(),
		]);
		this.unidentified = otherCount;
		this.self.runName = runName ?? this.self.runName;
		if (runName !== undefined || otherCount > 0) this.isRetry = true;
	}

	/**
	 * Gives back what `begin` has found of some items, because it could not be read which tasks they have: the next run
	 * finds it again.
	 */
	async giveBack(matches: readonly Match[]): Promise<void> {
		// Their runs keep their slots, by which the next run finds them.
		const namesOfRuns = new Set(matches.map(({ by }) => by.runName));
		for (const { submit } of matches) this.givenBack.add(submit);
		this.usedUp = this.usedUp.filter(({ runName }) => !namesOfRuns.has(runName));
		const { self, keys, isRetry, cutOff, isExact } = this;
		const run = { self, keys, isRetry, cutOff, isExact };
		await this.notes.use(async (row) => await giveBack(row, run, matches));
	}

	/** The IDs of other executions of this process that have begun before and still work on the same requests. */
	executionsWithSame(submits: readonly ItemSubmit[]): string[] {
		return this.entry.executionsBefore(new Set(map(submits, 'prints.request')));
	}

	/**
	 * Takes in which items will be sent, so that they can be noted ahead of their turn, with the write for an earlier
	 * one.
	 *
	 * @param submits in the order in which they will be sent; those that are not new are left out
	 */
	announce(submits: readonly ItemSubmit[]): void {
		this.upcoming = submits.filter(isNew);
	}

	/**
	 * Notes that an item is about to be sent. Ends when n8n's store has the note, which may have been written ahead, or
	 * has failed to write it.
	 */
	async noteSend(submit: ItemSubmit): Promise<void> {
		const writtenAhead = this.noted.get(submit);
		if (writtenAhead) await writtenAhead;
		else await this.noteNowAndAhead(submit);
	}

	/**
	 * Notes an item as sent, and with the same write as many of the next ones as the speed of n8n's store asks for.
	 * Ends with the write.
	 */
	private async noteNowAndAhead(submit: ItemSubmit): Promise<void> {
		const isLargeRun = this.upcoming.length > FEW_ITEMS;
		const aheadCount = isLargeRun ? this.writer.decideAheadCount() : 0;
		// The write begins a moment later, so that it contains the notes which are added below.
		const write = this.writer.flush();
		this.noteAsSent(submit, write);
		for (const next of this.nextUnnoted(aheadCount)) this.noteAsSent(next, write);
		await write;
	}

	/** The next items that will be sent and are not noted yet: as many as `count`, or fewer where there are no more. */
	private nextUnnoted(count: number): ItemSubmit[] {
		// Usually none is wanted, and the items may be thousands.
		if (count === 0) return [];
		const unnoted = this.upcoming.filter((submit) => isNew(submit) && !this.noted.has(submit));
		return unnoted.slice(0, count);
	}

	/** Adds the note that an item is sent to a write that has not begun yet, and remembers which write that is. */
	private noteAsSent(submit: ItemSubmit, write: Promise<void>): void {
		this.noted.set(submit, write);
		const keys = this.keys.get(submit.position);
		if (!keys) return;
		const { runName } = this.self;
		this.writer.add(notesOfSent(runName, submit.position, keys));
		// What the user was told of an earlier submit of the item does not hold for this one.
		if (submit.userWasTold) this.writer.remove(notesOfUserTold(runName, keys));
	}

	/**
	 * Notes the tasks of an item that was accepted, or with whose tasks this run continues. The write follows within
	 * about a second.
	 */
	noteAccepted({ position }: ItemSubmit, { tasks }: Created): void {
		const keys = this.keys.get(position);
		if (!keys) return;
		const { runName } = this.self;
		// What this run has sent has these two notes already. What it continues with may lack one of them: if an item has
		// changed since, the original of a retry has noted another request or another input. A further retry looks for
		// both.
		this.writer.add([noteText.sent(runName, keys.request), noteText.sent(runName, keys.input)]);
		this.writer.add(this.notesOfTasks(keys, tasks));
		this.writer.flushLater();
	}

	/** The notes with which tasks items continue by what the execution itself knows. */
	private notesOfAllRecalled(recalled: readonly RecalledSubmit[]): string[] {
		return recalled.flatMap(({ submit: { position }, created }) => {
			const keys = this.keys.get(position);
			if (!keys) return [];
			const ofItem = notesOfRecalled(this.self.runName, position, keys);
			return ofItem.concat(this.notesOfTasks(keys, created.tasks));
		});
	}

	/** The notes of the tasks of an item. */
	private notesOfTasks(keys: Keys, tasks: Created['tasks']): string[] {
		const notesOf = this.isListed ? notesOfListed : notesOfUnlisted;
		return notesOf(this.self.runName, keys, tasks);
	}

	/**
	 * Remembers until the end of the run that a task has failed at the service. If the node fails, the next run then
	 * does not continue with it, but sends its item again.
	 */
	noteTaskFailed(taskId: string): void {
		this.lostTasks.add(taskId);
	}

	/**
	 * Remembers the same of a task that the service does not have any more. Where the service has a list of such tasks,
	 * the next run looks for it there once more, and fails the item if it does not find it.
	 */
	noteTaskGone(taskId: string): void {
		if (!this.isListed) this.lostTasks.add(taskId);
	}

	/**
	 * Notes, with the next write, that the user was told that an item may have a task. The item no longer counts among
	 * those that the run has sent, because a retry may send it again.
	 */
	noteUserTold({ position }: ItemSubmit): void {
		const keys = this.keys.get(position);
		if (!keys) return;
		const { runName } = this.self;
		this.writer.add(notesOfUserTold(runName, keys));
		this.writer.remove([
			noteText.itemSent(runName, position),
			noteText.itemRecalled(runName, position),
		]);
	}

	/**
	 * Removes the notes of an item whose request was refused for now, before it waits, perhaps for hours, to be sent
	 * again: a run that is cut off meanwhile does not leave it as one that may have a task. Ends with the write, because
	 * a later one could remove what is noted when the item is sent.
	 */
	async noteWait(submit: ItemSubmit): Promise<void> {
		this.removeNotesOf(submit);
		this.noted.delete(submit);
		await this.flush();
	}

	/** Removes the notes of an item that certainly has no task. The write follows within about a second. */
	noteTaskless(submit: ItemSubmit): void {
		// It failed before it was to be sent, as where a file of it cannot be uploaded: so it has no notes.
		if (!this.noted.has(submit)) return;
		this.removeNotesOf(submit);
		this.writer.flushLater();
	}

	/**
	 * Removes the notes of an item with the next write. Those of a call of a tool stay where others were made at the same
	 * time: an equal one has the same notes, and may have a task.
	 */
	private removeNotesOf({ position }: ItemSubmit): void {
		if (this.entry.sharesName) return;
		const keys = this.keys.get(position);
		if (keys) this.writer.remove(notesOfTaskless(this.self.runName, position, keys));
	}

	/** Writes all notes that are due. Ends when n8n's store has them, or has failed to write them. */
	async flush(): Promise<void> {
		await this.writer.flush();
	}

	/**
	 * Ends the run, and writes what is due. From now on, only a retry picks up what it has sent. But where it leaves
	 * something because it was stopped, has failed or will be tried again, it stays in its slot as one that was cut off:
	 * the next try, or else the next run, picks up its tasks.
	 *
	 * @param ending says how the run ends. It is asked again after each write, because the execution may be stopped
	 *   meanwhile
	 */
	async end(ending: () => RunEnd): Promise<void> {
		this.runEnds.abort();
		// Items that were noted ahead of their turn, and are still new, because an error or Stop came before their turn.
		const unsent = [...this.noted.keys()].filter(isNew);
		for (const submit of unsent) this.removeNotesOf(submit);
		await this.notes.use(async (row) => {
			await this.writer.writeInto(row);
			if (ending() === 'stopped') return;
			for (const cutOff of this.usedUp) await freeSlotOf(row, cutOff);
			if (ending() === 'output') await row.add([...this.closingAtOutput]);
			// What the first run may have sent with other content, a further retry does not send either.
			const isForgotten = ending() === 'failed' && this.unidentified === 0;
			if (isForgotten) await this.called?.forget(row, this.self.runName);
			const leavesTasks = ending() === 'failed' && this.entry.submits.some(this.hasTasksToContinue);
			const mayStopBefore = ending() === 'triedAgain' && this.entry.submits.some(mayHaveTask);
			if (leavesTasks) await this.leaveTasks(row);
			else if (mayStopBefore) await this.entry.keepSlotAsCutOff(row);
			else await this.entry.freeSlot(row);
		});
		// Also where Stop came during the writes, which may have freed the slot already.
		if (ending() === 'stopped') {
			await this.notes.use(async (row) => {
				if (this.entry.submits.some(this.isLeft)) await this.entry.keepSlotAsCutOff(row);
				else await this.entry.freeSlot(row);
			});
		}
		this.entry.leave();
	}

	/**
	 * Leaves the tasks of this run to the next one, because its node has failed and outputs none of them. The user was
	 * told of the other items that were sent, so the next run sends these again: their task has failed, or may not
	 * exist. But what was given back is not among these, because its task was only not found this time.
	 */
	private async leaveTasks(row: ProcessedRow): Promise<void> {
		const others = this.entry.submits.filter((submit) => {
			const isLeft = this.hasTasksToContinue(submit) || this.givenBack.has(submit);
			return mayHaveTask(submit) && !isLeft;
		});
		const keysOfOthers = compact(others.map(({ position }) => this.keys.get(position)));
		// The next run does not take over what is closed, and so sends it. A new run searches by the request, so that key
		// is enough.
		await row.add(keysOfOthers.map(({ request }) => noteText.closed(this.self, request)));
		// So they do not count among those that the run has sent and that wait to be taken over.
		for (const submit of others) this.noteUserTold(submit);
		// The error says of these, too, what has no task: the next run does not fail once more because of that.
		for (const submit of this.entry.submits.filter(lacksTasks)) this.noteUserTold(submit);
		await this.writer.writeInto(row);
		await this.entry.keepSlotAsCutOff(row);
	}

	/**
	 * Whether a run that is stopped leaves something of a submit to be picked up: it was sent, or it was taken over from
	 * an earlier run, and Stop came before it was clear what becomes of it.
	 */
	private readonly isLeft = (submit: ItemSubmit): boolean =>
		mayHaveTask(submit) || (this.found.has(submit) && !this.givenBack.has(submit));

	/** Whether the service has accepted a submit, and none of its tasks has failed or is gone. */
	private readonly hasTasksToContinue = ({ state }: ItemSubmit): boolean =>
		state.is === 'accepted' &&
		!state.created.tasks.some(({ taskId }) => this.lostTasks.has(taskId));

	/** Shows other processes every 20 seconds that the run is alive, and returns when the run ends. */
	private async showLife(): Promise<void> {
		try {
			for (;;) {
				await sleepFor(SIGN_OF_LIFE_MS, this.runEnds.signal);
				await this.notes.use(async (row) => await this.entry.giveSignOfLife(row));
			}
		} catch {
			// The wait fails when the run ends.
		}
	}
}

/** Whether a submit was accepted and has no task for a part of what it asked for. */
function lacksTasks({ state }: ItemSubmit): boolean {
	return state.is === 'accepted' && state.created.missing.length > 0;
}

/**
 * The submits of a run of which something is noted: all but those whose tasks are noted with another submit, or were
 * all output before. A new run has no submit for these, so they must not be counted where equal ones are numbered.
 */
function withNotes(
	submits: readonly ItemSubmit[],
	recalled: readonly RecalledSubmit[],
): ItemSubmit[] {
	const withTasks = new Set(map(recalled, 'submit'));
	return submits.filter((submit) => submit.state.is !== 'accepted' || withTasks.has(submit));
}
