import type { Clock } from './clock';
import { Refusal } from './envelope';
import type { Fate, Fates } from './fates';
import type { Ids } from './ids';

/** A running or finished piece of work of one kind. */
export interface Task<Input = unknown> {
	id: string;
	number: number;
	operation: string;
	/** Access token of the application that owns it. */
	token: string;
	input: Input;
	/** Unix seconds. */
	createdAt: number;
	/** Task time in milliseconds (see Clock); Infinity while it waits for its turn. */
	startsAt: number;
	endsAt: number;
	fate: Fate;
}

export interface TaskTools {
	clock: Clock;
	ids: Ids;
	fates: Fates;
}

/** Tasks of one kind, of all applications. */
export class TaskStore<Input = unknown> {
	private tasks = new Map<string, Task<Input>>();

	/**
	 * @param operation submit operation, as in the journal
	 * @param usualSeconds life of a task at speed 1, unless its fate says otherwise
	 */
	constructor(
		private readonly tools: TaskTools,
		readonly operation: string,
		private readonly usualSeconds: (input: Input) => number,
	) {}

	/** Accepts a submit; its fate may be to be refused. */
	create(token: string, input: Input, id = this.tools.ids.next()): Task<Input> {
		const fate = this.tools.fates.decide(this.operation, input);
		if (fate.refuse !== undefined) throw new Refusal(fate.refuse.code, fate.refuse.msg);
		const startsAt = this.tools.clock.task();
		const task: Task<Input> = {
			id,
			number: this.tools.ids.number(),
			operation: this.operation,
			token,
			input,
			createdAt: this.tools.clock.seconds(),
			startsAt,
			endsAt: startsAt + (fate.seconds ?? this.usualSeconds(input)) * 1000,
			fate,
		};
		this.tasks.set(task.id, task);
		return task;
	}

	find(token: string, id: string): Task<Input> | undefined {
		const task = this.tasks.get(id);
		return task?.token === token ? task : undefined;
	}

	/** All tasks of an application, newest first. */
	ofApplication(token: string): Array<Task<Input>> {
		return this.all()
			.filter((task) => task.token === token)
			.reverse();
	}

	/** All tasks, oldest first. */
	all(): Array<Task<Input>> {
		return [...this.tasks.values()];
	}

	/** Ends a task now, with the fate given. @returns false if there is no such task */
	settle(id: string, fate: Fate = {}): boolean {
		const task = this.tasks.get(id);
		if (task === undefined) return false;
		const now = this.tools.clock.task();
		task.fate = { ...task.fate, ...fate };
		task.startsAt = Math.min(task.startsAt, now);
		task.endsAt = now + (fate.seconds ?? 0) * 1000;
		return true;
	}

	/** Share of the task's life that has passed, 0 to 1. */
	progress(task: Task): number {
		return progressAt(task, this.tools.clock.task());
	}

	clear(): void {
		this.tasks.clear();
	}
}

function progressAt(task: Task, now: number): number {
	if (now >= task.endsAt) return 1;
	if (now <= task.startsAt || task.endsAt === Infinity) return 0;
	return (now - task.startsAt) / (task.endsAt - task.startsAt);
}
