import { findModel, otherModel } from './catalogue/index';
import { isAdditionalField, otherModelCode } from './editorFields';
import { fieldLabels, parametersLabel } from './labels';
import { isMediaField } from './mediaFields';
import { readMedia, type AddressOf } from './mediaSources';
import type { CreationType, Model, Violation } from './catalogue/types';
import { fieldNames } from './catalogue/types';

/** Reads a node parameter by name; anything empty where it is not set. */
type ReadParameter = (name: string) => unknown;

const makes: Record<CreationType, string> = { 3: 'images', 4: 'videos' };

function text(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * The model that the user chose from the list, typed in, or supplied by an expression.
 *
 * @param read reads the parameters modelCode and otherModelCode
 * @param creationType what the operation makes: 3 images, 4 videos
 * @returns the model (an unknown code has free parameters), or why there is none
 */
export function chooseModel(read: ReadParameter, creationType: CreationType): Model | Violation {
	const listed = text(read('modelCode'));
	const typed = listed === otherModelCode;
	const code = typed ? text(read('otherModelCode')) : listed;
	const place = typed
		? { field: 'otherModelCode', label: 'Model Code' }
		: { field: 'modelCode', label: 'Model' };
	if (code === '') return { ...place, message: `'${place.label}' is required` };
	const model = findModel(code);
	if (!model) return otherModel(code, creationType);
	if (model.creationType !== creationType) {
		const message = `'${place.label}' must be a model that makes ${makes[creationType]}, but ${code} makes ${makes[model.creationType]}`;
		return { ...place, message };
	}
	if (typed && model.described) {
		const message = `'${place.label}' is ${code}, whose fields are known: choose it in 'Model'`;
		return { ...place, message };
	}
	return model;
}

/**
 * Reads exactly the parameters that the editor shows for a model. What an earlier model left behind,
 * at the top or in 'Additional Fields', is not looked at.
 *
 * @param model the chosen model
 * @param read reads node parameters, 'additionalFields' among them
 * @param addressOf the address that stands for a file of the input item
 * @returns editor values by parameter name, for buildSubmitBody
 */
export function readModelValues(
	model: Model,
	read: ReadParameter,
	addressOf: AddressOf,
): Record<string, unknown> {
	const additional = read('additionalFields');
	const collected: Record<string, unknown> =
		typeof additional === 'object' && additional !== null ? { ...additional } : {};
	const values = fieldNames.flatMap((field) => {
		const rule = model.fields[field];
		if (!rule || rule.fixed !== undefined) return [];
		const { name } = fieldLabels[field];
		if (isMediaField(field)) return [[name, readMedia(field, rule, read, addressOf)] as const];
		return [[name, isAdditionalField(field, rule) ? collected[name] : read(name)] as const];
	});
	return {
		...Object.fromEntries(values),
		...(model.described ? {} : { [parametersLabel.name]: read(parametersLabel.name) }),
	};
}
