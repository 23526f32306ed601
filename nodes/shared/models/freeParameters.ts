import omit from 'lodash/omit';

import type { Draft } from '../fields/draft';
import { isEmpty, readField } from '../fields/values';
import { fieldNames, type FieldName } from './catalogue/types';
import { readFileList } from './fileList';
import { fieldLabels, parametersLabel } from './labels';
import { isMediaField } from './mediaFields';
import type { MediaReading, Medium } from './medium';
import { requestField } from './requestField';

const place = `'${parametersLabel.label}'`;

const reserved = ['model_code', 'creation_type'];

/**
 * Adds the parameters of an undescribed model to its request. Documented fields among them get their documented types;
 * the rest is sent as given. A field of the editor wins over the same name in the JSON.
 *
 * @param raw JSON text, an object (from an expression), or nothing
 * @returns the media among them
 */
export function addFreeParameters({ body, violations }: Draft, raw: unknown): Medium[] {
	const read = readFreeParameters(raw);
	if ('violation' in read) {
		violations.push(read.violation);
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

/** Files among the parameters are given by their addresses. */
function readFreeMedia(field: FieldName, given: unknown): MediaReading {
	const rule = fieldLabels[field].kind === 'frame' ? { maxItems: 1 } : {};
	return readFileList({ field, rule, label: field }, given, () => ({
		violation: `'${field}' must be given by its address`,
	}));
}

function readFreeField(field: FieldName, given: unknown): ReturnType<typeof readField> {
	// Without a model's rule, clarity may be a number or one of two texts (service.md 4.3).
	if (field === 'clarity' && (given === '2K' || given === '4K')) return { value: given };
	const one = requestField(field, {});
	return one ? readField({ ...one, property: { ...one.property, displayName: field } }, given) : {};
}

function parse(raw: unknown): unknown {
	if (typeof raw !== 'string') return raw;
	if (raw.trim() === '') return {};
	try {
		return JSON.parse(raw) as unknown;
	} catch {
		return undefined;
	}
}

function readFreeParameters(
	raw: unknown,
): { parameters: Record<string, unknown> } | { violation: string } {
	const parsed = parse(raw ?? {});
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		return { violation: `${place} must be a JSON object such as {"video_duration": 5}` };
	}
	const taken = reserved.filter((name) => name in parsed);
	if (taken.length > 0) {
		return {
			violation: `${place} must not contain ${taken.join(' or ')}: the model and the operation set them`,
		};
	}
	if ('callback' in parsed) {
		return {
			violation: `${place} must not contain callback: the service does not call back for these tasks. Use 'Completion' to wait for the result`,
		};
	}
	return { parameters: { ...parsed } };
}
