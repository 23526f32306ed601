/*
 * The model that the user chooses: the list of models, and what was chosen from it, or entered beside it as a code. Also an
 * expression has to choose one of the list, because for any other code the fields of the user would be lost.
 */
import { sortBy } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';

import { choiceMeant } from '../../shared/fields/choices';
import type { ItemParameters } from '../../shared/fields/fileFields';
import type { Violation } from '../../shared/fields/violations';
import type { Message } from '../../shared/util/catalogue';
import { formatValue } from '../../shared/util/quote';
import { alphabetical, plainText, withFullStop } from '../../shared/util/text';
import { findModel, models, OTHER_MODEL, otherModel, recommendedModels } from './catalogue';
import type { CreationType, Model } from './catalogue/types';
import { parametersField, type Start, startFields } from './modelFields';
import { modelMessages } from './modelMessages';

/** The entry for all models that are not listed. */
export const otherModelChoice: INodePropertyOptions = {
	name: 'Other Model…',
	value: OTHER_MODEL,
	description: 'Any other model, by its code; its parameters are entered as JSON',
};

/** Models as entries of a list: the recommended one, then the others by what they make of what. */
export function modelChoices(
	listed: readonly Model[],
	recommended: string,
): INodePropertyOptions[] {
	const byLabel = [...listed].sort(alphabetical('label'));
	return sortBy(byLabel, ({ code }) => code !== recommended).map(
		({ code, label, description }) => ({
			name: code === recommended ? `${label} (Recommended)` : label,
			value: code,
			description: `${withFullStop(description)} Code: ${code}`,
		}),
	);
}

/** Where a model is chosen. */
interface Choice {
	place: string;
	/** By its code, and not from the list. */
	isOther: boolean;
	creationType: CreationType;
	/** What the operation starts from, if it is for that alone. */
	start: Start | undefined;
}

/**
 * The model that the user chose.
 *
 * @param start what the operation starts from, if it is for that alone
 * @returns the model (one that is not in the list has free parameters), or why there is none
 */
export function chooseModel(
	{ read }: ItemParameters,
	creationType: CreationType,
	start?: Start,
): Model | { violations: Violation[] } {
	const listed = listedCode(read('modelCode'), creationType);
	const isOther = listed === OTHER_MODEL;
	const code = isOther ? plainText(read('otherModelCode')) : listed;
	const field = isOther ? 'otherModelCode' : 'modelCode';
	const place = isOther ? "'Model Code'" : "'Model'";
	if (code === '') return { violations: [{ is: 'missing', field, place, advice: '' }] };
	const message = misuseOf(code, { place, isOther, creationType, start });
	if (message) return { violations: [{ is: 'broken', field, message }] };
	return findModel(code) ?? otherModel(code, creationType);
}

/** The code of what was chosen in the list: an expression may give its label, or the code in another case. */
function listedCode(given: unknown, creationType: CreationType): string {
	const listed = models.filter((model) => model.creationType === creationType);
	const choices = [...modelChoices(listed, recommendedModels[creationType]), otherModelChoice];
	return plainText(choiceMeant(choices, given)?.value ?? given);
}

const makes: Record<CreationType, string> = { 3: 'images', 4: 'videos' };

/** Why a model cannot be used where it was chosen; undefined where it can. */
function misuseOf(code: string, choice: Choice): Message | undefined {
	const { place, isOther, creationType, start } = choice;
	const model = findModel(code);
	if (model && model.creationType !== creationType) {
		const made = makes[model.creationType];
		return modelMessages.modelMakesOther(place, makes[creationType], code, made);
	}
	if (isOther) {
		return model?.described ? modelMessages.modelIsListed(place, code) : undefined;
	}
	if (start) return misuseOfStart(model, code, start);
	if (model?.described) return undefined;
	const parameters = `'${parametersField.property.displayName}'`;
	return modelMessages.modelNotListed(formatValue(code), parameters);
}

/** Why an operation cannot start with a model. */
function misuseOfStart(model: Model | undefined, code: string, start: Start): Message | undefined {
	if (!model) return modelMessages.modelUnknown(formatValue(code));
	if (startFields(model, start).length > 0) return undefined;
	return modelMessages.modelDoesNotStart("'Model'", code, start.from);
}
