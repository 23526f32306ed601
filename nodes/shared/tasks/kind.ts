import type { ServiceClient } from '../service/client';
import type { Task } from './task';

/** What the pack knows about one kind of task of the service. */
export interface TaskKind {
	/** Value of `taskKind` in outputs. */
	name: string;
	/** For messages, as in "No <label> has this ID". */
	label: string;
	/**
	 * Asks for many tasks with as few requests as the service allows.
	 *
	 * @returns the tasks that the service knows, by id
	 */
	lookUp(client: ServiceClient, ids: string[]): Promise<Map<string, Task>>;
}
