import { findModel, otherModel } from './catalogue/index';
import type { ReadParameter } from '../fields/request';
import { joined, missing, plainText, shown } from '../util/text';
import { otherModelCode } from './editorFields';
import { filledInBesides } from './eitherPlace';
import { fieldLabels, parametersLabel } from './labels';
import type { CreationType, FieldName, Model } from './catalogue/types';

const makes: Record<CreationType, string> = { 3: 'images', 4: 'videos' };

function unknownModel(code: string, fields: readonly FieldName[]): string {
	const labels = joined(
		fields.map((field) => `'${fieldLabels[field].label}'`),
		'and',
	);
	return `'Model' is ${shown(code)}, which is not in the list. Correct it; or, for a new model, choose 'Other Model…' and enter ${labels} in '${parametersLabel.label}'`;
}

/**
 * The model that the user chose from the list, typed in, or supplied by an expression.
 *
 * @param read reads the parameters modelCode and otherModelCode
 * @param creationType what the operation makes: 3 images, 4 videos
 * @returns the model (an unknown code has free parameters, and refuses fields that would be lost), or why there is none
 */
export function chooseModel(
	read: ReadParameter,
	creationType: CreationType,
): Model | { violation: string } {
	const listed = plainText(read('modelCode'));
	const typed = listed === otherModelCode;
	const code = typed ? plainText(read('otherModelCode')) : listed;
	const label = typed ? 'Model Code' : 'Model';
	if (code === '') return { violation: missing(label) };
	const model = findModel(code);
	if (!model) {
		const other = otherModel(code, creationType);
		const lost = typed ? [] : filledInBesides(read, other);
		return lost.length > 0 ? { violation: unknownModel(code, lost) } : other;
	}
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
