import { clamp, omit } from 'lodash';

import { is4k, type Size } from '../shared/util/pictureSize';
import { label } from '../shared/fields/field';
import type { Draft } from '../shared/fields/fileFields';
import { speechMessages } from '../shared/speech/speechMessages';
import type { Message } from '../shared/util/catalogue';
import { formatList } from '../shared/util/text';
import { composeVideoMessages } from './composeVideo.messages';
import { area, position, subtitles } from './subtitleFields';
import { lines, linesInJson } from './subtitleLines';
import type { Rectangle, VideoBody } from './videoBody';

/*
 * The subtitles of a request, once its fields are read (service.md 4.7).
 */

/** What the fields put into the body; `position` and `subtitlesJson` stand for other fields, and are not sent. */
type SubtitleConfig = NonNullable<VideoBody['subtitle_config']>;

/**
 * Completes the subtitles in the body of a request, where the video has any: they get an area that fits the screen, as
 * far as the user has not set another one. What is wrong with what the user set is added to the violations: an area
 * that begins outside of the screen or is larger than it, and two fields that say the same thing.
 *
 * @param screen its size in pixels
 */
export function completeSubtitles({ body, chosen, violations }: Draft, screen: Size): void {
	// 'none', 'show' or 'hide', which only makes a file of them. Undefined for a transparent video, which has no
	// subtitles, and for a wrong choice.
	const choice = chosen[subtitles.property.name];
	if (choice === undefined || choice === 'none') return;
	const given: SubtitleConfig = (body as Partial<VideoBody>).subtitle_config ?? {};
	violations.push(
		...pairViolations(given),
		...sizeViolations(given, screen),
		...startViolations(given, screen),
	);
	const recommended = recommendedStyle(screen, given);
	const style = styleAt(given.position, recommended, screen);
	const sentAsGiven = omit(given, 'position', 'subtitlesJson');
	// What the user has set comes before the style.
	const complete: SubtitleConfig = { ...style, ...sentAsGiven };
	// Always sent, because the service does not say whether subtitles with an area and without `show` are seen.
	complete.show = choice === 'show';
	const ownLines = given.subtitles ?? given.subtitlesJson;
	if (ownLines !== undefined) {
		complete.subtitles = ownLines;
		// It says that the subtitles are not made from the speech.
		complete.asr_type = 1;
	}
	body.subtitle_config = complete;
}

/**
 * Adds a violation for lines that the user wrote, because their times fit one video only, and the text makes several.
 * To be called after `completeSubtitles`, which has put lines from JSON in the place of the others.
 */
export function refuseOwnLines({ body, violations }: Draft): void {
	const config = (body as Partial<VideoBody>).subtitle_config;
	if (config?.subtitles !== undefined) {
		violations.push(speechMessages.ownLines(label(lines)));
	}
}

/** A violation for each pair of fields that say the same thing, of which the user has set both. */
function pairViolations(given: SubtitleConfig): Message[] {
	const violations: Message[] = [];
	if (given.position !== undefined && given.y !== undefined) {
		violations.push(composeVideoMessages.bothAreSet(label(position), label(area.y)));
	}
	if (given.subtitlesJson !== undefined && given.subtitles !== undefined) {
		violations.push(composeVideoMessages.bothAreSet(label(lines), label(linesInJson)));
	}
	return violations;
}

/** One violation for an area that is larger than the screen, which names each side that is too long; else none. */
function sizeViolations(given: Partial<Rectangle>, screen: Size): Message[] {
	const tooLong: string[] = [];
	for (const side of ['width', 'height'] as const) {
		// A side that is not set will fit.
		const length = given[side] ?? 0;
		if (length > screen[side]) {
			tooLong.push(composeVideoMessages.subtitleSide(label(area[side]), length));
		}
	}
	if (tooLong.length === 0) return [];
	const sides = formatList(tooLong, 'and');
	return [composeVideoMessages.subtitlesTooLarge(sides, screen.width, screen.height)];
}

/** A violation for each direction, across and down, in which an area begins outside of the screen. */
function startViolations({ x = 0, y = 0 }: Partial<Rectangle>, screen: Size): Message[] {
	const screenInWords = `${screen.width} × ${screen.height}`;
	const starts = [
		{ place: label(area.x), start: x, last: screen.width - 1 },
		{ place: label(area.y), start: y, last: screen.height - 1 },
	];
	const outside = starts.filter(({ start, last }) => start < 0 || start > last);
	return outside.map(({ place, start, last }) => {
		return composeVideoMessages.subtitlesOutside(place, start, screenInWords, last);
	});
}

/** A style of subtitles: their area, and the size of their letters. */
type SubtitleStyle = Rectangle & { font_size: number };

/** Screens for which the service recommends a style: the usual one, and one in 4K. */
const RECOMMENDED: Record<'usual' | 'in4k', { screen: Size; style: SubtitleStyle }> = {
	usual: {
		screen: { width: 1080, height: 1920 },
		style: { x: 31, y: 1521, width: 1000, height: 200, font_size: 64 },
	},
	in4k: {
		screen: { width: 2160, height: 3840 },
		style: { x: 80, y: 2840, width: 2000, height: 1000, font_size: 150 },
	},
};

/**
 * The recommended style: its area in proportion to the screen and inside of it, its letters as large as on the screen
 * for which it is recommended.
 *
 * @param given what the user has set of the area, which stays
 */
function recommendedStyle(screen: Size, given: Partial<Rectangle>): SubtitleStyle {
	const across = fitStretch(screen, given, { start: 'x', length: 'width' });
	const down = fitStretch(screen, given, { start: 'y', length: 'height' });
	return {
		x: across.start,
		y: down.start,
		width: across.length,
		height: down.length,
		font_size: recommendedFor(screen).style.font_size,
	};
}

/** What is recommended for screens such as this one. */
function recommendedFor(screen: Size) {
	return RECOMMENDED[is4k(screen) ? 'in4k' : 'usual'];
}

/**
 * The stretch of an area along one side of the screen: where it begins, and how far it reaches. It ends on the screen,
 * unless what the user has set leads beyond it, and is at least one pixel long. Where the user has set a start outside
 * of the screen, the result does not matter, because the request is refused.
 *
 * @param names under which an area has its start and its length along this side
 */
function fitStretch(
	screen: Size,
	given: Partial<Rectangle>,
	names: { start: 'x' | 'y'; length: 'width' | 'height' },
): { start: number; length: number } {
	const { screen: itsScreen, style } = recommendedFor(screen);
	const side = screen[names.length];
	const scale = side / itsScreen[names.length];
	const lengthBehindStart = side - (given[names.start] ?? 0);
	const scaledLength = Math.floor(style[names.length] * scale);
	const length = given[names.length] ?? clamp(scaledLength, 1, lengthBehindStart);
	const lastStart = side - length;
	const scaledStart = Math.floor(style[names.start] * scale);
	const start = given[names.start] ?? Math.min(scaledStart, lastStart);
	return { start, length };
}

/**
 * The style with its area at the place of the screen that the user chose: at the top, as far from the upper edge as it
 * is recommended for the lower one. Without a choice, and for the bottom, the area stays where it is recommended.
 *
 * @param place 'top', 'middle' or 'bottom'; undefined without a choice
 */
function styleAt(place: unknown, style: SubtitleStyle, { height }: Size): SubtitleStyle {
	switch (place) {
		case 'top':
			return { ...style, y: height - style.y - style.height };
		case 'middle':
			return { ...style, y: Math.floor((height - style.height) / 2) };
		default:
			return style;
	}
}
