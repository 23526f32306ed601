import type { IExecuteFunctions } from 'n8n-workflow';

import { executionLine, runOrdinal } from '../../n8n/executionLine';
import { type ProcessedRow, useProcessedRow } from '../../n8n/processedItems';
import { isToolExecution } from '../../n8n/toolRuns';
import { sleepFor } from '../../util/async';
import { EarlierRuns, type EarlierSubmits, type Match, type TaskOfMatch } from './earlierRuns';
import { NoteWriter } from './noteWriter';
import {
	hasTask,
	isTask,
	itemSent,
	type Keys,
	keysOf,
	NOTES_OF_ITEM,
	NOTES_OF_UNLISTED,
	notesOfAccepted,
	notesOfSent,
	notesOfTaskless,
	notesOfTold,
	notesOfUnlisted,
	readUnlisted,
	sent,
} from './notes';
import { OpenRunEntry, type OpenRun, SIGN_OF_LIFE_MS } from './openRuns';
import { type Created, type CreatedTask, isNew, type ItemSubmit } from './submission';

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
 * stay until newer ones push them out. Only what certainly has no task is taken back. Of an item that may have a task, it is
 * noted when the user has been told so: a retry sends it again if it has the data of that execution, and refuses it without. A run
 * is in the list of open runs (`openRuns.ts`) from its begin to its end: what is left there was cut off.
 *
 * If n8n dies, an item that is noted and of which no answer is known may have been sent: it is not sent again without a word.
 * That is also said of items that were noted ahead of their turn (`noteWriter.ts`), of which n8n's store is then all that
 * is left. After Stop, it is not: they are taken back.
 *
 * Needs of n8n: its store of processed items (`n8n/processedItems.ts`), and something that a retry shares with its original
 * (`n8n/executionLine.ts`).
 *
 * Without it: where the store cannot be used, as in a workflow that was never saved, nothing is noted, and items are
 * submitted as if for the first time; but not in a retry, which then fails before it pays. Where a retry cannot be told from
 * an earlier execution with the same items of the trigger, the newest task is taken: the error that does not cost.
 */

/** The least that the store keeps of a node, in entries: some 1,250 items. */
const LEAST_ENTRIES = 10_000;

/** Up to so many items, none is noted ahead of its turn, because writing takes a few milliseconds at most. */
const FEW_ITEMS = 100;

/** What a run may push out at most of the notes of earlier runs, which may have been larger. */
const MOST_PUSHED_OUT = 0.1;

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

/** What the store knows of the items of a run, or that it cannot be used. */
export type StoreAnswer = ({ is: 'read' } & EarlierSubmits) | { is: 'unreadable' };

/** The store of one run of a node. No method but `known` tells its caller that the store has failed. */
export class StoreMemory {
	/** The name of the run in the notes: the same in a retry. */
	private readonly self: OpenRun;

	/** Whether a retry is known from an earlier execution with the same items of its trigger. */
	readonly isExact: boolean;

	/** Whether this execution is a retry by hand. */
	readonly isRetry: boolean;

	private readonly entry: OpenRunEntry;

	private readonly earlier: EarlierRuns;

	private readonly writer: NoteWriter;

	private readonly ended = new AbortController();

	private keys = new Map<number, Keys>();

	/** Items that will be sent, in this order. */
	private upcoming: readonly ItemSubmit[] = [];

	/** Items that are noted, each with the write after which that is so. */
	private readonly noted = new Map<ItemSubmit, Promise<void>>();

	/** Most entries that the store keeps. */
	private most: number;

	/** @param isListed whether the service has a list in which the tasks of this node can be found */
	constructor(
		private readonly context: StoreContext,
		private readonly isListed: boolean,
	) {
		const line = executionLine(context);
		const ordinal = isToolExecution(context) ? 0 : runOrdinal(context);
		const executionId = context.getExecutionId();
		this.self = {
			run: `${line.name}.${ordinal}`,
			executionId: /^\d{1,10}$/.test(executionId) ? executionId : '',
		};
		this.isExact = line.isExact;
		this.isRetry = context.getMode() === 'retry';
		const items = context.getInputData().length;
		const notes = isListed ? NOTES_OF_ITEM : NOTES_OF_UNLISTED;
		this.most = Math.max(LEAST_ENTRIES, 2 * notes * items * (ordinal + 1));
		this.entry = new OpenRunEntry(`${context.getWorkflow().id} ${context.getNode().id}`, this.self);
		this.earlier = new EarlierRuns(this.self);
		const use = async (work: (row: ProcessedRow) => Promise<void>) => {
			await this.use(work);
		};
		this.writer = new NoteWriter(use, () => this.most, this.ended.signal);
	}

	/**
	 * Begins the run, and finds what earlier runs have sent of its items.
	 *
	 * @param submits of all items, in their order
	 * @param open those of which the execution itself knows nothing
	 */
	async known(submits: readonly ItemSubmit[], open: readonly ItemSubmit[]): Promise<StoreAnswer> {
		this.keys = keysOf(submits);
		const found = await this.use(async (row) => {
			const kept = Math.floor((await row.count()) * (1 - MOST_PUSHED_OUT));
			this.most = Math.max(this.most, kept);
			const cutOff = await this.entry.enter(row, this.most);
			const { keys, isRetry, most } = this;
			return await this.earlier.search(row, { submits, open, keys, isRetry, cutOff, most });
		});
		if (!found) return { is: 'unreadable' };
		void this.showLife();
		return { is: 'read', ...found };
	}

	/** Those of some tasks that a run has noted as tasks of its own. */
	async tasksOfRun(run: string, taskIds: readonly string[]): Promise<string[]> {
		const known = await this.knownNotes(taskIds.map((taskId) => hasTask(run, taskId)));
		return taskIds.filter((taskId) => known.has(hasTask(run, taskId)));
	}

	/** Those of the pairs that are noted: the task is that of the submit. */
	async notedPairs(pairs: readonly TaskOfMatch[]): Promise<TaskOfMatch[]> {
		const noteOf = ({ match: { by, key }, taskId }: TaskOfMatch) => isTask(by.run, key, taskId);
		const known = await this.knownNotes(pairs.map(noteOf));
		return pairs.filter((pair) => known.has(noteOf(pair)));
	}

	private async knownNotes(notes: readonly string[]): Promise<ReadonlySet<string>> {
		if (notes.length === 0) return new Set();
		return (await this.use(async (row) => await row.known(notes))) ?? new Set();
	}

	/** The tasks of a match of which the service has no list; none where they are not noted. */
	async unlistedTasksOf({ by, key }: Match): Promise<CreatedTask[]> {
		return (await this.use(async (row) => await readUnlisted(row, by.run, key))) ?? [];
	}

	/** Lets matches be picked up again, because it could not be found out what became of them. */
	async leaveToOthers(matches: readonly Match[]): Promise<void> {
		await this.use(async (row) => await this.earlier.leave(row, matches));
	}

	/** Says which items will be sent, in their order. */
	expect(submits: readonly ItemSubmit[]): void {
		this.upcoming = submits.filter(isNew);
	}

	/** Notes an item before it is sent, if that has not been done ahead. */
	async noteSent(submit: ItemSubmit): Promise<void> {
		let written = this.noted.get(submit);
		if (!written) {
			const count = this.upcoming.length > FEW_ITEMS ? this.writer.countAhead() : 0;
			written = this.writer.flush();
			this.note(submit, written);
			// Looked for only where it is wanted, because there may be thousands, and it is asked for each item.
			const next = count > 0 ? this.notNoted().slice(0, count) : [];
			for (const one of next) this.note(one, written);
		}
		await written;
	}

	/** Whether it is noted that an item is sent, or soon will be. */
	isNoted(submit: ItemSubmit): boolean {
		return this.noted.has(submit);
	}

	/** Notes the tasks of an item, within a second. */
	noteAccepted({ place }: ItemSubmit, { tasks }: Created): void {
		const keys = this.keys.get(place);
		if (!keys) return;
		const { run } = this.self;
		// That it was sent is noted already, but for what another run has sent.
		this.writer.add([sent(run, keys.request), sent(run, keys.input)]);
		const notes = this.isListed ? notesOfAccepted : notesOfUnlisted;
		this.writer.add(notes(run, keys, tasks));
		this.writer.flushLater();
	}

	/** Notes that the user has been told of an item that it may have a task. */
	noteTold({ place }: ItemSubmit): void {
		const keys = this.keys.get(place);
		if (!keys) return;
		const { run } = this.self;
		this.writer.add(notesOfTold(run, keys));
		this.writer.takeBack([itemSent(run, place)]);
	}

	/** Takes back the notes of an item that has no task. */
	noteTaskless(submit: ItemSubmit): void {
		this.takeBack(submit);
		this.writer.flushLater();
	}

	/** Writes all that is due. */
	async flush(): Promise<void> {
		await this.writer.flush();
	}

	/**
	 * Ends the run: from now on, only a retry picks up what it has sent.
	 *
	 * @param isStopped whether n8n keeps nothing of the node, so that the run counts as cut off
	 */
	async end(isStopped: () => boolean): Promise<void> {
		this.ended.abort();
		// An error or Stop came before their turn.
		for (const submit of this.noted.keys()) if (isNew(submit)) this.takeBack(submit);
		await this.use(async (row) => {
			await this.writer.writeInto(row);
			if (isStopped()) return;
			await this.entry.end(row);
			await this.earlier.close(row);
		});
		// Also where it was stopped in the meantime.
		if (isStopped()) await this.use(async (row) => await this.entry.cutOff(row, this.most));
		this.entry.leave();
	}

	private note(submit: ItemSubmit, written: Promise<void>): void {
		this.noted.set(submit, written);
		const keys = this.keys.get(submit.place);
		if (!keys) return;
		this.writer.add(notesOfSent(this.self.run, submit.place, keys));
		// What may have become of an earlier submit of the item does not hold for this one.
		if (submit.wasTold) this.writer.takeBack(notesOfTold(this.self.run, keys));
	}

	private notNoted(): ItemSubmit[] {
		return this.upcoming.filter((submit) => isNew(submit) && !this.noted.has(submit));
	}

	private takeBack({ place }: ItemSubmit): void {
		const keys = this.keys.get(place);
		if (keys) this.writer.takeBack(notesOfTaskless(this.self.run, place, keys));
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
