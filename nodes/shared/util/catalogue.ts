/*
 * What a run tells the user stands in catalogues, one file for each layer (such as `fieldMessages.ts`), and not inside
 * logic. Elsewhere stand only the texts of the panel, with its fields; lines of n8n's log; and words that are put into
 * messages: names in tables, such as those of the kinds of tasks, and in `util/` what any message may need, such as
 * units and "or".
 *
 * An entry is a message, a phrase (a text that becomes part of a message), or a function that makes one of these of
 * values which are texts or numbers. So a sentence can be changed without reading code, docs/errors.md is written from
 * the entries, and a test can replace all texts at once to show that no decision depends on one.
 */

/** What an error is about. Decisions read this or the facts of the error, never its words. */
export type ErrorCode =
	/** A field, option or setting of the node holds something that it may not hold. */
	| 'wrongField'
	/** What the input item brings cannot be used, such as its file. */
	| 'wrongInput'
	/** The credential cannot be used as it is. */
	| 'wrongCredential'
	/** The workflow is built in a way in which the node cannot work. */
	| 'wrongWorkflow'
	/** This n8n cannot do what the node needs. */
	| 'unsupported'
	/** A call to the service failed; the error holds the `Failure`. */
	| 'callFailed'
	/** A file could not be read from its source, uploaded or stored. */
	| 'transferFailed'
	/** A submit may have created a task, or did in an earlier try, and is not repeated. */
	| 'maybeSubmitted'
	/** The service reports that the task has failed or was canceled. */
	| 'taskFailed'
	/** The time limit of the node was reached first. */
	| 'timedOut'
	/** The service does not have the task, or nothing can be read of it. */
	| 'taskNotFound'
	/** The user or n8n stopped the execution. */
	| 'cancelled'
	/** Anything else: an error of n8n, or of this pack. */
	| 'unexpected';

/** A message in its two parts, as n8n shows it. */
export interface Message {
	code: ErrorCode;
	/** What happened: one sentence without its full stop, of at most some 90 characters. */
	title: string;
	/** What to do, as whole sentences; empty where there is nothing to do. */
	advice: string;
}

/** A message about a field of the node: what is wrong with it, and what to do, which is nothing if not set. */
export function wrongField(title: string, advice = ''): Message {
	return { code: 'wrongField', title, advice };
}

/**
 * A message about a field whose value could only be judged once the service had been asked, right before the submit. It
 * adds that nothing was submitted, because the user may fear that something is charged.
 */
export function wrongBeforeSubmit(title: string, advice: string): Message {
	return wrongField(title, `${advice} Nothing was submitted.`);
}

/** A message, a phrase, or what makes one; `never` allows functions of any parameters. */
type CatalogueEntry = string | Message | ((...values: never[]) => string | Message);

/**
 * Declares the texts of one layer: the compiler refuses an entry that is no text, message or function that makes one.
 *
 * @returns the same object, in which each entry keeps its own type
 */
export function catalogue<Texts extends Readonly<Record<string, CatalogueEntry>>>(
	texts: Texts,
): Texts {
	return texts;
}
