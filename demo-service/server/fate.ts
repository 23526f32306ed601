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
