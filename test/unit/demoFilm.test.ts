/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';

import { mp4 } from '../../demo-service/media/mp4';
import type { Frame } from '../../demo-service/media/h264';
import { readPicture } from '../../demo-service/media/pen';
import { png, sample } from '../../demo-service/media/samples';
import {
	filmOf,
	filmSize,
	framesOf,
	type Scene,
	subtitlesOf,
} from '../../demo-service/media/scene';

/** The films of the demo service show what was chosen. */

const YELLOW = '255,204,0';
const RED = '255,0,0';

const scene: Scene = {
	gender: 'female',
	name: 'Alma 1',
	screen: { width: 1080, height: 1920 },
	seconds: 2,
	background: '#ffcc00',
	figure: { x: 240, y: 700, width: 600, height: 800, isCircle: false },
	subtitles: {
		lines: [{ from: 1, until: 2, text: 'Hello' }],
		style: {
			box: { x: 40, y: 1600, width: 1000, height: 200 },
			fontSize: 64,
			color: '#ff0000',
			strokeColor: '#000000',
			strokeWidth: 0,
		},
	},
};

/** Red, green and blue of a pixel. */
function colorAt({ width, pixels }: Frame, x: number, y: number): string {
	const at = 4 * (y * width + x);
	return String([...pixels.subarray(at, at + 3)]);
}

/** The upper edge and the lower edge of a color in a picture, as shares of its height. */
function heightsOf(frame: Frame, color: string): [number, number] | undefined {
	const rows: number[] = [];
	for (let y = 0; y < frame.height; y += 1) {
		for (let x = 0; x < frame.width; x += 1) {
			if (colorAt(frame, x, y) === color) rows.push(y / frame.height);
		}
	}
	const [first] = rows;
	return first === undefined ? undefined : [first, rows.at(-1) ?? first];
}

describe('a film', () => {
	it('has the shape of the screen, its background, and subtitles at their time and place', () => {
		const pictures = framesOf(scene);
		expect(pictures).toHaveLength(8);
		const [first] = pictures;
		expect(filmSize(scene.screen)).toEqual({ width: 270, height: 480 });
		expect(colorAt(first, 0, 0)).toBe(YELLOW);
		expect(colorAt(first, 269, 479)).toBe(YELLOW);
		// In the middle of the figure is a face.
		expect(colorAt(first, 135, 235)).not.toBe(YELLOW);
		expect(heightsOf(first, RED)).toBeUndefined();
		const [top = 0, bottom = 1] = heightsOf(pictures[4] ?? first, RED) ?? [];
		expect(top).toBeGreaterThan(1600 / 1920);
		expect(bottom).toBeLessThan(1800 / 1920);
	});

	it('has the picture of the background in its place', () => {
		const picture = {
			id: '1',
			name: 'sky.png',
			box: { x: 0, y: 0, width: 540, height: 1920 },
			read: () => readPicture(png(8, 8, 1)),
		};
		const [first] = framesOf({ ...scene, picture });
		expect(colorAt(first, 0, 0)).toBe('0,0,61');
		expect(colorAt(first, 269, 0)).toBe(YELLOW);
		const [unread] = framesOf({ ...scene, picture: { ...picture, read: () => undefined } });
		expect(colorAt(unread, 0, 0)).not.toBe(YELLOW);
	});

	it('has a photo as its background, and nothing that is not a picture', () => {
		const box = { x: 0, y: 0, width: 1080, height: 1920 };
		const photo = {
			id: '2',
			name: 'wall.jpg',
			box,
			read: () => readPicture(sample('jpg')),
		};
		const [first] = framesOf({ ...scene, picture: photo });
		// The upper left corner of the photo is a light blue.
		expect(colorAt(first, 0, 0)).toBe('219,231,247');
		expect(readPicture(sample('mp4'))).toBeUndefined();
		expect(readPicture(png(8, 8, 1).subarray(0, 20))).toBeUndefined();
	});

	it('shows a text in parts, all of it, for as long as it lasts', () => {
		const text = 'Good morning. This is a sentence that is much too long to be shown at once. Bye!';
		const lines = subtitlesOf(text, 10);
		expect(lines.map((line) => line.text).join(' ')).toBe(text);
		expect(lines.length).toBeGreaterThan(2);
		expect(lines.at(-1)?.until).toBeCloseTo(10);
		for (const line of lines) expect(line.text.length).toBeLessThanOrEqual(48);
	});

	it.each([
		['Russian', 'Добро пожаловать в наш магазин. Сегодня у нас скидки на все товары, заходите!'],
		[
			'Chinese',
			'欢迎光临我们的商店。今天所有商品都有折扣。这是一个非常长的句子，没有任何空格，所以必须在某个地方断开，否则它将超出屏幕。',
		],
		['Arabic', 'مرحبا بكم في متجرنا. اليوم لدينا خصومات.'],
	])('writes %s, each letter in its own shape', (_language, text) => {
		const lines = subtitlesOf(text, 4);
		expect(lines.length).toBeGreaterThan(1);
		const { style } = scene.subtitles ?? {};
		if (style === undefined) throw new Error('The scene has no subtitles');
		const shown = framesOf({ ...scene, seconds: 4, subtitles: { lines, style } });
		// Letters that a font does not have are equal boxes, whatever they are.
		const ofOneLetter = lines.map((line) => ({
			...line,
			text: line.text.replace(/\S/g, line.text.charAt(0)),
		}));
		const others = framesOf({ ...scene, seconds: 4, subtitles: { lines: ofOneLetter, style } });
		expect(heightsOf(shown[0], RED)).toBeDefined();
		expect(shown[0].pixels.equals(others[0].pixels)).toBe(false);
	});

	const decoder = spawnSync('ffmpeg', ['-version']);
	const whereThereIsADecoder = decoder.status === 0 ? it : it.skip;
	whereThereIsADecoder('is decoded to what was drawn', () => {
		const { width, height } = filmSize(scene.screen);
		const film = mp4(filmOf(scene), { width, height }, 2, 0.25);
		const options = ['-v', 'error', '-f', 'mp4', '-i', 'pipe:0', '-f', 'rawvideo'];
		const format = ['-pix_fmt', 'rgba', 'pipe:1'];
		const { stdout, stderr } = spawnSync('ffmpeg', [...options, ...format], {
			input: film,
			maxBuffer: 1e8,
		});
		expect(String(stderr)).toBe('');
		const size = 4 * width * height;
		expect(stdout.length).toBe(8 * size);
		framesOf(scene).forEach(({ pixels }, number) => {
			const shown = stdout.subarray(number * size, (number + 1) * size);
			let different = 0;
			for (let at = 0; at < size; at += 1) {
				if (Math.abs((shown[at] ?? 0) - (pixels[at] ?? 0)) > 12) different += 1;
			}
			// Colors are stored at half the size, which shows at the edges alone.
			expect(different / size).toBeLessThan(0.02);
		});
	});
});
