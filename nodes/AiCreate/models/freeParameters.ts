import attempt from 'lodash/attempt';
import difference from 'lodash/difference';
import flattenDeep from 'lodash/flattenDeep';
import isError from 'lodash/isError';
import isPlainObject from 'lodash/isPlainObject';
import omit from 'lodash/omit';
import uniq from 'lodash/uniq';

import { override } from '../../shared/fields/field';
import type { Draft } from '../../shared/fields/files';
import { isEmpty, readField } from '../../shared/fields/values';
import { isRounded, roundedInJson } from '../../shared/service/schemas';
import { isObject } from '../../shared/util/json';
import { formatList, formatValue } from '../../shared/util/text';
import { fieldNames, type FieldName } from './catalogue/types';
import { fieldLabels, parametersLabel } from './labels';
import { type MediaReading, type Medium, readFileList } from './media';
import { isMediaField } from './mediaFields';
import { modelField } from './modelFields';

const place = `'${parametersLabel.label}'`;

/**
 * Adds the parameters of an undescribed model to its request. Documented fields among them get their documented types;
 * the rest is sent as given. A field of the editor wins over the same name in the JSON.
 *
 * @param raw JSON text, an object (from an expression), or nothing
 * @returns the media among them
 */
export function addFreeParameters({ body, violations }: Draft, raw: unknown): Medium[] {
	const read = readFreeParameters(raw);
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

/** Files among the parameters are given by their addresses; no key is sent beside these (service.md 4.3). */
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

/** What must not stand among the parameters, and why. */
const forbidden: ReadonlyArray<readonly [name: string, why: string]> = [
	['model_code', 'the model and the operation set it'],
	['creation_type', 'the model and the operation set it'],
	[
		'callback',
		"the service does not call back for these tasks. Use 'Completion' to wait for the result",
	],
];

function readFreeParameters(
	raw: unknown,
): { parameters: Record<string, unknown> } | { violations: string[] } {
	const parsed: unknown =
		typeof raw === 'string' ? attempt(JSON.parse, raw.trim() || '{}') : (raw ?? {});
	if (isError(parsed) || !isObject(parsed)) {
		return { violations: [`${place} must be a JSON object such as {"video_duration": 5}`] };
	}
	const taken = forbidden.filter(([name]) => name in parsed);
	const wrong = taken.map(([name, why]) => `${place} must not contain ${name}: ${why}`);
	const violations = [...wrong, ...unsentValues(parsed).map(inPlace)];
	return violations.length > 0 ? { violations } : { parameters: { ...parsed } };
}

/**
 * A sentence for what, however deep, would be sent as something else: JSON has neither NaN nor Infinity, and code that
 * handles objects takes `__proto__` for no name of a value. Not by recursion, as an expression may give circles, and a text
 * any depth.
 */
function unsentValues(parameters: object): string[] {
	const problems: string[] = [];
	const open: Array<[path: string, value: unknown]> = [['', parameters]];
	const seen = new Set<unknown>();
	for (const [path, value] of open) {
		if (typeof value === 'number') problems.push(...numberProblem(path, value));
		if (typeof value !== 'object' || value === null || seen.has(value)) continue;
		seen.add(value);
		for (const [name, inner] of Object.entries(value)) {
			const at = path ? `${path}.${name}` : name;
			if (name === '__proto__') problems.push(`'${formatValue(at)}' is no name of a parameter`);
			else open.push([at, inner]);
		}
	}
	return problems;
}

function numberProblem(path: string, value: number): string[] {
	if (isRounded(value)) return [`'${formatValue(path)}' ${roundedInJson}`];
	return Number.isFinite(value)
		? []
		: [`'${formatValue(path)}' must be a number, but is ${formatValue(value)}`];
}
