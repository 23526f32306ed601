import { randomUUID } from 'node:crypto';

/** Ids as the service gives them: 19 digits, beyond what a JavaScript number can hold exactly. */
export class Ids {
	/** Of all services of this process: a client that talks to several must not meet an id again. */
	private static last = 1_957_000_000_000_000_003n;
	private count = 0;

	/** @returns a 19-digit text; never the same one twice, and always an odd number */
	next(): string {
		Ids.last += 7918n;
		return Ids.last.toString();
	}

	/** @returns an auto-increment number, as AI-creation tasks carry beside their unique id */
	number(): number {
		this.count += 1;
		return 100_000 + this.count;
	}

	trace(): string {
		return randomUUID().replaceAll('-', '');
	}
}
