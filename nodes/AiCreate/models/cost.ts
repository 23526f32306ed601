import { mapValues } from 'lodash';

import { findModel } from './catalogue';
import { ruleFor } from './model';
import type { SubmitBody } from './modelRules';
import { omittedValue } from './valueFields';

/**
 * What a video costs, in credits of the types A and B: the price of a second for the resolution in the mode, times the
 * length of the video in seconds (service.md 4.3). `creditA` and `creditB` are what is charged now, with the discount
 * that the service grants at present; `originalCreditA` and `originalCreditB` are the prices without it.
 *
 * @param body the body of the request, complete or still without its files
 * @returns the credits for the whole video; its length, `seconds`; and the credits for one second, `perSecond`.
 *   Undefined where the specification gives no price for the model or for these values, or no length is set
 */
export function estimateCost(body: SubmitBody) {
	const {
		model_code: code,
		clarity: resolution,
		resolution_mode: chosenMode,
		video_duration: seconds,
	} = body;
	const model = findModel(code);
	if (!model?.prices || typeof seconds !== 'number') return undefined;
	// Where no mode is sent, the model uses one of its own; undefined for a model without modes.
	const ruleForMode = ruleFor(model, 'resolution_mode') ?? {};
	const mode = chosenMode ?? omittedValue(ruleForMode);
	const price = model.prices.find(
		([ofResolution, ofMode]) => ofResolution === resolution && ofMode === mode,
	);
	if (!price) return undefined;
	const [, , creditA, originalCreditA, creditB, originalCreditB] = price;
	const perSecond = { creditA, creditB, originalCreditA, originalCreditB };
	const total = mapValues(perSecond, (credits) => credits * seconds);
	return { ...total, seconds, perSecond };
}
