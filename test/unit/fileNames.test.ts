import { describe, expect, it } from '@jest/globals';

import { limitProblem, mediaProblem, recordProblem } from '../../nodes/shared/files/fileRules';
import {
	cleanName,
	decodedName,
	extensionOf,
	nameInAddress,
	nameInDisposition,
	nameInQuery,
	nameOfRow,
} from '../../nodes/shared/files/fileNames';
import { formatOfContent } from '../../nodes/shared/files/content';
import type { FileType } from '../../nodes/shared/files/formats';
import { identify } from '../../nodes/shared/files/identify';
import { type Purpose, purposes } from '../../nodes/shared/files/purposes';
import { insteadOfMedia } from '../../nodes/shared/files/instead';
import type { FileRecord } from '../../nodes/shared/api/uploadedFiles';
import { inOneText } from '../../nodes/shared/util/text';

it.each([
	['clip.mp4', 'mp4'],
	['Clip.MP4', 'mp4'],
	['clip', ''],
	['.mp4', ''],
	['folder.d/clip', ''],
	['clip.', ''],
])('the extension of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));

it.each([
	[{ title: 'Our offer' }, 'Our offer'],
	[{ Title: 'Our offer', Script: 'Hello' }, 'Our offer'],
	[{ ' title': 'Our offer' }, 'Our offer'],
	[{ 'Video Title': 'Our offer' }, 'Our offer'],
	[{ 'Product Name': 'Mug', Name: 'Anna' }, 'Mug'],
	[{ Заголовок: 'Осень' }, 'Осень'],
	[{ Topic: 'Bees', Script: 'Hello' }, 'Bees'],
	[{ Name: 'Anna Schmidt' }, 'Anna Schmidt'],
	[{ Product: 'Red sofa', Price: '499' }, 'Red sofa'],
	[{ title: { rendered: 'Hello &#8211; World' } }, 'Hello – World'],
	[{ title: 'Q&amp;A' }, 'Q&A'],
	[{ title: '**Episode 12**' }, 'Episode 12'],
	[{ title: '<b>Bold</b> news' }, 'Bold news'],
	[{ title: 'intro.mp4' }, 'intro'],
	[{ title: 'Node.js' }, 'Node.js'],
	[{ Name: 'Anna', voiceId: '1', gender: 'female' }, undefined],
	[{ text: 'Hello' }, undefined],
])('the name of a file for the row %j is %j', (row, name) => expect(nameOfRow(row)).toBe(name));

it.each([
	['attachment; filename="My talk.mov"', 'My talk.mov'],
	["attachment; filename*=UTF-8''f%C3%BCr%20dich.mp4", 'für dich.mp4'],
	['attachment; filename="a.mp4"; filename*=UTF-8\'\'b.mp4', 'b.mp4'],
	['attachment; filename="../../etc/a.mp4"', 'a.mp4'],
	['attachment; filename=My talk.mov; size=3', 'My talk.mov'],
	['attachment; filename="the \\"a\\".mp4"', 'the "a".mp4'],
	[`attachment; filename="${Buffer.from('für 你.mp4').toString('latin1')}"`, 'für 你.mp4'],
	['attachment; filename="f\u00fcr.mp4"', 'für.mp4'],
	["attachment; filename*=UTF-8''a%0D%0Ab%E2%80%AEc%00.mp4", 'abc.mp4'],
	["attachment; filename*=ISO-8859-1''f%FCr.mp4", 'für.mp4'],
	['form-data; name="file"; filename="clip.mp4"', 'clip.mp4'],
	['attachment; filename=""', undefined],
	['attachment', undefined],
	[undefined, undefined],
])('the name in %j is %j', (header, name) => expect(nameInDisposition(header)).toBe(name));

it.each([
	['https://example.com/a/My%20clip.mp4?x=y.mov', 'My clip.mp4'],
	['https://example.com/', undefined],
	['https://example.com/clip.mp4/', 'clip.mp4'],
	['https://example.com/clip.mp4;jsessionid=1', 'clip.mp4'],
	['https://example.com/photo.jpg:large', 'photo.jpg'],
	['https://example.com/photo.jpg!thumb', 'photo.jpg'],
	['https://example.com/clip.mp4&export=download', 'clip.mp4'],
	['https://example.com/Talk:%20part%201', 'Talk: part 1'],
	['https://example.com/%E0%A4%A', '%E0%A4%A'],
])('the name in %j is %j', (address, name) => expect(nameInAddress(address)).toBe(name));

it.each([
	['https://example.com/download?file=clip.mp4', 'clip.mp4'],
	['https://example.com/get.php?id=1&filename=My%20clip.MOV', 'My clip.MOV'],
	['https://example.com/?path=/a/b.mp3', 'b.mp3'],
	[
		'https://example.com/a?response-content-disposition=attachment%3B%20filename%3D%22a.mp4%22',
		'a.mp4',
	],
	['https://example.com/a?rscd=attachment%3B%20filename%3Da.mp4&sig=1', 'a.mp4'],
	['https://example.com/dl?fileName=clip.mp4', 'clip.mp4'],
	['https://example.com/dl?file_name=clip.mp4', 'clip.mp4'],
	['https://example.com/dl?FILE=clip.mp4', 'clip.mp4'],
	['https://example.com/dl?filepath=a/clip.mp4', 'clip.mp4'],
	['https://example.com/dl?attname=clip.mp4', 'clip.mp4'],
	['https://example.com/view?object=a/talk.wav', 'talk.wav'],
	['https://example.com/_next/image?url=%2Fa.png&w=640', 'a.png'],
	['https://example.com/dl?url=https://example.org/a.mp4', 'a.mp4'],
	['https://example.com/dl?src=/u/a.jpg', 'a.jpg'],
	['https://example.com/download?id=clip', undefined],
	['https://example.com/clip.mp4', undefined],
])('the name in the query of %j is %j', (address, name) => expect(nameInQuery(address)).toBe(name));

const ANOTHER = "Choose another file, or the right 'Type' where the field has one.";

it.each<[string, FileType[], string | undefined]>([
	['clip.mp4', ['image'], "'clip.mp4' is a video, not an image"],
	['Talk.MP3', ['image', 'video'], "'Talk.MP3' is an audio file, not an image or a video"],
	['invoice.pdf', ['image'], "'invoice.pdf' is not an image"],
	['photo.heic', ['image'], undefined],
	['talk.mp4', ['audio'], undefined],
	['download.php', ['image'], undefined],
	['Interview 05.11', ['image'], undefined],
	['clip', ['image'], undefined],
	['clip.mp4', [], undefined],
])('of the file %s, where %j is needed, is said: %s', (name, needed, violation) => {
	const problem = mediaProblem({ name }, needed);
	expect(problem?.title).toBe(violation);
	expect(problem?.advice).toBe(violation && ANOTHER);
});

const octets = 'application/octet-stream';

it.each<[Parameters<typeof identify>[0], string]>([
	[{ mimeType: 'video/mp4; charset=x', given: 'clip' }, 'clip.mp4'],
	[{ mimeType: 'VIDEO/MP4', given: 'Interview 05.11' }, 'Interview 05.11.mp4'],
	[{ mimeType: 'video/mp4', given: 'download.php' }, 'download.php.mp4'],
	[{ mimeType: 'image/png', given: 'page.html' }, 'page.html.png'],
	[{ mimeType: 'video/mp4', given: 'cover.jpg' }, 'cover.jpg.mp4'],
	[{ mimeType: 'video/mp4', given: 'clip.mov' }, 'clip.mov'],
	[{ mimeType: 'video/mp4', given: 'talk.m4a' }, 'talk.m4a'],
	[{ mimeType: 'audio/mpeg', given: 'WhatsApp.mpeg' }, 'WhatsApp.mpeg.mp3'],
	[{ mimeType: octets, given: 'clip' }, 'clip'],
	[{ mimeType: octets, given: 'Interview 05.11' }, 'Interview 05.11'],
	[{ mimeType: octets, given: 'slides.pptx', suggested: ['x.mp4'] }, 'slides.pptx'],
	[{ mimeType: octets, given: 'Interview 05.11', suggested: ['x.mp4'] }, 'Interview 05.11.mp4'],
	[{ mimeType: octets, suggested: ['ab12', 'talk.mp4'] }, 'talk.mp4'],
	[{ mimeType: 'video/mp4', suggested: ['target.mp4', 'go'] }, 'target.mp4'],
	[{ mimeType: 'video/quicktime', suggested: ['ab12', 'go'] }, 'ab12.mov'],
	[{ mimeType: 'video/mp4', given: 'x.v2', suggested: ['page.pdf'] }, 'x.v2.mp4'],
	[{ mimeType: 'text/plain', given: 'words', first: Buffer.from('words') }, 'words.txt'],
	[{ mimeType: 'text/plain', given: 'words' }, 'words'],
	[{ mimeType: 'text/plain', given: 'words.en' }, 'words.en'],
	[{ mimeType: 'video/mp4', chosen: 'a.mov', given: 'b.mp4' }, 'a.mov'],
	[{ mimeType: 'video/mp4', chosen: 'Anna 2.0', given: 'b.mp4' }, 'Anna 2.0.mp4'],
	[{ suggested: [undefined] }, 'file'],
])('A file is named, %#: %j as %j', (given, name) => expect(identify(given).name).toBe(name));

it.each([
	['a\r\nb\u0000.mp4', 'ab.mp4'],
	['photo\u202Egnp.mp4', 'photognp.mp4'],
	['\u2066a\u2069\u200F\u061C\u2028.mp4', 'a.mp4'],
	['half \uD83D.mp4', 'half .mp4'],
	['👩‍👩‍👧 whole.mp4', '👩‍👩‍👧 whole.mp4'],
	['../../etc/a.mp4', 'a.mp4'],
	['C:\\a\\b.mp4', 'b.mp4'],
	['..', undefined],
	[' \u0007 ', undefined],
	[`${'x'.repeat(1000)}.mp4`, `${'x'.repeat(251)}.mp4`],
])('a name is made clean, case %#', (name, clean) => expect(cleanName(name)).toBe(clean));

describe('The eight purposes', () => {
	const all = Object.keys(purposes) as Purpose[];

	it('are those of the specification', () => {
		expect([...all].sort()).toEqual([
			...['ai_creation', 'customised_person', 'lip_sync_audio', 'lip_sync_video'],
			...['make_video_audio', 'make_video_background', 'prompt_audio', 'video_translation'],
		]);
	});

	it('take exactly their documented types', () => {
		const takes = (name: string) =>
			all.filter((purpose) => !limitProblem({ name, bytes: 1 }, purposes[purpose], true)).sort();
		const any = ['ai_creation', 'prompt_audio'];
		const videos = ['customised_person', 'lip_sync_video', 'make_video_background'];
		expect(takes('a.mp4')).toEqual([...any, ...videos, 'video_translation'].sort());
		expect(takes('a.heic')).toEqual([...any, 'make_video_background'].sort());
		expect(takes('a.m4a')).toEqual([...any, 'lip_sync_audio'].sort());
		expect(takes('a.webm')).toEqual([...any, 'customised_person', 'lip_sync_video'].sort());
		expect(takes('a')).toEqual([]);
	});
});

const JSON_TEXT = '{"code":403}';
const XML_TEXT = '<?xml version="1.0"?><Error/>';
const PAGE = '<!DOCTYPE html><html>';
const LOST = '\u00ef\u00bf\u00bd';
const BASE64 = Buffer.from('\0\0\0\u0018ftypmp42').toString('base64').padEnd(400, 'A');
const VIDEO = '\0\0\0\u0018ftypmp42';

it.each([
	['\u0089PNG\r\n', 'image/png'],
	['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
	['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
	['RIFF\0\0\0\0WAVEfmt ', 'audio/x-wav'],
	['\0\0\0\u0014ftypqt  ', 'video/quicktime'],
	['\0\0\0\u0018ftypheic', 'image/heic'],
	[VIDEO, 'video/mp4'],
	['\u001aE\u00df\u00a3', 'video/webm'],
	['', undefined],
	[JSON_TEXT, undefined],
])('the first bytes %j show %s', (text, expected) => {
	expect(formatOfContent(Buffer.from(text, 'latin1'))?.types[0]).toBe(expected);
});

it.each<[string, string | undefined, string | undefined, ...string[]]>([
	[JSON_TEXT, 'application/json', 'a message (JSON)'],
	[`\u00ef\u00bb\u00bf \n${JSON_TEXT}`, 'text/json', 'a message (JSON)'],
	[XML_TEXT, 'application/xml', 'a message (XML)'],
	[PAGE, 'text/html', 'a web page'],
	[PAGE, 'video/mp4', 'a web page'],
	[PAGE, undefined, 'a web page'],
	['Please wait', 'text/html', 'a web page'],
	// Whatever is announced.
	[JSON_TEXT, 'video/mp4', 'a message (JSON)'],
	[JSON_TEXT, undefined, 'a message (JSON)'],
	[XML_TEXT, 'application/json', 'a message (XML)'],
	['\u00ff\u00fe<\0h\0t\0m\0l\0>\0', 'video/mp4', 'a web page'],
	['\0{\0"\0a', 'video/mp4', 'a message (JSON)'],
	['<head><title>Sign in', 'video/mp4', 'a web page'],
	['<script>location=1</script>', undefined, 'a web page'],
	['404 page not found', 'video/mp4', 'a message (text)'],
	['403 Forbidden', 'video/mp4', 'a message (text)'],
	['AccessDenied', 'video/mp4', 'a message (text)'],
	['Signature expired', undefined, 'a message (text)'],
	['The link has expired.', undefined, 'a message (text)'],
	['The specified key does not exist.', undefined, 'a message (text)'],
	['upstream connect error', undefined, 'a message (text)'],
	['Please log in', undefined, 'a message (text)'],
	['[InternetShortcut]\nURL=https://example.com', undefined, 'a message (text)'],
	['The file of which we speak', 'text/plain', undefined],
	['"not found"', 'video/mp4', 'a message (JSON)'],
	['404', undefined, 'a message (JSON)'],
	[JSON.stringify('x'.repeat(2000)), 'video/mp4', 'a message (JSON)'],
	[' '.repeat(2000) + JSON_TEXT, 'video/mp4', 'a blank page'],
	// Of a media file, by a node that read it as text. Signs that were lost are `\ufffd`, of three bytes.
	[
		LOST.repeat(3) + '\0\u0010JFIF',
		'image/jpeg',
		'a file that was read as text, by which it is lost',
	],
	[`${LOST}PNG\r\n\0\0`, undefined, 'a file that was read as text, by which it is lost', 'a.png'],
	[
		`\0\0\0\u0018ftypmp42${LOST.repeat(9)}`,
		'video/mp4',
		'a file that was read as text, by which it is lost',
	],
	[
		`ID3\u0004\0\0\0\0\0\u0002aa${LOST.repeat(3)}`,
		'audio/mpeg',
		'a file that was read as text, by which it is lost',
	],
	[BASE64, 'video/mp4', 'the content of a file as text (base64)'],
	[`data:video/mp4;base64,${BASE64}`, undefined, 'the content of a file as text (base64)'],
	// In a file of its own, to which the address of a video led.
	[JSON_TEXT, 'application/json', 'a message (JSON)', 'error.json', 'talk.mp4'],
	// May be the file.
	['{\\rtf1', 'application/rtf', undefined],
	['{\u0001\u0002', 'video/mp4', undefined],
	[VIDEO, 'application/json', undefined],
	[VIDEO, 'text/html', undefined],
	[VIDEO, 'video/mp4', undefined],
	['<?xml version="1.0"?>\n<svg xmlns="">', 'application/xml', undefined],
	['', 'application/json', undefined],
	// Titles of sound that another program has damaged, before the sound.
	[`ID3\u0004\0\0\0\0\0\u001e${LOST.repeat(10)}\u00ff\u00fb\u0090d`, 'audio/mpeg', undefined],
	[`ID3\u0004\0\0\0\0\u0009\u001e${LOST.repeat(10)}`, 'audio/mpeg', undefined],
	[`RIFF\0\0\0\0WAVELIST\u0010\0\0\0INFOINAM${LOST.repeat(3)}`, 'audio/wav', undefined],
	// Is what its name says.
	[LOST.repeat(9), 'text/plain', undefined, 'script.txt'],
	[JSON_TEXT, 'application/json', undefined, 'animation.json'],
	[XML_TEXT, 'text/xml', undefined, 'subtitles.XML'],
	['1\n00:00', 'text/html', undefined, 'subtitles.srt'],
	['<html> is the first word', 'text/plain', undefined, 'script.txt'],
	['<svg>', 'image/svg+xml', undefined, 'a.svg', 'b.png'],
	[XML_TEXT, 'text/xml', undefined, 'a.svg', 'subtitles'],
])('What comes in place of a file is recognized, case %#', (text, mimeType, expected, ...names) => {
	const start = Buffer.from(text, 'latin1');
	expect(insteadOfMedia(start, mimeType, [undefined, ...names])).toBe(expected);
});

const at = 'https://files.example.com/openapi';
const GB = 1024 ** 3;

it.each<[Purpose, number, boolean]>([
	['lip_sync_video', 1, true],
	['video_translation', GB, true],
	['video_translation', GB + 1, false],
	['ai_creation', 1000 * 10_485_760, true],
	['ai_creation', 1000 * 10_485_760 + 1, false],
])('a file for %s may have %d bytes: %s', (purpose, bytes, may) => {
	const problem = limitProblem({ name: 'a.mp4', bytes }, purposes[purpose]);
	expect(problem === undefined).toBe(may);
	if (!may) expect(problem?.title).toContain("'a.mp4' is too large");
});

describe('The record of a file that is chosen by its ID', () => {
	const misfitOf = (record: Partial<FileRecord>) => {
		const use = { label: 'Video', purpose: 'video_translation' } as const;
		const problem = recordProblem({ id: '1', status: 1, raw: {}, ...record }, use);
		return problem && inOneText(problem.title, problem.advice);
	};

	it.each<[string, Partial<FileRecord>]>([
		['the purpose', { service: 'video_translation', bytes: 9, file_path: `${at}/1.mp4` }],
		['nothing', {}],
		['a purpose that this package does not know', { service: 'new_purpose' }],
		['no size yet', { service: 'video_translation', bytes: 0, file_path: `${at}/1.mov?a=b` }],
		['an address without an extension', { file_path: `${at}/1` }],
		['an address whose end is no known extension', { file_path: `${at}/1.v2` }],
	])('passes when it reports %s', (_what, record) => {
		expect(misfitOf(record)).toBeUndefined();
	});

	it.each<[string, Partial<FileRecord>, RegExp]>([
		['another purpose', { service: 'ai_creation' }, /was uploaded for 'AI Creation'\. Upload it/],
		[
			'another type',
			{ file_path: `${at}/1.webm` },
			/'1.webm' is not a supported type\. Use MP4 or MOV: convert the WebM file first\.$/,
		],
		[
			'too large a file',
			{ bytes: GB + 1, file_path: `${at}/1.mp4` },
			/too large \(1\.1 GB\)\. .*at most 1 GB/,
		],
	])('is refused when it reports %s', (_what, record, violation) => {
		expect(misfitOf(record)).toMatch(violation);
	});
});

/** As a header arrives: each byte as a letter. */
const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

it.each<[string, string | undefined]>([
	['attachment; filename="clip.mp4"', 'clip.mp4'],
	['attachment; filename=clip.mp4', 'clip.mp4'],
	['inline; filename=my clip.mp4', 'my clip.mp4'],
	["attachment; filename*=UTF-8''f%C3%BCr.mp4", 'für.mp4'],
	['attachment; filename="fuer.mp4"; filename*=UTF-8\'\'f%C3%BCr.mp4', 'für.mp4'],
	['attachment; filename*=UTF-8\'\'f%C3%BCr.mp4; filename="fuer.mp4"', 'für.mp4'],
	["attachment; filename*=utf-8'en'a%20b.mp4", 'a b.mp4'],
	['attachment; filename*="UTF-8\'\'a%20b.mp4"', 'a b.mp4'],
	["attachment; filename*=ISO-8859-1''f%FCr.mp4", 'für.mp4'],
	["attachment; filename*=iso-8859-1'de'f%FCr.mp4; filename=fur.mp4", 'für.mp4'],
	["attachment; filename*=windows-1252''f%FCr.mp4", 'für.mp4'],
	['attachment; filename="=?UTF-8?B?ZsO8ci5tcDQ=?="', 'für.mp4'],
	['attachment; filename="=?utf-8?Q?f=C3=BCr_dich.mp4?="', 'für dich.mp4'],
	['attachment; filename="=?ISO-8859-1?Q?f=FCr.mp4?="', 'für.mp4'],
	['attachment; filename="a%20b.mp4"', 'a b.mp4'],
	['attachment; filename="f%C3%BCr.mp4"', 'für.mp4'],
	['attachment; filename="a\\"b.mp4"', 'a"b.mp4'],
	['attachment; filename="C:\\\\dir\\\\a.mp4"', 'a.mp4'],
	['attachment; filename="a;b.mp4"', 'a;b.mp4'],
	["attachment; filename='clip.mp4'", 'clip.mp4'],
	['attachment; FILENAME="clip.mp4"', 'clip.mp4'],
	['attachment;filename="clip.mp4";size=1', 'clip.mp4'],
	['attachment; filename = "clip.mp4"', 'clip.mp4'],
	['attachment; filename=""', undefined],
	['attachment', undefined],
	['inline', undefined],
	['filename="clip.mp4"', 'clip.mp4'],
	['attachment; filename=clip.mp4;', 'clip.mp4'],
	[latin('attachment; filename="für.mp4"'), 'für.mp4'],
	['attachment; filename="f\u00fcr.mp4"', 'für.mp4'],
	[latin('attachment; filename="🎬.mp4"'), '🎬.mp4'],
	["attachment; filename*=UTF-8''%F0%9F%8E%AC.mp4", '🎬.mp4'],
	['attachment; filename*0="long "; filename*1="name.mp4"', 'long name.mp4'],
	["attachment; filename*0*=UTF-8''f%C3%BC; filename*1*=r.mp4", 'für.mp4'],
	["attachment; filename*=UTF-8''a%2Fb.mp4", 'b.mp4'],
	['attachment; filename="../../etc/clip.mp4"', 'clip.mp4'],
	["attachment; filename*=UTF-8''", undefined],
	["attachment; filename*=''clip.mp4", 'clip.mp4'],
	['attachment; filename*=clip.mp4', 'clip.mp4'],
	['attachment; filename*=UTF-8\'\'bad%ZZ.mp4; filename="ok.mp4"', 'ok.mp4'],
	["attachment; filename=clip.mp4; filename*=UTF-8''clip%20(1).mp4", 'clip (1).mp4'],
	['attachment; filename="clip.mp4"; filename*=UTF-8\'\'clip.mp4', 'clip.mp4'],
	['attachment; filename=“clip.mp4”', 'clip.mp4'],
	["attachment; filename*=UTF8''f%C3%BCr.mp4", 'für.mp4'],
	["attachment; filename*=utf-8''a+b.mp4", 'a+b.mp4'],
	['form-data; name="file"; filename="clip.mp4"', 'clip.mp4'],
])('Content-Disposition %j names %j', (header, name) => {
	expect(nameInDisposition(header)).toBe(name);
});

it.each<[string, string | undefined]>([
	['https://e.com/a/clip.mp4', 'clip.mp4'],
	['https://e.com/a/clip.mp4?x=1', 'clip.mp4'],
	['https://e.com/a%20b.mp4', 'a b.mp4'],
	['https://e.com/a+b.mp4', 'a+b.mp4'],
	['https://e.com/f%FCr.mp4', 'für.mp4'],
	['https://e.com/a%2520b.mp4', 'a b.mp4'],
	['https://e.com/a%2Fb.mp4', 'b.mp4'],
	['https://e.com/dir/', undefined],
	['https://e.com/', undefined],
	['https://e.com', undefined],
	['https://e.com/clip.mp4/', 'clip.mp4'],
	['https://e.com/clip.mp4;jsessionid=1', 'clip.mp4'],
	['https://e.com/clip.mp4%3Fx%3D1', 'clip.mp4'],
	['https://e.com/o/dir%2Fclip.mp4?alt=media', 'clip.mp4'],
	['https://e.com/clip.mp4!small', 'clip.mp4'],
	['https://e.com/clip.jpg@100w.webp', 'clip.jpg@100w.webp'],
	['https://e.com/clip.mp4:large', 'clip.mp4'],
	['https://e.com/%E2%80%AEclip.mp4', 'clip.mp4'],
	['https://e.com/a.jpg/w_100', 'w_100'],
	['https://e.com/file?name=clip.mp4', 'file'],
])('the address %j names %j', (address, name) => expect(nameInAddress(address)).toBe(name));

it.each<[string | undefined, string | undefined]>([
	['a%20b.mp4', 'a b.mp4'],
	['a_b.mp4', 'a_b.mp4'],
	['.hidden.mp4', '.hidden.mp4'],
	['clip.MP4', 'clip.MP4'],
	['clip.mp4.', 'clip.mp4'],
	['clip.mp4 ', 'clip.mp4'],
	['clip .mp4', 'clip .mp4'],
	['clip.mp4.mp4', 'clip.mp4.mp4'],
	['clip', 'clip'],
	['clip.tar.gz', 'clip.tar.gz'],
	['"clip.mp4"', 'clip.mp4'],
	["'clip.mp4'", 'clip.mp4'],
	['“clip.mp4”', 'clip.mp4'],
	['a\nb.mp4', 'ab.mp4'],
	['a\tb.mp4', 'ab.mp4'],
	['a\r\nb.mp4', 'ab.mp4'],
	['\u202Eclip.mp4', 'clip.mp4'],
	['שלום.mp4', 'שלום.mp4'],
	['\u200fשלום.mp4', 'שלום.mp4'],
	['👨‍👩‍👧.mp4', '👨‍👩‍👧.mp4'],
	['e\u0301.mp4', 'é.mp4'],
	['clip\u0000.mp4', 'clip.mp4'],
	['a/b.mp4', 'b.mp4'],
	['a\\b.mp4', 'b.mp4'],
	['..\\..\\clip.mp4', 'clip.mp4'],
	['file:///C:/a/clip.mp4', 'clip.mp4'],
	['clip.mp4?dl=1', 'clip.mp4'],
	['clip.mp4&dl=1', 'clip.mp4&dl=1'],
	['=?UTF-8?B?ZsO8ci5tcDQ=?=', 'für.mp4'],
	['=?utf-8?Q?f=C3=BCr.mp4?=', 'für.mp4'],
	['=?UTF-8?Q?a?= =?UTF-8?Q?b.mp4?=', 'ab.mp4'],
	['f\u00c3\u00bcr.mp4', 'für.mp4'],
	['image.jpeg;charset=x', 'image.jpeg'],
	['WhatsApp Video 2024-01-01 at 10.00.00.mp4', 'WhatsApp Video 2024-01-01 at 10.00.00.mp4'],
	['Aufnahme 05.11.2024 10:30.m4a', 'Aufnahme 05.11.2024 10:30.m4a'],
	['a%2Bb.mp4', 'a+b.mp4'],
	['a+b%21.mp4', 'a b!.mp4'],
	['100%.mp4', '100%.mp4'],
	['a%b.mp4', 'a%b.mp4'],
	['50%25.mp4', '50%.mp4'],
	['a%0Ab.mp4', 'ab.mp4'],
	['%E4%BD%A0%E5%A5%BD.mp4', '你好.mp4'],
	['&amp;clip.mp4', '&clip.mp4'],
	['Tom &amp; Jerry.mp4', 'Tom & Jerry.mp4'],
	['clip&#39;s.mp4', "clip's.mp4"],
	['   ', undefined],
	['.', undefined],
	['..', undefined],
	['clip\u00a0.mp4', 'clip\u00a0.mp4'],
	['clip．mp4', 'clip．mp4'],
	['CLIP.MP4;1', 'CLIP.MP4'],
])('a file called %j is called %j', (given, name) => expect(decodedName(given)).toBe(name));
