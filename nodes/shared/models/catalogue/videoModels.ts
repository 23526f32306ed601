import { frameVideoModels } from './frameVideoModels';
import { modelaVideoModels } from './modelaVideoModels';
import { clarityWith2K, imageInstead, openClarity, openRatio } from './sharedRules';
import type { FieldRule, Model } from './types';

const materialFields = {
	ref_prompt: {},
	ref_img_url: { further: true, note: "An older field: 'Reference Files' also accepts images" },
	ref_resources: { fileTypes: ['image', 'video', 'audio'] },
	aspect_ratio: { values: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] },
	clarity: { values: clarityWith2K },
	video_duration: { min: 4, max: 15 },
} satisfies Record<string, FieldRule>;

/** The video models in the order of service.md 4.3. */
export const videoModels: readonly Model[] = [
	...frameVideoModels,
	{
		code: 'modelb-2.0-lite-tk',
		label: 'Text or images → video',
		description: 'For text and images. To start from a video, use modelb-2.0-pro-tk.',
		creationType: 4,
		described: true,
		fields: materialFields,
	},
	{
		code: 'modelb-2.0-pro-tk',
		label: 'Video → video',
		description: 'For videos. To start from text or images, use modelb-2.0-lite-tk.',
		creationType: 4,
		described: true,
		fields: materialFields,
	},
	...modelaVideoModels,
	{
		code: 'modeld-1.1-i2v',
		label: 'First frame → video, 3 to 15 seconds',
		description: 'A video of 3 to 15 seconds that starts with an image',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			start_frame: { expected: true },
			ref_img_url: imageInstead,
			clarity: { values: clarityWith2K, omitted: 1080 },
			video_duration: { min: 3, max: 15 },
		},
	},
	{
		code: 'modeld-1.0-i2v',
		label: 'First frame → video, free values',
		description: 'A video that starts with an image, commonly of 5 or 10 seconds',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			start_frame: { note: "Optional: the image is usually set in 'Reference Files'" },
			ref_img_url: { note: 'Add the image that the video starts with' },
			aspect_ratio: openRatio,
			clarity: openClarity,
			video_duration: { suggestions: [5, 10] },
		},
	},
	{
		code: 'modele-q1',
		label: 'Text or images → video, free values',
		description: 'A video from reference images, or from the prompt alone if there are none',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: openRatio,
			clarity: openClarity,
			video_duration: {},
		},
	},
];
