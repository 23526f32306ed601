/* eslint-disable @n8n/community-nodes/no-restricted-globals */
import { MIB, residentBytes } from '../../../tools/bench/lib/memory';
import { median } from '../../../tools/bench/lib/stats';

const EVERY_MS = 1_000;

/** Growth that is let pass: what n8n's own caches and the garbage collector make of it, beside a share of the whole. */
const ALLOWED_SHARE = 0.1;
const ALLOWED_MIB = 32;

/** What became of the memory of a process, in MiB. */
export interface Growth {
	firstThird: number;
	lastThird: number;
	peak: number;
	allowed: number;
	flat: boolean;
}

/** Resident memory of a process over hours: a sample a second. */
export class MemoryCourse {
	private readonly samples: number[] = [];

	private readonly timer: NodeJS.Timeout;

	constructor(processId: number) {
		this.timer = setInterval(() => this.samples.push(residentBytes(processId) / MIB), EVERY_MS);
	}

	/** Ends it, and compares the medians of the first and the last third. */
	stop(): Growth {
		clearInterval(this.timer);
		const third = Math.floor(this.samples.length / 3);
		const firstThird = median(this.samples.slice(0, third));
		const lastThird = median(this.samples.slice(-third));
		const allowed = firstThird * (1 + ALLOWED_SHARE) + ALLOWED_MIB;
		const peak = this.samples.reduce((most, sample) => Math.max(most, sample), 0);
		return { firstThird, lastThird, peak, allowed, flat: lastThird <= allowed };
	}
}
