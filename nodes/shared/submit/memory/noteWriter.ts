import { noop } from 'lodash';

import type { ProcessedRow } from '../../n8n/processedItems';
import { sleepFor, steadyNow } from '../../util/async';

/*
 * Writes the notes of a run into n8n's store, in few writes.
 *
 * n8n reads and writes the whole row of a node for each change, so that a write takes longer the more is noted: a
 * millisecond with ten items, a tenth of a second with ten thousand. Writing for each item would let the time of a run
 * grow with the square of its items. Therefore what is due at about the same time is written together, and where writing
 * takes more than about a twentieth of the time, further items of a large run are noted ahead of their turn. Where the service
 * is slower than n8n's store, as it usually is, no item is noted ahead.
 */

/** How many times as long as a write has taken, none should follow. */
const REST_AFTER_WRITE = 19;

/** Time after which notes are written that nothing waits for, in milliseconds. */
const LATER_MS = 1_000;

/** How many items a write notes beside those that are sent now. */
class Ahead {
	private count = 0;

	/**
	 * Called when a write begins.
	 *
	 * @param tookMs how long the last write took, in milliseconds
	 * @param agoMs how long ago it ended, in milliseconds
	 */
	next(tookMs: number, agoMs: number): number {
		const rest = REST_AFTER_WRITE * tookMs;
		if (agoMs < rest) this.count = 2 * this.count + 1;
		// Only where the last write was long ago, because the count would otherwise go up and down all the time.
		else if (agoMs > 4 * rest) this.count = Math.floor(this.count / 2);
		return this.count;
	}
}

/** Gives the row of the node when it is its turn. Never fails: where n8n's store does, the work is given up. */
type UseRow = (work: (row: ProcessedRow) => Promise<void>) => Promise<void>;

/** What one run writes. No method fails. */
export class NoteWriter {
	private readonly due = new Set<string>();

	private readonly untrue = new Set<string>();

	/** The write that has not begun yet: what becomes due until then is written with it. */
	private waiting: Promise<void> | undefined;

	private isPlanned = false;

	private readonly ahead = new Ahead();

	private tookMs = 0;

	private endedAt = -Infinity;

	/**
	 * @param use of the row of the node
	 * @param most how many entries the row may have
	 * @param ended ends with the run
	 */
	constructor(
		private readonly use: UseRow,
		private readonly most: () => number,
		private readonly ended: AbortSignal,
	) {}

	/** Notes that stand when the next write has ended. */
	add(notes: readonly string[]): void {
		for (const note of notes) this.due.add(note);
	}

	/** Notes that are gone when the next write has ended, because they are not true. */
	takeBack(notes: readonly string[]): void {
		for (const note of notes) this.untrue.add(note);
	}

	/** How many items should be noted ahead with the next write; none where that one has been asked for already. */
	countAhead(): number {
		return this.waiting ? 0 : this.ahead.next(this.tookMs, steadyNow() - this.endedAt);
	}

	/**
	 * Writes what is due, and what becomes due before the write begins, at least until the caller waits for something.
	 *
	 * @returns a promise that ends with the write
	 */
	async flush(): Promise<void> {
		this.waiting ??= this.write();
		await this.waiting;
	}

	/** Writes within a second, or later where a write takes long. */
	flushLater(): void {
		if (this.isPlanned) return;
		this.isPlanned = true;
		const waitMs = Math.max(LATER_MS, REST_AFTER_WRITE * this.tookMs);
		void sleepFor(waitMs, this.ended).then(async () => {
			this.isPlanned = false;
			await this.flush();
		}, noop);
	}

	/** Writes what is due, in the turn of the caller. */
	async writeInto(row: ProcessedRow): Promise<void> {
		const [notes, untrue] = [[...this.due], [...this.untrue]];
		this.due.clear();
		this.untrue.clear();
		const beganAt = steadyNow();
		await row.add(notes, this.most());
		await row.remove(untrue);
		this.endedAt = steadyNow();
		this.tookMs = this.endedAt - beganAt;
	}

	private async write(): Promise<void> {
		// Those that begin together are written together.
		await sleepFor(1);
		await this.use(async (row) => {
			this.waiting = undefined;
			await this.writeInto(row);
		});
	}
}
