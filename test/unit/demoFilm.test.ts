/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';

import { mp4 } from '../../demo-service/media/mp4';
import { readPicture } from '../../demo-service/media/picture';
import { type Color, Raster } from '../../demo-service/media/raster';
import { png, sample } from '../../demo-service/media/samples';
import {
	filmOf,
	filmSize,
	picturesOf,
	type Scene,
	subtitlesOf,
} from '../../demo-service/media/scene';

/** The films of the demo service show what was chosen. */

const YELLOW: Color = [255, 204, 0];
const RED: Color = [255, 0, 0];

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

/** The upper edge and the lower edge of a color in a picture, as shares of its height. */
function heightsOf(picture: Raster, color: Color): [number, number] | undefined {
	const rows: number[] = [];
	for (let y = 0; y < picture.height; y += 1) {
		for (let x = 0; x < picture.width; x += 1) {
			if (String(picture.colorAt(x, y)) === String(color)) rows.push(y / picture.height);
		}
	}
	const [first] = rows;
	return first === undefined ? undefined : [first, rows.at(-1) ?? first];
}

describe('a film', () => {
	it('has the shape of the screen, its background, and subtitles at their time and place', () => {
		const pictures = picturesOf(scene);
		expect(pictures).toHaveLength(8);
		const [first] = pictures;
		expect(filmSize(scene.screen)).toEqual({ width: 270, height: 480 });
		expect(first.colorAt(0, 0)).toEqual(YELLOW);
		expect(first.colorAt(269, 479)).toEqual(YELLOW);
		// In the middle of the figure is a face.
		expect(first.colorAt(135, 235)).not.toEqual(YELLOW);
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
		const [first] = picturesOf({ ...scene, picture });
		expect(first.colorAt(0, 0)).toEqual([0, 0, 61]);
		expect(first.colorAt(269, 0)).toEqual(YELLOW);
		const [unread] = picturesOf({ ...scene, picture: { ...picture, read: () => undefined } });
		expect(unread.colorAt(0, 0)).not.toEqual(YELLOW);
	});

	it('has a photo as its background, and nothing that is not a picture', () => {
		const box = { x: 0, y: 0, width: 1080, height: 1920 };
		const photo = {
			id: '2',
			name: 'wall.jpg',
			box,
			read: () => readPicture(sample('jpg')),
		};
		const [first] = picturesOf({ ...scene, picture: photo });
		// The upper left corner of the photo is a light blue.
		expect(first.colorAt(0, 0)).toEqual([219, 230, 246]);
		expect(readPicture(sample('mp4'))).toBeUndefined();
		expect(readPicture(png(8, 8, 1).subarray(0, 50))).toBeUndefined();
	});

	it('shows a text in parts, all of it, for as long as it lasts', () => {
		const text = 'Good morning. This is a sentence that is much too long to be shown at once. Bye!';
		const lines = subtitlesOf(text, 10);
		expect(lines.map((line) => line.text).join(' ')).toBe(text);
		expect(lines.length).toBeGreaterThan(2);
		expect(lines.at(-1)?.until).toBeCloseTo(10);
		for (const line of lines) expect(line.text.length).toBeLessThanOrEqual(48);
	});

	const decoder = spawnSync('ffmpeg', ['-version']);
	const whereThereIsADecoder = decoder.status === 0 ? it : it.skip;
	whereThereIsADecoder('is decoded to what was drawn', () => {
		const { width, height } = filmSize(scene.screen);
		const film = mp4(filmOf(scene), { width, height }, 2, 0.25);
		const options = ['-v', 'error', '-f', 'mp4', '-i', 'pipe:0', '-f', 'rawvideo'];
		const format = ['-pix_fmt', 'rgb24', 'pipe:1'];
		const { stdout, stderr } = spawnSync('ffmpeg', [...options, ...format], {
			input: film,
			maxBuffer: 1e8,
		});
		expect(String(stderr)).toBe('');
		const frame = 3 * width * height;
		expect(stdout.length).toBe(8 * frame);
		picturesOf(scene).forEach((picture, number) => {
			const shown = stdout.subarray(number * frame, (number + 1) * frame);
			let different = 0;
			for (let at = 0; at < frame; at += 1) {
				if (Math.abs((shown[at] ?? 0) - (picture.pixels[at] ?? 0)) > 12) different += 1;
			}
			// Colors are stored at half the size, which shows at the edges alone.
			expect(different / frame).toBeLessThan(0.02);
		});
	});
});
