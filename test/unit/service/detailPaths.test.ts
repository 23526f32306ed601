import { describe, expect, it } from '@jest/globals';

import { detailPath } from '../../../nodes/shared/service/credential';

describe('Paths that are not published', () => {
	it.each([
		['video/detail', 'video/detail'],
		['/video/detail', 'video/detail'],
		[' /open/v1/video/detail ', 'video/detail'],
		['open/v1/video_detail', 'video_detail'],
	])('%s stands for %s', (typed, path) => {
		expect(detailPath({ videoDetailPath: typed }, 'videoDetailPath')).toBe(path);
	});

	it.each([
		'https://example.com/open/v1/video',
		'//example.com/video',
		'/open/v2/../v1/video',
		'../v2/video',
		'video?id=1',
		'video#x',
		'video detail',
		'video/%2e%2e/x',
		'video\\detail',
	])('%s is refused with the name of its field', (typed) => {
		expect(() => detailPath({ personDetailPath: typed }, 'personDetailPath')).toThrow(
			/'Person Detail Path' of the credential is not a path.*\/open\/v1/,
		);
	});

	it.each([undefined, '', '  '])('says what can be done without one (%j)', (typed) => {
		const message = (field: 'videoDetailPath' | 'personDetailPath') => {
			try {
				return detailPath({ [field]: typed }, field);
			} catch (error) {
				return (error as Error).message;
			}
		};
		expect(message('videoDetailPath')).toMatch(
			/^Translations cannot be .*Ask your provider.*'Video Detail Path'/,
		);
		expect(message('personDetailPath')).toMatch(
			/^Custom persons cannot be .*'Person Detail Path'.*Create Person/,
		);
	});
});
