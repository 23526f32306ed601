import type { Clock } from '../server/clock';
import type { Fates } from '../server/fates';
import type { Faults } from '../server/faults';
import type { Ids } from '../server/ids';
import type { Journal } from '../server/journal';
import type { ResolvedOptions } from '../server/options';

/** What the object storage shares with the service. */
export interface StorageTools {
	options: ResolvedOptions;
	clock: Clock;
	ids: Ids;
	faults: Faults;
	fates: Fates;
	journal: Journal;
	stopping: AbortSignal;
}
