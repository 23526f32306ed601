import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { watchTasks, type Watch } from '../../../nodes/shared/run/complete';
import { ServiceError } from '../../../nodes/shared/service/failure';
import type { Task, TaskKind, TaskKindName } from '../../../nodes/shared/tasks/task';
import { clientWith } from '../tasks/client';

const client = clientWith();
const refusal = new ServiceError({
	operation: 'getVideo',
	cause: 'refused',
	code: 10400,
	detail: '',
});

/** A kind whose tasks succeed after so many rounds, or whose queries fail. */
function kindOf(name: string, rounds: number | Error): TaskKind & { lookUps: string[][] } {
	const lookUps: string[][] = [];
	return {
		name: name as TaskKindName,
		label: name,
		lookUps,
		async lookUp(_, ids) {
			lookUps.push(ids);
			if (rounds instanceof Error) throw rounds;
			const state = lookUps.length >= rounds ? 'succeeded' : 'inProgress';
			return new Map(
				ids.map((taskId): [string, Task] => [taskId, { taskId, taskKind: name, state }]),
			);
		},
	};
}

const watch = (kinds: TaskKind[], more: Partial<Watch> = {}): Watch => ({
	tasks: kinds.flatMap((kind) => [
		{ kind, taskId: '1' },
		{ kind, taskId: '2' },
		{ kind, taskId: '1' },
	]),
	settings: { timeLimitMs: 600_000 },
	stopOnError: true,
	...more,
});

describe('Watching tasks of several kinds', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	const finish = async <T>(promise: Promise<T>): Promise<T> => {
		promise.catch(() => undefined);
		await jest.advanceTimersByTimeAsync(700_000);
		return await promise;
	};

	it('asks for all tasks of a kind at once, each once, and tells equal IDs of two kinds apart', async () => {
		const fast = kindOf('fast', 1);
		const slow = kindOf('slow', 3);
		const progress: string[] = [];
		const sighting = await finish(
			watchTasks(
				client,
				watch([fast, slow], { onRound: (n, all) => progress.push(`${n}/${all}`) }),
			),
		);
		expect(fast.lookUps).toEqual([['1', '2']]);
		expect(slow.lookUps).toHaveLength(3);
		expect(sighting(fast, '1').task).toMatchObject({ taskKind: 'fast', state: 'succeeded' });
		expect(sighting(slow, '1').task).toMatchObject({ taskKind: 'slow', state: 'succeeded' });
		expect(progress.at(-1)).toBe('4/4');
		expect(progress).toContain('2/4');
	});

	it('ends the other kinds when one is refused and the workflow is to stop', async () => {
		const broken = kindOf('broken', refusal);
		const slow = kindOf('slow', Infinity);
		await expect(finish(watchTasks(client, watch([slow, broken])))).rejects.toBe(refusal);
		expect(slow.lookUps.length).toBeLessThanOrEqual(1);
	});

	it('keeps the other kinds when one is refused and the workflow continues', async () => {
		const broken = kindOf('broken', refusal);
		const slow = kindOf('slow', 3);
		const sighting = await finish(
			watchTasks(client, watch([broken, slow], { stopOnError: false })),
		);
		expect(sighting(broken, '1')).toMatchObject({
			error: refusal,
			task: { taskId: '1', state: 'inProgress' },
		});
		expect(sighting(slow, '2')).toMatchObject({ error: undefined, task: { state: 'succeeded' } });
	});

	it('keeps what had finished before the query was refused', async () => {
		let rounds = 0;
		const kind: TaskKind = {
			...kindOf('slow', Infinity),
			async lookUp() {
				if (++rounds > 1) throw refusal;
				return new Map([['1', { taskId: '1', taskKind: 'slow', state: 'succeeded' }]]);
			},
		};
		const seen: string[] = [];
		const onFinal = (tasks: Task[]) => seen.push(...tasks.map(({ taskId }) => taskId));
		const sighting = await finish(
			watchTasks(client, watch([kind], { stopOnError: false, onFinal })),
		);
		expect(seen).toEqual(['1']);
		expect(sighting(kind, '1')).toMatchObject({ error: undefined, task: { state: 'succeeded' } });
		expect(sighting(kind, '2')).toMatchObject({ error: refusal, task: { state: 'inProgress' } });
	});

	it('ends when the execution is stopped', async () => {
		const stop = new AbortController();
		const watching = watchTasks(
			clientWith(stop.signal),
			watch([kindOf('slow', Infinity)], { stopOnError: false }),
		);
		const expected = expect(watching).rejects.toThrow('The execution was stopped');
		stop.abort();
		await jest.advanceTimersByTimeAsync(1_000);
		await expected;
	});
});
