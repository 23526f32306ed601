import pick from 'lodash/pick';
import uniq from 'lodash/uniq';

import type { Draft, PendingFile } from '../../shared/fields/pendingFiles';
import { addFields, inGroup, type ItemParameters } from '../../shared/fields/request';
import { joined } from '../../shared/util/text';
import { type FieldName, fieldNames, type Model, type SubmitBody } from './catalogue/types';
import { requestField } from './fieldProperties';
import { firstFrameFirst, frameViolations } from './frames';
import { addFreeParameters } from './freeParameters';
import { ADDITIONAL_FIELDS, isAdditionalField, labelFor, parametersLabel } from './labels';
import { addMedia, type Medium, readMedia } from './media';
import { isMediaField } from './mediaFields';

/** A request before its files are uploaded. */
export interface ModelRequest {
	body: SubmitBody;
	files: PendingFile[];
}

/** Why there is no request. */
interface RefusedRequest {
	/** Sentences for the user. */
	violations: string[];
	/** What to do, where the sentences do not say so. */
	advice?: string;
}

/**
 * The request of ai_creation/task/submit (service.md 4.3) for what the user set: the model's code, its creation type, its
 * fixed values, and only the fields that have a value. Exactly the parameters that the editor shows for the model are
 * read; what an earlier model left behind counts for nothing.
 *
 * @param model the chosen model
 * @returns the request, or a sentence for every violation of the model's rules
 */
export function buildModelRequest(
	model: Model,
	parameters: ItemParameters,
): ModelRequest | RefusedRequest {
	const { code, creationType, described, frames } = model;
	const draft: Draft = {
		body: { model_code: code, creation_type: creationType },
		files: [],
		violations: [],
	};
	const media = fieldNames.flatMap((field) => addField(draft, model, field, parameters));
	if (!described) media.push(...addFreeParameters(draft, parameters.read(parametersLabel.name)));
	if (frames) draft.violations.push(...frameViolations(frames, media));
	if (draft.violations.length > 0) return { violations: uniq(draft.violations) };
	if (isAboutNothing(model, draft.body, media)) return nothingToGenerateFrom(model);
	addMedia(draft, frames ? firstFrameFirst(media) : media, pick(frames, 'extensions', 'maxBytes'));
	return { body: draft.body as SubmitBody, files: draft.files };
}

/** Adds one field of a model to its request; media are returned, as their rules concern all of them. */
function addField(
	draft: Draft,
	{ fields }: Model,
	field: FieldName,
	parameters: ItemParameters,
): Medium[] {
	const rule = fields[field];
	if (!rule) return [];
	if (rule.fixed !== undefined) draft.body[field] = rule.fixed;
	if (isMediaField(field)) {
		const { media, violations } = readMedia(field, rule, parameters);
		draft.violations.push(...violations);
		return media;
	}
	const one = requestField(field, rule);
	if (!one) return [];
	addFields(
		draft,
		parameters,
		isAdditionalField(field, rule)
			? inGroup({ name: ADDITIONAL_FIELDS }, [one])
			: { fields: [one] },
	);
	return [];
}

/**
 * Whether neither words nor files nor own parameters say what to generate. The service would charge for it all
 * the same; only a model with a prompt of its own can make something of it.
 */
function isAboutNothing(
	{ described, hasDefaultPrompt }: Model,
	body: Draft['body'],
	media: readonly Medium[],
): boolean {
	if (hasDefaultPrompt || media.length > 0 || body.ref_prompt !== undefined) return false;
	const shape: readonly string[] = ['model_code', 'creation_type', 'resolution_mode'];
	return described || Object.keys(body).every((name) => shape.includes(name));
}

function nothingToGenerateFrom({ fields, described }: Model): RefusedRequest {
	const labels = fieldNames.flatMap((field) => {
		const rule = fields[field];
		const says = rule && !rule.further && (field === 'ref_prompt' || isMediaField(field));
		return says ? [labelFor(field, rule)] : [];
	});
	const all = [...labels, ...(described ? [] : [parametersLabel.label])].map((one) => `'${one}'`);
	return {
		violations: [
			all.length === 1
				? `${joined(all)} is empty, so there is nothing to generate from`
				: `${joined(all, 'and')} are empty, so there is nothing to generate from`,
		],
		advice: `${all.length === 1 ? 'Describe what the result should show' : 'Fill in at least one of them'}. Nothing was submitted for this item.`,
	};
}
