/*
 * The model that the user chooses: from the list of models, or by its code in a field beside the list. An expression
 * in the list has to give one of its entries, too. Of a model that is not listed, only parameters in JSON are read, so
 * that with any other code, what the user has set in the fields would be lost.
 */
import { map, partition } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';

import { choiceMeant } from '../../shared/fields/choices';
import { adviceOnExpression } from '../../shared/fields/field';
import type { ItemParameters } from '../../shared/fields/fileFields';
import { missing, type Violation } from '../../shared/fields/violations';
import type { Message } from '../../shared/util/catalogue';
import { formatValue } from '../../shared/util/quote';
import { alphabetically, formatList, plainText, withFullStop } from '../../shared/util/text';
import { findModel, modelsFor, OTHER_MODEL, otherModel, recommendedModels } from './catalogue';
import { parametersField } from './freeParameters';
import type { Model } from './model';
import { modelMessages } from './modelMessages';
import { type CreationType, MAKES } from './modelRules';
import { modelsThatStart, type Start, startFields } from './starts';

/** The entry for all models that are not listed. */
export const otherModelChoice: INodePropertyOptions = {
	name: 'Other Model…',
	value: OTHER_MODEL,
	description: 'Any other model, by its code; its parameters are entered as JSON',
};

/**
 * Models as entries of a list: the recommended one, then the others by their labels.
 *
 * @param recommended the code of the model that comes first, with "(Recommended)" behind its label
 */
export function modelChoices(
	listed: readonly Model[],
	recommended: string,
): INodePropertyOptions[] {
	const byLabel = alphabetically(listed, 'label');
	const [first, others] = partition(byLabel, { code: recommended });
	return first.concat(others).map(({ code, label, description }) => ({
		name: code === recommended ? `${label} (Recommended)` : label,
		value: code,
		description: `${withFullStop(description)} Code: ${code}`,
	}));
}

/** The parameter of the list of models, and how messages name it. */
const LISTED = { field: 'modelCode', place: "'Model'" };

/** The parameter for the code of a model that is not in the list, and how messages name it. */
const ENTERED = { field: 'otherModelCode', place: "'Model Code'" };

/**
 * The model that the user chose for an item.
 *
 * @param creationType what it has to make: images (3) or videos (4)
 * @param start what the operation starts from; undefined for 'Generate', which needs no file
 * @returns the model, or the one violation that says why it cannot be used. For a code that the catalogue does not
 *   have, it is a model whose parameters the user enters as JSON
 */
export function chooseModel(
	{ read, written }: ItemParameters,
	creationType: CreationType,
	start?: Start,
): Model | { violations: Violation[] } {
	const listed = listedCode(read(LISTED.field), creationType);
	const isEntered = listed === OTHER_MODEL;
	const { field, place } = isEntered ? ENTERED : LISTED;
	const code = isEntered ? plainText(read(ENTERED.field)) : listed;
	if (code === '') {
		const advice = adviceOnExpression(written?.(field));
		return { violations: [missing(field, place, advice)] };
	}
	// Undefined for a code that the catalogue does not have.
	const model = findModel(code);
	const problemOfField = isEntered
		? problemOfEntered(model, code, start)
		: problemOfListed(model, code, { creationType, start });
	// That a model makes something else is said first, because no other field could help.
	const message = problemOfPurpose(model, place, creationType) ?? problemOfField;
	if (message) return { violations: [message] };
	return model ?? otherModel(code, creationType);
}

/**
 * The code of the model that was chosen in the list, or `OTHER_MODEL`. An expression may also give the label of a
 * model, or its code in other capitals. What stands for no entry is returned as it was given, for the message about
 * it: a number as a text, and anything but a text or a number as an empty text.
 *
 * @param given what the list has, or what an expression in it gave
 * @param creationType whose models are in the list: images (3) or videos (4)
 */
function listedCode(given: unknown, creationType: CreationType): string {
	const listed = modelChoices(modelsFor(creationType), recommendedModels[creationType]);
	// Undefined for a value that means none of the entries, or may mean several.
	const choice = choiceMeant(listed.concat(otherModelChoice), given);
	return plainText(choice ? choice.value : given);
}

/**
 * What is wrong with a model that makes images where videos are wanted, or the other way round. Undefined for any
 * other model.
 *
 * @param model undefined for a code that the catalogue does not have, of which nobody knows what it makes
 * @param place how messages name the field of the model
 * @param creationType what is wanted: images (3) or videos (4)
 */
function problemOfPurpose(
	model: Model | undefined,
	place: string,
	creationType: CreationType,
): Message | undefined {
	if (!model || model.creationType === creationType) return undefined;
	// The service counts images as type 3 (service.md 4.2).
	const areImagesWanted = creationType === MAKES.images;
	const wanted = areImagesWanted ? 'images' : 'videos';
	return modelMessages.modelMakesOther(place, wanted, model.code);
}

/**
 * What is wrong with a model whose code was entered; undefined where it can be used.
 *
 * - A model that is described has to be chosen in the list, because the editor shows its fields only then.
 * - With any other, no operation can start from files, because nobody knows in which field the model takes them.
 *
 * @param model undefined for a code that the catalogue does not have
 * @param start what the operation starts from; undefined for 'Generate', which needs no file
 */
function problemOfEntered(
	model: Model | undefined,
	code: string,
	start: Start | undefined,
): Message | undefined {
	const { place } = ENTERED;
	if (model?.described) return modelMessages.modelIsListed(place, code);
	if (!start) return undefined;
	return modelMessages.modelDoesNotStart(place, code, start.from);
}

/**
 * What is wrong with a model that was chosen in the list; undefined where it can be used. An expression may have
 * chosen one that is not in the list.
 *
 * @param model undefined for a code that the catalogue does not have
 * @param operation.creationType what it makes: images (3) or videos (4)
 * @param operation.start what it starts from; undefined for 'Generate', which needs no file
 */
function problemOfListed(
	model: Model | undefined,
	code: string,
	{ creationType, start }: { creationType: CreationType; start?: Start },
): Message | undefined {
	if (start) return problemOfStart(model, code, start);
	if (model?.described) return undefined;
	const described = modelsFor(creationType).filter((one) => one.described);
	const parameters = `'${parametersField.property.displayName}'`;
	return modelMessages.modelNotListed(formatValue(code), modelCodes(described), parameters);
}

/**
 * What is wrong with a model in the list of an operation that starts from files: there is no such model, or it cannot
 * start from them. Undefined where it can.
 *
 * @param model undefined for a code that the catalogue does not have
 */
function problemOfStart(model: Model | undefined, code: string, start: Start): Message | undefined {
	if (!model)
		return modelMessages.modelUnknown(formatValue(code), modelCodes(modelsThatStart(start)));
	const canStart = startFields(model, start).length > 0;
	if (canStart) return undefined;
	return modelMessages.modelDoesNotStart(LISTED.place, code, start.from);
}

/** The codes of models in words. */
function modelCodes(models: readonly Model[]): string {
	return formatList(map(models, 'code'));
}
