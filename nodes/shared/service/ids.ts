import { z } from 'zod';

/**
 * An id that the service gives to a new task. Ids are text; one sent as a small number is still taken, so
 * that a paid task is never lost over it.
 */
export const taskId = z.union([
	z.string().min(1),
	z.number().int().safe().positive().transform(String),
]);
