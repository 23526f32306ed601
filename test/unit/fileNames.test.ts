import { describe, expect, it } from '@jest/globals';

import { limitProblem, mediaProblem, recordProblem } from '../../nodes/shared/files/fileRules';
import {
	cleanName,
	nameInAddress,
	nameInDisposition,
	nameInQuery,
	nameOfRow,
} from '../../nodes/shared/files/fileNames';
import type { FileType } from '../../nodes/shared/files/formats';
import { identify } from '../../nodes/shared/files/identify';
import { type Purpose, purposes } from '../../nodes/shared/files/purposes';
import { insteadOfMedia } from '../../nodes/shared/files/instead';
import type { FileRecord } from '../../nodes/shared/api/uploadedFiles';

it.each([
	[{ Title: 'Our offer', Script: 'Hello' }, 'Our offer'],
	[{ ' title': 'Our offer' }, 'Our offer'],
	[{ 'Video Title': 'Our offer' }, 'Our offer'],
	[{ 'Product Name': 'Mug', Name: 'Anna' }, 'Mug'],
	[{ Заголовок: 'Осень' }, 'Осень'],
	[{ Überschrift: '„Herbst“' }, 'Herbst'],
	[{ Topic: 'Bees', Script: 'Hello' }, 'Bees'],
	[{ Name: 'Anna Schmidt' }, 'Anna Schmidt'],
	[{ Product: 'Red sofa', Price: '499' }, 'Red sofa'],
	[{ title: { rendered: 'Hello &#8211; World' } }, 'Hello – World'],
	[{ title: 'Caf&eacute; &#x2013; it&rsquo;s &amp;ndash; open' }, 'Café – it’s – open'],
	[{ title: '**Episode 12**' }, 'Episode 12'],
	[{ title: '<b>Bold</b> news' }, 'Bold news'],
	[{ title: 'intro.mp4' }, 'intro'],
	[{ output: { title: 'Our offer', script: 'Hello' } }, 'Our offer'],
	[{ id: 'rec1', fields: { Title: 'Our offer' } }, 'Our offer'],
	[{ Name: 'Anna', voiceId: '1', gender: 'female' }, undefined],
])('the name of a file for the row %j is %j', (row, name) => expect(nameOfRow(row)).toBe(name));

it.each([
	['https://example.com/dl?file_name=clip.mp4', 'clip.mp4'],
	['https://example.com/dl?FILE=clip.mp4', 'clip.mp4'],
])('the name in the query of %j is %j', (address, name) => expect(nameInQuery(address)).toBe(name));

const ANOTHER = "Choose another file, or the right 'Type' where the field has one.";

it.each<[string, FileType[], string | undefined]>([
	['clip.mp4', ['image'], "'clip.mp4' is a video, not an image"],
	['Talk.MP3', ['image', 'video'], "'Talk.MP3' is an audio file, not an image or a video"],
	['invoice.pdf', ['image'], "'invoice.pdf' is not an image"],
	['photo.heic', ['image'], undefined],
	['talk.mp4', ['audio'], undefined],
	['clip', ['image'], undefined],
])('of the file %s, where %j is needed, is said: %s', (name, needed, violation) => {
	const problem = mediaProblem({ name }, needed);
	expect(problem?.title).toBe(violation);
	expect(problem?.advice).toBe(violation && ANOTHER);
});

it.each<[string, FileType[], string]>([
	['call.pcm', ['audio'], 'MP3 or WAV'],
	['photo.cr2', ['image', 'video'], 'JPG, PNG or MP4'],
	['art.kra', ['image'], 'JPG or PNG'],
])('the file %s, where %j is needed, has to be converted to %s', (name, needed, types) => {
	const advice = `Convert it to ${types}. Another name does not change what it is.`;
	expect(mediaProblem({ name }, needed)?.advice).toBe(advice);
});

const octets = 'application/octet-stream';

it.each<[Parameters<typeof identify>[0], string]>([
	[{ mimeType: 'image/png', given: 'page.html' }, 'page.html.png'],
	[{ mimeType: 'video/mp4', given: 'cover.jpg' }, 'cover.jpg.mp4'],
	[{ mimeType: 'video/mp4', given: 'talk.m4a' }, 'talk.m4a'],
	[{ mimeType: 'audio/mpeg', given: 'WhatsApp.mpeg' }, 'WhatsApp.mpeg.mp3'],
	[{ mimeType: octets, given: 'Interview 05.11', suggested: ['x.mp4'] }, 'Interview 05.11.mp4'],
	[{ mimeType: octets, suggested: ['ab12', 'talk.mp4'] }, 'talk.mp4'],
	[{ mimeType: 'video/quicktime', suggested: ['ab12', 'go'] }, 'ab12.mov'],
	[{ mimeType: 'video/mp4', given: 'x.v2', suggested: ['page.pdf'] }, 'x.v2.mp4'],
	[{ mimeType: 'text/plain', given: 'words' }, 'words'],
	[{ mimeType: 'video/mp4', chosen: 'Anna 2.0', given: 'b.mp4' }, 'Anna 2.0.mp4'],
	[{ suggested: [undefined] }, 'file'],
])('A file is named, %#: %j as %j', (given, name) => expect(identify(given).name).toBe(name));

it.each([
	['half \uD83D.mp4', 'half .mp4'],
	[`${'x'.repeat(1000)}.mp4`, `${'x'.repeat(251)}.mp4`],
	['Episode #3.mp4?X-Signature=1', 'Episode #3.mp4'],
	['https://h/a;b/clip.mp4?sig=1', 'clip.mp4'],
	['" clip.mp4"', 'clip.mp4'],
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

it.each<[string, string | undefined, string | undefined, ...string[]]>([
	[PAGE, undefined, 'a web page'],
	[XML_TEXT, 'application/json', 'a message (XML)'],
	['<head><title>Sign in', 'video/mp4', 'a web page'],
	['<script>location=1</script>', undefined, 'a web page'],
	['404 page not found', 'video/mp4', 'a message (text)'],
	['Signature expired', undefined, 'a message (text)'],
	['The link has expired.', undefined, 'a message (text)'],
	['The specified key does not exist.', undefined, 'a message (text)'],
	['[InternetShortcut]\nURL=https://example.com', undefined, 'a message (text)'],
	['The file of which we speak', 'text/plain', undefined],
	[JSON.stringify('x'.repeat(2000)), 'video/mp4', 'a message (JSON)'],
	// Of a media file, by a node that read it as text. Signs that were lost are `\ufffd`, of three bytes.
	[`${LOST}PNG\r\n\0\0`, undefined, 'a file that was read as text, by which it is lost', 'a.png'],
	[
		`\0\0\0\u0018ftypmp42${LOST.repeat(9)}`,
		'video/mp4',
		'a file that was read as text, by which it is lost',
	],
	[BASE64, 'video/mp4', 'the content of a file as text (base64)'],
	// In a file of its own, to which the address of a video led.
	[JSON_TEXT, 'application/json', 'a message (JSON)', 'error.json', 'talk.mp4'],
	// May be the file.
	[VIDEO, 'text/html', undefined],
	['<?xml version="1.0"?>\n<svg xmlns="">', 'application/xml', undefined],
	['', 'application/json', undefined],
	// Titles of sound that another program has damaged, before the sound.
	[`ID3\u0004\0\0\0\0\u0009\u001e${LOST.repeat(10)}`, 'audio/mpeg', undefined],
	// Is what its name says.
	[XML_TEXT, 'text/xml', undefined, 'a.svg', 'subtitles'],
])('What comes in place of a file is recognized, case %#', (text, mimeType, expected, ...names) => {
	const start = Buffer.from(text, 'latin1');
	expect(insteadOfMedia(start, mimeType, [undefined, ...names])).toBe(expected);
});

const at = 'https://files.example.com/openapi';
const GB = 1024 ** 3;

it.each<[Purpose, number, boolean]>([
	['video_translation', GB, true],
	['video_translation', GB + 1, false],
])('a file for %s may have %d bytes: %s', (purpose, bytes, may) => {
	const problem = limitProblem({ name: 'a.mp4', bytes }, purposes[purpose]);
	expect(problem === undefined).toBe(may);
	if (!may) expect(problem?.title).toContain("'a.mp4' is too large");
});

it.each<[string, Partial<FileRecord>]>([
	['a purpose that this package does not know', { service: 'new_purpose' }],
	['no size yet', { service: 'video_translation', bytes: 0, file_path: `${at}/1.mov?a=b` }],
])('a file that is chosen by its ID may be used where its record has %s', (_what, record) => {
	const use = { label: 'Video', purpose: 'video_translation' } as const;
	expect(recordProblem({ id: '1', status: 1, raw: {}, ...record }, use)).toBeUndefined();
});

/** As a header arrives: each byte as a letter. */
const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

it.each<[string, string | undefined]>([
	["attachment; filename*=UTF-8''a%0D%0Ab%E2%80%AEc%00.mp4", 'abc.mp4'],
	["attachment; filename*=ISO-8859-1''f%FCr.mp4", 'für.mp4'],
	['attachment; filename="=?utf-8?Q?f=C3=BCr_dich.mp4?="', 'für dich.mp4'],
	['attachment; filename="a\\"b.mp4"', 'a"b.mp4'],
	['attachment; filename="a;b.mp4"', 'a;b.mp4'],
	["attachment; filename='clip.mp4'", 'clip.mp4'],
	['attachment; FILENAME="clip.mp4"', 'clip.mp4'],
	[latin('attachment; filename="für.mp4"'), 'für.mp4'],
	["attachment; filename*=UTF-8''", undefined],
	['attachment; filename*=UTF-8\'\'bad%ZZ.mp4; filename="ok.mp4"', 'ok.mp4'],
	['attachment; filename=“clip.mp4”', 'clip.mp4'],
])('Content-Disposition %j names %j', (header, name) => {
	expect(nameInDisposition(header)).toBe(name);
});

it.each<[string, string | undefined]>([
	['https://e.com/photo.jpg:large', 'photo.jpg'],
	['https://e.com/photo.jpg!thumb', 'photo.jpg'],
	['https://e.com/clip.mp4&export=download', 'clip.mp4'],
	['https://e.com/%E0%A4%A', '%E0%A4%A'],
	['https://e.com/dir/', undefined],
	['https://e.com/clip.mp4/', 'clip.mp4'],
	['https://e.com/clip.jpg@100w.webp', 'clip.jpg@100w.webp'],
	['https://e.com/a.jpg/w_100', 'w_100'],
])('the address %j names %j', (address, name) => expect(nameInAddress(address)).toBe(name));
