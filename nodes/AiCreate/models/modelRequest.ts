import { difference, intersection, partition } from 'lodash';

import { Draft, type ItemParameters } from '../../shared/fields/fileFields';
import { addPart } from '../../shared/fields/readRequest';
import type { Violation } from '../../shared/fields/violations';
import type { BodyRequest } from '../../shared/submit/submitOperation';
import type { Message } from '../../shared/util/catalogue';
import { onlyOne } from '../../shared/util/lists';
import { formatList, withFullStop } from '../../shared/util/text';
import { parametersField, readFreeParameters } from './freeParameters';
import { frameViolations } from './frameOrder';
import { addMedia, readMedia } from './media';
import { mediaFieldsOf, type Model } from './model';
import {
	isMediaField,
	isSecondary,
	labelsOf,
	type Medium,
	type ModelField,
	type ReadMedium,
} from './modelField';
import { modelMessages } from './modelMessages';
import { MAKES, type SubmitBody } from './modelRules';
import { type Start, startFields, starts } from './starts';

/*
 * The request of ai_creation/task/submit (service.md 4.3) for what the user set.
 */

/** A request before its files are uploaded: their places in the body are still empty. */
export type ModelRequest = BodyRequest & { body: SubmitBody };

/**
 * Makes the request of one item for a model. It reads exactly the parameters that the editor shows for the model, and
 * so nothing that the user set for another model before.
 *
 * @param start what the operation starts from: of all files, only those are read; undefined for 'Generate'
 * @returns the request, or every violation of the model's rules. Only where nothing else is wrong, a violation says
 *   that a file is missing which the model needs, or that nothing says what to generate
 */
export function buildModelRequest(
	model: Model,
	parameters: ItemParameters,
	start?: Start,
): ModelRequest | { violations: Violation[] } {
	const draft = new Draft();
	const { body, files, emptyExpressions, violations } = draft;
	Object.assign(body, { model_code: model.code, creation_type: model.creationType });
	addValues(draft, parameters, model);
	const readingsOfFields = readFiles(parameters, model, start);
	const readingsOfJson = addFreeParameters(body, parameters, model);
	const [unusable, media] = partition(readingsOfFields.concat(readingsOfJson), isUnusable);
	for (const { violation } of unusable) violations.push(violation);
	// The rules about all images together only count when each of them can be used.
	if (model.frames && unusable.length === 0) violations.push(...frameViolations(model, media));
	if (violations.length > 0) return { violations };
	const problem = problemOfMissingFile(model, media) ?? problemOfEmptyRequest(model, body, media);
	if (problem) return { violations: [problem] };
	addMedia(draft, media, model, parameters);
	return {
		body: body as SubmitBody,
		files,
		emptyExpressions,
		// The file that gives its name to the result; of several, none does.
		source: onlyOne(media)?.ref,
		// An operation that starts from files asks for them, so that no file of the input is forgotten.
		hint: start ? undefined : hintOfUnusedFile(model, media, parameters),
	};
}

/**
 * Reads the files in the fields of a model; for an operation that starts from files, only those in its own fields.
 *
 * @returns each file, or what is wrong with it or with its field, in the order of the fields
 */
function readFiles(
	parameters: ItemParameters,
	model: Model,
	start: Start | undefined,
): ReadMedium[] {
	const fields = start ? startFields(model, start) : mediaFieldsOf(model);
	// Each field is read with all of them at hand: a first frame may not be set beside a list that the model takes
	// instead of it.
	return fields.flatMap((field) => readMedia(field, fields, parameters));
}

/**
 * Adds the values that the user entered as JSON for a model that is not described. What the body has already, from a
 * field of its own, stays.
 *
 * @returns the files in the JSON, and what is wrong with any of its parameters; empty for a model that is described
 */
function addFreeParameters(
	body: Draft['body'],
	parameters: ItemParameters,
	{ described }: Model,
): ReadMedium[] {
	if (described) return [];
	const { values, readings } = readFreeParameters(parameters, (name) => name in body);
	Object.assign(body, values);
	return readings;
}

/**
 * Adds the values of the model's fields to the draft, also those that are always the same. What is wrong with a value
 * is added to the violations of the draft.
 */
function addValues(draft: Draft, parameters: ItemParameters, { fields }: Model): void {
	for (const field of fields) {
		if (field.holds === 'value') addPart(draft, parameters, field.body);
		if (field.holds === 'fixedValue') draft.body[field.field] = field.value;
	}
}

/** Whether a reading is no file, but says what is wrong. */
function isUnusable(reading: ReadMedium): reading is { violation: Violation } {
	return 'violation' in reading;
}

/**
 * What is wrong with a request without the file that the model needs. It is refused because the service would charge
 * for it nevertheless. Undefined where the request has such a file, or the model needs none.
 *
 * @param media all files of the request
 */
function problemOfMissingFile(model: Model, media: readonly Medium[]): Message | undefined {
	const { needs, description } = model;
	if (!needs) return undefined;
	const hasFile = media.some(({ use }) => use.media.fileTypes.includes(needs));
	if (hasFile) return undefined;
	const usable = mediaFieldsOf(model).filter(({ fileTypes }) => fileTypes.includes(needs));
	const file = needs === 'image' ? modelMessages.anImage : modelMessages.aVideo;
	const fields = formatList(labelsOf(usable));
	return modelMessages.needsFile(fields, file, withFullStop(description));
}

/** The parameters that do not say what the result is to show. Any other parameter may say it. */
const ABOUT_NOTHING = ['model_code', 'creation_type', 'resolution_mode'];

/**
 * What is wrong with a request in which nothing says what to generate. It is refused because the service would charge
 * for it nevertheless. Undefined where something says it: a prompt, also one of the service for the model, a file, or
 * a parameter in the JSON.
 *
 * @param body the body with all values, but without files
 * @param media all files of the request
 */
function problemOfEmptyRequest(
	{ described, hasDefaultPrompt, fields }: Model,
	body: Draft['body'],
	media: readonly Medium[],
): Message | undefined {
	// An empty prompt is not in the body.
	const hasPrompt = body.ref_prompt !== undefined || hasDefaultPrompt;
	const hasFile = media.length > 0;
	if (hasPrompt || hasFile) return undefined;
	// Of a model that is not described, nobody knows which of the parameters in the JSON say it.
	const hasParametersOfJson = !described && difference(Object.keys(body), ABOUT_NOTHING).length > 0;
	if (hasParametersOfJson) return undefined;
	const emptyFields = labelsOf(fields.filter(saysWhatToGenerate));
	if (!described) emptyFields.push(`'${parametersField.property.displayName}'`);
	const inWords = formatList(emptyFields, 'and');
	// Every model has a prompt, so a single field is the prompt.
	if (emptyFields.length === 1) return modelMessages.promptIsEmpty(inWords);
	return modelMessages.nothingToGenerateFrom(inWords);
}

/**
 * Whether a field is for what to generate, so that a message names it as one to fill in: the prompt, or a field for
 * files, unless few people need it.
 */
function saysWhatToGenerate(field: ModelField): boolean {
	const isPrompt = field.field === 'ref_prompt';
	return isPrompt || (isMediaField(field) && !isSecondary(field));
}

/**
 * The hint that an item has an image or a video from which the model could start, while the request uses no file of
 * the item.
 *
 * @param media all files of the request
 * @returns undefined where the item has no such file, or any file of the item is used
 */
function hintOfUnusedFile(
	model: Model,
	media: readonly Medium[],
	{ inputTypes }: ItemParameters,
): string | undefined {
	const isInputUsed = media.some(({ ref }) => ref.source === 'inputFile');
	if (isInputUsed) return undefined;
	const fields = mediaFieldsOf(model);
	const usableTypes = fields.flatMap(({ fileTypes }) => fileTypes);
	// Where the types of the input's files are not known, none counts as unused.
	const unusedTypes = intersection(inputTypes?.(), usableTypes);
	// The operation that starts from a file of such a type. It also has the words for the file: "an image".
	const start = starts.find(({ files }) => {
		// Undefined for the operation that starts from files of any type.
		const [firstFile] = files;
		return firstFile && unusedTypes.includes(firstFile.media.fileTypes[0]);
	});
	if (!start) return undefined;
	const labels = labelsOf(fields.filter((field) => !isSecondary(field)));
	// All operations that start from files make videos, so such an operation is only an alternative for a video.
	const makesVideo = model.creationType === MAKES.videos;
	const alternative = makesVideo ? modelMessages.orTheOperation(start.name) : '';
	return modelMessages.unusedFile(start.from, formatList(labels), alternative);
}
