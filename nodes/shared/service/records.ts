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

/**
 * The record with the ID that was asked for: what is said of another one, says nothing of it.
 *
 * @param field holds the ID of the record
 */
export function withId<T extends object>(
	record: z.ZodType<T, z.ZodTypeDef, unknown>,
	field: keyof T & string,
	id: string,
): z.ZodType<T, z.ZodTypeDef, unknown> {
	return record.superRefine((read, context) => {
		if (read[field] === id) return;
		context.addIssue({ code: 'custom', path: [field], message: 'not the requested ID' });
	});
}
