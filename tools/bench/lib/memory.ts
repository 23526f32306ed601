/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals */
import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const EVERY_MS = 20;

export const MIB = 1024 ** 2;

/** Resident memory of a process, sampled until `stop`. */
export class MemoryWatch {
	private readonly samples: Array<{ at: number; bytes: number; processor: number }> = [];

	private readonly timer: NodeJS.Timeout;

	constructor(private readonly processId: number) {
		this.sample();
		this.timer = setInterval(() => this.sample(), EVERY_MS);
	}

	/** The largest memory between two times, in Unix milliseconds. */
	peak(from: number, until: number): number {
		return Math.max(0, ...this.within(from, until).map(({ bytes }) => bytes));
	}

	/** Processor time used between two times, in milliseconds. */
	processor(from: number, until: number): number {
		const used = this.within(from, until).map(({ processor }) => processor);
		return (used.at(-1) ?? 0) - (used[0] ?? 0);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private within(from: number, until: number) {
		return this.samples.filter(({ at }) => at >= from - EVERY_MS && at <= until + EVERY_MS);
	}

	private sample(): void {
		try {
			this.samples.push({
				at: Date.now(),
				bytes: residentBytes(this.processId),
				processor: processorMs(this.processId),
			});
		} catch {
			// The process has ended.
			this.stop();
		}
	}
}

/** Resident memory of a process now. */
export function residentBytes(processId: number): number {
	const statm = readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ');
	return Number(statm[1]) * PAGE_BYTES;
}

const TICK_MS = 10;

/** Processor time that a process has used so far, in milliseconds. */
export function processorMs(processId: number): number {
	const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
