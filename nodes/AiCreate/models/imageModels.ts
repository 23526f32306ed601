import type { FieldRule, ModelEntries } from './modelRules';
import { closedList, dropdownOfNumbers, resultRatios } from './takes';

/*
 * The models that make images, one entry each (service.md 4.3).
 */

/** How many images are made; the model decides where none is set. */
const imageCount: FieldRule = { takes: dropdownOfNumbers(1, 4) };

/** By their codes, in the order of the specification. */
export const imageModels: ModelEntries = {
	'modela-v2-1': {
		label: 'Text or one image → image',
		description: 'Images from a prompt, optionally with one reference image',
		fields: {
			ref_prompt: {},
			ref_img_url: { takes: { is: 'files', most: 1 } },
			aspect_ratio: { takes: closedList(resultRatios) },
			clarity: { takes: closedList([1024, 2048]) },
			number_of_images: imageCount,
		},
	},
	'modelf-4.0': {
		label: 'Text or images → image',
		description: 'Images from a prompt, optionally with reference images',
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: { takes: closedList(resultRatios) },
			clarity: { takes: closedList([2048, 4096], { whenOmitted: 2048 }) },
			number_of_images: imageCount,
		},
	},
	'modelf-3.0-t2i': {
		label: 'Text → image',
		description: 'Images from a prompt alone; reference images are not supported',
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, takes: closedList(resultRatios) },
			number_of_images: { required: true, takes: dropdownOfNumbers(1, 4) },
		},
	},
	image2_medium: {
		label: 'Text or images → image, wide and tall ratios too',
		description: 'Images from a prompt, optionally with reference images, in nine aspect ratios',
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: { takes: closedList(resultRatios.concat('21:9', '2:3', '3:2', '9:21')) },
			clarity: { takes: closedList([2048, 4096]) },
			number_of_images: imageCount,
		},
	},
};
