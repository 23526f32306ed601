import type { ErrorCode, Message } from './catalogue';
import { clip, inOneText } from './text';

/** What a server's answer had beside its words; all fields are missing where no answer came. */
export interface AnswerFacts {
	httpStatus?: number;
	/** The service's own number of the exchange, by which the provider finds it. */
	traceId?: string;
	/** The code in the service's answer, where it has one (service.md 7). */
	code?: number;
	/** The wait that the server asked for (Retry-After), in milliseconds. */
	retryAfterMs?: number;
}

/** What is known of an error beside its words, for outputs and for decisions. */
export interface ErrorFacts {
	/** The task that the error is about, which exists at the service. */
	taskId?: string;
	/** The answer because of which it failed. */
	answer?: AnswerFacts;
	/** Index of the input item, from 0. */
	item?: number;
	/** Further sentences, which stand behind the advice, such as those about the tasks that were submitted before. */
	note?: string;
}

/**
 * An error of this pack: what happened, what to do, and what is known. It becomes n8n's own error, an item or an answer
 * once, at the edge (`output/`). Nothing decides by its words.
 */
export class PackError extends Error {
	readonly code: ErrorCode;
	readonly title: string;
	readonly advice: string;

	/**
	 * @param message what happened and what to do
	 * @param facts what is known besides
	 * @param options the error from which this one was made, as its `cause`
	 */
	constructor(
		{ code, title, advice }: Message,
		readonly facts: ErrorFacts = {},
		options: ErrorOptions = {},
	) {
		super(title, options);
		this.name = 'PackError';
		this.code = code;
		this.title = title;
		this.advice = advice;
	}

	/** A copy of the error with further facts, which replace those of the same name. */
	with(facts: ErrorFacts): PackError {
		return new PackError(this, { ...this.facts, ...facts }, { cause: this.cause });
	}
}

/** The most characters of a title that are shown. */
const MAX_TITLE = 1_000;

/** What is said of an error: what happened, and what to do; `advice` is empty for nothing. */
type Words = Pick<Message, 'title' | 'advice'>;

/**
 * The title and the advice of whatever was thrown. Everything that is shown to the user passes here, so that both are
 * cut where they are long: the title at `MAX_TITLE`, the advice where `clip` cuts any message.
 */
export function wordsOf(error: unknown): Words {
	const { title, advice } = allWordsOf(error);
	return { title: clip(title, MAX_TITLE), advice: clip(advice) };
}

/**
 * The words of an error however long they are: of this pack's own, the note of its facts stands behind the advice.
 * Anything that is no error is a title.
 */
function allWordsOf(error: unknown): Words {
	if (error instanceof PackError) {
		const { title, advice, facts } = error;
		const sentences = [advice, facts.note].filter(Boolean);
		return { title, advice: sentences.join(' ') };
	}
	if (!(error instanceof Error)) return { title: String(error), advice: '' };
	// n8n's own errors have a description beside their message; all others have none.
	const { message, description } = error as Error & { description?: unknown };
	const advice = typeof description === 'string' ? description : '';
	return { title: message, advice };
}

/** What was thrown as one text, its title and then its advice, for a place that has room for one text only. */
export function errorText(error: unknown): string {
	const { title, advice } = wordsOf(error);
	return inOneText(title, advice);
}
