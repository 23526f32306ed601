import type { INodeProperties } from 'n8n-workflow';

import type { BodyField } from '../../shared/fields/field';
import { timelineFields, whenSubtitles } from './timeline';

/** What becomes of the subtitles: hide_subtitle and subtitle_config.show (service.md 4.7). */
export const subtitles: BodyField = {
	path: 'subtitles',
	property: {
		displayName: 'Subtitles',
		name: 'subtitles',
		type: 'options',
		options: [
			{
				name: 'Show',
				value: 'show',
				description: 'Show them in the video, and add a file with their timing',
			},
			{
				name: 'Hide, but Keep the File',
				value: 'hide',
				description: 'Only add a file with the subtitles and their timing',
			},
			{ name: 'None', value: 'none', description: 'Add neither subtitles nor the timing file' },
		],
		default: 'show',
		displayOptions: { hide: { background: ['transparent'] } },
		description:
			"Whether the video has subtitles. Style them in 'Additional Fields'. If not styled, they fit the screen.",
	},
};

type Words = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

const at = (name: string) => `subtitle_config.${name}`;

const pixels = (name: string, words: Words, start: number, minValue?: number): BodyField => ({
	path: at(name),
	property: {
		...words,
		type: 'number',
		typeOptions: { ...(minValue === undefined ? {} : { minValue }), numberPrecision: 0 },
		default: start,
		displayOptions: whenSubtitles,
	},
});

const color = (name: string, words: Words, start: string): BodyField => ({
	path: at(name),
	property: {
		...words,
		type: 'color',
		default: start,
		placeholder: 'e.g. #FFFFFF',
		displayOptions: whenSubtitles,
	},
});

const fontId: BodyField = {
	path: at('font_id'),
	property: {
		displayName: 'Subtitle Font ID',
		name: 'subtitleFontId',
		type: 'string',
		default: '',
		displayOptions: whenSubtitles,
		description: 'ID from the font list of the service. If empty, the service chooses the font.',
	},
};

const disableTrack: BodyField = {
	path: at('disableTrack'),
	property: {
		displayName: 'Subtitles Outside Track',
		name: 'subtitlesOutsideTrack',
		type: 'boolean',
		default: true,
		displayOptions: whenSubtitles,
		description: 'Whether to keep the subtitles out of the video track',
	},
};

export const subtitleWidth = pixels(
	'width',
	{
		displayName: 'Subtitle Width',
		name: 'subtitleWidth',
		description: 'Width of the subtitle area in pixels. If not set, it fits the screen.',
	},
	1000,
	1,
);

export const subtitleHeight = pixels(
	'height',
	{
		displayName: 'Subtitle Height',
		name: 'subtitleHeight',
		description: 'Height of the subtitle area in pixels. If not set, it fits the screen.',
	},
	200,
	1,
);

const subtitleX = pixels(
	'x',
	{
		displayName: 'Subtitle Position X',
		name: 'subtitleX',
		description: 'Offset of the subtitle area from the left edge of the screen in pixels',
	},
	31,
);

const subtitleY = pixels(
	'y',
	{
		displayName: 'Subtitle Position Y',
		name: 'subtitleY',
		description: 'Offset of the subtitle area from the top edge of the screen in pixels',
	},
	0,
);

/** Look and lines of the subtitles. */
export const subtitleFields: readonly BodyField[] = [
	subtitleX,
	subtitleY,
	subtitleWidth,
	subtitleHeight,
	pixels(
		'font_size',
		{
			displayName: 'Subtitle Font Size',
			name: 'subtitleFontSize',
			description:
				'Size of the letters. If not set, the recommended size is used: 64, or 150 for a 4K screen.',
		},
		64,
		1,
	),
	color(
		'color',
		{
			displayName: 'Subtitle Color',
			name: 'subtitleColor',
			description: 'Color of the letters in the form #RRGGBB',
		},
		'#ffffff',
	),
	color(
		'stroke_color',
		{
			displayName: 'Subtitle Outline Color',
			name: 'subtitleOutlineColor',
			description: 'Color of the outline in the form #RRGGBB',
		},
		'#000000',
	),
	pixels(
		'stroke_width',
		{
			displayName: 'Subtitle Outline Width',
			name: 'subtitleOutlineWidth',
			description: 'Width of the outline; the service recommends 7',
		},
		7,
		0,
	),
	fontId,
	disableTrack,
	...timelineFields,
];
