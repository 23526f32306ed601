import { findModel, otherModel } from './catalogue/index';
import type { ReadParameter } from '../fields/request';
import { missing } from '../util/text';
import { otherModelCode } from './editorFields';
import type { CreationType, Model } from './catalogue/types';

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
export function chooseModel(
	read: ReadParameter,
	creationType: CreationType,
): Model | { violation: string } {
	const listed = text(read('modelCode'));
	const typed = listed === otherModelCode;
	const code = typed ? text(read('otherModelCode')) : listed;
	const label = typed ? 'Model Code' : 'Model';
	if (code === '') return { violation: missing(label) };
	const model = findModel(code);
	if (!model) return otherModel(code, creationType);
	if (model.creationType !== creationType) {
		const violation = `'${label}' must be a model that makes ${makes[creationType]}, but ${code} makes ${makes[model.creationType]}`;
		return { violation };
	}
	if (typed && model.described) {
		const violation = `'${label}' is ${code}, which is in the list: choose it in 'Model'`;
		return { violation };
	}
	return model;
}
