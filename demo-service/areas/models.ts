import type { FieldRules, ModelRules } from './modelSchema';

/* The model tables of service.md 4.3. A field that is absent from a model is refused for it. */

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const FRAME_RATIOS = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'];
const SIMPLE_RATIOS = ['auto', '16:9', '1:1', '9:16'];
const WIDE_CLARITY = [720, 1080, 1440, 2160, '2K', '4K'];

const prompt: FieldRules = { ref_prompt: {} };
const neededPrompt: FieldRules = { ref_prompt: { required: true } };
const images: FieldRules = { ref_img_url: {} };
const count: FieldRules = { number_of_images: { min: 1, max: 4 } };
const simpleRatio: FieldRules = { aspect_ratio: { oneOf: SIMPLE_RATIOS } };
const neededSimpleRatio: FieldRules = { aspect_ratio: { oneOf: SIMPLE_RATIOS, required: true } };
const wideClarity: FieldRules = { clarity: { oneOf: WIDE_CLARITY } };
const fiveOrTen: FieldRules = { video_duration: { oneOf: [5, 10], required: true } };
const fiveToFifteen: FieldRules = { video_duration: { min: 5, max: 15 } };
const frames: FieldRules = {
	start_frame: {},
	end_frame: {},
	ref_img_url: {},
	ref_resources: { fileTypes: ['image'] },
};
const references: ModelRules = {
	creationType: 4,
	fields: {
		ref_resources: { fileTypes: ['image', 'video', 'audio'] },
		...images,
		...prompt,
		aspect_ratio: { oneOf: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] },
		...wideClarity,
		video_duration: { min: 4, max: 15 },
	},
};

export const MODELS: Readonly<Record<string, ModelRules>> = {
	'modela-v2-1': {
		creationType: 3,
		fields: {
			ref_img_url: { max: 1 },
			...prompt,
			aspect_ratio: { oneOf: RATIOS },
			clarity: { oneOf: [1024, 2048] },
			...count,
		},
	},
	'modelf-4.0': {
		creationType: 3,
		fields: {
			...images,
			...prompt,
			aspect_ratio: { oneOf: RATIOS },
			clarity: { oneOf: [2048, 4096] },
			...count,
		},
	},
	'modelf-3.0-t2i': {
		creationType: 3,
		fields: {
			...neededPrompt,
			aspect_ratio: { oneOf: RATIOS, required: true },
			number_of_images: { min: 1, max: 4, required: true },
		},
	},
	image2_medium: {
		creationType: 3,
		fields: {
			...images,
			...prompt,
			aspect_ratio: { oneOf: [...RATIOS, '21:9', '2:3', '3:2', '9:21'] },
			clarity: { oneOf: [2048, 4096] },
			...count,
		},
	},
	'modelc3.0-first-last-to-video': {
		creationType: 4,
		frames: {
			types: ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'gif'],
			most: 30 * 1024 ** 2,
		},
		fields: {
			...frames,
			ref_prompt: { required: true, max: 20_000 },
			aspect_ratio: { oneOf: FRAME_RATIOS, required: true },
			clarity: { oneOf: [480, 720, 1080], required: true },
			resolution_mode: { oneOf: ['native', 'fast'] },
			video_duration: { min: 2, max: 30, required: true },
			number_of_images: { oneOf: [1], required: true },
		},
	},
	'modelb-2.5-first-last-to-video': {
		creationType: 4,
		frames: {},
		fields: {
			...frames,
			...prompt,
			aspect_ratio: { oneOf: [...FRAME_RATIOS, '21:9'] },
			clarity: { oneOf: [480, 720, 1080] },
			video_duration: { min: 3, max: 30 },
			number_of_images: { oneOf: [1] },
		},
	},
	'modelb-2.0-lite-tk': references,
	'modelb-2.0-pro-tk': references,
	'ext_modela-v2-1-master': {
		creationType: 4,
		fields: {
			...images,
			...prompt,
			aspect_ratio: {},
			clarity: {},
			quality_mode: {},
			video_duration: { required: true },
		},
	},
	'modela-v2-1-master': {
		creationType: 4,
		fields: { ...images, ...neededPrompt, ...neededSimpleRatio, ...fiveOrTen },
	},
	'modela1.6': {
		creationType: 4,
		fields: {
			start_frame: {},
			...images,
			...neededPrompt,
			...neededSimpleRatio,
			quality_mode: { oneOf: ['std', 'pro'] },
			...fiveOrTen,
		},
	},
	'modela2.5': {
		creationType: 4,
		fields: {
			start_frame: {},
			end_frame: {},
			...neededPrompt,
			...neededSimpleRatio,
			...wideClarity,
			...fiveOrTen,
		},
	},
	'ext_modela-v3-0-text2video': {
		creationType: 4,
		fields: { ...prompt, ...simpleRatio, ...wideClarity, ...fiveToFifteen },
	},
	'ext_modela-v3-0-turbo-text2video': {
		creationType: 4,
		fields: {
			...neededPrompt,
			...neededSimpleRatio,
			...wideClarity,
			video_duration: { min: 5, max: 15, required: true },
		},
	},
	'ext_modela-v3-0-turbo-image2video': {
		creationType: 4,
		fields: { start_frame: {}, ...prompt, ...simpleRatio, ...wideClarity, ...fiveToFifteen },
	},
	'modeld-1.1-i2v': {
		creationType: 4,
		fields: {
			start_frame: {},
			...images,
			...prompt,
			...wideClarity,
			video_duration: { min: 3, max: 15 },
		},
	},
	'modeld-1.0-i2v': {
		creationType: 4,
		fields: {
			...images,
			start_frame: {},
			...prompt,
			clarity: {},
			video_duration: {},
			aspect_ratio: {},
		},
	},
	'modele-q1': {
		creationType: 4,
		fields: { ...images, ...prompt, aspect_ratio: {}, clarity: {}, video_duration: {} },
	},
};
