/* eslint-disable
   @n8n/community-nodes/no-dangerous-functions,
   @n8n/community-nodes/no-restricted-imports */
import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';

import { clipOf } from '../../demo-service/media/samples';
import { FilmScan } from '../../nodes/shared/files/film';
import { formatOfContent } from '../../nodes/shared/files/content';

const decoder = spawnSync('ffprobe', ['-version']);

it.each([
	['female', 1080, 1920, 2],
	['male', 1920, 1080, 61.5],
	['male', 1000, 1000, 0.04],
	['female', 720, 900, 600],
])('a film of a %s presenter is whole, and as large and long as asked for', (gender, ...asked) => {
	const [width, height, seconds] = asked;
	const film = clipOf({ gender, screen: { width, height }, seconds });
	const scan = FilmScan.of(formatOfContent(film));
	scan?.add(film, true);
	expect(scan?.size).toEqual({ width, height });
	expect(scan?.isIncomplete(film.length)).toBe(false);
	if (decoder.status !== 0) return;
	const shown = ['-show_entries', 'stream=duration,nb_read_frames,display_aspect_ratio'];
	const { stdout, stderr } = spawnSync(
		'ffprobe',
		['-v', 'error', '-count_frames', ...shown, '-of', 'json', '-f', 'mp4', 'pipe:0'],
		{ input: film },
	);
	expect(String(stderr)).toBe('');
	const [stream] = (JSON.parse(String(stdout)) as { streams: Array<Record<string, string>> })
		.streams;
	const [wide = 0, high = 1] = (stream?.display_aspect_ratio ?? '').split(':').map(Number);
	expect(wide / high).toBeCloseTo(width / height, 2);
	expect(stream).toMatchObject({ nb_read_frames: '8', duration: seconds.toFixed(6) });
});
