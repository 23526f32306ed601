import { isEqual, map, min, omit, partition, range, sortBy, takeWhile, uniq } from 'lodash';

import {
	everySign,
	type ProcessedRow,
	readSpelled,
	spelled,
	type Spelling,
} from '../../n8n/processedItems';
import { type NamedRun, runsWithItems } from './notes';
import type { ItemSubmit } from './submission';

/*
 * Which runs of a node were cut off: n8n died, or the execution was stopped, before the run had ended. A run whose node
 * has failed after it has submitted something counts as cut off, too, because it has output nothing.
 *
 * How: n8n's store has sixteen numbered slots for each node. A run takes a slot when it begins, spells its name there,
 * and frees the slot when it ends. So a slot that is taken by a run which is no longer alive is that of a run that was
 * cut off. Whether it is alive, this process knows of its own runs. A run of another process (a worker in queue mode)
 * gives a sign of life every 20 seconds, and counts as dead when it has given none for 40 to 60 seconds.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`), of which each method here uses the
 * row of the node, and throws what that throws.
 *
 * Where that does not suffice:
 * - After the death of n8n, the last sign of life is valid for up to a minute.
 *   Until then, only a retry picks up the run.
 * - Between two tries of "Retry On Fail", a run counts as cut off: another execution with an equal request may continue
 *   with the same tasks. It pays nothing for them.
 * - If two workers take the same slot in the same moment, neither name can be read: only a retry picks up these runs.
 *   Their slot is used again when no slot is free.
 * - If all slots are taken by runs that are alive, a further run has none, and only a retry picks it up. It takes one
 *   that becomes free, as where many executions wait until it is their turn at the service.
 * - If all are taken and some of these runs were cut off, the oldest of them loses its slot.
 * - A run that was cut off and has sent or recalled something has its slot until a retry or one new run has taken over
 *   all of it. If several runs take over a part each, if its node is a tool, or if nobody sends the same again, it has
 *   it until then. As long as there is such a run, the node keeps more notes (`nodeNotes.ts`).
 */

/** A run that was cut off. */
export interface CutOffRun extends NamedRun {
	/** The slot that it has; undefined where this run had to take it, because no other was left. */
	slot?: number;
}

/** What a run learns of the other runs of its node when it begins. */
interface OtherRuns {
	/** Those that were cut off, the newest first. */
	cutOff: CutOffRun[];
	/** Whether any of them is alive or was cut off, in this process or another one. */
	areOthersOpen: boolean;
}

/** What a run finds in the slots of its node when it begins. */
interface FoundSlots {
	/** The slot that an earlier try of this run has left, because it failed. */
	own?: number;
	/** The first slot that nobody has; undefined where all are taken. */
	free?: number;
	/** The first slot that is taken and whose name cannot be read; undefined where all names can be read. */
	unreadable?: number;
	/** Whether any slot is taken, also by an earlier try of this run; those of runs of this process do not count. */
	isAnyTaken: boolean;
	/** The runs that were cut off and have something to be found, the newest first. */
	cutOff: CutOffRun[];
}

/** The numbers of the slots. */
const SLOTS = range(16);

/** Time between two signs of life, in milliseconds. */
export const SIGN_OF_LIFE_MS = 20_000;

/** After so many full periods of that length without a sign of life, a run counts as dead. */
const SILENT_PERIODS = 2;

/**
 * How a run is spelled in its slot, such as "12345678.0.17": its name, which is eight digits and a number, and then the
 * ID of its execution.
 */
const NAMES: Spelling = { signs: '0123456789.', maxLength: 28 };

/** The note that a slot is taken. */
const takenNote = (slot: number) => `open run ${slot}`;

/** The key under which the name of a run is spelled in a slot. */
const nameOfSlot = (slot: number) => `name of open run ${slot}`;

/** The name of a run as it is spelled, such as "12345678.0.17". */
const textOf = ({ runName, executionId }: NamedRun) => `${runName}.${executionId}`;

/** The run whose name is spelled so: "12345678.0.17" is run "12345678.0" of execution "17". */
function namedRunFrom(text: string): NamedRun {
	const end = text.lastIndexOf('.');
	return { runName: text.slice(0, end), executionId: text.slice(end + 1) };
}

/** The notes that a run has a slot: that it is taken, and by whom. */
function notesOfSlot(slot: number, open: NamedRun): string[] {
	return spelled(nameOfSlot(slot), textOf(open)).concat(takenNote(slot));
}

/** The note that a run was alive in a period of 20 seconds, which is numbered since the epoch. */
const lifeNote = (open: NamedRun, period: number) => `${textOf(open)} alive ${period}`;

/** The number of the period that is now. */
const currentPeriod = () => Math.floor(Date.now() / SIGN_OF_LIFE_MS);

/**
 * The runs of this process that are under way, by their node. Executions that run side by side have nothing else in
 * common; without this, one would take over what another one is just submitting.
 *
 * Owner: `OpenRunEntry`, which adds itself when it is made and removes itself in `leave`. Bound: the runs that are
 * under way at the same time. Lifetime: that of the process, but each run stands here only from its begin to its end.
 */
const runsOfProcess = new Map<string, Set<OpenRunEntry>>();

/** One run of a node, from its begin to its end. It is made at the begin, and `leave` has to be called at the end. */
export class OpenRunEntry {
	/** The slot of the run; undefined before it has one, and where none was left. */
	private slot: number | undefined;

	/** The period of its last sign of life; 0 before the first. */
	private period = 0;

	/**
	 * Whether another run of the same name and execution was under way in this process at the same time: both are calls
	 * of a tool. Known from `takeSlot` on, because a run of a sub-workflow may get another name before that.
	 */
	sharesName = false;

	/** The submits of all items of the run; none before it begins. */
	submits: readonly ItemSubmit[] = [];

	/**
	 * @param node names the node among all of this n8n
	 * @param self this run; its name may change until `takeSlot`
	 */
	constructor(
		private readonly node: string,
		private readonly self: NamedRun,
	) {
		const runs = runsOfProcess.get(node) ?? new Set();
		runs.add(this);
		runsOfProcess.set(node, runs);
	}

	/**
	 * Takes a slot: the one that an earlier try of this run has left, or a free one, or else one of a run that is not
	 * alive. Where all are those of runs that are alive, this run has none.
	 *
	 * @param isRetry whether this run is that of a retry. The original then counts as cut off at once, whatever its last
	 *   sign of life, because n8n retries only what has ended
	 */
	async takeSlot(row: ProcessedRow, isRetry: boolean): Promise<OtherRuns> {
		this.markRunsOfSameName();
		const found = await this.readSlots(row, isRetry);
		const areOthersOpen = found.isAnyTaken || this.hasOthersInProcess();
		return { areOthersOpen, cutOff: await this.chooseSlot(row, found) };
	}

	/**
	 * Marks this run and each other one of this process with the same name and execution, as of two calls of a tool.
	 * Their notes are not told apart, so those of an item that was refused stay. The name of this run is final by now.
	 */
	private markRunsOfSameName(): void {
		for (const other of runsOfProcess.get(this.node) ?? []) {
			if (other === this || !isEqual(other.self, this.self)) continue;
			other.sharesName = true;
			this.sharesName = true;
		}
	}

	/** Takes a slot of those that were found, and returns the runs that were cut off. */
	private async chooseSlot(row: ProcessedRow, found: FoundSlots): Promise<CutOffRun[]> {
		const { own, free, unreadable, cutOff } = found;
		this.slot = own ?? free;
		if (this.slot === undefined) {
			// None is free, so this run takes the slot of another one. It prefers a slot whose name cannot be read, because
			// nobody could find a run by it. Otherwise, the oldest run that was cut off loses its slot. Runs that are alive
			// keep theirs.
			this.slot = unreadable ?? cutOff.at(-1)?.slot;
			if (this.slot !== undefined) await clearSlot(row, this.slot);
		}
		await this.fillSlot(row);
		// The run that has lost its slot to this one can still be taken over, but its slot must not be freed then.
		return cutOff.map((run) => (run.slot === this.slot ? omit(run, 'slot') : run));
	}

	/**
	 * Which slots are taken, and which are free, both from the lowest number on. The slots of runs of this process,
	 * which are alive, are in neither list.
	 */
	private async divideSlots(row: ProcessedRow): Promise<{ taken: number[]; free: number[] }> {
		const known = await row.known(SLOTS.map(takenNote));
		const ofOthers = SLOTS.filter((slot) => !this.isOfProcess(slot));
		const [taken, free] = partition(ofOthers, (slot) => known.has(takenNote(slot)));
		return { taken, free };
	}

	/**
	 * Reads all slots but those of runs of this process, which are alive. Frees those of runs that were cut off before
	 * they had anything to be found (`runsWithItems`), because nobody can pick up anything of these.
	 */
	private async readSlots(row: ProcessedRow, isRetry: boolean): Promise<FoundSlots> {
		const { taken, free } = await this.divideSlots(row);
		const found: FoundSlots = { isAnyTaken: false, cutOff: [] };
		const allCutOff: CutOffRun[] = [];
		for (const slot of taken) {
			const open = await readName(row, slot);
			if (!open) {
				// The first of them.
				found.unreadable ??= slot;
			} else if (isEqual(open, this.self)) {
				found.own = slot;
			} else if (await this.isCutOff(row, open, isRetry)) {
				allCutOff.push({ ...open, slot });
			}
		}
		const namesWithItems = await runsWithItems(row, map(allCutOff, 'runName'));
		const [withItems, withoutItems] = partition(allCutOff, ({ runName }) =>
			namesWithItems.includes(runName),
		);
		for (const run of withoutItems) await freeSlotOf(row, run);
		found.isAnyTaken = taken.length > withoutItems.length;
		found.free = min([...free, ...map(withoutItems, 'slot')]);
		// The newest first: it has the highest ID. An empty ID counts as 0, and so as the oldest.
		found.cutOff = sortBy(withItems, ({ executionId }) => -Number(executionId));
		return found;
	}

	/** Whether a run that has a slot, and is not under way in this process, was cut off. */
	private async isCutOff(row: ProcessedRow, open: NamedRun, isRetry: boolean): Promise<boolean> {
		const isOriginal = isRetry && open.runName === this.self.runName;
		if (isOriginal) return true;
		return !(await isAlive(row, open));
	}

	/**
	 * The IDs of other executions of this process whose run of the node began before this one, is still under way, and
	 * has one of these requests, which the service has not refused.
	 *
	 * @param requests fingerprints
	 */
	executionsBefore(requests: ReadonlySet<string>): string[] {
		const runs = [...(runsOfProcess.get(this.node) ?? [])];
		const runsBefore = takeWhile(runs, (run) => run !== this);
		const equal = runsBefore.filter(({ self, submits }) => {
			// The calls of a tool share theirs.
			const isOther = self.executionId !== this.self.executionId;
			const isSame = ({ prints, state }: ItemSubmit) =>
				requests.has(prints.request) && state.is !== 'refused';
			return isOther && submits.some(isSame);
		});
		return uniq(map(equal, 'self.executionId'));
	}

	/** Whether further runs of the node are under way in this process. */
	private hasOthersInProcess(): boolean {
		return (runsOfProcess.get(this.node)?.size ?? 0) > 1;
	}

	/** Whether a slot is that of a run of this process which is under way. */
	private isOfProcess(slot: number): boolean {
		const runs = runsOfProcess.get(this.node) ?? [];
		return [...runs].some((entry) => entry.slot === slot);
	}

	/** Writes the name of the run into its slot, if it has one, with a sign of life. */
	private async fillSlot(row: ProcessedRow): Promise<void> {
		if (this.slot === undefined) return;
		this.period = currentPeriod();
		const notes = notesOfSlot(this.slot, this.self);
		await row.add(notes.concat(lifeNote(this.self, this.period)));
	}

	/**
	 * Shows other processes that the run is alive: adds the note of the present period, and removes that of the last
	 * sign of life. A run without a slot takes one instead, if one has become free; as long as it has none, nobody can
	 * find it, and so nobody asks whether it is alive. So does a run whose slot another process has freed, because this
	 * one was held up and gave no sign of life for too long.
	 */
	async giveSignOfLife(row: ProcessedRow): Promise<void> {
		const hasSlot = this.slot !== undefined && (await isInSlot(row, this.self, this.slot));
		if (!hasSlot) {
			await this.takeFreeSlot(row);
			return;
		}
		const lastPeriod = this.period;
		this.period = currentPeriod();
		// First the new one, so that there is one at each moment.
		await row.add([lifeNote(this.self, this.period)]);
		if (lastPeriod !== this.period) await row.remove([lifeNote(this.self, lastPeriod)]);
	}

	/** Takes the first slot that nobody has, which may be the one that this run has lost; none where all are taken. */
	private async takeFreeSlot(row: ProcessedRow): Promise<void> {
		// Its own last slot does not count as taken then.
		this.slot = undefined;
		const { free } = await this.divideSlots(row);
		this.slot = free[0];
		await this.fillSlot(row);
	}

	/**
	 * Frees the slot of this run, which has ended as usual, so that no other execution takes it for cut off. Only a retry
	 * of this execution goes on with what it has sent. The run still knows its slot, so that `keepSlotAsCutOff` can fill
	 * it again.
	 */
	async freeSlot(row: ProcessedRow): Promise<void> {
		if (this.slot === undefined) return;
		const hasSlot = await isInSlot(row, this.self, this.slot);
		const notes = hasSlot ? notesOfSlot(this.slot, this.self) : [];
		await row.remove(notes.concat(lifeNote(this.self, this.period)));
	}

	/**
	 * Leaves the run in its slot without a sign of life, because it was stopped or has failed: the next run takes it
	 * for cut off at once. Where Stop came when `freeSlot` had emptied the slot already, it takes a free one. Does
	 * nothing where the run has no slot.
	 */
	async keepSlotAsCutOff(row: ProcessedRow): Promise<void> {
		if (this.slot === undefined) return;
		const lastPeriod = this.period;
		const hasSlot = await isInSlot(row, this.self, this.slot);
		// That gives a sign of life too, maybe that of a further period.
		if (!hasSlot) await this.takeFreeSlot(row);
		await row.remove([lifeNote(this.self, lastPeriod), lifeNote(this.self, this.period)]);
	}

	/** Ends the run for this process: from now on, it does not count as one that is under way. */
	leave(): void {
		const runs = runsOfProcess.get(this.node);
		runs?.delete(this);
		if (runs?.size === 0) runsOfProcess.delete(this.node);
	}
}

/**
 * Frees the slot of a run that was cut off, when nothing of it is left to be picked up. Does nothing where the run has
 * no slot any more: somebody else may have freed it before, so that another run has it by now.
 */
export async function freeSlotOf(row: ProcessedRow, cutOff: CutOffRun): Promise<void> {
	const { slot } = cutOff;
	if (slot === undefined) return;
	// Not so where another run has spelled its name there.
	if (await isInSlot(row, cutOff, slot)) await row.remove(notesOfSlot(slot, cutOff));
}

/** Whether a run still has the slot that it has taken: it may have been freed, and another run may have it by now. */
async function isInSlot(row: ProcessedRow, open: NamedRun, slot: number): Promise<boolean> {
	const notes = notesOfSlot(slot, open);
	const known = await row.known(notes);
	return known.size === notes.length;
}

/**
 * Whether a run of another process has given a sign of life lately: in the present period of 20 seconds, or in one of
 * the two before.
 */
async function isAlive(row: ProcessedRow, open: NamedRun): Promise<boolean> {
	const now = currentPeriod();
	// The two periods before this one.
	const past = range(now - SILENT_PERIODS, now);
	// The next one, too, because the clock of the other process may be ahead.
	const periods = [...past, now, now + 1];
	const known = await row.known(periods.map((period) => lifeNote(open, period)));
	return known.size > 0;
}

/** The run whose name is spelled in a slot; undefined where two names lie over each other, or a sign is missing. */
async function readName(row: ProcessedRow, slot: number): Promise<NamedRun | undefined> {
	const text = await readSpelled(row, nameOfSlot(slot), NAMES);
	return text === undefined ? undefined : namedRunFrom(text);
}

/** Removes whatever name is spelled in a slot, also two that lie over each other. */
async function clearSlot(row: ProcessedRow, slot: number): Promise<void> {
	await row.remove(everySign(nameOfSlot(slot), NAMES).concat(takenNote(slot)));
}
