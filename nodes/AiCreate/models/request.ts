import { difference, flattenDeep, isPlainObject, mapValues, omit, pick, uniq } from 'lodash';

import { override } from '../../shared/fields/field';
import type { Draft } from '../../shared/fields/files';
import {
	addPart,
	type ItemParameters,
	newDraft,
	readParameters,
	type ReadParameter,
} from '../../shared/fields/request';
import { isEmpty, readField } from '../../shared/fields/values';
import type { BodyRequest } from '../../shared/run/prepare';
import { formatList, formatValue, missing, plainText } from '../../shared/util/text';
import { findModel, OTHER_MODEL, otherModel } from './catalogue';
import {
	type CreationType,
	type Credits,
	type FieldName,
	fieldNames,
	type Model,
	type SubmitBody,
} from './catalogue/types';
import {
	fieldLabels,
	fieldsOf,
	fileTypesOf,
	isMediaField,
	labelFor,
	modelField,
	parametersField,
} from './fields';
import {
	addMedia,
	firstFrameFirst,
	frameViolations,
	type Medium,
	readFileList,
	readMedia,
	readOne,
} from './media';
import { canStart, fieldFor, isUsualList, type Start } from './starts';

/** A request before its files are uploaded. */
export type ModelRequest = BodyRequest & { body: SubmitBody };

/** Why there is no request. */
interface RefusedRequest {
	/** Sentences for the user. */
	violations: string[];
	/** What to do, where the sentences do not say so. */
	advice?: string;
}

const makes: Record<CreationType, string> = { 3: 'images', 4: 'videos' };

/**
 * The model that the user chose from the list, or whose code was entered beside it. Also an
 * expression has to choose one of the list: for any other code, the user's fields would be lost.
 *
 * @param read reads the parameters modelCode and otherModelCode
 * @param creationType what the operation makes: 3 images, 4 videos
 * @param start what the operation starts from, if it is for that alone
 * @returns the model (one that is not in the list has free parameters), or why there is none
 */
export function chooseModel(
	read: ReadParameter,
	creationType: CreationType,
	start?: Start,
): Model | { violation: string } {
	const listed = plainText(read('modelCode'));
	const isOther = listed === OTHER_MODEL;
	const code = isOther ? plainText(read('otherModelCode')) : listed;
	const label = isOther ? 'Model Code' : 'Model';
	if (code === '') return { violation: missing(label) };
	const model = findModel(code) ?? otherModel(code, creationType);
	if (!isOther && !model.described) {
		return {
			violation: `'Model' is ${formatValue(code)}, which is not in the list. Correct it; or, for another model, choose 'Other Model…' and enter its code in 'Model Code', and its fields in '${parametersField.displayName}'`,
		};
	}
	if (model.creationType !== creationType) {
		return {
			violation: `'${label}' must be a model that makes ${makes[creationType]}, but ${code} makes ${makes[model.creationType]}`,
		};
	}
	if (isOther && model.described) {
		return { violation: `'${label}' is ${code}, which is in the list: choose it in 'Model'` };
	}
	if (start && !canStart(model, start)) {
		return {
			violation: `'${label}' is ${code}, which does not start from ${start.from}. Choose another model, or the operation 'Generate'`,
		};
	}
	return model;
}

/**
 * The request of ai_creation/task/submit (service.md 4.3) for what the user set. Exactly the
 * parameters that the editor shows for the model are read: nothing that an earlier one left behind.
 *
 * @param model the chosen model
 * @param start what the operation starts from: of the model's files, only these are read
 * @returns the request, or a sentence for every violation of the model's rules
 */
export function buildModelRequest(
	model: Model,
	parameters: ItemParameters,
	start?: Start,
): ModelRequest | RefusedRequest {
	const { code, creationType, described, frames } = model;
	const draft = newDraft();
	const { body, files, violations } = draft;
	Object.assign(body, { model_code: code, creation_type: creationType });
	const media: Medium[] = [];
	const unusable: string[] = [];
	for (const { field, rule, body: one } of fieldsOf(model)) {
		if (one) addPart(draft, parameters, one);
		else if (rule.fixed !== undefined) body[field] = rule.fixed;
		else if (!start) media.push(...readMedia(unusable, field, rule, parameters));
		else if (start.hasList && isUsualList(field, rule)) {
			media.push(...readMedia(unusable, field, { ...rule, required: true }, parameters));
		}
	}
	for (const file of start?.files ?? []) {
		const field = fieldFor(model, file);
		if (field) media.push(...readOne(unusable, field, file.spec, parameters));
	}
	violations.push(...unusable);
	if (!described) media.push(...addFreeParameters(draft, parameters.read(parametersField.name)));
	if (frames && unusable.length === 0) violations.push(...frameViolations(frames, media));
	if (violations.length > 0) return { violations: uniq(violations) };
	const refused = missingFile(model, media) ?? nothingToGenerateFrom(model, body, media);
	if (refused) return refused;
	addMedia(draft, frames ? firstFrameFirst(media) : media, pick(frames, 'extensions', 'maxBytes'));
	const hint = unusedFile(model, media, parameters);
	const source = media.length === 1 ? media[0]?.ref : undefined;
	return { body: body as SubmitBody, files, source, ...(hint ? { hint } : {}) };
}

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
function addFreeParameters({ body, violations }: Draft, raw: unknown): Medium[] {
	const read = readParameters(parametersField, raw, FORBIDDEN);
	if ('violations' in read) {
		violations.push(...read.violations);
		return [];
	}
	const { parameters } = read;
	Object.assign(body, omit(parameters, fieldNames));
	const wrong: string[] = [];
	const media = fieldNames.flatMap((field) => {
		const given = parameters[field];
		if (field in body || isEmpty(given)) return [];
		if (isMediaField(field)) return readFreeMedia(wrong, field, given);
		const { value, violation } = readFreeField(field, given);
		if (violation === undefined) body[field] = value as string | number;
		else wrong.push(violation);
		return [];
	});
	violations.push(...wrong.map((one) => `'${parametersField.displayName}': ${one}`));
	return media;
}

/** Files are given by their addresses; no key is sent beside these (service.md 4.3). */
function readFreeMedia(violations: string[], field: FieldName, given: unknown): Medium[] {
	const { kind } = fieldLabels[field];
	const keys = kind === 'materials' ? ['url', 'file_type'] : ['url'];
	const entries = flattenDeep([given]).filter((entry) => isPlainObject(entry)) as object[];
	const lost = difference(uniq(entries.flatMap((entry) => Object.keys(entry))), keys);
	if (lost.length > 0) {
		violations.push(
			`'${field}' may only hold ${formatList(keys, 'and')}, but has ${formatList(lost, 'and')}`,
		);
		return [];
	}
	const rule = kind === 'frame' ? { maxItems: 1 } : {};
	return readFileList(violations, { field, rule, label: field }, given, () => ({
		violation: `'${field}' must be given by its URL`,
	}));
}

function readFreeField(field: FieldName, given: unknown): ReturnType<typeof readField> {
	// Without a model's rule, clarity may be a number or one of two texts (service.md 4.3).
	if (field === 'clarity' && (given === '2K' || given === '4K')) return { value: given };
	const { body } = modelField(field, {});
	return body ? readField(override(body, field, { displayName: field }), given) : {};
}

/** What to say about an image or video of the item that the model could use and no field uses. */
function unusedFile(
	model: Model,
	media: readonly Medium[],
	{ inputTypes }: ItemParameters,
): string | undefined {
	if (media.some(({ ref }) => ref.source === 'inputFile')) return undefined;
	const usable = inputTypes?.().find(
		(type) =>
			type !== 'audio' &&
			fieldsOf(model).some(
				({ field, rule }) => isMediaField(field) && fileTypesOf(field, rule).includes(type),
			),
	);
	if (!usable) return undefined;
	const labels = labelsOf(model, (field, isSecondary) => isMediaField(field) && !isSecondary);
	const [file, name] =
		usable === 'image' ? ['an image', 'From an Image'] : ['a video', 'From a Video'];
	const operation = model.creationType === 4 ? `, or choose the operation '${name}'` : '';
	return `The input has ${file} that was not used. To start from it, set ${formatList(labels)}${operation}`;
}

/** The labels of a model's fields, in quotes. */
function labelsOf(model: Model, isMeant: (field: FieldName, isSecondary: boolean) => boolean) {
	return fieldsOf(model)
		.filter(({ field, rule }) => isMeant(field, Boolean(rule.secondary)))
		.map(({ field, rule }) => `'${labelFor(field, rule)}'`);
}

/** Refuses a request without the file that the model is made for: it would cost all the same. */
function missingFile(model: Model, media: readonly Medium[]): RefusedRequest | undefined {
	const { needs, fields, description } = model;
	if (!needs || media.some(({ fileType }) => fileType === needs)) return undefined;
	const labels = labelsOf(
		model,
		(field) => isMediaField(field) && fileTypesOf(field, fields[field] ?? {}).includes(needs),
	);
	const file = needs === 'image' ? 'an image' : 'a video';
	return {
		violations: [`${formatList(labels)} must have ${file}, which this model starts from`],
		advice: description.replace(/\.?$/, '.'),
	};
}

/**
 * Refuses a request in which nothing says what to generate. It would cost all the same; only a
 * model with a prompt of its own can make something of it.
 */
function nothingToGenerateFrom(
	model: Model,
	body: Draft['body'],
	media: readonly Medium[],
): RefusedRequest | undefined {
	const { described, hasDefaultPrompt } = model;
	if (hasDefaultPrompt || media.length > 0 || body.ref_prompt !== undefined) return undefined;
	const shape: readonly string[] = ['model_code', 'creation_type', 'resolution_mode'];
	if (!described && Object.keys(body).some((name) => !shape.includes(name))) return undefined;
	const all = labelsOf(
		model,
		(field, isSecondary) => !isSecondary && (field === 'ref_prompt' || isMediaField(field)),
	);
	if (!described) all.push(`'${parametersField.displayName}'`);
	return {
		violations: [
			all.length === 1
				? `${formatList(all)} is empty, so there is nothing to generate from`
				: `${formatList(all, 'and')} are empty, so there is nothing to generate from`,
		],
		advice: `${all.length === 1 ? 'Describe what the result should show' : 'Fill in at least one of them'}.`,
	};
}

/** What a task costs, in credits of type A and credits of type B (service.md 4.3). */
interface CostEstimate extends Credits {
	/** Length of the video that the estimate is for. */
	seconds: number;
	perSecond: Credits;
}

/**
 * Price of a task: the price per second by clarity and resolution mode, times video_duration.
 *
 * @param body a body of a request that buildModelRequest made
 * @returns undefined where the specification gives no prices for the model or these values
 */
export function estimateCost(body: SubmitBody): CostEstimate | undefined {
	const prices = findModel(body.model_code)?.prices;
	const mode = body.resolution_mode ?? prices?.defaultResolutionMode;
	const price = prices?.perSecond.find(
		({ clarity, resolutionMode }) => clarity === body.clarity && resolutionMode === mode,
	);
	const seconds = body.video_duration;
	if (!price || typeof seconds !== 'number') return undefined;
	const perSecond = price.credits;
	return { ...mapValues(perSecond, (credits) => credits * seconds), seconds, perSecond };
}
