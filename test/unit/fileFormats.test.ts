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
import {
	acceptedName,
	type FileSigns,
	identify,
	mediaTypeOf,
} from '../../nodes/shared/files/identify';
import { extensionOf, formatOfName } from '../../nodes/shared/files/fileNames';
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
		const named = formatOfName(name);
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
});

it.each([
	['the declared type where it fits', 'a.jpg', 'image/jpeg', 'image/jpeg'],
	['that of the content where the declared type is of another', 'a.png', 'image/jpeg', 'image/png'],
	[
		'that of the content where the declared type says nothing',
		'a.png',
		'binary/octet-stream',
		'image/png',
	],
])('the media type of a file is %s', (_what, name, mimeType, expected) => {
	const identity = identify({ given: name, mimeType, first: beginningOf(name) });
	expect(mediaTypeOf(identity, mimeType)).toBe(expected);
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
		['make_video_background', 'IMG_1.heic', 'a.jpg', 'IMG_1.jpg'],
		['lip_sync_video', 'CLIP.MOV', 'a.mp4', 'CLIP.MOV'],
	])('for %s is uploaded with another: %s (%s) as %s', (purpose, given, content, name) => {
		expect(judged(purpose, { given, first: beginningOf(content) })).toBe(name);
	});
});

describe('A file of another format', () => {
	it.each<[Purpose, string, string, string, string]>([
		['make_video_audio', 'voice.oga', 'voice.oga', 'an OPUS audio file', 'MP3 or WAV'],
		['lip_sync_audio', 'speech.wav', 'a.mp4', 'an MP4 video', 'MP3, M4A or WAV'],
		['video_translation', 'clip.mp4', 'a.webm', 'a WebM video', 'MP4 or MOV'],
		['make_video_background', 'paper.jpg', 'a.pdf', 'a PDF file', 'JPG, PNG, HEIC, MP4 or MOV'],
	])('for %s is refused: %s (%s) is %s, to be %s', (purpose, given, content, is, types) => {
		expect(judged(purpose, { given, first: beginningOf(content) })).toEqual({
			title: `'${given}' is ${is}, which cannot be used here`,
			advice: `Convert it to ${types}. Another name does not change what it is.`,
		});
	});

	it.each<[Purpose, string, RegExp]>([
		['lip_sync_video', 'slides.pptx', /^Use MP4, MOV or WebM\.$/],
		['make_video_audio', 'speech.pcm', /^Use MP3 or WAV: convert the PCM file first\.$/],
		['make_video_audio', 'speech.v2', /^Use MP3 or WAV\. If only its extension is wrong, /],
	])('for %s is refused by its name alone: %s', (purpose, given, advice) => {
		expect(judged(purpose, { given })).toEqual({
			title: `'${given}' is not a supported type`,
			advice: expect.stringMatching(advice),
		});
	});
});

it('Aliases of media types mean what they are called', () => {
	const lines = `
		JPG image/jpeg image/jpg image/pjpeg image/x-jpg image/jpe image/jfif image/vnd.swiftview-jpeg image/mpo image/x-mpo image/JPEG;q=0.8 application/jpeg image/jpeg-cmyk
		PNG image/png image/x-png image/apng image/vnd.mozilla.apng
		SVG image/svg+xml image/svg image/svg-xml application/svg+xml text/xml-svg
		MP4 video/mp4 application/mp4 video/x-m4v video/mpeg4 video/mpeg-4 video/x-mpeg4 video/mp4s video/x-mp4v video/mpeg4-generic video/iso.segment application/x-mp4 video/MP4V-ES
		MP3 audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3 audio/x-mpeg-3 audio/mpeg-3 audio/mpeg;codecs=mp3 audio/x-mpg audio/mpeg-layer-3 audio/MPA audio/x-mpeg audio/mp3;charset=UTF-8 application/mp3 video/mp3
		M4A audio/mp4 audio/x-m4a audio/m4a audio/mp4a-latm audio/aac-mp4 audio/x-mp4a audio/mp4a audio/mpeg4 audio/x-mpeg4 audio/m4b audio/x-m4b audio/m4p audio/m4r audio/MP4A-LATM audio/alac audio/x-alac audio/x-aac-mp4 audio/vnd.apple.alac application/m4a
		WAV audio/wav audio/x-wav audio/wave audio/vnd.wave audio/vnd.wav audio/x-pn-wav audio/vnd.wave;codec=1 audio/x-riff-wav audio/wav;codecs=1 application/wav audio/bwf audio/x-bwf audio/rf64 audio/x-w64 audio/riff application/x-wav audio/microsoft-wave audio/x-microsoft-wav
		PCM audio/l16 audio/L16;rate=24000;channels=1 audio/pcm audio/x-pcm audio/raw audio/x-raw audio/l24 audio/x-l16 audio/L8 audio/pcm16 audio/x-mulaw audio/x-alaw audio/pcmu audio/g711-mulaw audio/g711-alaw audio/x-law audio/linear16 audio/vnd.pcm audio/ulaw audio/x-ulaw audio/x-lpcm audio/L16;codec=pcm;rate=24000 audio/s16le audio/x-l24 audio/x-raw-int audio/l20
		PDF application/pdf application/x-pdf application/acrobat text/pdf
		M3U8 application/vnd.apple.mpegurl application/x-mpegURL audio/mpegurl audio/x-mpegurl vnd.apple.mpegurl
	`;
	for (const line of lines.trim().split('\n')) {
		const [label, ...types] = line.trim().split(/\s+/);
		const others = types.filter((type) => formatOfType(type)?.label !== label);
		expect([label, others]).toEqual([label, []]);
	}
});

it.each(['application/ octet-stream', 'httpd/unix-directory', 'image/*'])(
	'The type %j says nothing',
	(type) => {
		expect([isGenericType(type), formatOfType(type)]).toEqual([true, undefined]);
	},
);
