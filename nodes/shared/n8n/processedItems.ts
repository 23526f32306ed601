import { range } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';

import { Semaphore } from '../util/async';

/*
 * n8n's store of what a node has processed, which its node "Remove Duplicates" uses. Read in 1.123.81, 2.4.8, 2.14.2 and
 * 2.41.3, where it is the same: one row of MD5 hashes for each node of a saved workflow, in the order in which they were
 * added. It outlives Stop, the death of n8n, and the execution.
 *
 * What n8n does not promise, and is relied on here:
 * - A question records what it asks for, so what was not there is removed again, in the same turn. If n8n dies in between,
 *   a value stays that nobody has added.
 * - n8n reads the whole row, changes it, and writes all of it, without a lock. Inside this process, a row is therefore used
 *   in turn. Between two workers in queue mode, a value may be lost when both write in the same moment.
 * - `maxEntries` drops the oldest values.
 * - Where the workflow was never saved, every use fails.
 */

type Helpers = IExecuteFunctions['helpers'];

const MODE = { mode: 'entries' } as const;

/** Values asked for at once: n8n searches its whole list for each of them that it removes again, and does nothing else. */
const MAX_QUESTION = 2_000;

/** The values of one node, while it is its turn. All methods fail where n8n's store does. */
export class ProcessedRow {
	constructor(private readonly helpers: Helpers) {}

	/** Those of the values that are there. */
	async known(values: readonly string[]): Promise<Set<string>> {
		const known = new Set<string>();
		for (const first of range(0, values.length, MAX_QUESTION)) {
			const asked = values.slice(first, first + MAX_QUESTION);
			const answer = await this.helpers.checkProcessedAndRecord(asked, 'node', MODE);
			for (const value of answer.processed) known.add(String(value));
			if (answer.new.length > 0) await this.helpers.removeProcessed(answer.new, 'node', MODE);
		}
		return known;
	}

	/**
	 * Adds values, and drops the oldest that are more than so many.
	 *
	 * @returns those that were not there before
	 */
	async add(values: readonly string[], maxEntries: number): Promise<Set<string>> {
		if (values.length === 0) return new Set();
		const options = { ...MODE, maxEntries };
		const answer = await this.helpers.checkProcessedAndRecord([...values], 'node', options);
		return new Set(answer.new.map(String));
	}

	async remove(values: readonly string[]): Promise<void> {
		if (values.length > 0) await this.helpers.removeProcessed([...values], 'node', MODE);
	}

	/** How many values there are. */
	async count(): Promise<number> {
		return await this.helpers.getProcessedDataCount('node', MODE);
	}
}

/**
 * Rows in use, each with the number of those who use it or wait; an unused one is dropped. It belongs to the process, because
 * n8n reads and writes a row without a lock, so that all executions of a node have to take turns.
 */
const rows = new Map<string, { turn: Semaphore; users: number }>();

/**
 * Uses the values of a node while nobody else of this process does.
 *
 * @throws whatever n8n's store throws
 */
export async function useProcessedRow<T>(
	context: Pick<IExecuteFunctions, 'helpers' | 'getNode' | 'getWorkflow'>,
	work: (row: ProcessedRow) => Promise<T>,
): Promise<T> {
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const row = rows.get(key) ?? { turn: new Semaphore(1), users: 0 };
	rows.set(key, row);
	row.users += 1;
	try {
		return await row.turn.run(async () => await work(new ProcessedRow(context.helpers)));
	} finally {
		row.users -= 1;
		if (row.users === 0) rows.delete(key);
	}
}

/*
 * A text in a store of hashes: it is spelled, one value for each sign and its position, and read by asking for every sign
 * at every position.
 */

/** Which texts are spelled under a key. */
export interface Spelling {
	/** All that may occur, each once. */
	signs: string;
	maxLength: number;
}

/** Stands behind the last sign. */
const END = '#';

/** Positions asked for at once: a text is usually shorter than it may be. */
const POSITIONS_AT_ONCE = 32;

const signAt = (key: string, position: number, sign: string) => `${key} ${position} ${sign}`;

/** Whether a text can be spelled. */
export function canSpell(text: string, { signs, maxLength }: Spelling): boolean {
	return text.length <= maxLength && [...text].every((sign) => signs.includes(sign));
}

/** The values that stand for a text. */
export function spelled(key: string, text: string): string[] {
	return [...text, END].map((sign, position) => signAt(key, position, sign));
}

/** All values that may stand for a text under a key. */
export function everySign(key: string, spelling: Spelling): string[] {
	return signsAt(key, range(spelling.maxLength + 1), spelling);
}

function signsAt(key: string, positions: readonly number[], { signs }: Spelling): string[] {
	return positions.flatMap((position) =>
		[...signs, END].map((sign) => signAt(key, position, sign)),
	);
}

/**
 * Reads the text that is spelled under a key.
 *
 * @returns undefined where there is none, where it is not whole, or where two texts lie over each other
 */
export async function readSpelled(
	row: ProcessedRow,
	key: string,
	spelling: Spelling,
): Promise<string | undefined> {
	let text = '';
	for (const first of range(0, spelling.maxLength + 1, POSITIONS_AT_ONCE)) {
		const positions = range(first, first + POSITIONS_AT_ONCE);
		const known = await row.known(signsAt(key, positions, spelling));
		for (const position of positions) {
			const found = [...spelling.signs, END].filter((one) => known.has(signAt(key, position, one)));
			const [sign] = found;
			if (sign === undefined || found.length > 1) return undefined;
			if (sign === END) return text;
			text += sign;
		}
	}
	return undefined;
}
