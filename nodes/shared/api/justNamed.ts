import { forgetOldest } from '../util/forget';

/*
 * The IDs that the service has just given, to any node of this process: of accepted tasks and of uploaded files. A service that
 * answers from several servers may not know such an ID everywhere at once, so that for a minute nothing is concluded from "there
 * is no such ID". After it, or where another process was given the ID, what the service answers counts.
 */

/** How long an ID may be missing after it was given, in milliseconds. */
export const JUST_NAMED_MS = 60_000;

/** Far more than are submitted in a minute; it bounds the memory. */
const MAX_NAMED = 10_000;

/** When each was given, in milliseconds since the epoch, the oldest first. */
const namedAt = new Map<string, number>();

/** Notes that the service has given an ID. */
export function noteNamed(id: string): void {
	namedAt.delete(id);
	namedAt.set(id, Date.now());
	forgetOldest(namedAt, MAX_NAMED);
}

/** For how long an ID that the service does not know may still appear, in milliseconds; 0 for one that was not just given. */
export function mayAppearMs(id: string): number {
	const at = namedAt.get(id);
	return at === undefined ? 0 : Math.max(0, at + JUST_NAMED_MS - Date.now());
}
