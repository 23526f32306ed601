import { clamp, get, inRange, isEmpty, mapValues } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';

import { type BodyField, type SentField, bracesIn, label, readField } from '../shared/fields/field';
import {
	choiceField,
	type FieldGroup,
	numberField,
	textField,
	toggle,
} from '../shared/fields/properties';
import type { Draft } from '../shared/fields/fileFields';
import { asItIs } from '../shared/fields/parse';
import { withoutCodeBlock } from '../shared/fields/jsonText';
import { broken, mustBe, type Problem, type Violation } from '../shared/fields/violations';
import { is4k, type Size } from '../shared/api/library';
import { isObject, parseJson } from '../shared/util/json';
import { formatList } from '../shared/util/text';
import { speechMessages } from '../shared/speech/speechMessages';
import { composeVideoMessages } from './composeVideo.messages';
import { areaFields, color, type Rectangle, type VideoBody } from './layout';

/** What becomes of the subtitles: hide_subtitle and subtitle_config.show (service.md 4.7). */
export const subtitles: SentField = {
	...choiceField(
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
		{ show: ['true', 'yes', 'on'], none: ['false', 'no', 'off'] },
	),
	send: (value) => (value === 'none' ? true : undefined),
};

const startArea = { x: 31, y: 0, width: 1000, height: 200 };

const area = areaFields('Subtitle', 'subtitle_config', startArea, {
	x: 'Offset of the subtitle area from the left edge of the screen in pixels',
	y: 'Offset of the subtitle area from the top edge of the screen in pixels',
	width: 'Width of the subtitle area in pixels. If not set, it fits the screen.',
	height: 'Height of the subtitle area in pixels. If not set, it fits the screen.',
});

const at = (name: string) => `subtitle_config.${name}`;

/** Where the subtitles are, in words. */
const position = choiceField(at('position'), {
	displayName: 'Subtitle Position',
	name: 'subtitlePosition',
	options: [
		{ name: 'Bottom', value: 'bottom' },
		{ name: 'Middle', value: 'middle' },
		{ name: 'Top', value: 'top' },
	],
	default: 'bottom',
	description: `Where on the screen the subtitles are. For an exact position, use '${area.y.property.displayName}' instead.`,
});

const time = (displayName: string, name: string, happens: string): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: `When the line ${happens}, a whole number. The service does not document whether it is in seconds or milliseconds.`,
});

/** What a line has, by the names of the service (service.md 4.7). */
const lineFields = {
	begin_time: time('Begin Time', 'beginTime', 'appears'),
	end_time: time('End Time', 'endTime', 'disappears'),
	text: { displayName: 'Text', name: 'text', type: 'string', default: '' },
} as const satisfies Record<string, INodeProperties>;

const lines: BodyField = {
	path: at('subtitles'),
	property: {
		displayName: 'Subtitle Lines',
		name: 'subtitleLines',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Line', sortable: true },
		default: {},
		placeholder: 'Add Line',
		description:
			"Your own subtitles, each line with its times. Cannot be combined with 'Subtitle Lines (JSON)'. If empty, the service writes the subtitles from the speech.",
		options: [{ displayName: 'Line', name: 'line', values: Object.values(lineFields) }],
	},
	parse: (given) => asItIs(toLines(given)),
	check: checkLines,
};

const json: BodyField = {
	...lines,
	path: at('subtitlesJson'),
	property: {
		displayName: 'Subtitle Lines (JSON)',
		name: 'subtitleLinesJson',
		type: 'json',
		default: '[{ "begin_time": 0, "end_time": 2, "text": "Hello" }]',
		description:
			'Your own subtitles as a list of any length, for example from an earlier node: each line with begin_time and end_time (whole numbers) and text',
	},
};

function checkLines(value: unknown, place: string): Problem | undefined {
	if (!Array.isArray(value)) return mustBe(composeVideoMessages.listOfLines);
	const rows = value.filter(isObject);
	const braces = rows.map(({ text }) => bracesIn(text, place)).find(Boolean);
	if (braces) return braces;
	const wrong = rows.findIndex(({ begin_time: begin, end_time: end, text }) => {
		return text === undefined || !(Number(end) > Number(begin));
	});
	return wrong < 0 ? undefined : broken(composeVideoMessages.invalidLine(place, wrong + 1));
}

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
			at('font_size'),
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
		color(at('color'), {
			displayName: 'Subtitle Color',
			name: 'subtitleColor',
			default: '#ffffff',
			description: 'Color of the letters in the form #RRGGBB',
		}),
		color(at('stroke_color'), {
			displayName: 'Subtitle Outline Color',
			name: 'subtitleOutlineColor',
			default: '#000000',
			description: 'Color of the outline in the form #RRGGBB',
		}),
		numberField(
			at('stroke_width'),
			{
				displayName: 'Subtitle Outline Width',
				name: 'subtitleOutlineWidth',
				default: 7,
				description: 'Width of the outline; the service recommends 7',
				typeOptions: { minValue: 0 },
			},
			'pixels',
		),
		textField(at('font_id'), {
			displayName: 'Subtitle Font ID',
			name: 'subtitleFontId',
			description: 'ID from the font list of the service. If empty, the service chooses the font.',
		}),
		toggle(at('disableTrack'), {
			displayName: 'Subtitles Outside Track',
			name: 'subtitlesOutsideTrack',
			description: 'Whether to keep subtitles out of the track. The service does not explain it.',
		}),
		lines,
		json,
	],
};

/**
 * Completes the subtitles, where there are any: in an area that fits the screen, unless the user set
 * another, which begins on the screen and may not be larger than it (service.md 4.7).
 */
export function completeSubtitles({ body, chosen, violations }: Draft, screen: Size): void {
	const shown = chosen[subtitles.property.name];
	if (shown === undefined || shown === 'none') return;
	const {
		subtitlesJson: inJson,
		position: inWords,
		...config
	} = (body as Partial<VideoBody>).subtitle_config ?? {};
	if (inWords !== undefined && config.y !== undefined) {
		violations.push(broken(composeVideoMessages.bothAreSet(label(position), label(area.y))));
	}
	if (inJson !== undefined && config.subtitles !== undefined) {
		violations.push(broken(composeVideoMessages.bothAreSet(label(lines), label(json))));
	}
	const written = config.subtitles ?? inJson;
	body.subtitle_config = {
		...placed(subtitleStyle(screen, config), screen, inWords),
		...config,
		// The service names no default for it, and an area alone need not mean that subtitles are seen.
		show: shown === 'show',
		// asr_type 1 stands for subtitles that the user wrote.
		...(written === undefined ? {} : { subtitles: written, asr_type: 1 }),
	};
	violations.push(...areaViolations(config, screen));
}

/** Lines that the user wrote have times, which fit one video only. */
export function refuseOwnLines({ body, violations }: Draft): void {
	if ((body as Partial<VideoBody>).subtitle_config?.subtitles === undefined) return;
	violations.push(broken(speechMessages.ownLines(label(lines))));
}

/** The area of the subtitles begins on the screen, and is not larger than it (service.md 4.7). */
function areaViolations(set: Partial<Rectangle>, screen: Size): Violation[] {
	const violations: Violation[] = [];
	const { width, height } = screen;
	const tooLarge = (['width', 'height'] as const)
		.filter((side) => (set[side] ?? 0) > screen[side])
		.map((side) => composeVideoMessages.subtitleSide(label(area[side]), Number(set[side])));
	if (tooLarge.length > 0) {
		const sides = formatList(tooLarge, 'and');
		violations.push(broken(composeVideoMessages.subtitlesTooLarge(sides, width, height)));
	}
	const ends = { x: width, y: height };
	const size = `${width} × ${height}`;
	for (const start of ['x', 'y'] as const) {
		const position = set[start] ?? 0;
		if (inRange(position, ends[start])) continue;
		const last = ends[start] - 1;
		const place = label(area[start]);
		violations.push(broken(composeVideoMessages.subtitlesOutside(place, position, size, last)));
	}
	return violations;
}

/**
 * Lines of the editor, in whose collection there may be none yet, or of JSON, with the names of the
 * editor or of the service; without what cannot be used. Anything else stays as it is.
 */
function toLines(given: unknown): unknown {
	const list = listOfLines(typeof given === 'string' ? linesInJson(given) : given);
	if (!Array.isArray(list)) return list;
	return list.map((line: unknown) =>
		mapValues(lineFields, (property, name) => {
			const value: unknown = get(line, name) ?? get(line, property.name);
			const reading = readField({ property }, value, null);
			return 'value' in reading ? reading.value : undefined;
		}),
	);
}

function linesInJson(text: string): unknown {
	return parseJson(withoutCodeBlock(text)) ?? text;
}

/** Under which names an object holds lines: in the editor, and in the requests of the service. */
const LINES = ['line', 'subtitles', 'lines'];

/** The list that is in an object; a line alone is a list of one. */
function listOfLines(given: unknown): unknown {
	if (!isObject(given)) return given;
	const name = LINES.find((one) => one in given);
	if (name !== undefined) return given[name] ?? [];
	if (isEmpty(given)) return [];
	return lineFields.text.name in given ? [given] : given;
}

/** The screens for which the service recommends a style: the usual one and 4K (service.md 4.7). */
const RECOMMENDED = {
	usual: {
		base: { width: 1080, height: 1920 },
		style: { x: 31, y: 1521, width: 1000, height: 200, font_size: 64 },
	},
	in4k: {
		base: { width: 2160, height: 3840 },
		style: { x: 80, y: 2840, width: 2000, height: 1000, font_size: 150 },
	},
};

type SubtitleStyle = Rectangle & { font_size: number };

/**
 * The recommended style of the subtitles, its area in proportion to the screen and inside of it.
 *
 * @param given what the user set of the area, which is kept
 */
function subtitleStyle(screen: Size, given: Partial<Rectangle>): SubtitleStyle {
	const { base, style } = RECOMMENDED[is4k(screen) ? 'in4k' : 'usual'];
	const along = (side: 'width' | 'height', start: 'x' | 'y') => {
		const scale = screen[side] / base[side];
		const room = screen[side] - (given[start] ?? 0);
		const length = given[side] ?? clamp(Math.floor(style[side] * scale), 1, room);
		const from = given[start] ?? Math.min(Math.floor(style[start] * scale), screen[side] - length);
		return { [side]: length, [start]: from };
	};
	return { ...style, ...along('width', 'x'), ...along('height', 'y') };
}

/** The style with its area at another place of the screen, as far from its edge as the service recommends for the bottom. */
function placed(style: SubtitleStyle, { height }: Size, position: unknown): SubtitleStyle {
	if (position === 'top') return { ...style, y: height - style.y - style.height };
	if (position === 'middle') return { ...style, y: Math.floor((height - style.height) / 2) };
	return style;
}
