import type { FieldRule, FrameRule } from './types';

/** Rules that several models have in common, word for word (service.md 4.3). */

export const MEBIBYTE = 1024 ** 2;

export const resultRatios = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;

export const frameRatios = ['auto', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

export const videoRatios = ['auto', '16:9', '1:1', '9:16'] as const;

export const clarityWith2K = [720, 1080, 1440, 2160, '2K', '4K'] as const;

export const imageCount: FieldRule = { min: 1, max: 4 };

export const fiveOrTenSeconds: FieldRule = { required: true, values: [5, 10] };

/** Ratios that results are documented with (2.2), for models whose own list is not shown. */
export const openRatio: FieldRule = { suggestions: resultRatios };

export const openClarity: FieldRule = { suggestions: [720, 1080] };

export const frameRule: FrameRule = { min: 1, max: 2 };

export const quality = {
	values: ['std', 'pro'],
	valueNames: { std: 'Standard', pro: 'Professional' },
	initial: 'pro',
} as const satisfies FieldRule;

/** The reference images of a model that can take its first frame from them. */
export const imageInstead: FieldRule = {
	further: true,
	note: "Another way to set the first frame: use either this field or 'First Frame'",
};

const instead =
	"Replaces 'First Frame' and 'Last Frame': set both to None, then add the first image, and after it the last";

/** The media fields of a first- and last-frame model. */
export const frameFields = {
	start_frame: {
		expected: true,
		note: 'Use one or two different images in total, across all image fields',
	},
	end_frame: { note: 'Also needs a first image' },
	ref_img_url: { further: true, note: instead },
	ref_resources: { further: true, fileTypes: ['image'], note: instead },
} as const satisfies Record<string, FieldRule>;
