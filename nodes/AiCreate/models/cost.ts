import { mapValues } from 'lodash';

import { findModel } from './catalogue';
import { ruleFor } from './model';
import type { SubmitBody } from './modelRules';
import { omittedValue } from './valueFields';

/**
 * What a task costs, in credits of both types: the price of a second for the resolution in the mode, times the
 * length of the video in seconds (service.md 4.3).
 *
 * @returns undefined where the specification gives no price for the model or for these values
 */
export function estimateCost(body: SubmitBody) {
	const { model_code: code, clarity, resolution_mode: chosenMode, video_duration: seconds } = body;
	const model = findModel(code);
	if (!model?.prices || typeof seconds !== 'number') return undefined;
	const mode = chosenMode ?? omittedValue(ruleFor(model, 'resolution_mode') ?? {});
	const price = model.prices.find(
		([ofClarity, ofMode]) => ofClarity === clarity && ofMode === mode,
	);
	if (!price) return undefined;
	const [, , creditA, originalCreditA, creditB, originalCreditB] = price;
	const perSecond = { creditA, creditB, originalCreditA, originalCreditB };
	const total = mapValues(perSecond, (credits) => credits * seconds);
	return { ...total, seconds, perSecond };
}
