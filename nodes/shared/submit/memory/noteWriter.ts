import { noop } from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import { sleepFor, steadyNow } from '../../util/async';

/*
 * Writes the notes of a run into n8n's store, in few writes. A note is a text that n8n's store remembers (`notes.ts`).
 *
 * Promise: when `flush` has ended, all notes stand that were added before it was called,
 * unless n8n's store has failed. No method fails but `writeInto`.
 *
 * Why in few writes: n8n reads and writes all notes of a node for each change, so that a write takes longer the more is
 * noted: a millisecond with ten items, a tenth of a second with ten thousand. A write for each item would let the time
 * of a run grow with the square of its items. Therefore what is due at about the same time is written together. Where
 * writing takes more than about a twentieth of the time of a large run, further items are noted ahead of their turn
 * (`decideAheadCount`); where the service is slower than n8n's store, as it usually is, none is.
 *
 * Needs of n8n: its store of processed items. Where that fails, the notes of that write are lost.
 */

/**
 * The rest that should follow a write, as a multiple of the time that the write has taken. With 19, a twentieth of the
 * time goes into writing.
 */
const REST_AFTER_WRITE = 19;

/** Time after which notes are written that nothing waits for, in milliseconds. */
const LATER_MS = 1_000;

/**
 * Does some work with the notes of the node when it is the turn of this run. The work is always begun; where n8n's
 * store fails during it, it is given up, and this does not fail.
 */
type UseRow = (work: (row: ProcessedRow) => Promise<void>) => Promise<unknown>;

/** What one run writes. */
export class NoteWriter {
	/** Notes to be added with the next write. */
	private readonly toAdd = new Set<string>();

	/** Notes to be removed with the next write. */
	private readonly toRemove = new Set<string>();

	/**
	 * The write that was asked for and has not begun yet: all that is added until it begins is written with it. Undefined
	 * where there is none.
	 */
	private nextWrite: Promise<void> | undefined;

	/** Whether `flushLater` is waiting. */
	private isPlanned = false;

	/** How many items were to be noted ahead of their turn with the last write for which that was decided. */
	private aheadCount = 0;

	/** How long the last write took, in milliseconds. */
	private tookMs = 0;

	/** When the last write ended, in milliseconds by `steadyNow`; before the first write, long ago. */
	private endedAt = -Infinity;

	/**
	 * @param useRow gives access to the notes of the node
	 * @param runEnds aborted when the run ends
	 */
	constructor(
		private readonly useRow: UseRow,
		private readonly runEnds: AbortSignal,
	) {}

	/** Adds notes with the next write. */
	add(notes: readonly string[]): void {
		for (const note of notes) this.toAdd.add(note);
	}

	/** Removes notes with the next write. A note that is both added and removed by it is not there afterwards. */
	remove(notes: readonly string[]): void {
		for (const note of notes) this.toRemove.add(note);
	}

	/**
	 * Decides how many items are noted ahead of their turn with the next write, by the speed of n8n's store: twice as
	 * many as with the last one where it follows too soon after that, half as many where that was long ago, and otherwise
	 * as many.
	 *
	 * @returns the number, which has no upper limit, because no more items than there are can be noted; zero where the
	 *   next write was asked for already, because it was decided for that write then
	 */
	decideAheadCount(): number {
		if (this.nextWrite) return 0;
		const restedMs = steadyNow() - this.endedAt;
		const wantedMs = REST_AFTER_WRITE * this.tookMs;
		const isTooSoon = restedMs < wantedMs;
		// Only after four times as long, because the number would otherwise go up and down all the time.
		const isLongAgo = restedMs > 4 * wantedMs;
		// One more than twice as many, because it begins with zero, which doubling alone would leave at zero.
		if (isTooSoon) this.aheadCount = 2 * this.aheadCount + 1;
		if (isLongAgo) this.aheadCount = Math.floor(this.aheadCount / 2);
		return this.aheadCount;
	}

	/**
	 * Writes what is due, with all that becomes due before the write begins, which is a moment later. Ends with the
	 * write. Several calls before it begins share the one write.
	 */
	async flush(): Promise<void> {
		// A write that was asked for and has not begun yet writes this, too.
		this.nextWrite ??= this.writeSoon();
		await this.nextWrite;
	}

	/**
	 * Plans a write for a second later, or for later still where a write takes long. Further calls until then change
	 * nothing. Where the run ends before, nothing is written here, because the end of the run writes all that is due.
	 */
	flushLater(): void {
		if (this.isPlanned) return;
		this.isPlanned = true;
		const waitMs = Math.max(LATER_MS, REST_AFTER_WRITE * this.tookMs);
		const write = async () => {
			this.isPlanned = false;
			await this.flush();
		};
		// The sleep fails when the run ends.
		void sleepFor(waitMs, this.runEnds).then(write, noop);
	}

	/**
	 * Writes what is due, for a caller whose turn it is to use the notes of the node.
	 *
	 * @throws what n8n's store throws; what was due is lost then
	 */
	async writeInto(row: ProcessedRow): Promise<void> {
		const added = [...this.toAdd];
		const removed = [...this.toRemove];
		// Before the write, because what is added during it is due for the next one.
		this.toAdd.clear();
		this.toRemove.clear();
		const beganAt = steadyNow();
		await row.add(added);
		await row.remove(removed);
		this.endedAt = steadyNow();
		this.tookMs = this.endedAt - beganAt;
	}

	/** Writes after a moment, and when it is the turn of this run, what is due then. */
	private async writeSoon(): Promise<void> {
		// Ten items are sent at once, and each of them is noted: after this moment all of them are due.
		await sleepFor(1);
		await this.useRow(async (row) => {
			// Whoever calls `flush` from now on comes too late for this write, and gets another one.
			this.nextWrite = undefined;
			await this.writeInto(row);
		});
	}
}
