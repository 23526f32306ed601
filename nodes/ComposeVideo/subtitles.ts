import { clamp, omit } from 'lodash';

import { is4k, type Size } from '../shared/api/library';
import { label } from '../shared/fields/field';
import type { Draft } from '../shared/fields/fileFields';
import { broken, type Violation } from '../shared/fields/violations';
import { speechMessages } from '../shared/speech/speechMessages';
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
 * Completes the subtitles, where the video has any: in an area that fits the screen, unless the user has set another one. The
 * user's area begins on the screen and is not larger than it.
 */
export function completeSubtitles({ body, chosen, violations }: Draft, screen: Size): void {
	const shown = chosen[subtitles.property.name];
	if (shown === undefined || shown === 'none') return;
	const given: SubtitleConfig = (body as Partial<VideoBody>).subtitle_config ?? {};
	const config = omit(given, 'position', 'subtitlesJson') as SubtitleConfig;
	violations.push(...doubleViolations(given), ...areaViolations(config, screen));
	const complete: SubtitleConfig = {
		...styleAt(given.position, recommendedStyle(screen, config), screen),
		...config,
		// The service names no default for it, and an area alone need not mean that subtitles are seen.
		show: shown === 'show',
	};
	const ownLines = config.subtitles ?? given.subtitlesJson;
	if (ownLines !== undefined) {
		complete.subtitles = ownLines;
		// It says that the subtitles are not made from the speech.
		complete.asr_type = 1;
	}
	body.subtitle_config = complete;
}

/** Lines that the user wrote have times, which only fit one video. */
export function refuseOwnLines({ body, violations }: Draft): void {
	const config = (body as Partial<VideoBody>).subtitle_config;
	if (config?.subtitles !== undefined) {
		violations.push(broken(speechMessages.ownLines(label(lines))));
	}
}

/** Two fields that say the same thing must not both be set. */
function doubleViolations(given: SubtitleConfig): Violation[] {
	const violations: Violation[] = [];
	if (given.position !== undefined && given.y !== undefined) {
		violations.push(broken(composeVideoMessages.bothAreSet(label(position), label(area.y))));
	}
	if (given.subtitlesJson !== undefined && given.subtitles !== undefined) {
		violations.push(broken(composeVideoMessages.bothAreSet(label(lines), label(linesInJson))));
	}
	return violations;
}

/** What is wrong with an area that is larger than the screen, or begins outside of it. */
function areaViolations({ x = 0, y = 0, ...size }: Partial<Rectangle>, screen: Size): Violation[] {
	const violations: Violation[] = [];
	const tooLarge = (['width', 'height'] as const)
		.filter((side) => (size[side] ?? 0) > screen[side])
		.map((side) => composeVideoMessages.subtitleSide(label(area[side]), Number(size[side])));
	if (tooLarge.length > 0) {
		const sides = formatList(tooLarge, 'and');
		const { width, height } = screen;
		violations.push(broken(composeVideoMessages.subtitlesTooLarge(sides, width, height)));
	}
	const inWords = `${screen.width} × ${screen.height}`;
	const starts = [
		{ place: label(area.x), start: x, length: screen.width },
		{ place: label(area.y), start: y, length: screen.height },
	];
	for (const { place, start, length } of starts) {
		if (start >= 0 && start < length) continue;
		violations.push(
			broken(composeVideoMessages.subtitlesOutside(place, start, inWords, length - 1)),
		);
	}
	return violations;
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
 * The recommended style, in proportion to the screen and inside of it.
 *
 * @param given what the user has set of the area, which stays
 */
function recommendedStyle(screen: Size, given: Partial<Rectangle>): SubtitleStyle {
	const recommended = RECOMMENDED[is4k(screen) ? 'in4k' : 'usual'];
	const { style } = recommended;
	const across = fitStretch(screen.width, {
		scale: screen.width / recommended.screen.width,
		usual: { start: style.x, length: style.width },
		given: { start: given.x, length: given.width },
	});
	const down = fitStretch(screen.height, {
		scale: screen.height / recommended.screen.height,
		usual: { start: style.y, length: style.height },
		given: { start: given.y, length: given.height },
	});
	return {
		x: across.start,
		y: down.start,
		width: across.length,
		height: down.length,
		font_size: style.font_size,
	};
}

/** Where an area begins along one side of the screen, and how far it reaches. */
interface Stretch {
	start: number;
	length: number;
}

/**
 * The stretch of an area along one side of the screen.
 *
 * @param side length of the side
 * @param area.scale by which the usual stretch grows or shrinks
 * @param area.given what the user has set, which stays
 */
function fitStretch(
	side: number,
	area: { scale: number; usual: Stretch; given: Partial<Stretch> },
): Stretch {
	const { scale, usual, given } = area;
	const room = side - (given.start ?? 0);
	const length = given.length ?? clamp(Math.floor(usual.length * scale), 1, room);
	const start = given.start ?? Math.min(Math.floor(usual.start * scale), side - length);
	return { start, length };
}

/** The style with its area at another place of the screen, as far from the upper edge as it is recommended for the lower one. */
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
