import { SWITCH_WORDS } from '../shared/fields/parse';
import {
	choiceField,
	type FieldGroup,
	numberField,
	textField,
	toggle,
} from '../shared/fields/properties';
import { listOfWords } from '../shared/fields/words';
import { areaFields, colorField } from './areaFields';
import { lines, linesInJson } from './subtitleLines';

/*
 * The fields about the subtitles of a video (service.md 4.7).
 */

/**
 * What becomes of the subtitles. For None, hide_subtitle is sent. For the other choices, this field sends nothing:
 * `completeSubtitles` adds subtitle_config.show, which is true for Show.
 */
export const subtitles = choiceField(
	'hide_subtitle',
	{
		displayName: 'Subtitles',
		name: 'subtitles',
		options: [
			{
				name: 'Show',
				value: 'show',
				description: 'Show them in the video, and add a file with their timing',
			},
			{
				name: 'Subtitle File Only',
				value: 'hide',
				description: 'No subtitles in the video, but a file with their timing',
			},
			{ name: 'None', value: 'none', description: 'No subtitles, and no file with their timing' },
		],
		default: 'show',
		displayOptions: { hide: { background: ['transparent'] } },
		description:
			"Whether the video has subtitles. Style them in 'Subtitle Options'. If not styled, they fit the screen.",
	},
	{
		parse: {
			otherWords: { show: listOfWords(SWITCH_WORDS.on), none: listOfWords(SWITCH_WORDS.off) },
		},
		send: (value) => (value === 'none' ? true : undefined),
	},
);

/** The area of the subtitles. */
export const area = areaFields({
	part: 'Subtitle',
	path: 'subtitle_config',
	starts: { x: 31, y: 0, width: 1000, height: 200 },
	descriptions: {
		x: 'Offset of the subtitle area from the left edge of the screen in pixels',
		y: 'Offset of the subtitle area from the top edge of the screen in pixels',
		width: 'Width of the subtitle area in pixels. If not set, it fits the screen.',
		height: 'Height of the subtitle area in pixels. If not set, it fits the screen.',
	},
});

/** Where the subtitles are, in words. It is not sent: `completeSubtitles` turns it into an area. */
export const position = choiceField(
	'subtitle_config.position',
	{
		displayName: 'Subtitle Position',
		name: 'subtitlePosition',
		options: [
			{ name: 'Bottom', value: 'bottom' },
			{ name: 'Middle', value: 'middle' },
			{ name: 'Top', value: 'top' },
		],
		default: 'bottom',
		description: `Where on the screen the subtitles are. For an exact position, use '${area.y.property.displayName}' instead.`,
	},
	{ parse: { otherWords: { middle: ['center', 'centre', 'centered', 'centred'] } } },
);

/** Look and lines of the subtitles, where the video has any. */
export const subtitleOptions: FieldGroup = {
	displayName: 'Subtitle Options',
	name: 'subtitleOptions',
	placeholder: 'Add Subtitle Option',
	displayOptions: { hide: { subtitles: ['none'], background: ['transparent'] } },
	fields: [
		position,
		...Object.values(area),
		numberField(
			'subtitle_config.font_size',
			{
				displayName: 'Subtitle Font Size',
				name: 'subtitleFontSize',
				default: 64,
				description:
					'Size of the letters. If not set, the recommended size is used: 64, or 150 for a 4K screen.',
				typeOptions: { minValue: 1 },
			},
			'pixels',
		),
		colorField('subtitle_config.color', {
			displayName: 'Subtitle Color',
			name: 'subtitleColor',
			default: '#ffffff',
			description: 'Color of the letters in the form #RRGGBB',
		}),
		colorField('subtitle_config.stroke_color', {
			displayName: 'Subtitle Outline Color',
			name: 'subtitleOutlineColor',
			default: '#000000',
			description: 'Color of the outline in the form #RRGGBB',
		}),
		numberField(
			'subtitle_config.stroke_width',
			{
				displayName: 'Subtitle Outline Width',
				name: 'subtitleOutlineWidth',
				default: 7,
				description: 'Width of the outline; the service recommends 7',
				typeOptions: { minValue: 0 },
			},
			'pixels',
		),
		textField('subtitle_config.font_id', {
			displayName: 'Subtitle Font ID',
			name: 'subtitleFontId',
			description: 'ID from the font list of the service. If empty, the service chooses the font.',
		}),
		toggle('subtitle_config.disableTrack', {
			displayName: 'Subtitles Outside Track',
			name: 'subtitlesOutsideTrack',
			description: 'Whether to keep subtitles out of the track. The service does not explain it.',
		}),
		lines,
		linesInJson,
	],
};
