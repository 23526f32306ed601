import { z } from 'zod';

import { parameterError } from '../server/envelope';
import type { Operation } from '../server/operation';
import { operation } from '../server/operation';
import { text } from '../server/validation';

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
