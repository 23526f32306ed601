import range from 'lodash/range';
import sumBy from 'lodash/sumBy';

import { encode, type Film } from './h264';
import { type Box, type Color, colorOf, Raster, widthOf } from './raster';

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
	read: () => Raster | undefined;
}

/** How long each picture is shown, in seconds: as often, the mouth opens or closes. In long films, it does so less often. */
export const pictureSeconds = (seconds: number): number => (seconds > 60 ? 1 : 0.25);
export const USUAL_SECONDS = 2;
const LONGEST_SIDE = 480;
const SKY: Color = [205, 222, 233];
const PAPER: Color = [255, 255, 255];
const INK: Color = [40, 44, 52];
const SKIN: Color = [240, 200, 165];
const LIPS: Color = [160, 70, 60];
const HAIR: readonly Color[] = [
	[92, 58, 42],
	[50, 44, 44],
	[190, 140, 70],
];
const CLOTHES: readonly Color[] = [
	[178, 74, 104],
	[60, 100, 160],
	[70, 130, 100],
	[130, 90, 160],
];

/** The size of the film of a screen: the same shape, small, with even sides. */
export function filmSize({ width, height }: Scene['screen']): Scene['screen'] {
	const scale = LONGEST_SIDE / Math.max(width, height);
	const even = (side: number) => Math.max(BLOCK_SIDE, 2 * Math.round((side * scale) / 2));
	return { width: even(width), height: even(height) };
}

const BLOCK_SIDE = 16;

/** The film of a scene. */
export const filmOf = (scene: Scene): Film => encode(picturesOf(scene));

/** What is shown one after the other, each picture for `pictureSeconds`. */
export function picturesOf(scene: Scene): [Raster, ...Raster[]] {
	const { seconds = USUAL_SECONDS, subtitles } = scene;
	const quiet = drawn(scene);
	const speaking = quiet.copy();
	drawPerson(speaking, scene, true);
	const shown = new Map<string, Raster>();
	const rasters = range(Math.max(1, Math.ceil(seconds / pictureSeconds(seconds)))).map((number) => {
		const time = number * pictureSeconds(seconds);
		const base = number % 2 === 0 ? quiet : speaking;
		const line =
			subtitles?.lines.findIndex(({ from, until }) => time >= from && time < until) ?? -1;
		if (subtitles === undefined || line < 0) return base;
		const key = `${line} ${number % 2}`;
		const raster = shown.get(key) ?? base.copy();
		if (!shown.has(key)) writeSubtitle(raster, scene, subtitles.lines[line]?.text ?? '');
		shown.set(key, raster);
		return raster;
	});
	return rasters as [Raster, ...Raster[]];
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

/** A scene without its subtitles. */
function drawn(scene: Scene): Raster {
	const { screen, background, picture } = scene;
	const { width, height } = filmSize(screen);
	const raster = Raster.of(width, height);
	const whole = { x: 0, y: 0, width, height };
	raster.rectangle(whole, background === undefined ? SKY : colorOf(background));
	if (picture !== undefined) drawBackground(raster, scaled(picture.box, screen), picture);
	drawPerson(raster, scene, false);
	return raster;
}

/** The figure in its place, with an open mouth or a closed one. */
function drawPerson(raster: Raster, scene: Scene, isSpeaking: boolean): void {
	const { figure, screen } = scene;
	const whole = { x: 0, y: 0, width: raster.width, height: raster.height };
	const box = figure ? scaled(figure, screen) : whole;
	if (figure?.isCircle !== true) drawFigure(raster, box, scene, isSpeaking);
	else drawInCircle(raster, box, scene, isSpeaking);
}

function drawBackground(raster: Raster, box: Box, { name, read }: BackgroundPicture): void {
	const picture = read();
	if (picture !== undefined) return raster.picture(picture, box);
	raster.paint(box, (x, y) => (Math.floor((x + y) / 24) % 2 === 0 ? SKY : PAPER));
	raster.text(name, { x: box.x + 8, y: box.y + 8, size: 14 }, INK);
}

/** The largest circle in the middle of a box shows the figure. */
function drawInCircle(raster: Raster, box: Box, scene: Scene, isSpeaking: boolean): void {
	const side = Math.min(box.width, box.height);
	const x = box.x + (box.width - side) / 2;
	const y = box.y + (box.height - side) / 2;
	const inner = Raster.of(Math.max(1, Math.round(side)), Math.max(1, Math.round(side)));
	const whole = { x: 0, y: 0, width: inner.width, height: inner.height };
	inner.rectangle(whole, PAPER);
	drawFigure(inner, whole, scene, isSpeaking);
	raster.paint({ x, y, width: side, height: side }, (column, row) => {
		const across = (column + 0.5) / side - 0.5;
		const down = (row + 0.5) / side - 0.5;
		if (across ** 2 + down ** 2 > 0.25) return undefined;
		return inner.colorAt(Math.min(inner.width - 1, column), Math.min(inner.height - 1, row));
	});
}

/** A person from the waist up at the lower edge of a box, with a name on the clothes. */
function drawFigure(
	raster: Raster,
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
	const isLong = gender !== 'male';
	if (isLong) raster.rectangle(part(5.2, 8.6, 4.2), hair);
	raster.ellipse(part(5.2, 11.2, 5.2), hair);
	raster.ellipse(part(9, 4.4, 9), clothes, part(9, 4.4, 4.4));
	raster.rectangle(part(1.7, 5.6, 1.6), SKIN);
	raster.ellipse(part(4.2, 10, 4.9), SKIN);
	for (const side of [-0.85, 0.85]) raster.ellipse(part(0.45, 8.1, 0.45, side), INK);
	raster.ellipse(part(1.3, 6.7, isSpeaking ? 0.7 : 0.2), LIPS);
	const size = Math.min(1.5 * unit, (10 * 8 * unit) / Math.max(1, 6 * [...name].length));
	const at = { x: middle - widthOf(name, size) / 2, y: bottom - 2.2 * unit, size };
	raster.text(name, at, PAPER);
}

/** Writes a subtitle into the middle of its box, with the color of its edge as its shadow. */
function writeSubtitle(raster: Raster, { screen, subtitles }: Scene, text: string): void {
	if (subtitles === undefined) return;
	const { style } = subtitles;
	const box = scaled(style.box, screen);
	const scale = filmSize(screen).width / screen.width;
	const size = Math.max(13, style.fontSize * scale);
	const edge = style.strokeWidth > 0 ? Math.max(1, Math.round((style.strokeWidth * scale) / 2)) : 0;
	const lines = linesOf(text, box.width, size);
	const top = box.y + Math.max(0, (box.height - lines.length * size) / 2);
	lines.forEach((line, index) => {
		const x = box.x + (box.width - widthOf(line, size)) / 2;
		const y = top + index * size;
		if (edge > 0) raster.text(line, { x: x + edge, y: y + edge, size }, colorOf(style.strokeColor));
		raster.text(line, { x, y, size }, colorOf(style.color));
	});
}

/** A text in lines that are at most so wide; a longer word stands alone. */
function linesOf(text: string, width: number, size: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(/\s+/)) {
		const longer = `${lines.at(-1) ?? ''} ${word}`;
		if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}

/** The most characters that a subtitle shows at once. */
const MOST_AT_ONCE = 48;

/** A spoken text as subtitles one after the other, each as long as its share of the text. */
export function subtitlesOf(text: string, seconds: number): Subtitle[] {
	const texts: string[] = [];
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const last = texts.at(-1);
		const continues = last !== undefined && !/[.!?]$/.test(last);
		if (continues && last.length + word.length < MOST_AT_ONCE) {
			texts[texts.length - 1] = `${last} ${word}`;
		} else texts.push(word);
	}
	const all = sumBy(texts, 'length');
	let from = 0;
	return texts.map((one) => {
		const until = from + (one.length / all) * seconds;
		const line = { from, until, text: one };
		from = until;
		return line;
	});
}
