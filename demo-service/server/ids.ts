import { randomUUID } from 'node:crypto';

/** Ids as the service gives them: 19 digits, beyond what a JavaScript number can hold exactly. */
export class Ids {
	private last = 1_957_000_000_000_000_003n;
	private count = 0;

	/** @returns a 19-digit text; never the same one twice, and always an odd number */
	next(): string {
		this.last += 7918n;
		return this.last.toString();
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
