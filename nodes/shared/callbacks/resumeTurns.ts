import { inTime, type Outcome } from './reply';

/** The right to do some work that only one callback does at a time. */
export interface Turn {
	/** Gives it back; has to be called. */
	end(outcome: Outcome): void;
}

/** Work that this process remembers as done. */
const MOST_REMEMBERED = 1_000;
const done = new Set<string>();

/** Work under way in this process, and what comes of it. */
const underWay = new Map<string, Promise<Outcome>>();

/**
 * Lets one of several callbacks do some work. The others wait for what becomes of it, and one of them takes over when
 * it failed.
 *
 * @param endsAt when nobody waits any longer, in milliseconds since the epoch
 * @returns the turn; `done` when another callback has done the work, `busy` when it is still at it
 */
export async function takeTurn(key: string, endsAt: number): Promise<Turn | 'done' | 'busy'> {
	for (;;) {
		if (done.has(key)) return 'done';
		const other = underWay.get(key);
		if (!other) return begin(key);
		const outcome = await inTime(other, endsAt);
		if (outcome === undefined) return 'busy';
		if (outcome !== 'failed') return 'done';
	}
}

function begin(key: string): Turn {
	let settle: Turn['end'] = () => {};
	underWay.set(key, new Promise((resolve) => (settle = resolve)));
	return {
		end(outcome) {
			underWay.delete(key);
			if (outcome === 'done') remember(key);
			settle(outcome);
		},
	};
}

function remember(key: string): void {
	done.add(key);
	for (const oldest of done) {
		if (done.size <= MOST_REMEMBERED) break;
		done.delete(oldest);
	}
}
