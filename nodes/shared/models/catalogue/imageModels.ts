import { imageCount, resultRatios } from './sharedRules';
import type { Model } from './types';

/** The image models in the order of service.md 4.3. */
export const imageModels: readonly Model[] = [
	{
		code: 'modela-v2-1',
		label: 'Image From Text or One Image',
		description: 'Images from a prompt, on request guided by one reference image',
		creationType: 3,
		described: true,
		fields: {
			ref_prompt: {},
			ref_img_url: { maxItems: 1, note: 'At most one image' },
			aspect_ratio: { values: resultRatios },
			clarity: { values: [1024, 2048], note: 'Left out, the service decides' },
			number_of_images: imageCount,
		},
	},
	{
		code: 'modelf-4.0',
		label: 'Image From Text or Images',
		description: 'Images from a prompt, on request guided by several reference images',
		creationType: 3,
		described: true,
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: { values: resultRatios },
			clarity: { values: [2048, 4096], note: 'Left out, it is 2048' },
			number_of_images: imageCount,
		},
	},
	{
		code: 'modelf-3.0-t2i',
		label: 'Image From Text',
		description: 'Images from a prompt alone; reference images are not supported',
		creationType: 3,
		described: true,
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, values: resultRatios },
			number_of_images: { ...imageCount, required: true },
		},
	},
	{
		code: 'image2_medium',
		label: 'Image From Text or Images, Wide and Tall Ratios',
		description: 'Images from a prompt, or from a prompt and reference images, in nine ratios',
		creationType: 3,
		described: true,
		fields: {
			ref_prompt: {},
			ref_img_url: { note: 'Left out, the image is made from the prompt alone' },
			aspect_ratio: { values: [...resultRatios, '21:9', '2:3', '3:2', '9:21'] },
			clarity: { values: [2048, 4096] },
			number_of_images: imageCount,
		},
	},
];
