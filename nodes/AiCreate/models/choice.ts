/*
 * The model that the user chooses: the list of models, and what was chosen from it, or entered beside it as a code. Also an
 * expression has to choose one of the list, because for any other code the fields of the user would be lost.
 */
import { partition } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';

import { choiceMeant } from '../../shared/fields/choices';
import type { ItemParameters } from '../../shared/fields/fileFields';
import type { Violation } from '../../shared/fields/violations';
import type { Message } from '../../shared/util/catalogue';
import { formatValue } from '../../shared/util/quote';
import { alphabetical, plainText, withFullStop } from '../../shared/util/text';
import { findModel, modelsFor, OTHER_MODEL, otherModel, recommendedModels } from './catalogue';
import { parametersField } from './freeParameters';
import type { Model } from './model';
import { modelMessages } from './modelMessages';
import type { CreationType } from './modelRules';
import { type Start, startFields } from './starts';

/** The entry for all models that are not listed. */
export const otherModelChoice: INodePropertyOptions = {
	name: 'Other Model…',
	value: OTHER_MODEL,
	description: 'Any other model, by its code; its parameters are entered as JSON',
};

/** Models as entries of a list: the recommended one, then the others by their labels. */
export function modelChoices(
	listed: readonly Model[],
	recommended: string,
): INodePropertyOptions[] {
	const byLabel = [...listed].sort(alphabetical('label'));
	const [first, others] = partition(byLabel, { code: recommended });
	return [...first, ...others].map(({ code, label, description }) => ({
		name: code === recommended ? `${label} (Recommended)` : label,
		value: code,
		description: `${withFullStop(description)} Code: ${code}`,
	}));
}

/** The fields in which a model is chosen, each with how messages name it. */
const LISTED = { field: 'modelCode', place: "'Model'" };
const ENTERED = { field: 'otherModelCode', place: "'Model Code'" };

/** What was chosen, and for what. */
interface Choice {
	code: string;
	/** How messages name the field in which it was chosen. */
	place: string;
	/** Whether the code was entered in 'Model Code', and not chosen in the list. */
	isOther: boolean;
	/** What the operation makes. */
	creationType: CreationType;
	/** What the operation starts from; undefined where it does not need a file. */
	start: Start | undefined;
}

/**
 * The model that the user chose.
 *
 * @param start what the operation starts from; undefined where it does not need a file
 * @returns the model, which has free parameters if the list does not have it; or why there is none
 */
export function chooseModel(
	{ read }: ItemParameters,
	creationType: CreationType,
	start?: Start,
): Model | { violations: Violation[] } {
	const listed = listedCode(read('modelCode'), creationType);
	const isOther = listed === OTHER_MODEL;
	const { field, place } = isOther ? ENTERED : LISTED;
	const code = isOther ? plainText(read(field)) : listed;
	if (code === '') return { violations: [{ is: 'missing', field, place, advice: '' }] };
	const message = problemOfModel({ code, place, isOther, creationType, start });
	if (message) return { violations: [{ is: 'broken', field, message }] };
	return findModel(code) ?? otherModel(code, creationType);
}

/** The code of what was chosen in the list. An expression may also give its label, or the code in another case. */
function listedCode(given: unknown, creationType: CreationType): string {
	const listed = modelChoices(modelsFor(creationType), recommendedModels[creationType]);
	const choice = choiceMeant([...listed, otherModelChoice], given);
	return plainText(choice ? choice.value : given);
}

/** Why the chosen model cannot be used; undefined where it can. */
function problemOfModel(choice: Choice): Message | undefined {
	const { code, place, isOther, creationType, start } = choice;
	const model = findModel(code);
	if (model && model.creationType !== creationType) {
		const wanted = creationType === 3 ? 'images' : 'videos';
		return modelMessages.modelMakesOther(place, wanted, code);
	}
	if (isOther) return model?.described ? modelMessages.modelIsListed(place, code) : undefined;
	if (start) return problemOfStart(model, code, start);
	if (model?.described) return undefined;
	const parameters = `'${parametersField.property.displayName}'`;
	return modelMessages.modelNotListed(formatValue(code), parameters);
}

/** Why an operation cannot start with a model; undefined where it can. */
function problemOfStart(model: Model | undefined, code: string, start: Start): Message | undefined {
	if (!model) return modelMessages.modelUnknown(formatValue(code));
	if (startFields(model, start).length > 0) return undefined;
	return modelMessages.modelDoesNotStart("'Model'", code, start.from);
}
