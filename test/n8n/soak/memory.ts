/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { setTimeout as delay } from 'node:timers/promises';

import { WebSocket } from 'undici';

import { MIB } from '../../../tools/bench/lib/memory';
import { median } from '../../../tools/bench/lib/benchmark';

const EVERY_MS = 10_000;

/** Growth that is let pass: n8n's own caches, and what happens to be under way, beside a share of the whole. */
const ALLOWED_SHARE = 0.05;
const ALLOWED_MIB = 8;

/** What an n8n needs to be started with for its memory to be watched. */
export const inspectable = (port: number): Record<string, string> => ({
	NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
});

/** What became of the memory of a process, in MiB. */
export interface Growth {
	/** What it keeps, without garbage. */
	kept: Course;
	allowed: number;
	flat: boolean;
}

/** Medians of the first and the last third of a time, in MiB. */
interface Course {
	firstThird: number;
	lastThird: number;
	peak: number;
}

/** The memory of a process over hours: garbage is collected and a sample taken every ten seconds. */
export class MemoryCourse {
	private readonly kept: number[] = [];

	private ended = false;

	private readonly sampling: Promise<void>;

	/** @param inspector port of the inspector of the process */
	constructor(inspector: number) {
		this.sampling = this.sample(inspector);
	}

	/** Ends it, and compares the first and the last third of what the process kept. */
	async stop(): Promise<Growth> {
		this.ended = true;
		await this.sampling;
		const kept = courseOf(this.kept);
		const allowed = kept.firstThird * (1 + ALLOWED_SHARE) + ALLOWED_MIB;
		const flat = kept.lastThird <= allowed;
		return { kept, allowed, flat };
	}

	private async sample(inspector: number): Promise<void> {
		while (!this.ended) {
			this.kept.push((await heapBytes(inspector)) / MIB);
			await delay(EVERY_MS);
		}
	}
}

function courseOf(samples: number[]): Course {
	const third = Math.floor(samples.length / 3);
	return {
		firstThird: median(samples.slice(0, third)),
		lastThird: median(samples.slice(-third)),
		peak: samples.reduce((most, sample) => Math.max(most, sample), 0),
	};
}

/** What a process keeps, in bytes of its heap and buffers: its inspector collects garbage first, which resident memory would include. */
async function heapBytes(port: number): Promise<number> {
	const list = await fetch(`http://127.0.0.1:${port}/json/list`);
	const [target] = (await list.json()) as Array<{ webSocketDebuggerUrl: string }>;
	const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
	const waiting = new Map<number, (result: unknown) => void>();
	socket.addEventListener('message', ({ data }) => {
		const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
		waiting.get(id)?.(result);
	});
	await new Promise((resolve) => socket.addEventListener('open', resolve));
	let id = 0;
	const ask = async (method: string): Promise<unknown> => {
		const answer = new Promise((resolve) => waiting.set(++id, resolve));
		socket.send(JSON.stringify({ id, method }));
		return await answer;
	};
	await ask('HeapProfiler.collectGarbage');
	await ask('HeapProfiler.collectGarbage');
	const usage = (await ask('Runtime.getHeapUsage')) as Partial<Record<string, number>>;
	socket.close();
	return (usage.usedSize ?? NaN) + (usage.backingStorageSize ?? 0);
}
