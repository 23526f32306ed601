import type { Operation } from '../server/operation';
import type { TaskStore } from '../server/tasks';

/** One part of the specification: its operations and what they keep. */
export interface Area {
	operations: Operation[];
	tasks?: TaskStore[];
	clear?(): void;
}
