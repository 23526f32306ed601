import type { BodyField } from '../shared/fields/field';
import { choiceField, toggle } from '../shared/fields/properties';
import type { RequestPart } from '../shared/fields/readRequest';
import { screenChoice } from '../shared/fields/videoFields';
import { areaFields, colorField } from './areaFields';

/*
 * The screen, and what is behind the person (service.md 4.7).
 */

/**
 * What is behind the person. Of its choices, only Transparent is sent, as is_rgba_mode. The others decide which further
 * fields are shown.
 */
export const background = choiceField(
	'person.is_rgba_mode',
	{
		displayName: 'Background',
		name: 'background',
		options: [
			{
				name: 'Keep Original',
				value: 'keep',
				description: 'The background with which the person was recorded',
			},
			{
				name: 'Color',
				value: 'color',
				description:
					"A single color. If the person's own background covers it, add 'Remove Person's Background'.",
			},
			{
				name: 'Image or Video',
				value: 'file',
				description:
					"JPG, PNG, HEIC, MP4 or MOV. If the person's own background covers it, add 'Remove Person's Background'.",
			},
			{
				name: 'Transparent',
				value: 'transparent',
				description:
					'Needs a person made since 2025 from a transparent WebM video, or with background removal. No subtitles.',
			},
		],
		default: 'keep',
		description: 'What is behind the person. A transparent video is a WebM file.',
	},
	{
		parse: { otherWords: { keep: ['original'], color: ['colour'], file: ['image', 'video'] } },
		send: (value) => (value === 'transparent' ? true : undefined),
	},
);

const backgroundColor: BodyField = {
	...colorField('bg_color', {
		displayName: 'Background Color',
		name: 'bgColor',
		default: '#ffffff',
		displayOptions: { show: { background: ['color'] } },
		description: 'Color in the form #RRGGBB',
	}),
	required: true,
};

/** The screen, and what is behind the person. */
export const backgroundParts: readonly RequestPart[] = [
	...screenChoice(
		['landscape', 'landscape4k', 'portrait', 'portrait4k', 'square'],
		'Size of the video. The person, the background file and the subtitles are scaled to fit. 4K needs a person that supports it.',
	),
	background,
	backgroundColor,
	{
		idPath: 'bg.file_id',
		urlPath: 'bg.src_url',
		name: 'backgroundFile',
		label: 'Background Image or Video',
		inputOf: 'Background',
		purpose: 'make_video_background',
		placeholder: 'e.g. https://example.com/studio.png',
		description: 'Where the image or video comes from. The service reviews its content.',
		show: { background: ['file'] },
	},
];

const whenFile = { show: { '/background': ['file'] } };

export const isRemoveBg: BodyField = toggle('person.is_remove_bg', {
	displayName: "Remove Person's Background",
	name: 'isRemoveBg',
	displayOptions: { show: { '/background': ['color', 'file'] } },
	description:
		'Whether to cut out the person, so that the new background shows around them. The person must support background removal.',
});

const area = areaFields({
	part: 'Background',
	path: 'bg',
	starts: { x: 0, y: 0, width: 1080, height: 1920 },
	displayOptions: whenFile,
	descriptions: {
		x: 'Offset of the image or video from the left edge of the screen in pixels',
		y: 'Offset of the image or video from the top edge of the screen in pixels',
		width: 'Width of the image or video in pixels. If not set, it is that of the screen.',
		height: 'Height of the image or video in pixels. If not set, it is that of the screen.',
	},
});

/** What few people set of the background. */
export const backgroundFields: readonly BodyField[] = [
	isRemoveBg,
	...Object.values(area),
	colorField('bg_color', {
		displayName: 'Background Fill Color',
		name: 'backgroundFillColor',
		default: '#ffffff',
		displayOptions: whenFile,
		description: 'Color, in the form #RRGGBB, of the area that the image or video does not cover',
	}),
];
