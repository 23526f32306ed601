import {
	clarityWith2K,
	fiveOrTenSeconds,
	imageInstead,
	openClarity,
	openRatio,
	quality,
	videoRatios,
} from './sharedRules';
import type { Model } from './types';

/** The modela family of video models, in the order of service.md 4.3. */
export const modelaVideoModels: readonly Model[] = [
	{
		code: 'ext_modela-v2-1-master',
		label: 'Text or images → video, prompt optional',
		description:
			'A video from a prompt or images. If the prompt is empty, the service uses its own.',
		creationType: 4,
		described: true,
		hasDefaultPrompt: true,
		fields: {
			ref_prompt: { note: 'If empty, the service uses a default prompt' },
			ref_img_url: {},
			aspect_ratio: openRatio,
			clarity: openClarity,
			quality_mode: {
				...quality,
				values: undefined,
				suggestions: quality.values,
				note: 'Professional favors quality',
			},
			video_duration: { required: true },
		},
	},
	{
		code: 'modela-v2-1-master',
		label: 'Text or images → video, 5 or 10 seconds',
		description: 'A video of 5 or 10 seconds from a prompt, optionally with reference images',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: { required: true },
			ref_img_url: {},
			aspect_ratio: { required: true, values: videoRatios },
			video_duration: fiveOrTenSeconds,
		},
	},
	{
		code: 'modela1.6',
		label: 'Text or first frame → video, 5 or 10 seconds',
		description: 'A video of 5 or 10 seconds from a prompt, optionally with a first frame',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: { required: true },
			start_frame: {},
			ref_img_url: imageInstead,
			aspect_ratio: { required: true, values: videoRatios },
			quality_mode: { ...quality, note: 'Professional generates 1080p' },
			video_duration: fiveOrTenSeconds,
		},
	},
	{
		code: 'modela2.5',
		label: 'Text or first and last frame → video, 5 or 10 seconds',
		description:
			'A video of 5 or 10 seconds from a prompt, optionally with a first and a last frame',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: { required: true },
			start_frame: {},
			end_frame: {},
			aspect_ratio: { required: true, values: videoRatios },
			clarity: { values: clarityWith2K, omitted: 1080 },
			video_duration: fiveOrTenSeconds,
		},
	},
	{
		code: 'ext_modela-v3-0-text2video',
		label: 'Text → video',
		description: 'A video of 5 to 15 seconds from a prompt alone',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			aspect_ratio: { values: videoRatios },
			clarity: { values: clarityWith2K },
			video_duration: { min: 5, max: 15 },
		},
	},
	{
		code: 'ext_modela-v3-0-turbo-text2video',
		label: 'Text → video, turbo',
		description: 'A video of 5 to 15 seconds from a prompt alone, turbo edition',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, values: videoRatios },
			clarity: { values: clarityWith2K },
			video_duration: { required: true, min: 5, max: 15 },
		},
	},
	{
		code: 'ext_modela-v3-0-turbo-image2video',
		label: 'First frame → video, turbo',
		description: 'A video of 5 to 15 seconds that starts with an image, turbo edition',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			start_frame: { expected: true },
			aspect_ratio: { values: videoRatios },
			clarity: { values: clarityWith2K },
			video_duration: { min: 5, max: 15 },
		},
	},
];
