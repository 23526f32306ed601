/** The source gave fewer or other bytes than it should; read anew, it may give them. */
export class BrokenSourceError extends Error {
	constructor(
		message: string,
		/** It came to its end, but not after the announced number of bytes. */
		readonly otherLength = false,
	) {
		super(message);
	}
}

/** The error of a source that broke off before its end. */
export function brokenOff(received: number, reason: string): BrokenSourceError {
	return new BrokenSourceError(
		`The source of the file broke off after ${received} bytes: ${reason}`,
	);
}

/** The error of a source that came to its end with other bytes than it had announced. */
export function changed(announced: number, received: number): BrokenSourceError {
	const seen = received > announced ? 'more' : `only ${received}`;
	return new BrokenSourceError(
		`The file was announced with ${announced} bytes but has ${seen}`,
		true,
	);
}
