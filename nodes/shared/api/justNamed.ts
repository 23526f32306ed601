import { rememberYoungest } from '../util/forget';

/*
 * The IDs of tasks and files that the service has just given. A service that answers from several servers may not know
 * such an ID everywhere at once, so that for a minute nothing is concluded from "there is no such ID". After that
 * minute, or where another process was given the ID, what the service answers counts.
 */

/** How long an ID may be missing after it was given, in milliseconds. */
export const JUST_NAMED_MS = 60_000;

/**
 * When each ID was given, in milliseconds since the epoch, the oldest first. This module keeps it for the process,
 * because the node, the trigger or the execution that asks about an ID may be another one than that which was given it.
 * An entry counts for a minute, and goes when 10,000 newer ones have come.
 */
const namedAt = new Map<string, number>();

/** Remembers for a minute that the service has given this ID just now. For a repeated ID, the minute begins again. */
export function rememberNewId(id: string): void {
	rememberYoungest(namedAt, id, Date.now());
}

/**
 * How many milliseconds are left of the minute in which the service may not know an ID everywhere; 0 for an ID that was
 * not given to this process in the last minute, so that "there is no such ID" counts.
 */
export function mayAppearMs(id: string): number {
	const at = namedAt.get(id);
	if (at === undefined) return 0;
	return Math.max(0, at + JUST_NAMED_MS - Date.now());
}
