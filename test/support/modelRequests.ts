import get from 'lodash/get';
import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';
import omitBy from 'lodash/omitBy';
import pickBy from 'lodash/pickBy';

import { isEmpty } from '../../nodes/shared/fields/values';
import type { Model } from '../../nodes/AiCreate/models/catalogue/types';
import { buildModelRequest, type ModelRequest } from '../../nodes/AiCreate/models/request';
import { editorNames, type Parameters } from './models/cases';

/** What every request has. */
const OF_ALL = ['model_code', 'creation_type'];

const FRAMES = ['start_frame', 'end_frame', 'ref_img_url', 'ref_resources'];

type Built = ModelRequest | { violations: string[] };

/** The request for node parameters, as the editor names them; there are no input files. */
export function requestFor(model: Model, parameters: Parameters): Built {
	return buildModelRequest(model, {
		read: (name) => parameters[name],
		readInput: (_field, { label }) => ({ violation: `'${label}': no input file` }),
	});
}

/** The request for editor values by name. */
export function requestOf(model: Model, values: Parameters): Built {
	return requestFor(model, { ...sourcesFor(values), ...values });
}

/** A frame that has an address is given by it. */
function sourcesFor(values: Parameters): Parameters {
	const frames = ['startFrame', 'endFrame'].filter((name) => !isEmpty(values[`${name}Url`]));
	return Object.fromEntries(frames.map((name) => [`${name}Source`, 'url']));
}

/** The fields that are sent for editor values, without what every request has. */
export function sentFor(model: Model, values: Parameters): Parameters {
	const request = requestOf(model, values);
	if ('violations' in request) throw new Error(request.violations.join('. '));
	const isFixed = (_value: unknown, name: string) =>
		model.fields[name as keyof Model['fields']]?.fixed !== undefined;
	return omitBy(omit(request.body, OF_ALL), isFixed);
}

/** The editor values that stand for these field values. */
export function asEditorValues(model: Model, body: Parameters): Parameters {
	const named = Object.entries(body).filter(([field]) => editorNames[field] !== undefined);
	const values = Object.fromEntries(named.map(([field, value]) => [editorNames[field], value]));
	return model.described ? values : { ...values, parametersJson: omit(body, OF_ALL) };
}

/** Whether a body, as it is, is one that the pack would send. */
export function accepts(model: Model, body: Parameters): boolean {
	const request = requestOf(model, asEditorValues(model, body));
	return (
		'body' in request && isEqual(merged(model, request.body), merged(model, withFixed(model, body)))
	);
}

/** With the only possible value of each field that may be left out, which the pack always sends. */
function withFixed({ fields }: Model, body: Parameters): Parameters {
	const optional = pickBy(fields, (rule) => rule?.fixed !== undefined && !rule.required);
	return { ...mapValues(optional, (rule) => rule?.fixed), ...body };
}

/** The same with the images beside a last frame in no order, as the pack may move the first one where they are merged. */
function merged({ frames }: Model, body: Parameters): Parameters {
	if (!frames || body.end_frame === undefined) return body;
	const entries = FRAMES.flatMap((field) => (field in body ? body[field] : []));
	const images = entries.map((entry) =>
		get(entry, 'file_type') === 'image' ? get(entry, 'url') : entry,
	);
	return { ...omit(body, FRAMES), frames: new Set(images) };
}
