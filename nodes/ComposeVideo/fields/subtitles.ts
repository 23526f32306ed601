import type { INodeProperties } from 'n8n-workflow';

import type { BodyField, FieldGroup } from '../../shared/fields/bodyField';
import { timelineFields } from './timeline';

type Words = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

const at = (name: string) => `subtitle_config.${name}`;

const pixels = (name: string, words: Words, minValue: number, start: number): BodyField => ({
	path: at(name),
	property: {
		...words,
		type: 'number',
		typeOptions: { minValue, numberPrecision: 0 },
		default: start,
	},
});

const color = (name: string, words: Words, start: string): BodyField => ({
	path: at(name),
	property: { ...words, type: 'color', default: start, placeholder: 'e.g. #FFFFFF' },
});

export const hideSubtitle: BodyField = {
	path: 'hide_subtitle',
	property: {
		displayName: 'No Subtitles',
		name: 'hideSubtitle',
		type: 'boolean',
		default: true,
		description: 'Whether to make neither subtitles nor the file with their times',
	},
};

export const show: BodyField = {
	path: at('show'),
	property: {
		displayName: 'Show Subtitles',
		name: 'show',
		type: 'boolean',
		default: true,
		description: 'Whether subtitles are seen in the video',
	},
};

const fontId: BodyField = {
	path: at('font_id'),
	property: {
		displayName: 'Font ID',
		name: 'fontId',
		type: 'string',
		default: '',
		description: 'From the font list of the service',
	},
};

const disableTrack: BodyField = {
	path: at('disableTrack'),
	property: {
		displayName: 'Keep Out of the Video Track',
		name: 'disableTrack',
		type: 'boolean',
		default: true,
		description: 'Whether the subtitles are not merged into the track',
	},
};

export const subtitleWidth = pixels(
	'width',
	{
		displayName: 'Subtitle Width',
		name: 'width',
		description: 'Width of the area in pixels. Without it, it follows from the screen.',
	},
	1,
	1000,
);

export const subtitleHeight = pixels(
	'height',
	{
		displayName: 'Subtitle Height',
		name: 'height',
		description: 'Height of the area in pixels. Without it, it follows from the screen.',
	},
	1,
	200,
);

const subtitleX = pixels(
	'x',
	{
		displayName: 'Subtitle X',
		name: 'x',
		description: 'Distance of the area from the left edge in pixels',
	},
	0,
	31,
);

const subtitleY = pixels(
	'y',
	{
		displayName: 'Subtitle Y',
		name: 'y',
		description: 'Distance of the area from the top edge in pixels',
	},
	0,
	0,
);

export const subtitles: FieldGroup = {
	displayName: 'Subtitles',
	name: 'subtitles',
	placeholder: 'Add Subtitle Option',
	displayOptions: { hide: { background: ['transparent'] } },
	description: 'Without it, the service makes subtitles as usual, in an area that suits the screen',
	fields: [
		hideSubtitle,
		show,
		subtitleX,
		subtitleY,
		subtitleWidth,
		subtitleHeight,
		pixels(
			'font_size',
			{
				displayName: 'Font Size',
				name: 'fontSize',
				description: 'The service recommends 64, for 4K 150',
			},
			1,
			64,
		),
		color(
			'color',
			{ displayName: 'Text Color', name: 'color', description: 'As #RRGGBB' },
			'#ffffff',
		),
		color(
			'stroke_color',
			{ displayName: 'Outline Color', name: 'strokeColor', description: 'As #RRGGBB' },
			'#000000',
		),
		pixels(
			'stroke_width',
			{
				displayName: 'Outline Width',
				name: 'strokeWidth',
				description: 'The service recommends 7',
			},
			0,
			7,
		),
		fontId,
		disableTrack,
		...timelineFields,
	],
};
