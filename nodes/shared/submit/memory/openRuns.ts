import { range } from 'lodash';

import {
	everySign,
	type ProcessedRow,
	readSpelled,
	spelled,
	type Spelling,
} from '../../n8n/processedItems';

/*
 * Which runs of a node have begun and not ended.
 *
 * Each takes one of a few places in n8n's store, where its name is spelled, and leaves it when it ends. A place whose run is
 * no longer alive is that of a run that was cut off. This process knows its own runs. Those of another worker in queue mode
 * give a sign of life every 20 seconds; one that has given none for 40 to 60 seconds is taken for dead. So it is too, for
 * that long, where n8n has died and been started again: only a retry does not wait for it.
 *
 * If two workers take the same place in the same moment, neither name can be read. Nothing is then picked up from these two
 * but by a retry, and their place is used again when all others are taken.
 */

/** A run of the node in one execution. */
export interface OpenRun {
	/** Its name in the notes: digits and full stops, the same in a retry. */
	run: string;
	/** Digits; empty where n8n has given the execution another kind of ID. */
	executionId: string;
}

/** Most runs of one node that are open at once; further ones are picked up by a retry only. */
const PLACES = range(16);

/** Between two signs of life, in milliseconds. */
export const SIGN_OF_LIFE_MS = 20_000;

/** Periods without a sign of life after which a run is taken for dead. */
const SILENT_PERIODS = 2;

const taken = (place: number) => `open run ${place}`;

const nameAt = (place: number) => `name of open run ${place}`;

/** Of the names: eight digits, the number of the run, and that of the execution. */
const NAMES: Spelling = { signs: '0123456789.', maxLength: 28 };

const textOf = ({ run, executionId }: OpenRun) => `${run}.${executionId}`;

function openRunOf(text: string): OpenRun {
	const end = text.lastIndexOf('.');
	return { run: text.slice(0, end), executionId: text.slice(end + 1) };
}

const signOfLife = (open: OpenRun, period: number) => `${textOf(open)} alive ${period}`;

const periodNow = () => Math.floor(Date.now() / SIGN_OF_LIFE_MS);

/**
 * The runs of this process that have not ended, by the node. It belongs to the process, because executions that run side by
 * side have nothing else in common: without it, one would take over what another one is just submitting. A run is here from
 * its begin until `leave`, so there are as many as are under way.
 */
const alive = new Map<string, Set<OpenRunEntry>>();

/** The place of one run of a node, from its begin to its end. */
export class OpenRunEntry {
	private place: number | undefined;

	private period = 0;

	/**
	 * @param node names the node among all of this n8n
	 * @param self this run
	 */
	constructor(
		private readonly node: string,
		private readonly self: OpenRun,
	) {
		const all = alive.get(node) ?? new Set();
		alive.set(node, all.add(this));
	}

	/**
	 * Takes a place.
	 *
	 * @param most entries that the store keeps
	 * @returns the runs that were cut off, the newest first
	 */
	async enter(row: ProcessedRow, most: number): Promise<CutOffRun[]> {
		const known = await row.known(PLACES.map(taken));
		const cutOff: CutOffRun[] = [];
		const unreadable: number[] = [];
		for (const place of PLACES.filter((one) => known.has(taken(one)) && !this.isHeldHere(one))) {
			const text = await readSpelled(row, nameAt(place), NAMES);
			if (text === undefined) unreadable.push(place);
			else if (!(await isAlive(row, openRunOf(text)))) cutOff.push({ ...openRunOf(text), place });
		}
		cutOff.sort((one, other) => Number(other.executionId) - Number(one.executionId));
		const free = PLACES.find((one) => !known.has(taken(one)) && !this.isHeldHere(one));
		this.place = free ?? unreadable[0] ?? cutOff.at(-1)?.place;
		if (this.place === undefined) return cutOff;
		if (free === undefined) await clear(row, this.place);
		await this.write(row, most);
		return cutOff;
	}

	/** Shows to other workers that the run is alive. */
	async giveSignOfLife(row: ProcessedRow, most: number): Promise<void> {
		if (this.place === undefined) return;
		const before = signOfLife(this.self, this.period);
		this.period = periodNow();
		await row.add([signOfLife(this.self, this.period)], most);
		if (before !== signOfLife(this.self, this.period)) await row.remove([before]);
	}

	/** Leaves the place, so that nothing is picked up from this run but by a retry. */
	async end(row: ProcessedRow): Promise<void> {
		if (this.place === undefined) return;
		const name = spelled(nameAt(this.place), textOf(this.self));
		await row.remove([taken(this.place), ...name, signOfLife(this.self, this.period)]);
	}

	/** Keeps the place for a run that was stopped, so that it is picked up at once. */
	async cutOff(row: ProcessedRow, most: number): Promise<void> {
		if (this.place === undefined) return;
		const before = signOfLife(this.self, this.period);
		await this.write(row, most);
		await row.remove([before, signOfLife(this.self, this.period)]);
	}

	/** This process no longer takes the run for alive. */
	leave(): void {
		const all = alive.get(this.node);
		all?.delete(this);
		if (all?.size === 0) alive.delete(this.node);
	}

	private isHeldHere(place: number): boolean {
		return [...(alive.get(this.node) ?? [])].some((entry) => entry.place === place);
	}

	private async write(row: ProcessedRow, most: number): Promise<void> {
		if (this.place === undefined) return;
		this.period = periodNow();
		const name = spelled(nameAt(this.place), textOf(this.self));
		await row.add([taken(this.place), ...name, signOfLife(this.self, this.period)], most);
	}
}

/** A run that was cut off, with its place. */
export interface CutOffRun extends OpenRun {
	place: number;
}

/** Frees the place of a run that was cut off, of which nothing is left to be picked up. */
export async function closeCutOff(row: ProcessedRow, cutOff: CutOffRun): Promise<void> {
	await row.remove([taken(cutOff.place), ...spelled(nameAt(cutOff.place), textOf(cutOff))]);
}

async function isAlive(row: ProcessedRow, open: OpenRun): Promise<boolean> {
	const now = periodNow();
	const periods = range(now - SILENT_PERIODS, now + 2);
	const known = await row.known(periods.map((period) => signOfLife(open, period)));
	return known.size > 0;
}

async function clear(row: ProcessedRow, place: number): Promise<void> {
	await row.remove([taken(place), ...everySign(nameAt(place), NAMES)]);
}
