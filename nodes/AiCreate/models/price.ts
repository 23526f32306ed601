import { findModel } from './catalogue';
import type { SecondPrice, SubmitBody } from './catalogue/types';

/** Credits of both kinds, as charged and without the present activity. */
interface Credits {
	creditA: number;
	creditB: number;
	originalCreditA: number;
	originalCreditB: number;
}

/** What a task costs, in credits of type A and credits of type B (service.md 4.3). */
interface CostEstimate extends Credits {
	/** Length of the video that the estimate is for. */
	seconds: number;
	perSecond: Credits;
}

function credits({ creditA, creditB }: SecondPrice, seconds: number): Credits {
	return {
		creditA: creditA.activity * seconds,
		creditB: creditB.activity * seconds,
		originalCreditA: creditA.original * seconds,
		originalCreditB: creditB.original * seconds,
	};
}

/**
 * Price of a task: the price per second by clarity and resolution mode, times video_duration.
 *
 * @param body a body of a request that buildModelRequest made
 * @returns undefined where the specification gives no prices for the model or these values
 */
export function estimateCost(body: SubmitBody): CostEstimate | undefined {
	const prices = findModel(body.model_code)?.prices;
	const mode = body.resolution_mode ?? prices?.defaultResolutionMode;
	const price = prices?.perSecond.find(
		({ clarity, resolutionMode }) => clarity === body.clarity && resolutionMode === mode,
	);
	const seconds = body.video_duration;
	if (!price || typeof seconds !== 'number') return undefined;
	return { ...credits(price, seconds), seconds, perSecond: credits(price, 1) };
}
