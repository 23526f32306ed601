import type { ErrorCode, Message } from './catalogue';

/** What is known of an error beside its words, for outputs and for decisions. */
export interface ErrorFacts {
	/** The task that the error is about, which exists at the service. */
	taskId?: string;
	/** The service's own number of the exchange, by which the provider finds it. */
	traceId?: string;
	httpStatus?: number;
	/** The code in the service's answer (service.md 7). */
	serviceCode?: number;
	/** The parameter of the node that is wrong, by its name. */
	field?: string;
	/** Index of the input item, from 0. */
	item?: number;
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
}
