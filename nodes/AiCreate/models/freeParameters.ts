import { difference, flattenDeep, has, omit, pickBy, uniq, without } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import { readField } from '../../shared/fields/field';
import type { ItemParameters } from '../../shared/fields/fileFields';
import { type JsonField, readParameters } from '../../shared/fields/parameters';
import { override } from '../../shared/fields/properties';
import { isEmpty } from '../../shared/fields/values';
import type { Violation } from '../../shared/fields/violations';
import { atPlace } from '../../shared/files/fileUse';
import { isObject } from '../../shared/util/json';
import { formatList } from '../../shared/util/text';
import { OTHER_MODEL } from './catalogue';
import { readFileList } from './media';
import { fieldByRule } from './model';
import { isMediaField, type MediaField, type ReadMedium, type ValueField } from './modelField';
import { modelMessages } from './modelMessages';
import type { FieldRule } from './modelRules';
import { fieldNames, type FieldValue, serviceFields } from './serviceFields';

/*
 * The parameters of a model that is not described: the user enters them as JSON, by the service's own names. Those that
 * other models have too are checked for their types; all others are sent as they are.
 */

/** Shown in the editor, and in messages about what is no JSON. */
const EXAMPLE = '{"video_duration": 5}';

/**
 * Names of parameters, as examples in the editor. Two are left out, because they have fields of their own beside the
 * JSON.
 */
const names = without(fieldNames, 'ref_prompt', 'resolution_mode').join(', ');

/** The field in which they are entered. */
export const parametersField: JsonField = {
	property: {
		displayName: 'Parameters (JSON)',
		name: 'parametersJson',
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${EXAMPLE}`,
		displayOptions: { show: { modelCode: [OTHER_MODEL] } },
		description: `The parameters of the model by the names that the service uses, such as ${names}. 'Prompt' and 'Resolution Mode', if set, take precedence.`,
	},
	example: EXAMPLE,
};

/** How messages name the field. */
const PLACE = `'${parametersField.property.displayName}'`;

/** The parameters that may not stand in the JSON, by their names, each with the reason that messages give. */
const FORBIDDEN = {
	model_code: modelMessages.setByModel,
	creation_type: modelMessages.setByModel,
	callback: modelMessages.noCallback,
};

/** What the JSON holds. */
interface FreeParameters {
	/** The parameters that are no files, as they are sent. */
	values: IDataObject;
	/** The files in the JSON, and what is wrong with any of its parameters. */
	readings: ReadMedium[];
}

/**
 * Reads the parameters of a model that is not described. Those that described models have, too, are left out where
 * they are empty. Any other is sent as it is.
 *
 * @param isSet whether a parameter was set in a field of its own in the editor: then the one in the JSON does not
 *   count
 * @returns the parameters. What is wrong with the JSON as a whole, or with one of them, is among the `readings`
 */
export function readFreeParameters(
	{ read }: ItemParameters,
	isSet: (name: string) => boolean,
): FreeParameters {
	const json = read(parametersField.property.name);
	const result = readParameters(parametersField, json, FORBIDDEN);
	if ('violations' in result) {
		return { values: {}, readings: result.violations.map((violation) => ({ violation })) };
	}
	const given = omit(result.parameters, fieldNames.filter(isSet));
	const values = pickBy(given, isSentAsGiven) as IDataObject;
	// All others are read by the type of their field, and added to the values, or to the readings as files.
	const readings: ReadMedium[] = [];
	for (const field of freeFields) {
		const { field: name } = field;
		const value = given[name];
		const isAdded = name in values;
		if (isAdded || isEmpty(value)) continue;
		const readingsOfField = isMediaField(field)
			? readFreeFiles(field, value)
			: addFreeValue(values, field, value);
		readings.push(...readingsOfField.map(inParametersField));
	}
	return { values, readings };
}

/**
 * Reads a parameter that is no file by the type of its field, and adds it to those that are sent.
 *
 * @returns what is wrong with the parameter, which is not added then; an empty list where nothing is wrong
 */
function addFreeValue(
	values: IDataObject,
	{ field: name, body }: ValueField,
	given: unknown,
): Array<{ violation: Violation }> {
	const reading = readField(body, given);
	if ('violation' in reading) return [reading];
	const value = reading.value as FieldValue | undefined;
	// Undefined for what stands for nothing, such as "N/A". Without its name, a request of nothing else counts as empty.
	if (value !== undefined) values[name] = value;
	return [];
}

/**
 * Whether a parameter is sent without a check: it is one that no described model has, or a resolution of "2K" or "4K",
 * which are texts, where all other resolutions are numbers (service.md 4.3).
 */
function isSentAsGiven(value: unknown, name: string): boolean {
	const isUnknown = !has(serviceFields, [name]);
	const isResolutionInWords = name === 'clarity' && (value === '2K' || value === '4K');
	return isUnknown || isResolutionInWords;
}

/**
 * The fields of all models, with no rule but their types. Their labels are the service's names, by which the user
 * enters them in the JSON.
 */
const freeFields = fieldNames.map((field): MediaField | ValueField => {
	const withoutRule = fieldByRule(field, {}, undefined);
	if (isMediaField(withoutRule)) {
		// A frame, which is a field of one file in the editor, is a list of one file here.
		const isFrame = withoutRule.file !== undefined;
		const rule: FieldRule = isFrame ? { takes: { is: 'files', most: 1 } } : {};
		return { ...withoutRule, label: field, rule };
	}
	// Without a rule, no field has a fixed value.
	const valueField = withoutRule as ValueField;
	const body = override(valueField.body, field, { displayName: field });
	return { ...valueField, label: field, body };
});

/**
 * Reads the files of one parameter. Each is given by its URL, or by an object with its `url` and, in `ref_resources`,
 * its `file_type`. Other names in such an object are refused, because they would not be sent (service.md 4.3).
 *
 * @param list the field of the parameter, under the service's name, by which messages call it
 * @param given what the JSON has for it: a file, or a list of files
 * @returns each file, or what is wrong with it or with the list
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
		const violation = modelMessages.onlyKeys(place, formatList(allowedNames, 'and'), inWords);
		return [{ violation }];
	}
	// An object without an address is taken for one that names a file of the input. JSON cannot hold such a file, so it
	// is refused.
	const refuseInput = () => ({ violation: modelMessages.onlyByUrl(place) });
	return readFileList(list, { value: given }, refuseInput);
}

/** A file as it is; of what is wrong with one parameter, the message also names the field of the JSON. */
function inParametersField(reading: ReadMedium): ReadMedium {
	if (!('violation' in reading)) return reading;
	return { violation: atPlace(PLACE, reading.violation) };
}
