import { formatBytes } from '../../util/format';

/** The source gave fewer or other bytes than it should; read again, it may give them. */
export class BrokenSourceError extends Error {
	constructor(
		message: string,
		/** It ended, but not after the announced number of bytes. */
		readonly otherLength = false,
	) {
		super(message);
	}
}

/** The error of a source that broke off before its end. */
export function brokenOff(received: number, reason: string): BrokenSourceError {
	return new BrokenSourceError(
		`The file could not be read to its end: ${reason}. It stopped after ${formatBytes(received)}. Try again, or use another source`,
	);
}

/** The error of a source that ended with other bytes than it had announced. */
export function changed(announced: number, received: number): BrokenSourceError {
	const seen = received > announced ? 'is longer' : `ended after ${formatBytes(received)}`;
	return new BrokenSourceError(
		`The file ${seen}, but its server announced ${formatBytes(announced)}. Try again, or use another source`,
		true,
	);
}
