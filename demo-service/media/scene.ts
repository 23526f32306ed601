import { createCanvas, type Image } from '@napi-rs/canvas';
import memoize from 'lodash/memoize';
import range from 'lodash/range';
import sumBy from 'lodash/sumBy';

import { encode, type Film, type Frame } from './h264';
import {
	type Box,
	chooseFont,
	drawInside,
	fillBox,
	fillEllipse,
	FONT_SIZE,
	type Pen,
	squareIn,
} from './pen';

/*
 * What a made video shows: the background, the chosen figure with its name, and the subtitles, all where the request has put them.
 */

/** A line that is shown for a time, in seconds. */
export interface Subtitle {
	from: number;
	until: number;
	text: string;
}

/** How subtitles look; sizes in pixels of the screen. */
export interface SubtitleStyle {
	box: Box;
	fontSize: number;
	color: string;
	strokeColor: string;
	strokeWidth: number;
}

/** Who is seen in a video, and on which screen; all else is as usual unless it is given. */
export interface Scene {
	gender: string;
	/** Written on the figure. */
	name?: string;
	/** In pixels, like all other sizes. */
	screen: { width: number; height: number };
	/** Length of a clip; default 2. */
	seconds?: number;
	/** Where the figure is; default: on the whole screen. */
	figure?: Box & { isCircle: boolean };
	/** As #RRGGBB. */
	background?: string;
	picture?: BackgroundPicture;
	subtitles?: { lines: Subtitle[]; style: SubtitleStyle };
}

export interface BackgroundPicture {
	/** Tells it from others of the same name. */
	id: string;
	name: string;
	box: Box;
	/** The picture, or undefined where it cannot be shown: then its name is. */
	read: () => Image | undefined;
}

/** How long each picture is shown, in seconds: as often, the mouth opens or closes. In long films, it does so less often. */
export const pictureSeconds = (seconds: number): number => (seconds > 60 ? 1 : 0.25);
export const USUAL_SECONDS = 2;
const LONGEST_SIDE = 480;
const SKY = '#cddee9';
const PAPER = '#ffffff';
const INK = '#282c34';
const SKIN = '#f0c8a5';
const LIPS = '#a0463c';
const HAIR = ['#5c3a2a', '#322c2c', '#be8c46'];
const CLOTHES = ['#b24a68', '#3c64a0', '#468264', '#825aa0'];

/** The size of the film of a screen: the same shape, small, with even sides. */
export function filmSize({ width, height }: Scene['screen']): Scene['screen'] {
	const scale = LONGEST_SIDE / Math.max(width, height);
	const even = (side: number) => Math.max(BLOCK_SIDE, 2 * Math.round((side * scale) / 2));
	return { width: even(width), height: even(height) };
}

const BLOCK_SIDE = 16;

/** The film of a scene. */
export const filmOf = (scene: Scene): Film => encode(framesOf(scene));

/** What is shown one after the other, each frame for `pictureSeconds`; equal frames are the same object. */
export function framesOf(scene: Scene): [Frame, ...Frame[]] {
	const { seconds = USUAL_SECONDS, subtitles } = scene;
	const lines = subtitles?.lines ?? [];
	const frame = memoize(
		(line: number, isSpeaking: boolean) => drawn(scene, isSpeaking, lines[line]?.text),
		(...shown) => shown.join(),
	);
	const each = pictureSeconds(seconds);
	const frames = range(Math.max(1, Math.ceil(seconds / each))).map((number) => {
		const time = number * each;
		const line = lines.findIndex(({ from, until }) => time >= from && time < until);
		return frame(line, number % 2 === 1);
	});
	return frames as [Frame, ...Frame[]];
}

/** A box of the screen in the film. */
function scaled(box: Box, screen: Scene['screen']): Box {
	const scale = filmSize(screen).width / screen.width;
	return {
		x: box.x * scale,
		y: box.y * scale,
		width: box.width * scale,
		height: box.height * scale,
	};
}

/** A scene with a subtitle, if there is one. */
function drawn(scene: Scene, isSpeaking: boolean, subtitle: string | undefined): Frame {
	const { screen, background = SKY, picture } = scene;
	const { width, height } = filmSize(screen);
	const pen = createCanvas(width, height).getContext('2d');
	fillBox(pen, { x: 0, y: 0, width, height }, background);
	if (picture !== undefined) drawBackground(pen, scaled(picture.box, screen), picture);
	drawPerson(pen, scene, isSpeaking);
	if (subtitle !== undefined) writeSubtitle(pen, scene, subtitle);
	const { data } = pen.getImageData(0, 0, width, height);
	return { width, height, pixels: Buffer.from(data.buffer) };
}

function drawBackground(pen: Pen, box: Box, { name, read }: BackgroundPicture): void {
	const { x, y, width, height } = box;
	const picture = read();
	if (picture !== undefined) {
		pen.drawImage(picture, x, y, width, height);
		return;
	}
	fillBox(pen, box, PAPER);
	chooseFont(pen, FONT_SIZE);
	pen.fillStyle = INK;
	pen.fillText(name, x + width / 2, y + FONT_SIZE / 2, width);
}

/** The figure in its place, with an open mouth or a closed one. */
function drawPerson(pen: Pen, scene: Scene, isSpeaking: boolean): void {
	const { figure, screen } = scene;
	const whole = scaled(figure ?? { x: 0, y: 0, ...screen }, screen);
	const isCircle = figure?.isCircle === true;
	const box = isCircle ? squareIn(whole) : whole;
	drawInside(pen, box, isCircle, () => {
		if (isCircle) fillBox(pen, box, PAPER);
		drawFigure(pen, box, scene, isSpeaking);
	});
}

/** A person from the waist up at the lower edge of a box, with a name on the clothes. */
function drawFigure(
	pen: Pen,
	{ x, y, width, height }: Box,
	{ gender, name = '' }: Scene,
	isSpeaking: boolean,
): void {
	const unit = Math.min(width / 10, height / 12);
	const middle = x + width / 2;
	const bottom = y + height;
	/** A box in units around the middle, by its upper edge above the bottom. */
	const part = (wide: number, up: number, high: number, aside = 0): Box => ({
		x: middle + (aside - wide / 2) * unit,
		y: bottom - up * unit,
		width: wide * unit,
		height: high * unit,
	});
	const look = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
	const hair = HAIR[look % HAIR.length] ?? INK;
	const clothes = CLOTHES[look % CLOTHES.length] ?? INK;
	if (gender !== 'male') fillBox(pen, part(5.2, 8.6, 4.2), hair);
	fillEllipse(pen, part(5.2, 11.2, 5.2), hair);
	fillEllipse(pen, part(9, 4.4, 9), clothes);
	fillBox(pen, part(1.7, 5.6, 1.6), SKIN);
	fillEllipse(pen, part(4.2, 10, 4.9), SKIN);
	for (const side of [-0.85, 0.85]) fillEllipse(pen, part(0.45, 8.1, 0.45, side), INK);
	fillEllipse(pen, part(1.3, 6.7, isSpeaking ? 0.7 : 0.2), LIPS);
	chooseFont(pen, 1.5 * unit);
	pen.fillStyle = PAPER;
	pen.fillText(name, middle, bottom - 2.2 * unit, 8 * unit);
}

/** Beside the height of the letters. */
const LINE_HEIGHT = 1.1;

/** Writes a subtitle into the middle of its box. */
function writeSubtitle(pen: Pen, { screen, subtitles }: Scene, text: string): void {
	if (subtitles === undefined) return;
	const { style } = subtitles;
	const box = scaled(style.box, screen);
	const scale = filmSize(screen).width / screen.width;
	const size = Math.max(FONT_SIZE, style.fontSize * scale);
	chooseFont(pen, size);
	const lines = partsOf(text, (line) => pen.measureText(line).width <= box.width);
	const lineHeight = LINE_HEIGHT * size;
	const top = box.y + Math.max(0, (box.height - lines.length * lineHeight) / 2);
	pen.fillStyle = style.color;
	pen.strokeStyle = style.strokeColor;
	// The half of the stroke is behind the letters.
	pen.lineWidth = Math.max(2, style.strokeWidth * scale);
	lines.forEach((line, index) => {
		const at = [box.x + box.width / 2, top + index * lineHeight] as const;
		if (style.strokeWidth > 0) pen.strokeText(line, ...at);
		pen.fillText(line, ...at);
	});
}

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text in parts that fit, each with as many words as possible; a longer word stands alone. */
function partsOf(text: string, fits: (part: string) => boolean): string[] {
	const parts: string[] = [];
	for (const { segment, isWordLike } of WORDS.segment(text)) {
		const last = parts.at(-1);
		// Signs stay with the word before them.
		const belongs = last !== undefined && (isWordLike !== true || fits(last + segment));
		if (belongs) parts[parts.length - 1] = last + segment;
		else parts.push(segment);
	}
	return parts.map((part) => part.trim()).filter(Boolean);
}

/** The most characters that a subtitle shows at once. */
const MOST_AT_ONCE = 48;

/** A spoken text as subtitles one after the other, each as long as its share of the text. */
export function subtitlesOf(text: string, seconds: number): Subtitle[] {
	const sentences = Array.from(SENTENCES.segment(text), ({ segment }) => segment);
	const texts = sentences.flatMap((sentence) =>
		partsOf(sentence, ({ length }) => length < MOST_AT_ONCE),
	);
	const all = sumBy(texts, 'length');
	let from = 0;
	return texts.map((one) => {
		const until = from + (one.length / all) * seconds;
		const line = { from, until, text: one };
		from = until;
		return line;
	});
}
