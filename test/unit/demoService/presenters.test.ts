import { describe, expect, it } from '@jest/globals';

import { presenterClip, presenterCover } from '../../../demo-service/media/presenters';
import { startService } from '../../../demo-service';

const SCREENS = {
	landscape: { width: 3840, height: 2160 },
	portrait: { width: 1080, height: 1920 },
	square: { width: 500, height: 500 },
};

/** Content of the first box of a type, found by its name. */
function box(video: Buffer, type: string): Buffer {
	const at = video.indexOf(type, 0, 'latin1');
	expect(at).toBeGreaterThan(0);
	return video.subarray(at + 4, at - 4 + video.readUInt32BE(at - 4));
}

const sizeOf = (video: Buffer) => {
	const header = box(video, 'tkhd');
	return [header.readUInt32BE(76) / 0x10000, header.readUInt32BE(80) / 0x10000];
};
const secondsOf = (video: Buffer) => {
	const header = box(video, 'mvhd');
	return header.readUInt32BE(16) / header.readUInt32BE(12);
};

describe('a clip of the demo service', () => {
	it.each<[keyof typeof SCREENS, number[]]>([
		['landscape', [480, 270]],
		['portrait', [270, 480]],
		['square', [270, 270]],
	])('has the shape of a %s screen', (name, size) => {
		expect(sizeOf(presenterClip({ gender: 'male', screen: SCREENS[name] }))).toEqual(size);
	});

	it.each([0.1, 1, 12.5, 60, 800])('lasts %d seconds, and stays small', (seconds) => {
		const clip = presenterClip({ gender: 'female', screen: SCREENS.portrait, seconds });
		expect(secondsOf(clip)).toBe(seconds);
		expect(clip.length).toBeLessThan(40_000);
		const times = box(clip, 'stts');
		const runs = times.readUInt32BE(4);
		const length = Array.from({ length: runs }, (_none, index) => 8 + index * 8).reduce(
			(sum, at) => sum + times.readUInt32BE(at) * times.readUInt32BE(at + 4),
			0,
		);
		expect(length / 1000).toBe(seconds);
	});

	it('points to pictures that are there', () => {
		const clip = presenterClip({ gender: 'female', screen: SCREENS.square, seconds: 3 });
		const [sizes, places] = [box(clip, 'stsz'), box(clip, 'stco')];
		for (let index = 0; index < 12; index += 1) {
			const at = places.readUInt32BE(8 + index * 4);
			const size = sizes.readUInt32BE(12 + index * 4);
			expect(clip.readUInt32BE(at) + 4).toBe(size);
			expect((clip[at + 4] ?? 0) & 31).toBe(5);
			expect(at + size).toBeLessThanOrEqual(clip.length);
		}
	});

	it('and its cover show a man for a man and a woman for a woman', () => {
		for (const show of [presenterClip, presenterCover]) {
			const woman = show({ gender: 'female', screen: SCREENS.portrait });
			expect(woman.equals(show({ gender: 'male', screen: SCREENS.portrait }))).toBe(false);
			expect(woman.equals(show({ gender: 'female', screen: SCREENS.portrait }))).toBe(true);
		}
	});
});

it('the persons of the demo service have voices of their gender', async () => {
	const service = await startService();
	const list = async (path: string) => {
		const answer = await fetch(`${service.url}/open/v1/${path}?page=1&size=100`, {
			headers: { access_token: service.token },
		});
		const { data } = (await answer.json()) as { data: { list: Array<Record<string, string>> } };
		return data.list;
	};
	try {
		const genders = new Map(
			(await list('list_common_audio')).map(({ id, gender }) => [id, gender]),
		);
		for (const { audio_man_id: voice, gender } of await list('list_common_dp')) {
			expect(genders.get(voice)).toBe(gender);
		}
	} finally {
		await service.close();
	}
});
