import { describe, expect, it } from '@jest/globals';

import { limitProblem } from '../../nodes/shared/files/fileRules';
import { formatOfContent } from '../../nodes/shared/files/content';
import {
	formatOfExtension,
	formatOfType,
	formats,
	isFitting,
	isGenericType,
} from '../../nodes/shared/files/formats';
import { acceptedName, type FileSigns, identify } from '../../nodes/shared/files/identify';
import { extensionOf } from '../../nodes/shared/files/fileNames';
import { type Purpose, type PurposeRule, purposes } from '../../nodes/shared/files/purposes';
import beginnings from '../support/files/beginnings.json';

/** The first 512 bytes of real files, by their names. They were made with FFmpeg, ImageMagick and libheif. */
const real = new Map(
	Object.entries(beginnings).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
);

const beginningOf = (name: string) => real.get(name) as Buffer;

/** Files whose content does not tell what they are: raw sound, and pictures without a signature. */
const UNMARKED = new Set(['gsm', 'pcm', 'tga']);

describe('The table of formats', () => {
	it('names each extension and each media type once', () => {
		const extensions = formats.flatMap((one) => one.extensions);
		const types = formats.flatMap((one) => one.types);
		expect(extensions).toEqual([...new Set(extensions)]);
		expect(types).toEqual([...new Set(types)]);
	});

	it.each([...real.keys()])('knows %s by its first bytes', (name) => {
		const named = formatOfExtension(extensionOf(name));
		const content = formatOfContent(beginningOf(name));
		expect(named).toBeDefined();
		if (UNMARKED.has(extensionOf(name))) expect(content).toBeUndefined();
		else
			expect([content?.label, content && named && isFitting(content, named)]).toEqual([
				expect.any(String),
				true,
			]);
	});

	it('has a real file of each format that its content tells and that common programs write', () => {
		const shown = new Set([...real.values()].map((first) => formatOfContent(first)?.label));
		const rules: PurposeRule[] = Object.values(purposes);
		const taken = rules.flatMap(({ extensions = [] }) => extensions);
		const labels = taken.map((extension) => formatOfExtension(extension)?.label);
		expect([...shown]).toEqual(expect.arrayContaining(labels));
	});

	it.each([...real.keys()])('takes %s without any sign of its name', (name) => {
		const first = beginningOf(name);
		const content = formatOfContent(first);
		for (const mimeType of [
			undefined,
			'application/octet-stream',
			'binary/octet-stream',
			'text/plain',
			'application/octet-stream; charset=binary',
		]) {
			expect(identify({ given: 'abc', mimeType, first }).name).toBe(
				content ? `abc.${content.extensions[0]}` : 'abc',
			);
		}
	});

	it.each([
		'application/octet-stream',
		'binary/octet-stream',
		'application/x-download',
		'application/force-download',
		'text/plain; charset=utf-8',
		'*/*',
		'unknown',
		'image/*',
		'',
	])('takes the type %j for none', (type) => {
		expect(isGenericType(type)).toBe(true);
		expect(formatOfType(type)).toBeUndefined();
	});
});

/** Of a file for a purpose: the name under which it is uploaded, or the title and the advice of a refusal. */
function judged(purpose: Purpose, signs: FileSigns) {
	const rule = purposes[purpose];
	const identity = identify(signs);
	const name = acceptedName(identity, 'extensions' in rule ? rule.extensions : undefined);
	const problem = limitProblem({ ...identity, name }, rule, purpose === 'ai_creation');
	return problem ? { title: problem.title, advice: problem.advice } : name;
}

describe('A file that only its name keeps from being taken', () => {
	it.each<[Purpose, string, string, string]>([
		['make_video_background', 'photo.jfif', 'a.jpg', 'photo.jpg'],
		['make_video_background', 'photo.jpe', 'a.jpg', 'photo.jpg'],
		['make_video_background', 'clip.m4v', 'a.m4v', 'clip.mp4'],
		['make_video_background', 'clip.qt', 'a.mov', 'clip.mov'],
		['make_video_background', 'photo.heif', 'b.heic', 'photo.heic'],
		['make_video_background', 'photo.HIF', 'b.heic', 'photo.heic'],
		['make_video_background', 'IMG_1.heic', 'a.jpg', 'IMG_1.jpg'],
		['make_video_background', 'IMG_1.jpg', 'b.heic', 'IMG_1.heic'],
		['lip_sync_video', 'recording.mkv', 'a.webm', 'recording.webm'],
		['lip_sync_audio', 'memo.mp4', 'a.m4a', 'memo.m4a'],
		['lip_sync_audio', 'memo.m4b', 'a.m4a', 'memo.m4a'],
		['lip_sync_audio', 'ringtone.m4r', 'a.m4a', 'ringtone.m4a'],
		['lip_sync_audio', 'memo.mp3', 'a.m4a', 'memo.m4a'],
		['make_video_audio', 'speech.wave', 'a.wav', 'speech.wav'],
		['make_video_audio', 'speech.bwf', 'rf64.wav', 'speech.wav'],
		['make_video_audio', 'WhatsApp Audio.mpeg', 'a.mp3', 'WhatsApp Audio.mp3'],
		['make_video_audio', 'speech.mpga', 'a.mp3', 'speech.mp3'],
		['make_video_audio', 'Interview 05.11', 'noid3.mp3', 'Interview 05.11.mp3'],
		['video_translation', 'clip.3gp', 'a.mp4', 'clip.mp4'],
		// What fits stays.
		['lip_sync_audio', 'android.m4a', 'android.m4a', 'android.m4a'],
		['lip_sync_audio', 'lossless.m4a', 'alac.m4a', 'lossless.m4a'],
		['lip_sync_video', 'CLIP.MOV', 'a.mp4', 'CLIP.MOV'],
		['lip_sync_video', 'clip.mp4', 'a.mov', 'clip.mp4'],
		['customised_person', 'alpha.webm', 'alpha.webm', 'alpha.webm'],
	])('for %s is uploaded with another: %s (%s) as %s', (purpose, given, content, name) => {
		expect(judged(purpose, { given, first: beginningOf(content) })).toBe(name);
	});
});

describe('A file of another format', () => {
	it.each<[Purpose, string, string, string, string]>([
		['make_video_audio', 'memo.m4a', 'a.m4a', 'an M4A audio file', 'MP3 or WAV'],
		['make_video_audio', 'memo.mp3', 'a.m4a', 'an M4A audio file', 'MP3 or WAV'],
		['make_video_audio', 'voice.oga', 'voice.oga', 'an OPUS audio file', 'MP3 or WAV'],
		['make_video_audio', 'speech.aac', 'a.aac', 'an AAC audio file', 'MP3 or WAV'],
		['lip_sync_audio', 'recording.webm', 'a.weba', 'a WebM video', 'MP3, M4A or WAV'],
		['lip_sync_audio', 'speech.wav', 'voice.oga', 'an OPUS audio file', 'MP3, M4A or WAV'],
		['lip_sync_audio', 'speech.wav', 'a.mp4', 'an MP4 video', 'MP3, M4A or WAV'],
		['lip_sync_video', 'clip.mkv', 'a.mkv', 'an MKV video', 'MP4, MOV or WebM'],
		['lip_sync_video', 'clip.mp4', 'a.avi', 'an AVI video', 'MP4, MOV or WebM'],
		['video_translation', 'clip.webm', 'a.webm', 'a WebM video', 'MP4 or MOV'],
		['video_translation', 'clip.mp4', 'a.webm', 'a WebM video', 'MP4 or MOV'],
		['video_translation', 'clip.mp4', 'a.jpg', 'a JPG image', 'MP4 or MOV'],
		['make_video_background', 'photo.jpg', 'a.webp', 'a WebP image', 'JPG, PNG, HEIC, MP4 or MOV'],
		['make_video_background', 'photo.png', 'b.avif', 'an AVIF image', 'JPG, PNG, HEIC, MP4 or MOV'],
		['make_video_background', 'paper.jpg', 'a.pdf', 'a PDF file', 'JPG, PNG, HEIC, MP4 or MOV'],
	])('for %s is refused: %s (%s) is %s, to be %s', (purpose, given, content, is, types) => {
		expect(judged(purpose, { given, first: beginningOf(content) })).toEqual({
			title: `'${given}' is ${is}, which cannot be used here`,
			advice: `Convert it to ${types}. Another name does not change what it is.`,
		});
	});

	it.each<[Purpose, string, RegExp]>([
		['lip_sync_video', 'slides.pptx', /^Use MP4, MOV or WebM\.$/],
		['make_video_audio', 'voice.oga', /^Use MP3 or WAV: convert the OGG file first\.$/],
		['make_video_audio', 'speech.pcm', /^Use MP3 or WAV: convert the PCM file first\.$/],
		['make_video_audio', 'speech.v2', /^Use MP3 or WAV\. If only its extension is wrong, /],
	])('for %s is refused by its name alone: %s', (purpose, given, advice) => {
		expect(judged(purpose, { given })).toEqual({
			title: `'${given}' is not a supported type`,
			advice: expect.stringMatching(advice),
		});
	});
});
