import { describe, expect, it } from '@jest/globals';

import { fileViolation } from '../../../nodes/shared/files/fileChoice';
import {
	extensionOf,
	extensionOfType,
	nameInAddress,
	nameInDisposition,
	withExtension,
} from '../../../nodes/shared/files/fileNames';
import { methodFor, SINGLE_PUT_BYTES } from '../../../nodes/shared/files/method';
import { purposes, type Purpose } from '../../../nodes/shared/files/purposes';
import { judgePut } from '../../../nodes/shared/files/storage';

it.each([
	['clip.mp4', 'mp4'],
	['Clip.MP4', 'mp4'],
	['my.talk.mov', 'mov'],
	['clip', ''],
	['.mp4', ''],
	['folder.d/clip', ''],
	['clip.', ''],
])('the extension of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));

it.each([
	['attachment; filename="My talk.mov"', 'My talk.mov'],
	['inline; filename=clip.mp4', 'clip.mp4'],
	["attachment; filename*=UTF-8''f%C3%BCr%20dich.mp4", 'für dich.mp4'],
	['attachment; filename="a.mp4"; filename*=UTF-8\'\'b.mp4', 'b.mp4'],
	['attachment; filename="../../etc/a.mp4"', 'a.mp4'],
	['attachment', undefined],
	[undefined, undefined],
])('the name in %j is %j', (header, name) => expect(nameInDisposition(header)).toBe(name));

it.each([
	['https://example.com/a/My%20clip.mp4?x=y.mov', 'My clip.mp4'],
	['https://example.com/', undefined],
	['https://example.com/%E0%A4%A', '%E0%A4%A'],
])('the name in %j is %j', (address, name) => expect(nameInAddress(address)).toBe(name));

it('adds the extension of the media type, if there is none', () => {
	expect(withExtension('clip', extensionOfType('video/mp4; charset=x'))).toBe('clip.mp4');
	expect(withExtension('clip.mov', 'mp4')).toBe('clip.mov');
	expect(withExtension('clip', extensionOfType('application/octet-stream'))).toBe('clip');
});

describe('The eight purposes', () => {
	const all = Object.keys(purposes) as Purpose[];

	it('are those of the specification', () => {
		expect([...all].sort()).toEqual([
			'ai_creation',
			'customised_person',
			'lip_sync_audio',
			'lip_sync_video',
			'make_video_audio',
			'make_video_background',
			'prompt_audio',
			'video_translation',
		]);
	});

	it('take exactly their documented types', () => {
		const takes = (name: string) =>
			all.filter((purpose) => !fileViolation(name, 1, purpose)).sort();
		const any = ['ai_creation', 'prompt_audio'];
		expect(takes('a.mp4')).toEqual(
			[
				...any,
				'customised_person',
				'lip_sync_video',
				'make_video_background',
				'video_translation',
			].sort(),
		);
		expect(takes('a.heic')).toEqual([...any, 'make_video_background'].sort());
		expect(takes('a.m4a')).toEqual([...any, 'lip_sync_audio'].sort());
		expect(takes('a.webm')).toEqual([...any, 'customised_person', 'lip_sync_video'].sort());
		expect(takes('a')).toEqual([]);
	});

	it('are sent in one piece or in parts', () => {
		for (const purpose of all) {
			const person = purpose === 'customised_person';
			expect(methodFor('automatic', purpose, 1)).toBe(person ? 'multipart' : 'single');
			expect(methodFor('automatic', purpose, SINGLE_PUT_BYTES + 1)).toBe('multipart');
			expect(methodFor('multipart', purpose, 1)).toBe('multipart');
		}
		expect(methodFor('single', 'ai_creation', 1e12)).toBe('single');
	});
});

it.each([
	[200, undefined],
	[204, undefined],
	[307, 'none'],
	[400, 'sendAgain'],
	[403, 'freshAddress'],
	[404, 'freshAddress'],
	[408, 'sendAgain'],
	[411, 'none'],
	[429, 'sendAgain'],
	[500, 'sendAgain'],
	[503, 'sendAgain'],
])('HTTP %d of the storage calls for %j', (status, remedy) => {
	expect(judgePut(status, '<Error><Code>Reason</Code></Error>')?.remedy).toBe(remedy);
});
