import { formatLimit } from '../../../shared/util/format';
import { type DescribedModel, type FieldRule, resultRatios, type SecondPrice } from './types';

const MAX_FRAME_BYTES = 30 * 1024 ** 2;

const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;
const videoRatios = ['auto', '16:9', '1:1', '9:16'] as const;
const clarityWith2K = [720, 1080, 1440, 2160, '2K', '4K'] as const;
const fiveOrTenSeconds: FieldRule = { required: true, values: [5, 10] };

/** Ratios that results are documented with (2.2), for models whose own list is not shown. */
const openRatio: FieldRule = { suggestions: resultRatios };
const openClarity: FieldRule = { suggestions: [720, 1080] };

const quality = {
	values: ['std', 'pro'],
	valueNames: { std: 'Standard', pro: 'Professional' },
} as const satisfies FieldRule;

/** The reference images of a model that can take its first frame from them. */
const imageInstead: FieldRule = {
	secondary: true,
	note: "Another way to set the first frame: use either this field or 'First Frame'",
};

const instead =
	"Replaces 'First Frame' and 'Last Frame': set both to None, then add the first image, and after it the last";

/** The media fields of a first- and last-frame model. */
const frameFields = {
	start_frame: {
		expected: true,
		note: 'Use one or two different images in total, across all image fields',
	},
	end_frame: { note: 'Also needs a first image' },
	ref_img_url: { secondary: true, note: instead },
	ref_resources: { secondary: true, fileTypes: ['image'], note: instead },
} as const satisfies Record<string, FieldRule>;

function secondPrice(
	clarity: number,
	resolutionMode: string,
	[creditA, originalCreditA]: readonly [number, number],
	[creditB, originalCreditB]: readonly [number, number],
): SecondPrice {
	const credits = { creditA, creditB, originalCreditA, originalCreditB };
	return { clarity, resolutionMode, credits };
}

/** The video models that join a first and a last frame (service.md 4.3). */
const frameVideoModels: readonly DescribedModel[] = [
	{
		code: 'modelc3.0-first-last-to-video',
		label: 'First (and last) frame → video',
		description:
			'A video of 2 to 30 seconds that starts with one image and optionally ends with another',
		frames: {
			extensions: ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'gif'],
			maxBytes: MAX_FRAME_BYTES,
		},
		fields: {
			ref_prompt: { required: true, maxLength: 20000 },
			...frameFields,
			start_frame: {
				...frameFields.start_frame,
				note: `JPEG, PNG, WebP, BMP, TIFF or GIF, at most ${formatLimit(MAX_FRAME_BYTES)}. ${frameFields.start_frame.note}`,
			},
			aspect_ratio: {
				required: true,
				values: frameRatios,
				initial: 'auto',
				note: 'Auto matches the images',
			},
			clarity: { required: true, values: [480, 720, 1080], initial: 720 },
			resolution_mode: {
				values: ['native', 'fast'],
				valueNames: { native: 'Standard', fast: 'Fast (Higher Cost)' },
				defaultWhenOmitted: 'native',
			},
			video_duration: { required: true, min: 2, max: 30 },
			number_of_images: { required: true, fixed: 1 },
		},
		prices: {
			defaultResolutionMode: 'native',
			perSecond: [
				secondPrice(480, 'native', [7, 15], [1, 2]),
				secondPrice(480, 'fast', [10, 20], [2, 3]),
				secondPrice(720, 'native', [11, 20], [2, 3]),
				secondPrice(720, 'fast', [23, 45], [3, 6]),
				secondPrice(1080, 'native', [21, 40], [3, 6]),
				secondPrice(1080, 'fast', [43, 85], [6, 12]),
			],
		},
	},
	{
		code: 'modelb-2.5-first-last-to-video',
		label: 'First (and last) frame → video, 21:9 too',
		description:
			'A video of 3 to 30 seconds that starts with one image and optionally ends with another',
		frames: {},
		fields: {
			ref_prompt: {},
			...frameFields,
			aspect_ratio: { values: [...frameRatios, '21:9'] },
			clarity: { values: [480, 720, 1080] },
			video_duration: { min: 3, max: 30 },
			number_of_images: { fixed: 1 },
		},
	},
];

const materialFields = {
	ref_prompt: {},
	ref_img_url: { secondary: true, note: "An older field: 'Reference Files' also accepts images" },
	ref_resources: { fileTypes: ['image', 'video', 'audio'] },
	aspect_ratio: { values: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] },
	clarity: { values: clarityWith2K },
	video_duration: { min: 4, max: 15 },
} satisfies Record<string, FieldRule>;

/** The modela family of video models, in the order of service.md 4.3. */
const modelaVideoModels: readonly DescribedModel[] = [
	{
		code: 'ext_modela-v2-1-master',
		label: 'Text or images → video, prompt optional',
		description:
			'A video from a prompt or images. If the prompt is empty, the service uses its own.',
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
		fields: {
			ref_prompt: { required: true },
			start_frame: {},
			end_frame: {},
			aspect_ratio: { required: true, values: videoRatios },
			clarity: { values: clarityWith2K, defaultWhenOmitted: 1080 },
			video_duration: fiveOrTenSeconds,
		},
	},
	{
		code: 'ext_modela-v3-0-text2video',
		label: 'Text → video',
		description: 'A video of 5 to 15 seconds from a prompt alone',
		fields: {
			ref_prompt: {},
			aspect_ratio: { values: videoRatios },
			clarity: { values: clarityWith2K },
			video_duration: { min: 5, max: 15 },
		},
	},
	{
		code: 'ext_modela-v3-0-turbo-text2video',
		label: 'Text → video, turbo edition',
		description:
			'From a prompt alone, 5 to 15 seconds. The service does not say how the turbo edition differs.',
		fields: {
			ref_prompt: { required: true },
			aspect_ratio: { required: true, values: videoRatios },
			clarity: { values: clarityWith2K },
			video_duration: { required: true, min: 5, max: 15 },
		},
	},
	{
		code: 'ext_modela-v3-0-turbo-image2video',
		label: 'First frame → video, turbo edition',
		description:
			'From an image, 5 to 15 seconds. The service does not say how the turbo edition differs.',
		needs: 'image',
		fields: {
			ref_prompt: {},
			start_frame: { expected: true },
			aspect_ratio: { values: videoRatios },
			clarity: { values: clarityWith2K },
			video_duration: { min: 5, max: 15 },
		},
	},
];

/** The video models in the order of service.md 4.3. */
export const videoModels: readonly DescribedModel[] = [
	...frameVideoModels,
	{
		code: 'modelb-2.0-lite-tk',
		label: 'Text or images → video',
		description: 'For text and images. To start from a video, use modelb-2.0-pro-tk.',
		fields: materialFields,
	},
	{
		code: 'modelb-2.0-pro-tk',
		label: 'Video → video',
		description: 'For videos. To start from text or images, use modelb-2.0-lite-tk.',
		needs: 'video',
		fields: materialFields,
	},
	...modelaVideoModels,
	{
		code: 'modeld-1.1-i2v',
		label: 'First frame → video, 3 to 15 seconds',
		description: 'A video of 3 to 15 seconds that starts with an image',
		needs: 'image',
		fields: {
			ref_prompt: {},
			start_frame: { expected: true },
			ref_img_url: imageInstead,
			clarity: { values: clarityWith2K, defaultWhenOmitted: 1080 },
			video_duration: { min: 3, max: 15 },
		},
	},
	{
		code: 'modeld-1.0-i2v',
		label: 'First frame → video, of any length',
		description: 'A video that starts with an image, commonly of 5 or 10 seconds',
		needs: 'image',
		fields: {
			ref_prompt: {},
			start_frame: {
				secondary: true,
				note: "Optional: the image is usually set in 'Reference Files'",
			},
			ref_img_url: { note: 'Add the image that the video starts with' },
			aspect_ratio: openRatio,
			clarity: openClarity,
			video_duration: { suggestions: [5, 10] },
		},
	},
	{
		code: 'modele-q1',
		label: 'Text or images → video, of any length',
		description: 'A video from reference images, or from the prompt alone if there are none',
		fields: {
			ref_prompt: {},
			ref_img_url: {},
			aspect_ratio: openRatio,
			clarity: openClarity,
			video_duration: {},
		},
	},
];
