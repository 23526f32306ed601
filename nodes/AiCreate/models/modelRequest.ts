import { difference, flattenDeep, has, mapValues, partition, pickBy, uniq } from 'lodash';

import { Draft, type ItemParameters } from '../../shared/fields/fileFields';
import { readParameters } from '../../shared/fields/parameters';
import { addPart } from '../../shared/fields/readRequest';
import { readField } from '../../shared/fields/field';
import { isEmpty } from '../../shared/fields/values';
import { broken, inside, type Violation } from '../../shared/fields/violations';
import type { BodyRequest } from '../../shared/submit/submitOperation';
import type { Message } from '../../shared/util/catalogue';
import { isObject } from '../../shared/util/json';
import { formatList, withFullStop } from '../../shared/util/text';
import { modelMessages } from './modelMessages';
import { findModel } from './catalogue';
import { fieldWords, type Model, type SubmitBody } from './catalogue/types';
import {
	fieldsOf,
	freeFields,
	isSecondary,
	labelsOf,
	mediaFieldsOf,
	type ModelField,
	omittedValue,
	parametersField,
	type Start,
	startFields,
	starts,
} from './modelFields';
import {
	addMedia,
	frameViolations,
	type Medium,
	readFileList,
	readMedia,
	type ReadMedium,
} from './media';

/** A request before its files are uploaded. */
export type ModelRequest = BodyRequest & { body: SubmitBody };

/**
 * The request of ai_creation/task/submit (service.md 4.3) for what the user set. Exactly the
 * parameters that the editor shows for the model are read: nothing that an earlier one left behind.
 *
 * @param start what the operation starts from: of the model's files, only these are read
 * @returns the request, or every violation of the model's rules, and what to do about them
 */
export function buildModelRequest(
	model: Model,
	parameters: ItemParameters,
	start?: Start,
): ModelRequest | { violations: Violation[] } {
	const { code, creationType, frames } = model;
	const draft = new Draft();
	const { body, files, violations } = draft;
	Object.assign(body, { model_code: code, creation_type: creationType });
	addValues(draft, parameters, model);
	const [unusable, media] = partition(readFiles(draft, parameters, model, start), isUnusable);
	violations.push(...unusable.map(({ violation }) => violation));
	if (frames && unusable.length === 0) violations.push(...frameViolations(model, media));
	if (violations.length > 0) return { violations };
	const refused = missingFile(model, media) ?? nothingToGenerateFrom(model, body, media);
	if (refused) return { violations: [broken(refused)] };
	addMedia(draft, media, model);
	const hint = start ? undefined : unusedFile(model, media, parameters);
	const source = media.length === 1 ? media[0]?.ref : undefined;
	return { body: body as SubmitBody, files, source, hint };
}

/** Adds the values of the model's own fields, also those that are always the same. */
function addValues(draft: Draft, parameters: ItemParameters, model: Model): void {
	for (const { field, rule, body } of fieldsOf(model)) {
		if (body) addPart(draft, parameters, body);
		else if (rule.takes?.is === 'fixed') draft.body[field] = rule.takes.value;
	}
}

/** The files in the fields of the model, or of what it starts from; and, with free parameters, those in these. */
function readFiles(
	{ body }: Draft,
	parameters: ItemParameters,
	model: Model,
	start: Start | undefined,
): ReadMedium[] {
	const fields = start ? startFields(model, start) : mediaFieldsOf(model);
	const read = fields.flatMap((one) => readMedia(one, fields, parameters));
	return model.described ? read : [...read, ...addFreeParameters(body, parameters)];
}

function isUnusable(one: ReadMedium): one is { violation: Violation } {
	return 'violation' in one;
}

const FORBIDDEN = {
	model_code: modelMessages.setByModel,
	creation_type: modelMessages.setByModel,
	callback: modelMessages.noCallback,
};

/**
 * Adds the parameters of an undescribed model to its request: documented fields in their types, the
 * rest as given; returns the media among them. A field of the editor wins over the same in JSON.
 */
function addFreeParameters(body: Draft['body'], { read }: ItemParameters): ReadMedium[] {
	const result = readParameters(parametersField, read(parametersField.property.name), FORBIDDEN);
	if ('violations' in result) return result.violations.map((violation) => ({ violation }));
	const { parameters } = result;
	// Without a model's rule, clarity may be a number or one of two texts (service.md 4.3).
	const isFree = (value: unknown, name: string) =>
		!has(fieldWords, [name]) || (name === 'clarity' && (value === '2K' || value === '4K'));
	Object.assign(body, pickBy(parameters, isFree));
	const media = freeFields.flatMap((one): ReadMedium[] => {
		const given = parameters[one.field];
		if (one.field in body || isEmpty(given)) return [];
		if (!one.body) return readFreeMedia(one, given);
		const reading = readField(one.body, given);
		if ('violation' in reading) return [reading];
		body[one.field] = reading.value as string | number;
		return [];
	});
	const place = `'${parametersField.property.displayName}'`;
	return media.map((one) =>
		'violation' in one ? { violation: inside(place, one.violation) } : one,
	);
}

/** Files are given by their addresses; no key is sent beside these (service.md 4.3). */
function readFreeMedia(one: ModelField, given: unknown): ReadMedium[] {
	const { field } = one;
	const keys = field === 'ref_resources' ? ['url', 'file_type'] : ['url'];
	const entries = flattenDeep([given]).filter(isObject);
	const lost = difference(uniq(entries.flatMap(Object.keys)), keys);
	if (lost.length > 0) {
		const [allowed, surplus] = [keys, lost].map((names) => formatList(names, 'and'));
		const message = modelMessages.onlyKeys(`'${field}'`, allowed ?? '', surplus ?? '');
		return [{ violation: { is: 'broken', field, message } }];
	}
	const violation = modelMessages.onlyByUrl(`'${field}'`);
	return readFileList(one, given, () => ({ violation }));
}

/** What to say about an image or video of the item that the model could use and no field uses. */
function unusedFile(model: Model, media: readonly Medium[], { inputTypes }: ItemParameters) {
	if (media.some(({ ref }) => ref.source === 'inputFile')) return undefined;
	const ofFiles = mediaFieldsOf(model);
	const usable = ofFiles.flatMap(({ fileTypes }) => fileTypes);
	const types = inputTypes?.().filter((type) => usable.includes(type));
	const start = starts.find(
		({ files: [file] }) => file && types?.includes(file.media.fileTypes[0]),
	);
	if (!start) return undefined;
	const labels = labelsOf(ofFiles.filter((one) => !isSecondary(one)));
	const isVideo = model.creationType === 4;
	const alternative = isVideo ? modelMessages.orTheOperation(start.name) : '';
	return modelMessages.unusedFile(start.from, formatList(labels), alternative);
}

/** Refuses a request without the file that the model is made for: it would cost all the same. */
function missingFile(model: Model, media: readonly Medium[]): Message | undefined {
	const { needs, description } = model;
	if (!needs || media.some(({ use }) => use.media.fileTypes.includes(needs))) return undefined;
	const usable = mediaFieldsOf(model).filter(({ fileTypes }) => fileTypes.includes(needs));
	const file = needs === 'image' ? modelMessages.anImage : modelMessages.aVideo;
	const fields = formatList(labelsOf(usable));
	return modelMessages.needsFile(fields, file, withFullStop(description));
}

/** What says nothing about what is to be generated. */
const SHAPE = ['model_code', 'creation_type', 'resolution_mode'];

/**
 * Refuses a request in which nothing says what to generate. It would cost all the same; only a
 * model with a prompt of its own can make something of it.
 */
function nothingToGenerateFrom(
	model: Model,
	body: Draft['body'],
	media: readonly Medium[],
): Message | undefined {
	const { described, hasDefaultPrompt } = model;
	if (hasDefaultPrompt || media.length > 0 || body.ref_prompt !== undefined) return undefined;
	if (!described && difference(Object.keys(body), SHAPE).length > 0) return undefined;
	const isAsked = (one: ModelField) =>
		!isSecondary(one) && (one.field === 'ref_prompt' || one.fileTypes.length > 0);
	const all = labelsOf(fieldsOf(model).filter(isAsked));
	if (!described) all.push(`'${parametersField.property.displayName}'`);
	const fields = formatList(all, 'and');
	return all.length === 1
		? modelMessages.promptIsEmpty(fields)
		: modelMessages.nothingToGenerateFrom(fields);
}

/**
 * Price of a task, in credits of both types: the price per second by clarity and resolution mode,
 * times video_duration in seconds (service.md 4.3).
 *
 * @returns undefined where the specification gives no prices for the model or these values
 */
export function estimateCost({ model_code: code, ...body }: SubmitBody) {
	const { prices = [], fields } = findModel(code) ?? {};
	const inMode = body.resolution_mode ?? omittedValue(fields?.resolution_mode ?? {});
	const price = prices.find(([clarity, mode]) => clarity === body.clarity && mode === inMode);
	const seconds = body.video_duration;
	if (!price || typeof seconds !== 'number') return undefined;
	const [, , creditA, originalCreditA, creditB, originalCreditB] = price;
	const perSecond = { creditA, creditB, originalCreditA, originalCreditB };
	return { ...mapValues(perSecond, (credits) => credits * seconds), seconds, perSecond };
}
