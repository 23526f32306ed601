/*
 * What the work of a run would take: how long it is, and what it costs, as far as the service publishes prices
 * (service.md 4.3 and 4.7).
 */
import { round, sumBy } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { creditsOf } from '../model/itemResult';
import { formatDuration } from '../util/amounts';
import { submitMessages } from './submitMessages';
import type { SubmitOperation } from './submitOperation';

/** What is known of one request before it is made. */
export interface Estimate {
	/** Length of the result in seconds; undefined where it follows from a recording, or there is none. */
	seconds?: number;
	/** Credits of type A; undefined where the length or the price is not known. */
	credits?: number;
	/** Whether the service publishes a price. */
	hasPrice: boolean;
}

/** What is known of the length of the result of a body, and of its price. */
export function estimateOf(forecast: SubmitOperation['forecast'], body: object): Estimate {
	const seconds = forecast?.secondsOf(body);
	const cost = forecast?.costOf?.(body);
	if (!cost) return { seconds, hasPrice: false };
	return { seconds, credits: creditsOf(cost, seconds), hasPrice: true };
}

/** The fields of an estimate in an output item. */
export function estimateFields({ seconds, credits }: Estimate): IDataObject {
	const fields: IDataObject = {};
	if (seconds !== undefined) fields.estimatedSeconds = seconds;
	if (credits !== undefined) fields.estimatedCredits = credits;
	return fields;
}

/**
 * The sum of all items in one sentence, such as "50 composed videos, about 12 minutes, about 720 Credits A".
 *
 * @param word what each of them is, in the number that fits
 */
export function estimateInWords(estimates: readonly Estimate[], word: string): string {
	const known = estimates.filter(({ seconds }) => seconds !== undefined);
	const priced = estimates.filter(({ credits }) => credits !== undefined);
	const parts = [submitMessages.estimatedCount(estimates.length, word)];
	if (known.length > 0) {
		const length = formatDuration(1000 * sumBy(known, ({ seconds = 0 }) => seconds));
		parts.push(submitMessages.estimatedLength(length));
	}
	if (priced.length > 0) {
		parts.push(submitMessages.estimatedCredits(round(sumBy(priced, ({ credits = 0 }) => credits))));
	}
	const open = estimates.length - priced.length;
	const hasPrice = estimates.some((estimate) => estimate.hasPrice);
	if (!hasPrice) parts.push(submitMessages.noPublishedPrice);
	else if (open > 0) parts.push(submitMessages.notCounted(open));
	return submitMessages.estimate(parts.join(', '));
}
