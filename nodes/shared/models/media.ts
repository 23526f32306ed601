import get from 'lodash/get';
import pick from 'lodash/pick';
import set from 'lodash/set';
import upperFirst from 'lodash/upperFirst';

import type { Draft } from '../fields/draft';
import { chosenFile, partNames } from '../fields/readFileChoice';
import type { ItemParameters } from '../fields/request';
import type { InputField } from '../files/choice';
import type { FileType } from '../files/names';
import type { FileLimits } from '../files/requireUsableFile';
import { missing } from '../util/text';
import type { FieldName, FieldRule } from './catalogue/types';
import { ADDITIONAL_FIELDS, fieldLabels, isAdditionalField, labelFor } from './labels';
import { readFileList } from './fileList';
import { frameSpec, MEDIA_PURPOSE, wantedTypes } from './mediaFields';
import { mediaReading, type MediaReading, type Medium } from './medium';

/**
 * Reads a media field of one item.
 *
 * @param rule the model's rule for it
 * @returns its media, those that cannot be used among them, and a sentence for each that cannot
 */
export function readMedia(
	field: FieldName,
	rule: FieldRule,
	parameters: Pick<ItemParameters, 'read' | 'readInput'>,
): MediaReading {
	const { media, violations } =
		fieldLabels[field].kind === 'frame'
			? readFrame(field, rule, parameters)
			: readList(field, rule, parameters);
	const lacks = rule.required && media.length === 0;
	return {
		media,
		violations: lacks ? [missing(labelFor(field, rule)), ...violations] : violations,
	};
}

function readFrame(
	field: FieldName,
	rule: FieldRule,
	{ read, readInput }: Pick<ItemParameters, 'read' | 'readInput'>,
): MediaReading {
	const spec = frameSpec(field, rule);
	const { name, label } = spec;
	const choice = chosenFile(
		spec,
		read(`${name}Source`),
		(part) => read(`${name}${upperFirst(part)}`),
		partNames(label),
		(input) => readInput(input, pick(spec, 'label', 'inputOf', 'purpose', 'fileTypes')),
	);
	return choice
		? mediaReading({ field, label }, [{ read: choice, fileTypes: ['image'] }])
		: { media: [], violations: [] };
}

function readList(
	field: FieldName,
	rule: FieldRule,
	{ read, readInput }: Pick<ItemParameters, 'read' | 'readInput'>,
): MediaReading {
	const { name } = fieldLabels[field];
	const label = labelFor(field, rule);
	const value: unknown = isAdditionalField(field, rule)
		? get(read(ADDITIONAL_FIELDS), name)
		: read(name);
	const readFile = (input: InputField, fileTypes: readonly FileType[]) =>
		readInput(input, { label, purpose: MEDIA_PURPOSE, fileTypes });
	return readFileList({ field, rule, label }, value, readFile);
}

/**
 * Puts media into a request: addresses at once, files as soon as they are ready.
 *
 * @param limits of each file, beyond what was checked when it was chosen
 */
export function addMedia(
	{ body, files }: Draft,
	media: readonly Medium[],
	limits: FileLimits = {},
): void {
	const counts = new Map<FieldName, number>();
	for (const { field, label, identity, file, fileType } of media) {
		const index = counts.get(field) ?? 0;
		counts.set(field, index + 1);
		const { kind } = fieldLabels[field];
		const place = kind === 'frame' ? field : `${field}[${index}]`;
		const path = kind === 'materials' ? `${place}.url` : place;
		set(body, path, file ? undefined : identity);
		if (kind === 'materials') set(body, `${place}.file_type`, fileType);
		if (!file) continue;
		const idLabel = kind === 'frame' ? undefined : label;
		const fileTypes = wantedTypes(field, {}, fileType);
		const use = {
			label,
			idLabel,
			purpose: MEDIA_PURPOSE,
			anyUpload: true,
			limits: { ...limits, fileTypes },
		};
		files.push({ choice: file, use, path, as: 'url' });
	}
}
