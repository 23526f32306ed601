import { z } from 'zod';

/**
 * A field that is only shown: where it is not as specified it is left out, so that one odd record does not
 * make the answer unreadable, and with it a whole page of other tasks.
 */
export function onlyShown<T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return schema.nullish().catch(undefined);
}

/** A list that is only shown, without the entries that are not as specified. */
export function shownList<T extends object>(entry: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return onlyShown(
		z
			.array(onlyShown(entry))
			.transform((entries) => entries.flatMap((one): T[] => (one ? [one] : []))),
	);
}

export const shownText = onlyShown(z.string());

/** A number, also one that is sent as text. */
export const shownNumber = onlyShown(
	z.union([
		z.number(),
		z
			.string()
			.regex(/^\d+(\.\d+)?$/)
			.transform(Number),
	]),
);

/** Addresses of results, without the empty entries. */
export const addresses = z
	.array(z.string().nullable())
	.transform((entries) => entries.filter((entry) => entry !== null))
	.nullish();
