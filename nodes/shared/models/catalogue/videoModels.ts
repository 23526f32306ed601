import { frameVideoModels } from './frameVideoModels';
import { modelaVideoModels } from './modelaVideoModels';
import { clarityWith2K, openClarity, openRatio, openSeconds } from './sharedRules';
import type { FieldRule, Model } from './types';

const materialFields = {
	ref_prompt: {},
	ref_img_url: { note: "An older field; 'Reference Materials' takes images too" },
	ref_resources: {
		fileTypes: ['image', 'video', 'audio'],
		note: 'Left out, the video is made from the prompt alone',
	},
	aspect_ratio: { values: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] },
	clarity: { values: clarityWith2K },
	video_duration: { min: 4, max: 15 },
} satisfies Record<string, FieldRule>;

/** The video models in the order of service.md 4.3. */
export const videoModels: readonly Model[] = [
	...frameVideoModels,
	{
		code: 'modelb-2.0-lite-tk',
		label: 'Video From Text or Images',
		description:
			'Choose it when you start from text or images; to start from a video, take modelb-2.0-pro-tk',
		creationType: 4,
		described: true,
		fields: materialFields,
	},
	{
		code: 'modelb-2.0-pro-tk',
		label: 'Video From Video',
		description:
			'Choose it when you start from a video; for text or images, take modelb-2.0-lite-tk',
		creationType: 4,
		described: true,
		fields: materialFields,
	},
	...modelaVideoModels,
	{
		code: 'modeld-1.1-i2v',
		label: 'Video From a First Frame, 3 to 15 Seconds',
		description: 'A video of 3 to 15 seconds that starts with an image',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			start_frame: { note: "The first of 'Reference Images' can be used in its place" },
			ref_img_url: { note: "The first one can be used in place of 'First Frame'" },
			clarity: { values: clarityWith2K, note: 'Left out, the target is 1080' },
			video_duration: { min: 3, max: 15 },
		},
	},
	{
		code: 'modeld-1.0-i2v',
		label: 'Video From an Image',
		description: 'A video that starts with an image, commonly of 5 or 10 seconds',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			start_frame: { note: "'Reference Images' is the usual place for the first frame" },
			ref_img_url: { note: 'The image that the video starts with' },
			aspect_ratio: openRatio,
			clarity: openClarity,
			video_duration: openSeconds(5, 10),
		},
	},
	{
		code: 'modele-q1',
		label: 'Video From Text or Images, Free Values',
		description: 'A video from images if there are any, otherwise from the prompt alone',
		creationType: 4,
		described: true,
		fields: {
			ref_prompt: {},
			ref_img_url: { note: 'Left out, the video is made from the prompt alone' },
			aspect_ratio: openRatio,
			clarity: openClarity,
			video_duration: openSeconds(),
		},
	},
];
