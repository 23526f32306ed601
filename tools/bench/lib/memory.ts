/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */
import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const EVERY_MS = 20;

export const MIB = 1024 ** 2;

/** Resident memory of a process, sampled until `stop`. */
export class MemoryWatch {
	private readonly samples: Array<{ at: number; bytes: number; processor: number }> = [];

	private readonly timer: NodeJS.Timeout;

	constructor(private readonly processId = 0) {
		this.sample();
		this.timer = setInterval(() => this.sample(), EVERY_MS);
	}

	/** By how many bytes the memory grows at most between two times, in Unix milliseconds. */
	growth(from: number, until: number): number {
		const course = this.within(from, until).map(({ bytes }) => bytes);
		return Math.max(0, ...course) - (course[0] ?? 0);
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
			const statm = readFileSync(`/proc/${this.processId}/statm`, 'utf8').split(' ');
			this.samples.push({
				at: Date.now(),
				bytes: Number(statm[1]) * PAGE_BYTES,
				processor: processorMs(this.processId),
			});
		} catch {
			// The process has ended.
			this.stop();
		}
	}
}

const TICK_MS = 10;

/** Processor time that a process has used so far, in milliseconds. */
function processorMs(processId: number): number {
	const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
