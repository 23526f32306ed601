import uniq from 'lodash/uniq';

import type { Draft } from '../fields/draft';
import type { PendingFile } from '../fields/pendingFiles';
import { addFields, type ItemParameters } from '../fields/request';
import type { FieldName, Model, SubmitBody } from './catalogue/types';
import { fieldNames } from './catalogue/types';
import { isAdditionalField } from './editorFields';
import { firstFrameFirst, frameViolations } from './frames';
import { addFreeParameters } from './freeParameters';
import { parametersLabel } from './labels';
import { addMedia, readMedia, type Medium } from './media';
import { isMediaField } from './mediaFields';
import { requestField } from './requestField';

/** A request before its files are uploaded. */
export interface ModelRequest {
	body: SubmitBody;
	files: PendingFile[];
}

/**
 * The request of ai_creation/task/submit (service.md 4.3) for what the user set: the model's code, its creation type, its
 * fixed values, and only the fields that have a value. Exactly the parameters that the editor shows for the model are
 * read; what an earlier model left behind counts for nothing.
 *
 * @param model the chosen model
 * @returns the request, or a sentence for every violation of the model's rules
 * @throws Error that names the field, when an expression gives a source of files that there is none
 */
export function buildModelRequest(
	model: Model,
	parameters: ItemParameters,
): ModelRequest | { violations: string[] } {
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
	addMedia(draft, frames ? firstFrameFirst(media) : media);
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
			? { groups: [{ name: 'additionalFields', fields: [one] }] }
			: { fields: [one] },
	);
	return [];
}
