import { z } from 'zod';

/** A status in words; an empty one says nothing. */
export const statusWord = z.string().regex(/\S/, 'Expected a status');

/** A status number of the service, as text: the form in which the status tables hold it. */
export const status = z.union([z.number().transform(String), statusWord]);
