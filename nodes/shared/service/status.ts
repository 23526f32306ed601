import { z } from 'zod';

/** A status number of the service, as text: the form in which the status tables hold it. */
export const status = z.union([z.number().transform(String), z.string()]);
