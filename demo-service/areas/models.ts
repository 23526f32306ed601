import { z } from 'zod';

import models from './modelRules.json';
import fileTypes from '../media/types.json';
import { extensionOf, mediaUrl, text, textUpTo } from '../server/endpoint';

/** What a model demands of one of its fields; an empty rule leaves only the field's type. */
export interface FieldRule {
	required?: boolean;
	oneOf?: ReadonlyArray<string | number>;
	/** Least and largest number, most characters of a text, most entries of a list. */
	min?: number;
	max?: number;
	/** Allowed `file_type` values of reference materials. */
	fileTypes?: readonly string[];
	/** Stands for this field, so that only one of the two may be sent. */
	insteadOf?: 'start_frame';
}

interface ModelRules {
	creationType: 3 | 4;
	fields: Readonly<Record<string, FieldRule>>;
	/** First/last-frame model: images of all sources are merged, and 1 or 2 are needed. */
	frames?: FrameRules;
}

interface FrameRules {
	/** File types and bytes of one image, where service.md 4.3 limits them. */
	types?: readonly string[];
	most?: number;
}

/** The model tables of service.md 4.3, by code. A field that is absent from a model is refused for it. */
export const MODELS = models as Readonly<Record<string, ModelRules>>;

/** Clarity values that are internal and never accepted. */
const INTERNAL_CLARITY = [48_001, 72_001, 108_001];

/** Fields of service.md 4.3 beside creation_type and model_code, by type. */
const FIELDS: Readonly<Record<string, (rule: FieldRule) => z.ZodTypeAny>> = {
	ref_prompt: ({ max }) => (max === undefined ? text : textUpTo(max)),
	ref_img_url: ({ max = 100 }) => z.array(mediaUrl).min(1).max(max),
	ref_resources: ({ fileTypes = ['image', 'video', 'audio'] }) => {
		const file_type = listed(z.string(), fileTypes);
		return z.array(z.strictObject({ url: mediaUrl, file_type })).min(1);
	},
	start_frame: () => mediaUrl,
	end_frame: () => mediaUrl,
	aspect_ratio: (rule) => listed(text, rule.oneOf),
	clarity: (rule) => clarity(rule.oneOf),
	resolution_mode: (rule) => listed(text, rule.oneOf),
	quality_mode: (rule) => listed(text, rule.oneOf),
	video_duration: number,
	number_of_images: number,
};

const whole = z.number().int();

function number({ min = 1, max = Number.MAX_SAFE_INTEGER, oneOf }: FieldRule): z.ZodTypeAny {
	return listed(whole.min(min).max(max), oneOf);
}

/** An int; a text only where the model lists it. */
function clarity(oneOf: FieldRule['oneOf']): z.ZodTypeAny {
	const hasTexts = oneOf?.some((value) => typeof value === 'string');
	const base = hasTexts ? z.union([whole, z.string()]) : whole;
	return listed(base, oneOf).refine((value) => !INTERNAL_CLARITY.includes(value as number), {
		message: 'internal values are not accepted',
	});
}

function listed(base: z.ZodTypeAny, oneOf: FieldRule['oneOf']): z.ZodTypeAny {
	if (oneOf === undefined) return base;
	return base.refine((value) => oneOf.includes(value as string | number), {
		message: `must be one of ${oneOf.join(', ')}`,
	});
}

/** Strict schema of a described model's submit body. */
export function modelSchema(code: string, rules: ModelRules): z.ZodTypeAny {
	const shape: Record<string, z.ZodTypeAny> = {
		creation_type: whole.refine((type) => type === rules.creationType, {
			message: `must be ${rules.creationType} for ${code}`,
		}),
		model_code: z.literal(code),
	};
	for (const [name, rule] of Object.entries(rules.fields)) {
		const field = FIELDS[name]?.(rule) ?? z.never();
		shape[name] = rule.required === true ? field : field.optional();
	}
	const isEither = rules.fields.ref_img_url?.insteadOf !== undefined;
	const schema = z
		.strictObject(shape)
		.refine(
			({ start_frame: frame, ref_img_url: images }) => !(isEither && frame && images),
			'ref_img_url is used instead of start_frame, not beside it',
		);
	const { frames } = rules;
	return frames
		? schema.superRefine((body, context) => checkFrames(frames, body, context))
		: schema;
}

/** Codes that exist but whose parameters are not described; all are video models. */
export const UNDESCRIBED = [
	'modelc3.0-video',
	'modelb-2.5-t2v',
	'modelb-2.5-r2v',
	'ext_modela-v3-0-image2video',
	'modelb-2.0-lite-mini',
	'modelb-2.0-pro-mini',
	'modelb-fast-2.0-lite-tk',
	'modelb-fast-2.0-pro-tk',
];

/** Codes as the further families may have them: what looks like none is refused. */
const CODE = /^(ext_)?(model|image)[a-z0-9][a-z0-9._-]*$/;

/** Schema for models whose parameters are not described: the known fields keep their types. */
export const undescribedSchema = z
	.object({
		creation_type: z.union([z.literal(3), z.literal(4)]),
		model_code: z.string().regex(CODE, 'is not a known model code'),
		...Object.fromEntries(
			Object.entries(FIELDS).map(([name, build]) => [name, build({}).optional()]),
		),
		clarity: z.union([clarity(undefined), z.enum(['2K', '4K'])]).optional(),
	})
	.passthrough()
	.refine((body) => body.creation_type === 4 || !UNDESCRIBED.includes(body.model_code), {
		path: ['creation_type'],
		message: 'must be 4 for a video model',
	});

export interface Media {
	start_frame?: string;
	end_frame?: string;
	ref_img_url?: string[];
	ref_resources?: Array<{ url: string }>;
}

/** Addresses of all media that a submit refers to. */
export function mediaOf({ start_frame, end_frame, ref_img_url, ref_resources }: Media): string[] {
	const others = [...(ref_img_url ?? []), ...(ref_resources ?? []).map(({ url }) => url)];
	return [start_frame, end_frame, ...others].filter((url) => url !== undefined);
}

function checkFrames({ types }: FrameRules, body: Media, context: z.RefinementCtx): void {
	const refuse = (message: string, ...path: string[]): void =>
		context.addIssue({ code: 'custom', path, message });
	if (mediaOf({ ...body, end_frame: undefined }).length === 0) {
		refuse('start_frame, ref_img_url or ref_resources must supply an image', 'start_frame');
	}
	const all = new Set(mediaOf(body));
	for (const url of all) {
		const type = extensionOf(url);
		// An address that ends in anything else does not show its type.
		if (!types || !Object.hasOwn(fileTypes, type) || types.includes(type)) continue;
		refuse(`${url} must be one of ${types.join(', ')}`);
	}
	if (all.size > 2) refuse(`1 or 2 different images are needed, got ${all.size}`, 'ref_img_url');
}
