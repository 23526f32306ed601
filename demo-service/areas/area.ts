import { z } from 'zod';

import { type Operation, operation, parameterError, text } from '../server/operation';
import type { TaskStore } from '../server/tasks';

/** One part of the specification: its operations and what they keep. */
export interface Area {
	operations: Operation[];
	tasks?: TaskStore[];
	clear?(): void;
}

/**
 * A detail operation whose path is not documented (service.md 4.10): GET with the id in the query.
 * @param path below /open/v1/, as the tests choose it; none means that there is no such operation
 */
export function detailOperation(
	path: string | undefined,
	find: (token: string, id: string) => Record<string, unknown> | undefined,
): Operation[] {
	if (path === undefined) return [];
	return [
		operation({
			method: 'GET',
			path,
			codes: [0, 400, 10400, 40000, 40001, 50000],
			input: z.object({ id: text }).strict(),
			handle({ id }, { token, entry }) {
				entry.id = id;
				const record = find(token, id);
				if (record === undefined) throw parameterError(`id: nothing found under ${id}`);
				return record;
			},
		}),
	];
}
