import type { Callbacks } from '../callbacks';
import type { Clock } from './clock';
import type { Fates } from './fates';
import type { Faults } from './faults';
import type { Ids } from './ids';
import type { Journal } from './journal';
import type { Limits } from './limits';
import type { ResolvedOptions } from './options';
import type { Storage } from '../storage/storage';

/** Everything that the areas of the service share. */
export interface World {
	options: ResolvedOptions;
	clock: Clock;
	ids: Ids;
	journal: Journal;
	faults: Faults;
	fates: Fates;
	limits: Limits;
	storage: Storage;
	callbacks: Callbacks;
	/** Aborted when the service closes. */
	stopping: AbortSignal;
}
