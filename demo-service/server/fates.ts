/** How the result file of a task behaves when it is fetched. */
export type ResultState =
	| 'ok'
	| 'missing'
	| 'expired'
	| 'empty'
	| 'truncated'
	| 'html'
	/** A web page that is declared as the file. */
	| 'page'
	/** Compressed although nobody asked for it. */
	| 'gzip'
	| 'noLength';

/** What becomes of a task. Everything left out is as usual. */
export interface Fate {
	/** Life of the task in seconds at speed 1; Infinity never ends. */
	seconds?: number;
	/**
	 * Seconds at speed 1 for which queries continue to show the task as unfinished after its end; the callback reports the
	 * end at once.
	 */
	listLagSeconds?: number;
	/** Status at the end, in the words or numbers of the task's kind; anything, also unknown values. */
	outcome?: string | number;
	errMsg?: string;
	/** Status before the end, instead of the usual course. */
	during?: string | number;
	result?: ResultState;
	/** Number of result addresses; 0 for a success without a result. */
	results?: number;
	/** Size of each result file in bytes. */
	bytes?: number;
	/** Fields laid over the task record once it has ended, e.g. odd or missing ones. */
	record?: Record<string, unknown>;
	/** Codes of service.md 7 that the submit is refused with instead. */
	refuse?: { code: number; msg: string };
}

export interface FateQuestion {
	operation: string;
	body: unknown;
	/** Counts the submits of this operation, from 0. */
	index: number;
}

export type FateRule = (question: FateQuestion) => Fate | undefined;

/** Decides the fate of new tasks; a later rule goes before an earlier one. */
export class Fates {
	private rules: FateRule[] = [];
	private counts = new Map<string, number>();

	/** @returns a function that removes the rule */
	add(rule: FateRule): () => void {
		this.rules.unshift(rule);
		return () => {
			this.rules = this.rules.filter((other) => other !== rule);
		};
	}

	decide(operation: string, body: unknown): Fate {
		const index = this.counts.get(operation) ?? 0;
		this.counts.set(operation, index + 1);
		for (const rule of this.rules) {
			const fate = rule({ operation, body, index });
			if (fate !== undefined) return fate;
		}
		return {};
	}

	clear(): void {
		this.rules = [];
		this.counts.clear();
	}
}
