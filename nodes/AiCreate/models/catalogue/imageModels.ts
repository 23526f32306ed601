import { type DescribedModel, type FieldRule, resultRatios } from './types';

const imageCount: FieldRule = { min: 1, max: 4 };

/** The image models in the order of service.md 4.3. */
export const imageModels: readonly DescribedModel[] = [
	{
		code: 'modela-v2-1',
		label: 'Text or one image → image',
		description: 'Images from a prompt, optionally with one reference image',
		fields: {
			ref_prompt: {},
			ref_img_url: { maxItems: 1, note: 'At most one image' },
			aspect_ratio: { values: resultRatios },
			clarity: { values: [1024, 2048] },
			number_of_images: imageCount,
		},
	},
	{
		code: 'modelf-4.0',
		label: 'Text or images → image',
		description: 'Images from a prompt, optionally with reference images',
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: { values: resultRatios },
			clarity: { values: [2048, 4096], defaultWhenOmitted: 2048 },
			number_of_images: imageCount,
		},
	},
	{
		code: 'modelf-3.0-t2i',
		label: 'Text → image',
		description: 'Images from a prompt alone; reference images are not supported',
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, values: resultRatios },
			number_of_images: { ...imageCount, required: true },
		},
	},
	{
		code: 'image2_medium',
		label: 'Text or images → image, wide and tall ratios too',
		description: 'Images from a prompt, optionally with reference images, in nine aspect ratios',
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: { values: [...resultRatios, '21:9', '2:3', '3:2', '9:21'] },
			clarity: { values: [2048, 4096] },
			number_of_images: imageCount,
		},
	},
];
