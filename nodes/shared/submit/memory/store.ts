import { difference, map, noop, range, some, uniqBy } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isToolExecution } from '../../n8n/toolRuns';
import { executionLine, runOrdinal } from '../../n8n/executionLine';
import { type ProcessedRow, useProcessedRow } from '../../n8n/processedItems';
import { sleepFor } from '../../util/async';
import {
	accepted,
	hasBegun,
	isTask,
	itemSent,
	type Key,
	type Keys,
	keysOf,
	NOTES_OF_ITEM,
	notesOfAccepted,
	notesOfSent,
	notesOfTaskless,
	sent,
	takenOver,
} from './notes';
import {
	closeCutOff,
	type CutOffRun,
	OpenRunEntry,
	type OpenRun,
	SIGN_OF_LIFE_MS,
} from './openRuns';
import type { Created, ItemSubmit } from './submission';

/*
 * What n8n's store remembers of the submits of a node, over the end of an execution and of n8n itself.
 *
 * Promise:
 * (a) What a run has begun and never ended, because n8n died or the execution was stopped, is picked up by the next run of
 *     the node that sends the same request, whatever has started that run; once.
 * (b) In a retry by hand, also what a run had ended is picked up, by its request or its input: n8n runs ended nodes again
 *     of which it has stored nothing. An earlier execution with equal items is not taken for the one that is retried.
 * A run that is still alive is never robbed.
 *
 * How: an item is noted before it is sent, and with the ID of its task within a second after it was accepted. Both notes
 * stay until newer ones push them out. Only what certainly has no task, and what the user was told of, is taken back. A run
 * is in the list of open runs (`openRuns.ts`) from its begin to its end: what is left there was cut off.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`), and something that a retry shares with its original
 * (`n8n/executionLine.ts`).
 *
 * Without it: where the store cannot be used, as in a workflow that was never saved, nothing is noted, and items are
 * submitted as if for the first time; but not in a retry, which then fails before it pays. Where a retry cannot be told from
 * an earlier execution with the same items of the trigger, the newest task is taken: the error that does not cost.
 */

/** The least that the store keeps of a node, in entries: some 1,400 items. */
const LEAST_ENTRIES = 10_000;

/** What a run may push out at most of the notes of earlier runs, which may have been larger. */
const MOST_PUSHED_OUT = 0.1;

/** After which notes that nothing waits for are written, in milliseconds. */
const LATER_MS = 1_000;

type StoreContext = Pick<
	IExecuteFunctions,
	| 'evaluateExpression'
	| 'getContext'
	| 'getExecutionId'
	| 'getInputData'
	| 'getMode'
	| 'getNode'
	| 'getParentNodes'
	| 'getWorkflow'
	| 'getWorkflowDataProxy'
	| 'helpers'
	| 'logger'
>;

/** A submit of an earlier run that is taken for that of an item. */
export interface Match {
	submit: ItemSubmit;
	/** The run that has sent it; without an execution in a retry, whose original or another retry of it has. */
	by: OpenRun;
	/** The key by which it was found. */
	key: Key;
	/** Whether the service has accepted it, as far as was noted. */
	isAccepted: boolean;
}

/** What the store knows of the items of a run. */
export type Known =
	| {
			is: 'read';
			matches: Match[];
			/**
			 * In a retry: how many items the original execution has sent that are not among those of this run. One of
			 * the items of which nothing is known may be one of them, with another content.
			 */
			unidentified: number;
	  }
	/** The store cannot be used. */
	| { is: 'unreadable' };

/** The store of one run of a node. No method but `known` tells its caller that the store has failed. */
export class StoreMemory {
	/** The name of the run in the notes: the same in a retry. */
	private readonly self: OpenRun;

	/** Whether a retry is known from an earlier execution with the same items of its trigger. */
	readonly isExact: boolean;

	/** Whether this execution is a retry by hand. */
	readonly isRetry: boolean;

	private readonly entry: OpenRunEntry;

	private keys = new Map<number, Keys>();

	/** Runs that were cut off before this one began. */
	private cutOff: CutOffRun[] = [];

	/** Those of them of which nothing is left to be picked up once this run has ended. */
	private readonly emptied = new Set<CutOffRun>();

	/** What has to be written. */
	private readonly due = new Set<string>();

	/** What has to be taken back. */
	private readonly untrue = new Set<string>();

	/** The last write that has begun or waits for its turn. Never fails. */
	private written = Promise.resolve();

	private waitsForTurn = false;

	/** The end of the time in which nothing has to be written. */
	private later: Promise<void> | undefined;

	/** Most entries that the store keeps. */
	private most = LEAST_ENTRIES;

	private readonly ended = new AbortController();

	constructor(private readonly context: StoreContext) {
		const line = executionLine(context);
		const ordinal = isToolExecution(context) ? 0 : runOrdinal(context);
		const executionId = context.getExecutionId();
		this.self = {
			run: `${line.name}.${ordinal}`,
			executionId: /^\d{1,10}$/.test(executionId) ? executionId : '',
		};
		this.isExact = line.isExact;
		this.isRetry = context.getMode() === 'retry';
		const node = `${context.getWorkflow().id} ${context.getNode().id}`;
		this.entry = new OpenRunEntry(node, this.self);
		const items = context.getInputData().length;
		this.most = Math.max(LEAST_ENTRIES, 2 * NOTES_OF_ITEM * items * (ordinal + 1));
	}

	/**
	 * Begins the run, and finds what earlier runs have sent of its items.
	 *
	 * @param submits of all items, in their order
	 * @param open those of which the execution itself knows nothing
	 */
	async known(submits: readonly ItemSubmit[], open: readonly ItemSubmit[]): Promise<Known> {
		this.keys = keysOf(submits);
		const known = await this.use(async (row): Promise<Known> => {
			const count = await row.count();
			this.most = Math.max(this.most, Math.floor(count * (1 - MOST_PUSHED_OUT)));
			this.cutOff = await this.entry.enter(row, this.most);
			const own = this.isRetry ? await this.ownMatches(row, submits) : [];
			const others = await this.matchesOfOthers(row, difference(open, map(own, 'submit')));
			const unidentified = this.isRetry ? await this.unidentified(row, own.length) : 0;
			const matches = own.filter(({ submit }) => open.includes(submit));
			return { is: 'read', matches: [...matches, ...others], unidentified };
		});
		if (known) void this.showLife();
		return known ?? { is: 'unreadable' };
	}

	/**
	 * Asks which of some tasks are those of matches.
	 *
	 * @returns the matches with the IDs of their tasks
	 */
	async tasksOf(
		matches: readonly Match[],
		taskIds: readonly string[],
	): Promise<Array<{ match: Match; taskId: string }>> {
		const pairs = matches.flatMap((match) => taskIds.map((taskId) => ({ match, taskId })));
		const noteOf = ({ match: { by, key }, taskId }: (typeof pairs)[number]) =>
			isTask(by.run, key, taskId);
		const known = await this.use(async (row) => await row.known(pairs.map(noteOf)));
		return pairs.filter((pair) => known?.has(noteOf(pair)));
	}

	/** Lets matches be picked up again, because it could not be found out what became of them. */
	async leaveToOthers(matches: readonly Match[]): Promise<void> {
		const notes = matches.map(({ by, key }) => takenOver(by, key));
		for (const cutOff of this.cutOff) {
			if (some(matches, { by: cutOff })) this.emptied.delete(cutOff);
		}
		await this.use(async (row) => await row.remove(notes));
	}

	/** Notes an item before it is sent. */
	async noteSent({ itemIndex }: ItemSubmit): Promise<void> {
		const keys = this.keys.get(itemIndex);
		if (!keys) return;
		for (const note of notesOfSent(this.self.run, itemIndex, keys)) this.due.add(note);
		await this.flush();
	}

	/** Notes the tasks of an item, within a second. */
	noteAccepted({ itemIndex }: ItemSubmit, { tasks }: Created): void {
		const keys = this.keys.get(itemIndex);
		if (!keys) return;
		const ids = tasks.map(({ taskId }) => taskId);
		// That it was sent is noted already, but for what another run has sent.
		const notes = [sent(this.self.run, keys.request), sent(this.self.run, keys.input)];
		for (const note of [...notes, ...notesOfAccepted(this.self.run, keys, ids)]) this.due.add(note);
		this.flushLater();
	}

	/** Takes back the notes of an item that has no task, or whose user is told now that it may have one. */
	noteTaskless({ itemIndex }: ItemSubmit): void {
		const keys = this.keys.get(itemIndex);
		if (!keys) return;
		for (const note of notesOfTaskless(this.self.run, itemIndex, keys)) this.untrue.add(note);
		this.flushLater();
	}

	private flushLater(): void {
		this.later ??= sleepFor(LATER_MS, this.ended.signal).then(async () => {
			this.later = undefined;
			await this.flush();
		}, noop);
	}

	/** Writes what is due, together with what becomes due until its turn comes. */
	async flush(): Promise<void> {
		if (!this.waitsForTurn) {
			this.waitsForTurn = true;
			// Those that begin together are written together.
			this.written = sleepFor(1).then(async () => {
				await this.use(async (row) => {
					this.waitsForTurn = false;
					await this.write(row);
				});
				this.waitsForTurn = false;
			});
		}
		await this.written;
	}

	/**
	 * Ends the run: from now on, only a retry picks up what it has sent.
	 *
	 * @param isStopped whether n8n keeps nothing of the node, so that the run counts as cut off
	 */
	async end(isStopped: () => boolean): Promise<void> {
		this.ended.abort();
		await this.use(async (row) => {
			await this.write(row);
			if (isStopped()) return;
			await this.entry.end(row);
			for (const cutOff of this.emptied) await closeCutOff(row, cutOff);
		});
		// Also where it was stopped in the meantime.
		if (isStopped()) await this.use(async (row) => await this.entry.cutOff(row, this.most));
		this.entry.leave();
	}

	/** What this execution itself has sent before, in the execution that it retries or in another retry of that. */
	private async ownMatches(row: ProcessedRow, submits: readonly ItemSubmit[]): Promise<Match[]> {
		for (const cutOff of this.cutOff) {
			if (cutOff.run === this.self.run) this.emptied.add(cutOff);
		}
		const by: OpenRun = { run: this.self.run, executionId: '' };
		const candidates = submits.flatMap((submit) => {
			const { request = '', input = '' } = this.keys.get(submit.itemIndex) ?? {};
			// By its request, or else by its input.
			return [request, input].map((key) => ({ submit, by, key }));
		});
		return uniqBy(await this.sentOnes(row, candidates), 'submit');
	}

	/** What other runs have sent that were cut off, each once: it belongs to this run from now on. */
	private async matchesOfOthers(row: ProcessedRow, open: readonly ItemSubmit[]): Promise<Match[]> {
		const all: Match[] = [];
		for (const by of difference(this.cutOff, [...this.emptied])) {
			const rest = difference(open, map(all, 'submit'));
			const candidates = rest.map((submit) => {
				return { submit, by, key: this.keys.get(submit.itemIndex)?.request ?? '' };
			});
			const matches = await this.sentOnes(row, candidates);
			if (matches.length === 0) continue;
			const taken = await row.add(
				matches.map(({ key }) => takenOver(by, key)),
				this.most,
			);
			const own = matches.filter(({ key }) => taken.has(takenOver(by, key)));
			all.push(...own);
			if (own.length === (await this.itemsOf(row, by.run))) this.emptied.add(by);
		}
		return all;
	}

	/** Those of the candidates that their run has sent. */
	private async sentOnes(
		row: ProcessedRow,
		candidates: ReadonlyArray<Omit<Match, 'isAccepted'>>,
	): Promise<Match[]> {
		const wereSent = await row.known(candidates.map(({ by, key }) => sent(by.run, key)));
		const those = candidates.filter(({ by, key }) => wereSent.has(sent(by.run, key)));
		const wereAccepted = await row.known(those.map(({ by, key }) => accepted(by.run, key)));
		return those.map((one) => {
			return { ...one, isAccepted: wereAccepted.has(accepted(one.by.run, one.key)) };
		});
	}

	/** How many items a run has sent; not all, if it had far more than this one. */
	private async itemsOf(row: ProcessedRow, run: string): Promise<number> {
		const indexes = range(2 * this.keys.size + 10);
		const items = await row.known(indexes.map((itemIndex) => itemSent(run, itemIndex)));
		return items.size;
	}

	/** How many items the original execution has sent beside those that were found. */
	private async unidentified(row: ProcessedRow, found: number): Promise<number> {
		const { run } = this.self;
		if (found === this.keys.size) return 0;
		const begun = await row.known([hasBegun(run)]);
		if (found === 0 && begun.size === 0) return 0;
		return Math.max(0, (await this.itemsOf(row, run)) - found);
	}

	private async write(row: ProcessedRow): Promise<void> {
		const [notes, untrue] = [[...this.due], [...this.untrue]];
		this.due.clear();
		this.untrue.clear();
		await row.add(notes, this.most);
		await row.remove(untrue);
	}

	/** Shows that the run is alive, until it ends. */
	private async showLife(): Promise<void> {
		try {
			for (;;) {
				await sleepFor(SIGN_OF_LIFE_MS, this.ended.signal);
				await this.use(async (row) => await this.entry.giveSignOfLife(row, this.most));
			}
		} catch {
			// The run has ended.
		}
	}

	/** @returns undefined where n8n's store fails */
	private async use<T>(work: (row: ProcessedRow) => Promise<T>): Promise<T | undefined> {
		try {
			return await useProcessedRow(this.context, work);
		} catch (error) {
			this.context.logger.debug('Submits could not be noted in the store of n8n', { error });
			return undefined;
		}
	}
}
