import { get, isEqual, omit } from 'lodash';

import { type Model, ruleFor } from '../../../nodes/AiCreate/models/model';
import { buildModelRequest } from '../../../nodes/AiCreate/models/modelRequest';
import { isEmpty } from '../../../nodes/shared/fields/values';
import type { ItemParameters } from '../../../nodes/shared/fields/fileFields';
import { editorNames, type Parameters } from './cases';
import { saidOf } from '../violations';

const OF_ALL = ['model_code', 'creation_type'];

const FRAMES = ['start_frame', 'end_frame', 'ref_img_url', 'ref_resources'];

/** Editor values by name, without input files. A frame that has an address is given by it. */
export function itemOf(values: Parameters): ItemParameters {
	return {
		read: (name) => {
			const isByUrl =
				name.endsWith('FrameSource') && !isEmpty(values[name.replace('Source', 'Url')]);
			return values[name] ?? (isByUrl ? 'url' : undefined);
		},
		readInput: (_field, { label }) => ({
			violation: { code: 'wrongInput', title: `'${label}': no input file`, advice: '' },
		}),
	};
}

/** The request for editor values by name. */
export function requestOf(model: Model, values: Parameters) {
	return buildModelRequest(model, itemOf(values));
}

/** The fields that are sent for editor values, without what every request has. */
export function sentFor(model: Model, values: Parameters): Parameters {
	const request = requestOf(model, values);
	if ('violations' in request) throw new Error(saidOf(request).join('. '));
	return omit(request.body, OF_ALL, Object.keys(fixedOf(model)));
}

function fixedOf({ fields }: Model): Parameters {
	const entries = fields.flatMap((one) =>
		one.holds === 'fixedValue' ? [[one.field, one.value]] : [],
	);
	return Object.fromEntries(entries) as Parameters;
}

/** The editor values that stand for these field values. */
export function asEditorValues({ described }: Model, body: Parameters): Parameters {
	const named = Object.entries(body).filter(([field]) => editorNames[field] !== undefined);
	const values = Object.fromEntries(named.map(([field, value]) => [editorNames[field], value]));
	return described ? values : { ...values, parametersJson: omit(body, OF_ALL) };
}

/** Whether a body, as it is, is one that the pack would send, with the fixed values that may be left out. */
export function accepts(model: Model, body: Parameters): boolean {
	const request = requestOf(model, asEditorValues(model, body));
	const fixed = ruleFor(model, 'number_of_images')?.required ? {} : fixedOf(model);
	return (
		'body' in request && isEqual(merged(model, request.body), merged(model, { ...fixed, ...body }))
	);
}

/** With a last frame, the images are in no order: the pack may move the first one, and leave out the same one twice. */
function merged({ frames }: Model, body: Parameters): Parameters {
	if (!frames || body.end_frame === undefined) return body;
	const entries = FRAMES.flatMap((field) => (field in body ? body[field] : []));
	const images = entries.map((entry) =>
		get(entry, 'file_type') === 'image' ? get(entry, 'url') : entry,
	);
	return { ...omit(body, FRAMES), frames: new Set(images) };
}
