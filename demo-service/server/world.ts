import type { Callbacks } from '../callbacks';
import type { Storage } from '../storage/storage';
import type { Fate } from './fate';
import type { Fates, Task, TaskStore } from './tasks';
import type { Limits } from './endpoint';
import type { StorageTools } from './options';

/** Everything that the areas of the service share. */
export interface World extends StorageTools {
	limits: Limits;
	storage: Storage;
	callbacks: Callbacks;
	stores: TaskStore[];
}

/** A running demo service, with everything that tests decide and read. */
export interface LocalService extends World {
	/** Address without /open/v1. */
	url: string;
	/** The first accepted access token. */
	token: string;
	/** Decides the fate of new tasks; later rules go first. Returns a function that removes the rule. */
	fate: Fates['add'];
	/** Ends a task now, successfully unless a fate is given. */
	settle(taskId: string, fate?: Fate): boolean;
	/** All tasks of all kinds, oldest first within a kind. */
	tasks(): Task[];
	/** Forgets tasks, files, journal, faults, fates and used-up limits. */
	reset(): void;
	close(): Promise<void>;
}
