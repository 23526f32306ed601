import { isUndefined, map, omitBy, round, sum } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { creditsOf } from '../model/itemResult';
import { formatDuration } from '../util/amounts';
import { submitMessages } from './submitMessages';
import type { SubmitOperation } from './submitOperation';

/*
 * How long the results of a run would be, and what they would cost, as far as the
 * service publishes prices (service.md 4.3 and 4.7).
 */

/** What is known of the result of one request before it is submitted. */
interface Estimate {
	/** Its length in seconds; undefined where that follows from a recording, or it has none. */
	seconds?: number;
	/** Its cost in credits of type A; undefined where its length or its price is not known. */
	credits?: number;
	/** Whether the service publishes a price. */
	hasPrice: boolean;
}

/**
 * Estimates the length and the cost of the result of one request.
 *
 * @param forecast what the operation knows about lengths and prices; undefined where it knows nothing
 * @param body the body of the request
 */
export function estimateWork(forecast: SubmitOperation['forecast'], body: object): Estimate {
	const seconds = forecast?.secondsOf(body);
	const cost = forecast?.costOf?.(body);
	if (!cost) return { seconds, hasPrice: false };
	return { seconds, credits: creditsOf(cost, seconds), hasPrice: true };
}

/** The fields of an estimate in an output item; there is no field for a number that is not known. */
export function estimateFields({ seconds, credits }: Estimate): IDataObject {
	return omitBy({ estimatedSeconds: seconds, estimatedCredits: credits }, isUndefined);
}

/**
 * The sum of all estimates in one sentence, such as "Estimate: 50 composed videos, about 12 minutes, about 720
 * Credits A". Lengths that are not known are not counted. Where the service publishes no price, the sentence says so.
 * Where the credits of some items are not known, it says how many items are missing in the sum.
 *
 * @param estimates one for each item; there is at least one
 * @param counted how many tasks they are, such as "50 composed videos"
 */
export function estimateInWords(estimates: readonly Estimate[], counted: string): string {
	const knownSeconds = map(estimates, 'seconds').filter((value) => value !== undefined);
	const knownCredits = map(estimates, 'credits').filter((value) => value !== undefined);
	const parts = [counted];
	if (knownSeconds.length > 0) {
		const totalMs = 1000 * sum(knownSeconds);
		parts.push(submitMessages.estimatedLength(formatDuration(totalMs)));
	}
	if (knownCredits.length > 0) {
		const totalCredits = round(sum(knownCredits));
		parts.push(submitMessages.estimatedCredits(totalCredits));
	}
	const hasPrice = estimates.some((estimate) => estimate.hasPrice);
	const unknownCount = estimates.length - knownCredits.length;
	if (!hasPrice) {
		parts.push(submitMessages.noPublishedPrice);
	} else if (unknownCount > 0) {
		parts.push(submitMessages.notCounted(unknownCount));
	}
	return submitMessages.estimate(parts.join(', '));
}
