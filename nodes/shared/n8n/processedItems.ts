import { chunk, range } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { Semaphore } from '../util/async';
import { onlyOne } from '../util/lists';
import { whenNotBusy } from './busyDatabase';

/*
 * n8n's store of what a node has processed, which its node "Remove Duplicates" uses. Read in 1.123.81, 2.4.8, 2.14.2
 * and 2.41.3, where it is the same: one row of MD5 hashes for each node of a saved workflow, in the order in which they
 * were added. It outlives Stop, the death of n8n, and the execution.
 *
 * What n8n does not promise, and is relied on here:
 * - A question records what it asks for, so what was not there is removed again, in the same turn. If n8n dies in
 *   between, a value stays that nobody has added.
 * - n8n reads the whole row, changes it, and writes all of it, without a lock. Inside this process, a row is therefore
 *   used in turn. Between two workers in queue mode, a value may be lost when both write in the same moment.
 * - `maxEntries` drops the oldest values, also where nothing is added with it.
 * - Where the workflow was never saved, every use fails. While its database is busy, some do, so they can be tried
 *   again.
 */

/** Makes n8n keep each value as an entry of its own; in its other modes, it keeps only the largest or the newest. */
const MODE = { mode: 'entries' } as const;

/**
 * The most values that are asked for at once. For each that has to be removed again, n8n searches the whole row, and
 * does nothing else in that time, so that a longer question would hold up all workflows.
 */
const MAX_QUESTION = 2_000;

/** The row of one node, to be used only within `useProcessedRow`. All methods throw what n8n's store throws. */
export class ProcessedRow {
	/** @param triesAgain whether a use that fails is tried again */
	constructor(
		private readonly helpers: IExecuteFunctions['helpers'],
		private readonly triesAgain: boolean,
	) {}

	/** Asks which of the values the row has, and returns those. The row is the same afterwards. */
	async known(values: readonly string[]): Promise<Set<string>> {
		const known = new Set<string>();
		for (const asked of chunk(values, MAX_QUESTION)) {
			const answer = await this.record(asked);
			for (const value of answer.processed) known.add(String(value));
			// The question has recorded the values that were not there, so they are removed again.
			await this.remove(answer.new.map(String));
		}
		return known;
	}

	/**
	 * Adds values.
	 *
	 * @returns those that were not there before
	 */
	async add(values: string[]): Promise<Set<string>> {
		if (values.length === 0) return new Set();
		const answer = await this.record(values);
		return new Set(answer.new.map(String));
	}

	/** Removes those of the values that the row has. */
	async remove(values: string[]): Promise<void> {
		if (values.length === 0) return;
		await this.attempt(async () => await this.helpers.removeProcessed(values, 'node', MODE));
	}

	/** Drops the oldest values, so that no more than this many stay. */
	async keepNewest(count: number): Promise<void> {
		await this.record([], count);
	}

	/** How many values the row has. */
	async count(): Promise<number> {
		return await this.attempt(async () => await this.helpers.getProcessedDataCount('node', MODE));
	}

	/** Records values. @returns which of them the row had, and which are new */
	private async record(values: string[], maxEntries?: number) {
		const options = { ...MODE, maxEntries };
		return await this.attempt(
			async () => await this.helpers.checkProcessedAndRecord(values, 'node', options),
		);
	}

	/** Uses n8n's store. */
	private async attempt<T>(use: () => Promise<T>): Promise<T> {
		return this.triesAgain ? await whenNotBusy(use) : await use();
	}
}

/**
 * For each row in use, what lets one use it after the other. `useProcessedRow` alone reads and changes this. It belongs
 * to the process, because n8n reads and writes a row without a lock, so that all executions of a node have to take
 * turns. The entry of a row that nobody uses or waits for is dropped.
 */
const turns = new Map<string, Semaphore>();

/**
 * Uses the row of a node while nobody else of this process does.
 *
 * @param triesAgain whether what fails in n8n's store is tried again, as its database may be busy
 * @returns what the work gives
 * @throws whatever n8n's store or the work throws
 */
export async function useProcessedRow<T>(
	context: IExecuteFunctions,
	work: (row: ProcessedRow) => Promise<T>,
	triesAgain: boolean,
): Promise<T> {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const turn = turns.get(key) ?? new Semaphore(1);
	turns.set(key, turn);
	try {
		return await turn.run(async () => await work(new ProcessedRow(context.helpers, triesAgain)));
	} finally {
		// If somebody still waits, whoever has the last turn drops the entry.
		if (turn.isUnused) turns.delete(key);
	}
}

/*
 * A text in a store of hashes, which can only say whether it has a value: the text is spelled. "ab" under the key
 * "name" is stored as the three values "name 0 a", "name 1 b" and "name 2 #", where "#" is the end. It is read by
 * asking for every sign at every position.
 */

/** Which texts are spelled under a key. */
export interface Spelling {
	/** All signs that may occur, each once. */
	signs: string;
	/** The most signs that a text may have. */
	maxLength: number;
}

/** Stands behind the last sign. */
const END = '#';

/** How many positions of a text are asked for at once: not all, because a text is usually shorter than it may be. */
const POSITIONS_AT_ONCE = 32;

/** The value that says that a sign stands at a position. */
function valueOfSign(key: string, position: number, sign: string): string {
	return `${key} ${position} ${sign}`;
}

/** Whether a text can be spelled. */
export function canSpell(text: string, { signs, maxLength }: Spelling): boolean {
	return text.length <= maxLength && [...text].every((sign) => signs.includes(sign));
}

/** The values that stand for a text under a key: one for each sign, and one for the end. */
export function spelled(key: string, text: string): string[] {
	return [...text, END].map((sign, position) => valueOfSign(key, position, sign));
}

/** All values that may stand for a text under a key: every sign at every position. With them, any text is removed. */
export function everySign(key: string, spelling: Spelling): string[] {
	return positionsIn(spelling).flatMap((position) => valuesAtPosition(key, position, spelling));
}

/** All positions, from 0, at which a text may have a sign or its end. */
function positionsIn({ maxLength }: Spelling): number[] {
	// One position more than the longest text has signs, for its end.
	return range(maxLength + 1);
}

/** The values of all signs that may stand at a position, and that of the end. */
function valuesAtPosition(key: string, position: number, { signs }: Spelling): string[] {
	return [...signs, END].map((sign) => valueOfSign(key, position, sign));
}

/**
 * Reads the text that is spelled under a key.
 *
 * @param spelling the one for which `canSpell` was true when the text was stored
 * @returns undefined where there is none, where a sign of it is missing, or where two texts were spelled under the same
 *   key
 * @throws what n8n's store throws
 */
export async function readSpelled(
	row: ProcessedRow,
	key: string,
	spelling: Spelling,
): Promise<string | undefined> {
	let text = '';
	for (const positionsAsked of chunk(positionsIn(spelling), POSITIONS_AT_ONCE)) {
		const valuesByPosition = positionsAsked.map((position) =>
			valuesAtPosition(key, position, spelling),
		);
		const known = await row.known(valuesByPosition.flat());
		for (const values of valuesByPosition) {
			// Exactly one sign, or the end, stands at each position of a text.
			const value = onlyOne(values.filter((one) => known.has(one)));
			if (value === undefined) return undefined;
			// The sign is the last character of the value, as `valueOfSign` writes it.
			const sign = value.slice(-1);
			if (sign === END) return text;
			text += sign;
		}
	}
	// No position had the end.
	return undefined;
}
