import difference from 'lodash/difference';
import flattenDeep from 'lodash/flattenDeep';
import isPlainObject from 'lodash/isPlainObject';
import omit from 'lodash/omit';
import uniq from 'lodash/uniq';

import { override } from '../../shared/fields/field';
import { readParameters } from '../../shared/fields/parameters';
import type { Draft } from '../../shared/fields/files';
import { isEmpty, readField } from '../../shared/fields/values';
import { formatList } from '../../shared/util/text';
import { fieldNames, type FieldName } from './catalogue/types';
import { fieldLabels, isMediaField, modelField, parametersLabel } from './fields';
import { type MediaReading, type Medium, readFileList } from './media';

const place = `'${parametersLabel.label}'`;

/** What must not stand among the parameters, and why. */
const FORBIDDEN = {
	model_code: 'the model and the operation set it',
	creation_type: 'the model and the operation set it',
	callback:
		"the service does not call back for these tasks. Use 'Completion' to wait for the result",
};

/**
 * Adds the parameters of an undescribed model to its request: documented fields in their types, the
 * rest as given. A field of the editor wins over the same name in the JSON.
 *
 * @param raw JSON text, an object (from an expression), or nothing
 * @returns the media among them
 */
export function addFreeParameters({ body, violations }: Draft, raw: unknown): Medium[] {
	const read = readParameters(place, raw, FORBIDDEN);
	if ('violations' in read) {
		violations.push(...read.violations);
		return [];
	}
	const { parameters } = read;
	Object.assign(body, omit(parameters, fieldNames));
	return fieldNames.flatMap((field) => {
		const given = parameters[field];
		if (field in body || isEmpty(given)) return [];
		if (isMediaField(field)) {
			const reading = readFreeMedia(field, given);
			violations.push(...reading.violations.map(inPlace));
			return reading.media;
		}
		const { value, violation } = readFreeField(field, given);
		if (violation === undefined) body[field] = value as string | number;
		else violations.push(inPlace(violation));
		return [];
	});
}

function inPlace(violation: string): string {
	return `${place}: ${violation}`;
}

/** Files are given by their addresses; no key is sent beside these (service.md 4.3). */
function readFreeMedia(field: FieldName, given: unknown): MediaReading {
	const { kind } = fieldLabels[field];
	const keys = kind === 'materials' ? ['url', 'file_type'] : ['url'];
	const entries = flattenDeep([given]).filter((entry) => isPlainObject(entry)) as object[];
	const lost = difference(uniq(entries.flatMap((entry) => Object.keys(entry))), keys);
	if (lost.length > 0) {
		const violation = `'${field}' may only hold ${formatList(keys, 'and')}, but has ${formatList(lost, 'and')}`;
		return { media: [], violations: [violation] };
	}
	const rule = kind === 'frame' ? { maxItems: 1 } : {};
	return readFileList({ field, rule, label: field }, given, () => ({
		violation: `'${field}' must be given by its URL`,
	}));
}

function readFreeField(field: FieldName, given: unknown): ReturnType<typeof readField> {
	// Without a model's rule, clarity may be a number or one of two texts (service.md 4.3).
	if (field === 'clarity' && (given === '2K' || given === '4K')) return { value: given };
	const { body } = modelField(field, {});
	return body ? readField(override(body, field, { displayName: field }), given) : {};
}
