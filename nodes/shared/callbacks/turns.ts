import { inTime } from './reply';

/** The right to do some work that only one callback does at a time. */
export interface Turn {
	/**
	 * Gives it back; has to be called.
	 *
	 * @param done whether nothing is left to do for those who wait
	 */
	end(done: boolean): void;
}

/** Work under way in this process, and whether it came to its end. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Lets one of several callbacks do some work. The others wait for what becomes of it, and one of them takes over when
 * it came to nothing.
 *
 * @param endsAt when nobody waits any longer, in milliseconds since the epoch
 * @returns the turn; `done` when another callback has done the work meanwhile, `busy` when it is still at it
 */
export async function takeTurn(key: string, endsAt: number): Promise<Turn | 'done' | 'busy'> {
	for (;;) {
		const other = underWay.get(key);
		if (!other) return begin(key);
		const done = await inTime(other, endsAt);
		if (done === undefined) return 'busy';
		if (done) return 'done';
	}
}

function begin(key: string): Turn {
	let settle: Turn['end'] = () => {};
	underWay.set(key, new Promise((resolve) => (settle = resolve)));
	return {
		end(done) {
			underWay.delete(key);
			settle(done);
		},
	};
}
