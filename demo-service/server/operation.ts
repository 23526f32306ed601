import type { z } from 'zod';

import type { JournalEntry } from './journal';
import type { RateLimit } from './limits';

/** A request that passed authentication and validation. */
export interface Call {
	/** Access token; each token is an application of its own. */
	token: string;
	entry: JournalEntry;
}

/** One documented endpoint. */
export interface Operation<Input = unknown> {
	method: 'GET' | 'POST';
	/** Path below /open/v1/; also the operation's name in the journal. */
	path: string;
	/** Codes that the specification lists for it. */
	codes: readonly number[];
	/** Strict schema of the body (POST) or the query (GET). */
	input: z.ZodType<Input, z.ZodTypeDef, unknown>;
	limits?: readonly RateLimit[];
	/** Whether Content-Type must name the character set (service.md 4.5). */
	charset?: boolean;
	/** @returns `data` of the envelope, or a promise of it; throws Refusal for any other code */
	handle(input: Input, call: Call): unknown;
}

/** Types an operation by its schema. */
export function operation<Input>(definition: Operation<Input>): Operation {
	return definition as Operation;
}
