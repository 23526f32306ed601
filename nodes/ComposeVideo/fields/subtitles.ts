import type { INodeProperties } from 'n8n-workflow';

import { type BodyField, toggle } from '../../shared/fields/field';
import { pixels } from '../../shared/fields/screen';
import { color } from './background';
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

const at = (name: string) => `subtitle_config.${name}`;

type Words = Omit<INodeProperties, 'type' | 'displayOptions'>;

const inPixels = (name: string, words: Words, minValue?: number) =>
	pixels(at(name), { ...words, displayOptions: whenSubtitles }, minValue);

const colored = (name: string, words: Words) =>
	color(at(name), { placeholder: 'e.g. #FFFFFF', ...words, displayOptions: whenSubtitles });

export const subtitleWidth = inPixels(
	'width',
	{
		displayName: 'Subtitle Width',
		name: 'subtitleWidth',
		default: 1000,
		description: 'Width of the subtitle area in pixels. If not set, it fits the screen.',
	},
	1,
);

export const subtitleHeight = inPixels(
	'height',
	{
		displayName: 'Subtitle Height',
		name: 'subtitleHeight',
		default: 200,
		description: 'Height of the subtitle area in pixels. If not set, it fits the screen.',
	},
	1,
);

/** Look and lines of the subtitles. */
export const subtitleFields: readonly BodyField[] = [
	inPixels('x', {
		displayName: 'Subtitle Position X',
		name: 'subtitleX',
		default: 31,
		description: 'Offset of the subtitle area from the left edge of the screen in pixels',
	}),
	inPixels('y', {
		displayName: 'Subtitle Position Y',
		name: 'subtitleY',
		default: 0,
		description: 'Offset of the subtitle area from the top edge of the screen in pixels',
	}),
	subtitleWidth,
	subtitleHeight,
	inPixels(
		'font_size',
		{
			displayName: 'Subtitle Font Size',
			name: 'subtitleFontSize',
			default: 64,
			description:
				'Size of the letters. If not set, the recommended size is used: 64, or 150 for a 4K screen.',
		},
		1,
	),
	colored('color', {
		displayName: 'Subtitle Color',
		name: 'subtitleColor',
		default: '#ffffff',
		description: 'Color of the letters in the form #RRGGBB',
	}),
	colored('stroke_color', {
		displayName: 'Subtitle Outline Color',
		name: 'subtitleOutlineColor',
		default: '#000000',
		description: 'Color of the outline in the form #RRGGBB',
	}),
	inPixels(
		'stroke_width',
		{
			displayName: 'Subtitle Outline Width',
			name: 'subtitleOutlineWidth',
			default: 7,
			description: 'Width of the outline; the service recommends 7',
		},
		0,
	),
	{
		path: at('font_id'),
		property: {
			displayName: 'Subtitle Font ID',
			name: 'subtitleFontId',
			type: 'string',
			default: '',
			displayOptions: whenSubtitles,
			description: 'ID from the font list of the service. If empty, the service chooses the font.',
		},
	},
	toggle(at('disableTrack'), {
		displayName: 'Subtitles Outside Track',
		name: 'subtitlesOutsideTrack',
		displayOptions: whenSubtitles,
		description: 'Whether to keep the subtitles out of the video track',
	}),
	...timelineFields,
];
