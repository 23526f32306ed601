import type { Message } from '../util/catalogue';
import { type ErrorFacts, PackError } from '../util/errors';

/** What is known of a transfer that failed, by which it is decided what is done next. What is not set is false. */
export interface TransferFacts extends ErrorFacts {
	/** It may be possible later. */
	passing?: boolean;
	/** The address is of no use any more; the file may have another one. */
	expired?: boolean;
	/** The addresses of an upload are of no use any more; a fresh upload may do. */
	isGone?: boolean;
}

/** A file could not be opened, read, stored or sent. */
export class TransferError extends PackError {
	declare readonly facts: TransferFacts;

	constructor(message: Message, facts: TransferFacts = {}, options: ErrorOptions = {}) {
		super(message, facts, options);
		this.name = 'TransferError';
	}
}

/** A failure that may be over at the next try. */
export function passingError(message: Message): TransferError {
	return new TransferError(message, { passing: true });
}
