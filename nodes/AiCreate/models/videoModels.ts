import { formatLimit } from '../../shared/util/amounts';
import type { FieldRule, ModelFieldRules, ModelEntries, ValueNames } from './modelRules';
import { closedList, dropdownOfNumbers, resultRatios, suggested } from './takes';

/*
 * The models that make videos, one entry each (service.md 4.3). What several entries share stands before them.
 */

const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'];
const videoRatios = ['auto', '16:9', '1:1', '9:16'];
const clarityWith2K = [720, 1080, 1440, 2160, '2K', '4K'];

/**
 * The fields of models whose own ratios and resolutions the specification does not list. The ratios are those with
 * which it shows results.
 */
const openFields: ModelFieldRules = {
	ref_prompt: {},
	ref_img_url: {},
	aspect_ratio: { takes: suggested(resultRatios) },
	clarity: { takes: suggested([720, 1080]) },
};

const qualities = ['std', 'pro'];
const qualityNames: ValueNames = { std: 'Standard', pro: 'Professional' };

const MAX_FRAME_BYTES = 30 * 1024 ** 2;

const oneOrTwo = 'Use one or two different images in total, across all image fields';

const instead =
	"Replaces 'First Frame' and 'Last Frame': set both to None, then add the first image, and after it the last";

/** The fields for the images of a first- and last-frame model: two frames, and two lists that may take their place. */
const frameFields: ModelFieldRules = {
	start_frame: { role: 'start', note: oneOrTwo },
	end_frame: { note: 'Also needs a first image' },
	ref_img_url: { role: 'secondary', note: instead },
	ref_resources: { role: 'secondary', takes: { is: 'files', types: ['image'] }, note: instead },
};

/** The reference image from which a model can take its first frame, in place of the field 'First Frame'. */
const imageInstead: FieldRule = {
	role: 'insteadOfFirstFrame',
	takes: { is: 'files', most: 1 },
	note: "Another way to set the first frame: use either this field or 'First Frame'",
};

/** The fields of models for videos of 5 or 10 seconds. All of them must be set. */
const fiveOrTenSeconds: ModelFieldRules = {
	ref_prompt: { required: true },
	aspect_ratio: { required: true, takes: closedList(videoRatios) },
	video_duration: { required: true, takes: closedList([5, 10]) },
};

/** The fields of models for videos of 5 to 15 seconds. None of them must be set. */
const fiveToFifteenSeconds: ModelFieldRules = {
	ref_prompt: {},
	aspect_ratio: { takes: closedList(videoRatios) },
	clarity: { takes: closedList(clarityWith2K) },
	video_duration: { takes: dropdownOfNumbers(5, 15) },
};

/** The fields of the two models that take files of any type. */
const materialFields: ModelFieldRules = {
	ref_prompt: {},
	ref_img_url: { role: 'secondary', note: "An older field: 'Reference Files' also accepts images" },
	ref_resources: { takes: { is: 'files', types: ['image', 'video', 'audio'] } },
	aspect_ratio: { takes: closedList(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9']) },
	clarity: { takes: closedList(clarityWith2K) },
	video_duration: { takes: dropdownOfNumbers(4, 15) },
};

/** By their codes, in the order of the specification. */
export const videoModels: ModelEntries = {
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
			video_duration: { required: true, takes: dropdownOfNumbers(2, 30) },
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
		// Without a limit in it, this only says that the model starts from frames.
		frames: {},
		fields: {
			ref_prompt: {},
			...frameFields,
			aspect_ratio: { takes: closedList(frameRatios.concat('21:9')) },
			clarity: { takes: closedList([480, 720, 1080]) },
			video_duration: { takes: dropdownOfNumbers(3, 30) },
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
				takes: suggested(qualities, qualityNames),
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
		fields: fiveToFifteenSeconds,
	},
	'ext_modela-v3-0-turbo-text2video': {
		label: 'Text → video, turbo edition',
		description: '5 to 15 seconds. It is not published how the turbo edition differs.',
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, takes: closedList(videoRatios) },
			clarity: { takes: closedList(clarityWith2K) },
			video_duration: { required: true, takes: dropdownOfNumbers(5, 15) },
		},
	},
	'ext_modela-v3-0-turbo-image2video': {
		label: 'First frame → video, turbo edition',
		description: '5 to 15 seconds. It is not published how the turbo edition differs.',
		needs: 'image',
		fields: { ...fiveToFifteenSeconds, start_frame: { role: 'start' } },
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
			video_duration: { takes: dropdownOfNumbers(3, 15) },
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
