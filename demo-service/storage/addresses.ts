import { createHmac, randomBytes } from 'node:crypto';

import type { Clock } from '../server/clock';
import { UPLOAD_MARK } from '../server/validation';

/** Signed upload addresses: valid as they were handed out, character by character, and for a time. */
export class Addresses {
	private readonly secret = randomBytes(16);
	private epoch = 0;

	constructor(private readonly clock: Clock) {}

	/** @returns path and query of an address that may be used for `seconds` */
	sign(path: string, seconds: number): string {
		return this.signed(path, this.clock.seconds() + seconds, this.epoch);
	}

	/** What a request's path and query are worth. */
	check(address: string): 'ok' | 'expired' | 'invalid' {
		const { pathname, searchParams } = new URL(address, 'http://storage');
		const expires = Number(searchParams.get('expires'));
		const epoch = Number(searchParams.get('epoch'));
		if (this.signed(pathname, expires, epoch) !== address) return 'invalid';
		return epoch < this.epoch || expires <= this.clock.seconds() ? 'expired' : 'ok';
	}

	/** Ends the life of every address handed out so far. */
	expireAll(): void {
		this.epoch += 1;
	}

	private signed(path: string, expires: number, epoch: number): string {
		const signature = createHmac('sha256', this.secret)
			.update(`${path} ${expires} ${epoch}`)
			.digest('base64');
		return `${path}?expires=${expires}&epoch=${epoch}&${UPLOAD_MARK}=${encodeURIComponent(`+/ ${signature}`)}`;
	}
}
