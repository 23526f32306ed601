import { map } from 'lodash';

import { formatLimit } from '../../../shared/util/amounts';
import type { CreationType, FieldRule, FieldValue, Model, Taken, ValueNames } from './types';

/** Documented models by their codes; which list one stands in says what it makes. */
type Models = Readonly<Record<string, Omit<Model, 'code' | 'creationType' | 'described'>>>;

/** Ratios of results, as they are documented (service.md 2.2 and 4.3). */
const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'];
const videoRatios = ['auto', '16:9', '1:1', '9:16'];
const clarityWith2K = [720, 1080, 1440, 2160, '2K', '4K'];

/** A closed list, and what else is documented of it. */
function closedList(values: readonly FieldValue[], more: Partial<ClosedList> = {}): ClosedList {
	return { ...more, is: 'oneOf', values };
}

type ClosedList = Extract<Taken, { is: 'oneOf' }>;

function suggested(values: readonly FieldValue[]): Taken {
	return { is: 'suggested', values };
}

function range(least: number, most: number): Taken {
	return { is: 'range', least, most };
}

const imageCount: FieldRule = { takes: range(1, 4) };

/** Of models whose own lists are not shown; ratios that results are documented with (2.2). */
const openFields: Model['fields'] = {
	ref_prompt: {},
	ref_img_url: {},
	aspect_ratio: { takes: suggested(resultRatios) },
	clarity: { takes: suggested([720, 1080]) },
};

const qualities = ['std', 'pro'];
const qualityNames: ValueNames = { std: 'Standard', pro: 'Professional' };

/** The image models in the order of service.md 4.3. */
const imageModels: Models = {
	'modela-v2-1': {
		label: 'Text or one image → image',
		description: 'Images from a prompt, optionally with one reference image',
		fields: {
			ref_prompt: {},
			ref_img_url: { takes: { is: 'files', most: 1 }, note: 'At most one image' },
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
			number_of_images: { ...imageCount, required: true },
		},
	},
	image2_medium: {
		label: 'Text or images → image, wide and tall ratios too',
		description: 'Images from a prompt, optionally with reference images, in nine aspect ratios',
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: { takes: closedList([...resultRatios, '21:9', '2:3', '3:2', '9:21']) },
			clarity: { takes: closedList([2048, 4096]) },
			number_of_images: imageCount,
		},
	},
};

const MAX_FRAME_BYTES = 30 * 1024 ** 2;

const oneOrTwo = 'Use one or two different images in total, across all image fields';

const instead =
	"Replaces 'First Frame' and 'Last Frame': set both to None, then add the first image, and after it the last";

const frameFields: Model['fields'] = {
	start_frame: { role: 'start', note: oneOrTwo },
	end_frame: { note: 'Also needs a first image' },
	ref_img_url: { role: 'secondary', note: instead },
	ref_resources: { role: 'secondary', takes: { is: 'files', types: ['image'] }, note: instead },
};

/** The reference images of a model that can take its first frame from them. */
const imageInstead: FieldRule = {
	role: 'insteadOfFirstFrame',
	takes: { is: 'files', most: 1 },
	note: "Another way to set the first frame, one image: use either this field or 'First Frame'",
};

/** What models of 5 or 10 seconds need. */
const fiveOrTenSeconds: Model['fields'] = {
	ref_prompt: { required: true },
	aspect_ratio: { required: true, takes: closedList(videoRatios) },
	video_duration: { required: true, takes: closedList([5, 10]) },
};

/** Of both models that take files of any type. */
const materialFields: Model['fields'] = {
	ref_prompt: {},
	ref_img_url: { role: 'secondary', note: "An older field: 'Reference Files' also accepts images" },
	ref_resources: { takes: { is: 'files', types: ['image', 'video', 'audio'] } },
	aspect_ratio: { takes: closedList(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9']) },
	clarity: { takes: closedList(clarityWith2K) },
	video_duration: { takes: range(4, 15) },
};

/** The video models in the order of service.md 4.3. */
const videoModels: Models = {
	'modelc3.0-first-last-to-video': {
		label: 'First (and last) frame → video',
		description: 'A video of 2 to 30 seconds, from one image or a first and a last one',
		frames: {
			extensions: ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'gif'],
			maxBytes: MAX_FRAME_BYTES,
		},
		fields: {
			ref_prompt: { required: true, takes: { is: 'text', mostCharacters: 20000 } },
			...frameFields,
			start_frame: {
				role: 'start',
				note: `JPEG, PNG, WebP, BMP, TIFF or GIF, at most ${formatLimit(MAX_FRAME_BYTES)}. ${oneOrTwo}`,
			},
			aspect_ratio: {
				required: true,
				takes: closedList(frameRatios, { initial: 'auto' }),
				note: 'Auto matches the images',
			},
			clarity: { required: true, takes: closedList([480, 720, 1080], { initial: 720 }) },
			resolution_mode: {
				takes: closedList(['native', 'fast'], {
					names: { native: 'Standard', fast: 'Fast (Higher Cost)' },
					whenOmitted: 'native',
				}),
			},
			video_duration: { required: true, takes: range(2, 30) },
			number_of_images: { required: true, takes: { is: 'fixed', value: 1 } },
		},
		prices: [
			[480, 'native', 7, 15, 1, 2],
			[480, 'fast', 10, 20, 2, 3],
			[720, 'native', 11, 20, 2, 3],
			[720, 'fast', 23, 45, 3, 6],
			[1080, 'native', 21, 40, 3, 6],
			[1080, 'fast', 43, 85, 6, 12],
		],
	},
	'modelb-2.5-first-last-to-video': {
		label: 'First (and last) frame → video, 21:9 too',
		description: 'A video of 3 to 30 seconds, from one image or a first and a last one',
		frames: {},
		fields: {
			ref_prompt: {},
			...frameFields,
			aspect_ratio: { takes: closedList([...frameRatios, '21:9']) },
			clarity: { takes: closedList([480, 720, 1080]) },
			video_duration: { takes: range(3, 30) },
			number_of_images: { takes: { is: 'fixed', value: 1 } },
		},
	},
	'modelb-2.0-lite-tk': {
		label: 'Text or images → video',
		description: 'For text and images. To start from a video, use modelb-2.0-pro-tk.',
		fields: materialFields,
	},
	'modelb-2.0-pro-tk': {
		label: 'Video → video',
		description: 'For videos. To start from text or images, use modelb-2.0-lite-tk.',
		needs: 'video',
		fields: materialFields,
	},
	'ext_modela-v2-1-master': {
		label: 'Text or images → video, prompt optional',
		description: 'From a prompt or images. If the prompt is empty, the service uses its own.',
		hasDefaultPrompt: true,
		fields: {
			...openFields,
			ref_prompt: { note: 'If empty, the service uses a default prompt' },
			quality_mode: {
				takes: { is: 'suggested', values: qualities, names: qualityNames },
				note: 'Professional favors quality',
			},
			video_duration: { required: true },
		},
	},
	'modela-v2-1-master': {
		label: 'Text or images → video, 5 or 10 seconds',
		description: 'A video of 5 or 10 seconds from a prompt, optionally with reference images',
		fields: { ...fiveOrTenSeconds, ref_img_url: {} },
	},
	'modela1.6': {
		label: 'Text or first frame → video, 5 or 10 seconds',
		description: 'A video of 5 or 10 seconds from a prompt, optionally with a first frame',
		fields: {
			...fiveOrTenSeconds,
			start_frame: {},
			ref_img_url: imageInstead,
			quality_mode: {
				takes: closedList(qualities, { names: qualityNames }),
				note: 'Professional generates 1080p',
			},
		},
	},
	'modela2.5': {
		label: 'Text or first and last frame → video, 5 or 10 seconds',
		description:
			'A video of 5 or 10 seconds from a prompt, optionally with a first and a last frame',
		fields: {
			...fiveOrTenSeconds,
			start_frame: {},
			end_frame: {},
			clarity: { takes: closedList(clarityWith2K, { whenOmitted: 1080 }) },
		},
	},
	'ext_modela-v3-0-text2video': {
		label: 'Text → video',
		description: 'A video of 5 to 15 seconds from a prompt alone',
		fields: {
			ref_prompt: {},
			aspect_ratio: { takes: closedList(videoRatios) },
			clarity: { takes: closedList(clarityWith2K) },
			video_duration: { takes: range(5, 15) },
		},
	},
	'ext_modela-v3-0-turbo-text2video': {
		label: 'Text → video, turbo edition',
		description: '5 to 15 seconds. It is not published how the turbo edition differs.',
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, takes: closedList(videoRatios) },
			clarity: { takes: closedList(clarityWith2K) },
			video_duration: { required: true, takes: range(5, 15) },
		},
	},
	'ext_modela-v3-0-turbo-image2video': {
		label: 'First frame → video, turbo edition',
		description: '5 to 15 seconds. It is not published how the turbo edition differs.',
		needs: 'image',
		fields: {
			ref_prompt: {},
			start_frame: { role: 'start' },
			aspect_ratio: { takes: closedList(videoRatios) },
			clarity: { takes: closedList(clarityWith2K) },
			video_duration: { takes: range(5, 15) },
		},
	},
	'modeld-1.1-i2v': {
		label: 'First frame → video, 3 to 15 seconds',
		description: 'A video of 3 to 15 seconds that starts with an image',
		needs: 'image',
		fields: {
			ref_prompt: {},
			start_frame: { role: 'start' },
			ref_img_url: imageInstead,
			clarity: { takes: closedList(clarityWith2K, { whenOmitted: 1080 }) },
			video_duration: { takes: range(3, 15) },
		},
	},
	'modeld-1.0-i2v': {
		label: 'First frame → video, commonly 5 or 10 seconds',
		description: 'A video that starts with an image, commonly of 5 or 10 seconds',
		needs: 'image',
		fields: {
			...openFields,
			start_frame: {
				role: 'secondary',
				note: "Optional: the image is usually set in 'Reference Files'",
			},
			ref_img_url: { note: 'Add the image that the video starts with' },
			video_duration: { takes: suggested([5, 10]) },
		},
	},
	'modele-q1': {
		label: 'Text or reference images → video',
		description: 'A video from reference images, or from the prompt alone if there are none',
		fields: { ...openFields, video_duration: {} },
	},
};

/** The models with which 'Generate' begins. */
export const recommendedModels: Readonly<Record<CreationType, string>> = {
	3: 'modelf-4.0',
	4: 'modelb-2.0-lite-tk',
};

/** In the list of models, it stands for all that are not listed. */
export const OTHER_MODEL = 'other';

/** Modes as those of the further video family that is mentioned (end of service.md 4.3). */
const undescribedFields: Model['fields'] = {
	ref_prompt: {},
	resolution_mode: {
		takes: {
			is: 'suggested',
			values: ['native', 'fast', 'direct', 'super'],
			names: {
				native: 'Native (Accelerated)',
				fast: 'Fast (Accelerated Edition)',
				direct: 'Direct (Official Generation)',
				super: 'Super (Upscaled After Generation)',
			},
		},
		note: 'If not set, models with modes use official generation at 2K',
	},
};

/** A model whose parameters are not documented, or whose code is unknown; they are JSON. */
export function otherModel(code: string, creationType: CreationType): Model {
	return {
		code,
		label: 'Parameters as JSON',
		description: 'Its parameters are not documented: enter them as JSON',
		creationType,
		described: false,
		fields: undescribedFields,
	};
}

function described(models: Models, creationType: CreationType): Model[] {
	return map(models, (model, code) => ({ ...model, code, creationType, described: true }));
}

/** Every model of the catalogue, in the order of service.md 4.3. */
export const models: readonly Model[] = [
	...described(imageModels, 3),
	...described(videoModels, 4),
	// Codes that exist but whose parameters are not described.
	...[
		'modelc3.0-video',
		'modelb-2.5-t2v',
		'modelb-2.5-r2v',
		'ext_modela-v3-0-image2video',
		'modelb-2.0-lite-mini',
		'modelb-2.0-pro-mini',
		'modelb-fast-2.0-lite-tk',
		'modelb-fast-2.0-pro-tk',
	].map((code) => otherModel(code, 4)),
];

/** The models that make images (3) or videos (4). */
export function modelsFor(creationType: CreationType): Model[] {
	return models.filter((model) => model.creationType === creationType);
}

/** The model with exactly this code, if the catalogue knows it. */
export function findModel(code: string): Model | undefined {
	return models.find((model) => model.code === code);
}
