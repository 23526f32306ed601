import type { ServiceClient } from '../service/client';
import { kinds } from '../tasks/kinds';
import { isRead, taskKey, type Task } from '../tasks/task';
import { throwIfStopped } from '../util/sleep';

/** A look-up up to this age is not repeated. */
const FRESH_MS = 60_000;

/** Longest time for one. */
const LOOK_UP_MS = 60_000;

interface LookUp {
	/** In milliseconds since the epoch. */
	at: number;
	tasks: Promise<Map<string, Task>>;
}

/**
 * Finished tasks as the service shows them now: the addresses of their files may have expired since the tasks were
 * read. Where one query covers many tasks, it covers all whose files are still missing.
 */
export class FreshTasks {
	private readonly lookUps = new Map<string, LookUp>();

	/**
	 * @param connect gives the client of the node's credential
	 * @param open the tasks whose files are still missing
	 */
	constructor(
		private readonly connect: () => Promise<ServiceClient>,
		private readonly open: ReadonlySet<Task>,
	) {}

	/**
	 * Reads a task again.
	 *
	 * @returns undefined when the service cannot be asked about it, or does not show its files
	 * @throws StoppedError when the execution is stopped
	 */
	async read(task: Task, signal?: AbortSignal): Promise<Task | undefined> {
		try {
			const fresh = (await this.lookUp(task))?.get(task.taskId);
			const isSame = fresh?.outputUrls?.length === task.outputUrls?.length;
			return isRead(fresh) && isSame ? fresh : undefined;
		} catch {
			throwIfStopped(signal);
			// What is wrong with the file is the error of the item.
			return undefined;
		}
	}

	private async lookUp(task: Task): Promise<Map<string, Task> | undefined> {
		const kind = kinds[task.taskKind];
		if (!kind) return undefined;
		const isAlone = kind.mostPerRound !== undefined;
		const key = isAlone ? taskKey(task) : kind.name;
		const before = this.lookUps.get(key);
		if (before && Date.now() - before.at <= FRESH_MS) return await before.tasks;
		const all = [...this.open].filter(({ taskKind }) => taskKind === kind.name);
		const ids = new Set((isAlone ? [task] : all).map(({ taskId }) => taskId));
		const tasks = this.connect().then(
			async (client) => await kind.lookUp(client.within(LOOK_UP_MS), [...ids]),
		);
		this.lookUps.set(key, { at: Date.now(), tasks });
		return await tasks;
	}
}
