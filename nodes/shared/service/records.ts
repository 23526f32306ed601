import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

/** What was read of a record, and beside it the service's own object. */
export type ReadRecord<T> = T & { raw: IDataObject };

/**
 * Reads a record of the service and keeps the object as it came, with the types of the service.
 *
 * @param schema the fields that are used
 */
export function recordOf<T extends object>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
): z.ZodType<ReadRecord<T>, z.ZodTypeDef, unknown> {
	return z.unknown().transform((value, context) => {
		const read = schema.safeParse(value);
		if (read.success) return { ...read.data, raw: value as IDataObject };
		for (const issue of read.error.issues) context.addIssue(issue);
		return z.NEVER;
	});
}
