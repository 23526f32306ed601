import { difference, flattenDeep, has, omit, pickBy, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { readField } from '../../shared/fields/field';
import type { ItemParameters } from '../../shared/fields/fileFields';
import { type JsonField, readParameters } from '../../shared/fields/parameters';
import { override } from '../../shared/fields/properties';
import { isEmpty } from '../../shared/fields/values';
import { inside, type Violation } from '../../shared/fields/violations';
import { isObject } from '../../shared/util/json';
import { formatList } from '../../shared/util/text';
import { readFileList } from './media';
import type { ReadMedium } from './medium';
import { fieldByRule } from './model';
import { isMediaField, type MediaField, type ValueField } from './modelField';
import { modelMessages } from './modelMessages';
import type { FieldRule } from './modelRules';
import { fieldNames, type FieldValue, serviceFields } from './serviceFields';

/*
 * The parameters of a model that is not described: the user enters them as JSON, by the service's own names. Those that
 * other models have too are checked for their types; all others are sent as they are.
 */

/** The field in which they are entered. */
export const parametersField = {
	property: { displayName: 'Parameters (JSON)', name: 'parametersJson' },
	example: '{"video_duration": 5}',
} as const satisfies JsonField;

const PLACE = `'${parametersField.property.displayName}'`;

/** Why parameters may not stand in the JSON, by their names. */
const FORBIDDEN = {
	model_code: modelMessages.setByModel,
	creation_type: modelMessages.setByModel,
	callback: modelMessages.noCallback,
};

/** What the JSON holds. */
interface FreeParameters {
	/** As they are sent. */
	values: IDataObject;
	/** The files in it, and the violations by anything in it. */
	media: ReadMedium[];
}

/**
 * Reads the parameters of a model that is not described. Of those that other models have too, empty ones are left out.
 *
 * @param isSet whether the editor has a field of its own for a parameter, and it is set: then the JSON does not count
 */
export function readFreeParameters(
	{ read }: ItemParameters,
	isSet: (name: string) => boolean,
): FreeParameters {
	const result = readParameters(parametersField, read(parametersField.property.name), FORBIDDEN);
	if ('violations' in result) {
		return { values: {}, media: result.violations.map((violation) => ({ violation })) };
	}
	const given = omit(result.parameters, fieldNames.filter(isSet));
	const values = pickBy(given, isSentAsGiven) as IDataObject;
	const toBeChecked = freeFields.filter(({ field: name }) => {
		const isSent = name in values;
		return !isSent && !isEmpty(given[name]);
	});
	const media = toBeChecked.flatMap((field) => {
		const value = given[field.field];
		return isMediaField(field) ? readFreeFiles(field, value) : addFreeValue(values, field, value);
	});
	return { values, media: media.map(inParametersField) };
}

/** Adds a parameter that is no file to those that are sent. @returns what is wrong with it; empty where nothing is */
function addFreeValue(
	values: IDataObject,
	{ field: name, body }: ValueField,
	given: unknown,
): Array<{ violation: Violation }> {
	const reading = readField(body, given);
	if ('violation' in reading) return [reading];
	values[name] = reading.value as FieldValue | undefined;
	return [];
}

/**
 * Whether a parameter is not checked: one that no other model has; and of the resolution, which is a number otherwise,
 * its two values that are texts (service.md 4.3).
 */
function isSentAsGiven(value: unknown, name: string): boolean {
	const isUnknown = !has(serviceFields, [name]);
	const isResolutionInWords = name === 'clarity' && (value === '2K' || value === '4K');
	return isUnknown || isResolutionInWords;
}

/** All fields, with no rule but their types, and with the service's names as labels, as they stand in the JSON. */
const freeFields = fieldNames.map((field): MediaField | ValueField => {
	const withoutRule = fieldByRule(field, {}, undefined);
	if (isMediaField(withoutRule)) {
		// A frame is a list of one file here.
		const rule: FieldRule = withoutRule.file ? { takes: { is: 'files', most: 1 } } : {};
		return { ...withoutRule, label: field, rule };
	}
	// Without a rule, no field has a fixed value.
	const valueField = withoutRule as ValueField;
	const body = override(valueField.body, field, { displayName: field });
	return { ...valueField, label: field, body };
});

/**
 * Reads the files of one parameter, each given by its URL, or by an object with it and, for reference files, their
 * type. Other names in such an object are refused, because they would not be sent (service.md 4.3).
 */
function readFreeFiles(list: MediaField, given: unknown): ReadMedium[] {
	const { field } = list;
	const place = `'${field}'`;
	const allowedNames = field === 'ref_resources' ? ['url', 'file_type'] : ['url'];
	// An address that stands alone has no names in it.
	const objects = flattenDeep([given]).filter(isObject);
	const otherNames = difference(uniq(objects.flatMap(Object.keys)), allowedNames);
	if (otherNames.length > 0) {
		const inWords = formatList(otherNames, 'and');
		const message = modelMessages.onlyKeys(place, formatList(allowedNames, 'and'), inWords);
		return [{ violation: { is: 'broken', field, message } }];
	}
	// JSON cannot hold a file of the input: an entry that names one is refused.
	const refuseInput = () => ({ violation: modelMessages.onlyByUrl(place) });
	return readFileList(list, { value: given }, refuseInput);
}

/** The same file; or the violation, which names the field of the JSON, too. */
function inParametersField(medium: ReadMedium): ReadMedium {
	if (!('violation' in medium)) return medium;
	return { violation: inside(PLACE, medium.violation) };
}
