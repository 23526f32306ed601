import { formatLimit } from '../../util/format';
import { frameFields, frameRatios, frameRule, MEBIBYTE } from './sharedRules';
import type { Model, SecondPrice } from './types';

const LARGEST_FRAME = 30 * MEBIBYTE;

type ActivityAndOriginal = readonly [activity: number, original: number];

function secondPrice(
	clarity: number,
	resolutionMode: string,
	[activityA, originalA]: ActivityAndOriginal,
	[activityB, originalB]: ActivityAndOriginal,
): SecondPrice {
	return {
		clarity,
		resolutionMode,
		creditA: { activity: activityA, original: originalA },
		creditB: { activity: activityB, original: originalB },
	};
}

/** The video models that join a first and a last frame (service.md 4.3). */
export const frameVideoModels: readonly Model[] = [
	{
		code: 'modelc3.0-first-last-to-video',
		label: 'First and last frame → video',
		description:
			'A video of 2 to 30 seconds that starts with one image and optionally ends with another',
		creationType: 4,
		described: true,
		frames: {
			...frameRule,
			extensions: ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'gif'],
			maxBytes: LARGEST_FRAME,
		},
		fields: {
			ref_prompt: { required: true, maxLength: 20000 },
			...frameFields,
			start_frame: {
				...frameFields.start_frame,
				note: `JPEG, PNG, WebP, BMP, TIFF or GIF, at most ${formatLimit(LARGEST_FRAME)}. ${frameFields.start_frame.note}`,
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
				initial: 'fast',
				note: 'If not set, Standard is used',
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
		label: 'First and last frame → video, 21:9 too',
		description:
			'A video of 3 to 30 seconds that starts with one image and optionally ends with another',
		creationType: 4,
		described: true,
		frames: frameRule,
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
