import get from 'lodash/get';
import isEqual from 'lodash/isEqual';
import memoize from 'lodash/memoize';
import once from 'lodash/once';
import type { INodeProperties } from 'n8n-workflow';

import type { ReadParameter } from '../../shared/fields/request';
import { isEmpty } from '../../shared/fields/values';
import { joined, missing, plainText, shown } from '../../shared/util/text';
import { findModel, models, otherModel } from './catalogue';
import { type CreationType, type FieldName, fieldNames, type Model } from './catalogue/types';
import { otherModelCode } from './editorFields';
import { fieldProperties } from './fieldProperties';
import { ADDITIONAL_FIELDS, fieldLabels, isAdditionalField, parametersLabel } from './labels';

/** The parameters at the top of the editor that a field has for any model. */
const propertiesOf = memoize((field: FieldName): INodeProperties[] =>
	models.flatMap(({ fields, creationType }) => {
		const rule = fields[field];
		return rule && !isAdditionalField(field, rule)
			? fieldProperties(field, rule, creationType)
			: [];
	}),
);

/** Whether a parameter at the top holds nothing but what n8n fills in. */
function isUnset(field: FieldName, name: string, value: unknown): boolean {
	const same = ({ name: one, default: start }: INodeProperties) =>
		one === name && isEqual(start, value);
	return isEmpty(value) || propertiesOf(field).some(same);
}

/** The values of 'Additional Fields' by name; their expressions are evaluated once. */
function addedFields(read: ReadParameter): (name: string) => unknown {
	const all = once(() => read(ADDITIONAL_FIELDS));
	return (name) => get(all(), name) as unknown;
}

const isAbsent = (value: unknown): boolean => isEmpty(value) || isEqual(value, {});

/**
 * Reads the parameters of a model that an expression chooses. The editor then shows a field in both of its places, as it
 * stands at the top for some models and in 'Additional Fields' for others: the one that the user has filled in counts, the
 * model's own first.
 */
export function fromEitherPlace(read: ReadParameter, { fields }: Model): ReadParameter {
	const placeOf = new Map(
		fieldNames.flatMap((field) => {
			const rule = fields[field];
			return rule ? [[fieldLabels[field].name, { field, rule }]] : [];
		}),
	);
	const added = addedFields(read);
	const atTop = (field: FieldName, name: string): unknown => {
		const value = read(name);
		return isUnset(field, name, value) ? undefined : value;
	};
	return (name) => {
		if (name !== ADDITIONAL_FIELDS) {
			const place = placeOf.get(name);
			if (!place || isAdditionalField(place.field, place.rule)) return read(name);
			const other = added(name);
			return isAbsent(other) ? read(name) : (atTop(place.field, name) ?? other);
		}
		const values = [...placeOf].flatMap(([one, { field, rule }]) => {
			if (!isAdditionalField(field, rule)) return [];
			const own = added(one);
			return [[one, isAbsent(own) ? atTop(field, one) : own]];
		});
		return Object.fromEntries(values) as object;
	};
}

/** Fields that a model does not have, and that the user has filled in all the same. */
function filledInBesides(read: ReadParameter, { fields }: Model): FieldName[] {
	const added = addedFields(read);
	const isFilledIn = (field: FieldName) =>
		!isAbsent(added(fieldLabels[field].name)) ||
		propertiesOf(field).some(({ name }) => !isUnset(field, name, read(name)));
	return fieldNames.filter((field) => !fields[field] && isFilledIn(field));
}

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
