import { describe, expect, it } from '@jest/globals';

import { readFile, webAddress } from '../../nodes/shared/fields/fileFields';
import { readField } from '../../nodes/shared/fields/field';
import { saidAbout } from '../support/violations';
import { sharePlaceOf } from '../../nodes/shared/files/shareLinks';

/** What a field with the URL of a file makes of what an expression gives. */
const read = (given: unknown) => {
	const property = { displayName: 'File URL', name: 'url', type: 'string', default: '' } as const;
	return readField({ property, ...webAddress }, given, '={{ $json.file }}');
};

const URL_OF_FILE = 'https://example.com/a.png';

describe('A URL field takes attachments as tables hold them', () => {
	const airtable = { id: 'att1', url: URL_OF_FILE, filename: 'a.png', type: 'image/png', size: 9 };
	const notion = { type: 'file', name: 'a.png', file: { url: URL_OF_FILE, expiry_time: '2026' } };

	it.each<[string, unknown]>([
		['an object', airtable],
		['a list of one', [airtable]],
		['a list of one list', [[airtable]]],
		['JSON of an object', JSON.stringify(airtable)],
		['JSON of a list', JSON.stringify([airtable])],
		['a list of one JSON text', [JSON.stringify(airtable)]],
		['NocoDB', [{ path: 'download/a.png', title: 'a.png', signedUrl: URL_OF_FILE }]],
		['Baserow', [{ url: URL_OF_FILE, visible_name: 'a.png', is_image: true }]],
		['Notion, uploaded', [notion]],
		['Notion, elsewhere', { type: 'external', name: 'a', external: { url: URL_OF_FILE } }],
		['Monday', { id: '1', name: 'a.png', public_url: URL_OF_FILE }],
		['GitHub', { name: 'a.png', download_url: URL_OF_FILE }],
		['a list with an address', [URL_OF_FILE]],
		['an address', ` ${URL_OF_FILE}\n`],
		['a files property', { type: 'files', files: [notion] }],
		['JSON of a list in a list', [JSON.stringify([airtable])]],
		['a storage', { data: { publicUrl: URL_OF_FILE } }],
		['a signed storage', { data: { signedUrl: URL_OF_FILE }, error: null }],
		['a headless CMS', { data: { id: 1, attributes: { url: URL_OF_FILE } } }],
		['a media service', { url: 'http://example.com/a.png', secure_url: URL_OF_FILE }],
		['OneDrive', { name: 'a', '@microsoft.graph.downloadUrl': URL_OF_FILE }],
		[
			'Drive',
			{ webViewLink: 'https://drive.google.com/file/d/1/view', webContentLink: URL_OF_FILE },
		],
		['an image of a chat', { type: 'image_url', image_url: { url: URL_OF_FILE } }],
		['an answer with images', { data: [{ url: URL_OF_FILE, revised_prompt: 'a' }] }],
		['S3', { Location: URL_OF_FILE, Key: 'a.png' }],
		['Slack', { files: [{ url_private_download: URL_OF_FILE, permalink: 'https://a.b/c' }] }],
		['OneDrive, as Graph lists it', { '@content.downloadUrl': URL_OF_FILE }],
		['a spreadsheet with a link', { text: 'a.png', hyperlink: URL_OF_FILE }],
		['WordPress', { id: 1, source_url: URL_OF_FILE, _links: { self: [{ href: 'https://a.b' }] } }],
		['a signed address', { presignedUrl: URL_OF_FILE }],
		['a model with a list', { images: [{ url: URL_OF_FILE, width: 9 }] }],
		['a model with one output', { output: [URL_OF_FILE], logs: '' }],
		['a whole record of Airtable', { id: 'rec1', fields: { Name: 'a', Files: [airtable] } }],
		['a whole page of Notion', { properties: { File: { type: 'files', files: [notion] } } }],
		['links of a REST service', { links: { download: URL_OF_FILE } }],
		['an object with its owner', { 'File URL': URL_OF_FILE, owner: { avatar: 'https://a.b/c' } }],
		['the same file twice', { attachments: [airtable, airtable] }],
		['a link of Markdown', `[a.png](${URL_OF_FILE})`],
		['an image of Markdown', `![a](${URL_OF_FILE})`],
		['Airtable as text', `a.png (${URL_OF_FILE})`],
		['a formula', `=HYPERLINK("${URL_OF_FILE}","a.png")`],
		['an image formula', `=IMAGE("${URL_OF_FILE}")`],
		['HTML', `<img src="${URL_OF_FILE}">`],
		['angle brackets', `<${URL_OF_FILE}>`],
		['quotes', `"${URL_OF_FILE}"`],
		['a list of Python', `['${URL_OF_FILE}']`],
		['an object of Python', `{'url': '${URL_OF_FILE}'}`],
		['a picture of Markdown with a link', `[![a](https://x.y/t.png)](${URL_OF_FILE})`],
		['brackets', `(${URL_OF_FILE})`],
		['a forum', `[img]${URL_OF_FILE}[/img]`],
		['a wiki', `[a.png|${URL_OF_FILE}]`],
		['HTML in a paragraph', `<p><img src="${URL_OF_FILE}"></p>`],
		['a film of HTML', `<video controls><source src="${URL_OF_FILE}" type="a/b"></video>`],
		['a style', `url("${URL_OF_FILE}")`],
		['a line with a word before it', `URL: ${URL_OF_FILE}`],
		['JSON, cut out of it', URL_OF_FILE.replaceAll('/', '\\/')],
		['a code block', `\`\`\`json\n${JSON.stringify({ url: URL_OF_FILE })}\n\`\`\``],
		['a query', encodeURIComponent(URL_OF_FILE)],
		['a list with a comma at its end', `${URL_OF_FILE},`],
		['thumbnails beside', { url: URL_OF_FILE, thumbnails: { small: { url: 'https://x.y/s' } } }],
		['a page about the file', { url: 'https://x.y/photo/7', src: { original: URL_OF_FILE } }],
		['a page beside the file', { url: 'https://x.y/post/7', feature_image: URL_OF_FILE }],
		[
			'a page in the data about a picture',
			{ screenshot: URL_OF_FILE, metadata: { url: 'https://x.y/7', sourceURL: 'https://x.y/7' } },
		],
		[
			'a page in which it stands',
			{ link: URL_OF_FILE, image: { contextLink: 'https://x.y/7', width: 8, height: 6 } },
		],
		['a line with two words before it', `Download link: ${URL_OF_FILE}`],
		['its name before it', `a.mp4 - ${URL_OF_FILE}`],
		['its name on a line before it', `a.mp4\n${URL_OF_FILE}`],
		['its name before brackets', `a.mp4 <${URL_OF_FILE}>`],
		['its name behind it', `${URL_OF_FILE} (a.mp4)`],
		['a sign before it', `📎 ${URL_OF_FILE}`],
		['signs around it', `👉 ${URL_OF_FILE} 👈`],
		['bold', `**${URL_OF_FILE}**`],
		['a bold label', `**Image URL:** ${URL_OF_FILE}`],
		['a bullet', `- ${URL_OF_FILE}`],
		['a number', `1. ${URL_OF_FILE}`],
		['a line that is quoted', `> ${URL_OF_FILE}`],
		['a sentence before the file', `Here is the link to your picture:\n\n${URL_OF_FILE}`],
		['the end of a sentence', `${URL_OF_FILE}.`],
		['its title on a line before it', `My picture\n${URL_OF_FILE}`],
		['a link of Markdown with its address as words', `[${URL_OF_FILE}](${URL_OF_FILE})`],
		['Markdown in angle brackets', `![a](<${URL_OF_FILE}>)`],
		['a link of a chat with its address as words', `<${URL_OF_FILE}|${URL_OF_FILE}>`],
		['a German formula', `=BILD("${URL_OF_FILE}"; 4; 100; 100)`],
		['HTML without quotes', `<img src=${URL_OF_FILE}>`],
		[
			'a picture in HTML in several sizes',
			`<img src="${URL_OF_FILE}" srcset="${URL_OF_FILE} 9w, https://x.y/s.png 3w">`,
		],
		[
			'a picture in HTML in another format, too',
			`<picture><source srcset="https://x.y/a.webp"><img src="${URL_OF_FILE}"></picture>`,
		],
		[
			'a film in HTML with its picture',
			`<video poster="https://x.y/s.png" src="${URL_OF_FILE}"></video>`,
		],
		[
			'a small picture that leads to it',
			`<a href="${URL_OF_FILE}"><img src="https://x.y/small.png"></a>`,
		],
		['a picture that leads to a page', `<a href="https://x.y/7"><img src="${URL_OF_FILE}"></a>`],
		['an article with one picture', `<p>Hello</p><figure><img src="${URL_OF_FILE}"></figure>`],
		['a large one beside it', { hdurl: URL_OF_FILE, url: 'https://x.y/small.png' }],
		['a list by IDs', { images: { '1:2': URL_OF_FILE } }],
		['a template with two schemes', `https://${URL_OF_FILE}`],
		[
			'a job with what it was given',
			{ input: { image_url: 'https://x.y/i.png' }, output: { image_url: URL_OF_FILE } },
		],
		['a page at the place of its file', { url: 'https://x.y/7', properties: { url: URL_OF_FILE } }],
	])('of %s', (_from, given) => {
		expect(read(given)).toEqual({ value: URL_OF_FILE });
	});

	it('of a list by IDs, where nothing but its name shows that it is a file', () => {
		const value = 'https://example.com/images/1b2c';
		expect(read({ err: null, images: { '1:2': value } })).toEqual({ value });
	});

	it('as a page writes it', () => {
		const value = `${URL_OF_FILE}?x=1&y=2`;
		const written = value.replaceAll('&', '&amp;');
		for (const given of [written, `<img src="${written}">`]) expect(read(given)).toEqual({ value });
	});

	it.each<[unknown]>([[{ id: 'att1' }], [[airtable, airtable]], [42], [{}]])(
		'and nothing else: %j',
		(given) => expect(read(given)).toHaveProperty('violation'),
	);

	it.each<[string, unknown, RegExp]>([
		['several files', [airtable, airtable], /^'File URL' has 2 URLs, but takes one\. Choose one/],
		['several with bullets', `- ${'https://e.com/a.mp4'}\n- https://e.com/b.mp4`, /has 2 URLs/],
		['several with numbers', '1. https://e.com/a.mp4\n2. https://e.com/b.mp4', /has 2 URLs/],
		['several behind each other', `${URL_OF_FILE},${URL_OF_FILE}`, /has 2 URLs/],
		['several with Chinese commas', `${URL_OF_FILE}，${URL_OF_FILE}、${URL_OF_FILE}`, /has 3 URLs/],
		['several links of Markdown', `[a](${URL_OF_FILE}), [b](${URL_OF_FILE})`, /has 2 URLs/],
		['several pictures of Markdown', `![](${URL_OF_FILE}) ![](${URL_OF_FILE})`, /has 2 URLs/],
		['several elements', `<img src="${URL_OF_FILE}"><img src="${URL_OF_FILE}">`, /has 2 URLs/],
		['several in quotes', `"${URL_OF_FILE}","${URL_OF_FILE}"`, /has 2 URLs/],
		['several in angle brackets', `<${URL_OF_FILE}>, <${URL_OF_FILE}>`, /has 2 URLs/],
		['several attachments as text', `a (${URL_OF_FILE}),b (${URL_OF_FILE})`, /has 2 URLs/],
		['several of a database', `{${URL_OF_FILE},${URL_OF_FILE}}`, /has 2 URLs/],
		['several lines of HTML', `${URL_OF_FILE}<br>${URL_OF_FILE}`, /has 2 URLs/],
		[
			'an encoded data: URI',
			encodeURIComponent('data:image/png;base64,iVBORw0KGgo='),
			/\(base64\)/,
		],
		['base64 in a query', encodeURIComponent('iVBORw0KGgo'.repeat(20) + '='), /\(base64\)/],
		['bytes of Python', `b'${'iVBORw0KGgo'.repeat(20)}'`, /\(base64\)/],
		['several as JSON', JSON.stringify([airtable, notion]), /has 2 URLs/],
		[
			'several in an object',
			{ images: [{ url: URL_OF_FILE }, { url: `${URL_OF_FILE}2` }] },
			/has 2 URLs/,
		],
		['several in a text', `${URL_OF_FILE}, ${URL_OF_FILE}\n${URL_OF_FILE}`, /has 3 URLs/],
		[
			'answers of a form',
			'https://drive.google.com/open?id=1, https://drive.google.com/open?id=2',
			/is a share link of Google Drive/,
		],
		[
			'a file of the input',
			{ mimeType: 'image/png', data: 'filesystem-v2', id: 'filesystem-v2:1', fileName: 'a.png' },
			/^'File URL' is a file of the input, not its URL\. Choose 'From Input File'/,
		],
		['base64 in an object', { b64_json: 'iVBORw0KGgo'.repeat(20) }, /\(base64\)/],
		['base64 deep in an answer', { images: ['iVBORw0KGgo'.repeat(20)] }, /\(base64\)/],
		['a data: URI in an object', { url: 'data:image/png;base64,iVBORw0KGgo=' }, /\(base64\)/],
		['the bytes of a file as a list', [137, 80, 78, 71, 13, 10], /\(base64\)/],
		['the bytes of a file', { type: 'Buffer', data: [137, 80, 78, 71] }, /\(base64\)/],
		['a file of Windows', 'C:\\Users\\Anna\\clip.mp4', /path of a file on a computer/],
		['a file of macOS', '/Users/anna/Movies/clip.mp4', /choose 'From Input File'/],
		['a file that a browser shows', 'file:///home/anna/clip.mp4', /path of a file on a computer/],
		['words around an address', `see ${URL_OF_FILE} please`, /is not a URL/],
		[
			'a sentence before a page',
			'I could not do it, see the help at https://x.y/7',
			/is not a URL/,
		],
		[
			'a link to a page in HTML',
			'<p>See <a href="https://x.y/7">this</a> page</p>',
			/is not a URL/,
		],
		[
			'a film in a page',
			'<iframe src="https://player.vimeo.com/video/1"></iframe>',
			/link of Vimeo/,
		],
		[
			'two pictures in HTML',
			`<img src="${URL_OF_FILE}"><img src="https://x.y/b.png">`,
			/has 2 URLs/,
		],
		[
			'a job that has not finished',
			{ status: 'starting', input: { image: URL_OF_FILE }, output: null },
			/^'File URL' contains no URL of a file\. Drag in the field .* instead of \{"status":"starting"/,
		],
		[
			'what a form notes of a file',
			[{ filename: 'a.png', mimetype: 'image/png', size: 9 }],
			/^'File URL' is a file of the input/,
		],
		['base64 of a model', [{ inlineData: { data: 'iVBORw0KGgo'.repeat(20) } }], /\(base64\)/],
	])('but names what is there instead: %s', (_what, given, said) => {
		expect(saidAbout(read(given))).toMatch(said);
	});

	it.each<[unknown]>([[[]], ['[]'], [null], ['']])('and nothing is nothing: %j', (given) => {
		expect(read(given)).toEqual({ value: undefined });
	});
});

describe('Of a picture or film in several sizes, a URL field takes the largest', () => {
	const small = 'https://example.com/small.png';
	const sides = (width: number, height: number) => ({ width, height });

	it.each<[string, unknown]>([
		['by name', { src: { tiny: small, medium: `${small}?m`, large: URL_OF_FILE } }],
		['the original one', { src: { large2x: small, original: URL_OF_FILE, tiny: `${small}?t` } }],
		['behind a preview', { url: { preview: small, original: URL_OF_FILE } }],
		['the raw one', { urls: { raw: URL_OF_FILE, full: small, thumb: `${small}?t` } }],
		['in objects', { videos: { small: { url: small }, large: { url: URL_OF_FILE } } }],
		['beside others', { images: { fixed: { url: small }, original: { url: URL_OF_FILE } } }],
		['by lines', { '360p': { url: small }, '1080p': { url: URL_OF_FILE } }],
		[
			'by its sides',
			{
				images: [
					{ ...sides(200, 100), source: small },
					{ ...sides(801, 400), source: URL_OF_FILE },
				],
			},
		],
		[
			'and not the picture of a film',
			{
				image: small,
				video_files: [
					{ quality: 'sd', ...sides(640, 360), link: `${small}?sd` },
					{ quality: 'hd', ...sides(1920, 1080), link: URL_OF_FILE },
					{ quality: 'hd', ...sides(1280, 720), link: `${small}?hd` },
				],
			},
		],
	])('%s', (_how, given) => {
		expect(read(given)).toEqual({ value: URL_OF_FILE });
	});

	it('but asks where they may be several pictures', () => {
		const images = [
			{ ...sides(1024, 1024), url: small },
			{ ...sides(512, 768), url: URL_OF_FILE },
		];
		expect(saidAbout(read({ images }))).toMatch(/has 2 URLs/);
	});
});

describe('Of files of several types, a field takes the one of its type', () => {
	const picture = 'https://example.com/a.jpg';
	const clip = 'https://example.com/a.mp4';
	const song = 'https://example.com/a.mp3';
	/** Runs the URL field of Lip Sync, whose labels are 'Video' and 'Audio'. */
	const chosenBy = (purpose: 'lip_sync_video' | 'lip_sync_audio', given: unknown) => {
		const parameters = {
			read: (name: string) => (name === 'fileSource' ? 'url' : given),
			written: () => '={{ $json }}',
			readInput: () => ({ violation: { code: '', title: '', advice: '' } }),
		};
		const file = { name: 'file', label: 'File', purpose, description: '', placeholder: '' };
		return readFile(file, parameters as never) as never as { url?: string };
	};

	it.each<[string, unknown]>([
		['beside the picture for it', { image_url: picture, audio_url: song, video_url: clip }],
		[
			'deeper than a picture',
			{ image: picture, sources: [{ file: clip }], tracks: [{ file: song }] },
		],
		['in a list', [picture, clip, song]],
		[
			'in a list of attachments without extensions',
			[
				{ url: picture, type: 'image/jpeg' },
				{ url: clip, type: 'video/mp4' },
				{ url: song, type: 'audio/mpeg' },
			],
		],
		['beside two pictures', { images: [picture, `${picture}?2`], film: clip, sound: song }],
	])('%s', (_where, given) => {
		expect(chosenBy('lip_sync_video', given).url).toBe(clip);
		expect(chosenBy('lip_sync_audio', given).url).toBe(song);
	});

	it('and none of several that may be of its type', () => {
		for (const given of [[clip, `${clip}?2`, picture], { a_url: clip, b_url: 'https://x.y/b' }]) {
			expect(saidAbout(chosenBy('lip_sync_video', given) as never)).toMatch(/has \d URLs/);
		}
	});
});

it.each([
	['undefined', /^'File URL' is the word 'undefined', which code makes of a value that is missing/],
	['#N/A', /^'File URL' is '#N\/A', which a sheet shows for a formula that has no result/],
])('%s in a URL field is no wrong address, but no value', (given, said) => {
	expect(saidAbout(read(given))).toMatch(said);
});

it.each<[string, string]>([
	['a data: URI', `data:image/png;base64,${'iVBORw0KGgo'.repeat(9)}=`],
	['a short data: URI', 'data:text/plain,hello'],
	['a data: URI with a character set', 'data:text/plain;charset=utf-8;base64,SGVsbG8='],
	['a data: URI that is encoded', 'data:image/svg+xml,%3Csvg%20xmlns%3D'],
	['a data: URI in capitals', 'DATA:image/png;base64,iVBORw0KGgo='],
	['a quoted data: URI', "'data:image/png;base64,iVBORw0KGgo='"],
	['what is left of a data: URI', 'image/png;base64,iVBORw0KGgo='],
	['base64 with its name', 'base64,iVBORw0KGgo='],
	['short base64 of an MP4', 'AAAAIGZ0eXBpc29tAAACAGlzb20='],
	['short base64 of an MP3', '//uQxAAAAAAAAAAAAAAA'],
	['short base64 of an SVG', 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcv'],
	['short base64 of a FLAC', 'ZkxhQwAAACISABIAAAAM'],
	['base64 in lines', 'iVBORw0K\nGgoAAAAN\nSUhEUgAA\nAAE='],
	['base64 in lines of another program', 'iVBORw0K\\nGgoAAAAN\\nSUhEUgAAAAE='],
	['short base64 of an AMR', 'IyFBTVIKPJEXFr5mgAAA'],
	['a data: URI in HTML', '<img src="data:image/png;base64,iVBORw0KGgo=">'],
	['a data: URI in Markdown', '![](data:image/png;base64,iVBORw0KGgo=)'],
	['short base64 of a PNG', 'iVBORw0KGgoAAAANSUhEUgAAAAE='],
	['short base64 of a JPG', '/9j/4AAQSkZJRgABAQAAAQABAAD/'],
	['base64', `${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(20)}==`],
	['base64 in lines', Array(5).fill('iVBORw0KGgoAAAANSUhEUgAA'.repeat(3)).join('\n')],
	['base64 of a URL', 'iVBORw0KGgoAAAANSUhEUgAA-_'.repeat(20)],
])('%s in a URL field names the node that makes a file of it', (_what, given) => {
	const violation = saidAbout(read(given));
	expect(violation).toMatch(/^'File URL' is the content of a file as text \(base64\)\. /);
	expect(violation).toMatch(/Convert to File.*Move Base64 String to File.*From Input File/);
	expect(violation).not.toMatch(/iVBOR/);
});

describe('A page on which a file is shared', () => {
	it.each<[string, string, string | undefined]>([
		['https://drive.google.com/file/d/1AbC/view?usp=sharing', 'Google Drive', 'Google Drive'],
		['https://drive.google.com/open?id=1AbC', 'Google Drive', 'Google Drive'],
		['https://drive.google.com/drive/folders/1AbC', 'Google Drive', 'Google Drive'],
		['https://docs.google.com/presentation/d/1AbC/edit#slide=1', 'Google Drive', 'Google Drive'],
		['https://www.dropbox.com/s/abc/clip.mp4', 'Dropbox', 'Dropbox'],
		['https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=1&dl=0', 'Dropbox', 'Dropbox'],
		['https://1drv.ms/v/s!Abc', 'OneDrive', 'Microsoft OneDrive'],
		['https://onedrive.live.com/?id=1&cid=2', 'OneDrive', 'Microsoft OneDrive'],
		['https://acme-my.sharepoint.com/:v:/p/anna/Eabc?e=1', 'SharePoint', 'Microsoft SharePoint'],
		['https://www.icloud.com/iclouddrive/0abc#clip', 'iCloud', undefined],
		['https://share.icloud.com/photos/0abc', 'iCloud', undefined],
		['https://we.tl/t-abc', 'WeTransfer', undefined],
		['https://wetransfer.com/downloads/abc/def', 'WeTransfer', undefined],
		['https://acme.slack.com/files/U1/F1/clip.mp4', 'Slack', 'Slack'],
		['https://files.slack.com/files-pri/T1-F1/download/clip.mp4', 'Slack', 'Slack'],
		['https://app.box.com/s/abc', 'Box', 'Box'],
		['https://photos.app.goo.gl/abc', 'Google Photos', undefined],
		['https://www.youtube.com/watch?v=abc', 'YouTube', undefined],
		['https://youtu.be/abc', 'YouTube', undefined],
		['https://WWW.Dropbox.com/s/abc/clip.mp4', 'Dropbox', 'Dropbox'],
		[
			'https://drive.google.com/file/u/0/d/1AbC/view?export=download',
			'Google Drive',
			'Google Drive',
		],
		['https://docs.google.com/document/d/1AbC/edit', 'Google Drive', 'Google Drive'],
		['https://www.dropbox.com/scl/fo/abc/def?rlkey=1&dl=0', 'Dropbox', 'Dropbox'],
		['https://1drv.ms/v/c/abc/Eabc?e=1', 'OneDrive', 'Microsoft OneDrive'],
		[
			'https://acme.sharepoint.com/sites/a/_layouts/15/stream.aspx?id=%2Fclip.mp4',
			'SharePoint',
			'Microsoft SharePoint',
		],
		['https://slack-files.com/T1-F1-abc', 'Slack', 'Slack'],
		['https://acme.app.box.com/v/abc', 'Box', 'Box'],
		['https://u.pcloud.link/publink/show?code=abc', 'pCloud', undefined],
		['https://mega.nz/file/abc#key', 'MEGA', undefined],
		['https://vimeo.com/123456789/abc', 'Vimeo', undefined],
		['https://player.vimeo.com/video/123', 'Vimeo', undefined],
		['https://www.instagram.com/reel/abc/', 'Instagram', undefined],
		['https://www.tiktok.com/@a/video/1', 'TikTok', undefined],
		['https://vm.tiktok.com/ZMabc/', 'TikTok', undefined],
		['https://www.notion.so/acme/Page-abc', 'Notion', undefined],
		['https://github.com/a/b/blob/main/clip.mp4', 'GitHub', undefined],
		['https://imgur.com/abc', 'Imgur', undefined],
		['https://giphy.com/gifs/abc', 'Giphy', undefined],
		['https://www.mediafire.com/file/abc/clip.mp4/file', 'MediaFire', undefined],
		['https://unsplash.com/photos/abc', 'Unsplash', undefined],
		['https://www.loom.com/share/abc', 'Loom', undefined],
		['https://t.me/channel/1', 'Telegram', undefined],
		['https://teams.microsoft.com/l/file/abc', 'Microsoft Teams', undefined],
		['https://disk.360.yandex.ru/i/abc', 'Yandex Disk', undefined],
		['https://cloud.mail.ru/public/abc/def', 'Mail.ru Cloud', undefined],
		['https://pixeldrain.com/u/abc', 'Pixeldrain', undefined],
		['https://www.terabox.com/sharing/link?surl=abc', 'TeraBox', undefined],
		['https://jumpshare.com/v/abc', 'Jumpshare', undefined],
		['https://workdrive.zohoexternal.com/external/abc', 'Zoho WorkDrive', undefined],
		['https://cloud.example.org/s/AbCdEf1234GhIjK', 'Nextcloud', 'Nextcloud'],
		['https://cloud.example.org/index.php/s/AbCdEf1234GhIjK', 'Nextcloud', 'Nextcloud'],
		['https://mail.google.com/mail/u/0/#inbox/abc', 'Gmail', 'Gmail'],
		['https://www.xiaohongshu.com/explore/abc', 'Xiaohongshu', undefined],
		['https://v.qq.com/x/page/abc.html', 'Tencent Video', undefined],
		['https://rumble.com/vabc-title.html', 'Rumble', undefined],
		['https://rutube.ru/video/abc/', 'Rutube', undefined],
		['https://vk.com/video-1_2', 'VK', undefined],
		['https://v.redd.it/abc', 'Reddit', undefined],
		['https://stock.adobe.com/video/abc/1', 'Adobe Stock', undefined],
		['https://ibb.co/abc', 'ImgBB', undefined],
		['https://gyazo.com/abc', 'Gyazo', undefined],
		['https://github.com/a/b', 'GitHub', undefined],
		['https://huggingface.co/a/b/blob/main/clip.mp4', 'Hugging Face', undefined],
		['https://share.descript.com/view/abc', 'Descript', undefined],
		['https://www.google.com/url?q=https://example.com/a.png', 'Google', undefined],
		['https://acme.webex.com/recordingservice/sites/a/b', 'Webex', undefined],
		['https://lightroom.adobe.com/shares/abc', 'Adobe', undefined],
		['https://www.freepik.com/premium-video/a_1', 'Freepik', undefined],
		['https://cloud.example.org/f/0123456789abcdef0123/', 'Seafile', undefined],
		['https://nas.example.org/sharing/AbCdEf12', 'Synology', undefined],
		['https://tube.example.org/w/9c9de5e8-0a1e-484a-b099-e80766180a6d', 'PeerTube', undefined],
		['https://send-anywhere.com/web/downloads/ABC', 'Send Anywhere', undefined],
		['https://acme.pixieset.com/wedding/', 'Pixieset', undefined],
		['https://tv.naver.com/v/123', 'Naver TV', undefined],
	])('is refused by its address, with the node for it: %s', (url, name, node) => {
		expect(sharePlaceOf(url)).toMatchObject(node ? { name, node } : { name });
		const violation = saidAbout(read(url));
		expect(violation).toContain(`'File URL' is a share link of ${name}, which leads to a page`);
		expect(violation).toContain(node ? `n8n's ${node} node` : 'Download the file, and choose');
		expect(violation).toContain("'From Input File'");
	});

	it.each([
		'https://drive.google.com/uc?export=download&id=1AbC',
		'https://drive.usercontent.google.com/download?id=1AbC',
		'https://docs.google.com/presentation/d/1AbC/export/pdf',
		'https://www.dropbox.com/s/abc/clip.mp4?dl=1',
		'https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=1&raw=1',
		'https://dl.dropboxusercontent.com/s/abc/clip.mp4',
		'https://acme.sharepoint.com/sites/a/clip.mp4?download=1',
		'https://files.slack.com/files-pri/T1-F1/clip.mp4?pub_secret=abc',
		'https://acme.box.com/shared/static/abc.mp4',
		'https://storage.googleapis.com/bucket/clip.mp4',
		'https://example.com/drive.google.com/file/d/1/view',
		'https://drive.google.com/uc?id=1AbC',
		'https://drive.google.com/u/0/uc?id=1AbC&export=download',
		'https://drive.google.com/thumbnail?id=1AbC&sz=w1000',
		'https://lh3.googleusercontent.com/d/1AbC',
		'https://dl.dropbox.com/s/abc/clip.mp4',
		'https://www.dropbox.com/scl/fi/abc/clip.mp4?dl=1&rlkey=1',
		'https://api.onedrive.com/v1.0/shares/u!abc/root/content',
		'https://onedrive.live.com/download?cid=1&resid=2',
		'https://acme-my.sharepoint.com/:v:/p/anna/Eabc?e=1&download=1',
		'https://acme.sharepoint.com/sites/a/_layouts/15/download.aspx?UniqueId=1',
		'https://download.wetransfer.com/eu2/abc/clip.mp4?token=1',
		'https://app.box.com/index.php?rm=box_download_shared_file&file_id=f_1',
		'https://download1234.mediafire.com/abc/def/clip.mp4',
		'https://player.vimeo.com/external/1.hd.mp4?s=abc',
		'https://file.notion.so/f/f/abc/clip.mp4?signature=1',
		'https://www.notion.so/image/https%3A%2F%2Fexample.com%2Fa.png',
		'https://github.com/a/b/raw/main/clip.mp4',
		'https://github.com/a/b/blob/main/clip.mp4?raw=true',
		'https://github.com/a/b/releases/download/v1/clip.mp4',
		'https://raw.githubusercontent.com/a/b/main/clip.mp4',
		'https://i.imgur.com/abc.png',
		'https://media.giphy.com/media/abc/giphy.gif',
		'https://images.unsplash.com/photo-1?w=1000',
		'https://unsplash.com/photos/abc/download?force=true',
		'https://cdn.discordapp.com/attachments/1/2/clip.mp4?ex=1',
		'https://api.telegram.org/file/bot1/videos/file_1.mp4',
		'https://graph.facebook.com/1/picture?type=large',
		'https://v16-webapp.tiktok.com/abc/def/video/tos/1/?a=1',
		'https://dl.airtable.com/.attachments/abc/clip.mp4',
		'https://v5.airtableusercontent.com/v3/u/1/abc',
		'https://upload.wikimedia.org/wikipedia/commons/a/a1/A.jpg',
		'https://archive.org/download/abc/clip.mp4',
		'https://notdropbox.com/s/abc/clip.mp4',
		'https://cloud.example.org/s/AbCdEf1234GhIjK/download',
		'https://img.youtube.com/vi/abc/0.jpg',
		'https://v.redd.it/abc/DASH_720.mp4',
		'https://i.ibb.co/abc/a.jpg',
		'https://github.com/user-attachments/assets/abc',
		'https://huggingface.co/a/b/resolve/main/clip.mp4',
		'https://pixeldrain.com/api/file/abc',
		'https://tmpfiles.org/dl/123/a.mp4',
		'https://cloud.example.org/f/0123456789abcdef0123/?dl=1',
		'https://pbs.twimg.com/media/abc?format=jpg&name=orig',
		'https://videos.pexels.com/video-files/1/a.mp4',
	])('is not what leads to a file: %s', (url) => {
		expect(read(url)).toEqual({ value: url });
	});
});

it('A page of a place where files are shared is refused, whichever way it is written', () => {
	const pages = `
		https://drive.google.com/file/d/1AbC/preview
		https://drive.google.com/file/d/1AbC/edit
		https://drive.google.com/a/acme.com/file/d/1/view
		https://drive.google.com/drive/u/0/folders/1
		https://drive.google.com/drive/my-drive
		https://drive.google.com/folderview?id=1
		https://drive.google.com/viewer?url=1
		https://docs.google.com/file/d/1/edit
		https://docs.google.com/spreadsheets/d/1/edit#gid=0
		https://docs.google.com/presentation/d/1/pub
		https://docs.google.com/forms/d/1/viewform
		https://photos.google.com/share/AF1/photo/AF2?key=1
		https://photos.google.com/photo/AF1
		https://storage.cloud.google.com/b/a.mp4
		https://console.cloud.google.com/storage/browser/_details/b/a.mp4
		https://dropbox.com/s/abc/clip.mp4?dl=0
		https://m.dropbox.com/s/abc/clip.mp4
		https://www.dropbox.com/sh/abc/AAA?dl=0
		https://www.dropbox.com/home/a?preview=b.mp4
		https://www.dropbox.com/preview/a.mp4
		https://www.dropbox.com/l/scl/AAA/a.mp4
		https://www.dropbox.com/t/abc
		https://www.dropbox.com/transfer/AAA
		https://db.tt/abc
		https://capture.dropbox.com/abc
		https://1drv.ms/u/s!Abc?e=1
		https://1drv.ms/i/s!Abc
		https://onedrive.live.com/redir?resid=1
		https://onedrive.live.com/embed?cid=1&resid=2
		https://onedrive.live.com/edit.aspx?resid=1
		https://onedrive.live.com/view.aspx?resid=1
		https://acme.sharepoint.com/:i:/s/site/Eabc
		https://acme-my.sharepoint.com/personal/a/Documents/Apps/Microsoft%20Forms/b/clip.mp4
		https://acme.sharepoint.com/sites/a/Shared%20Documents/clip.mp4
		https://acme.sharepoint.com/:u:/r/sites/a/Shared%20Documents/clip.mp4?csf=1&web=1
		https://acme.sharepoint.com/:f:/g/personal/Eabc
		https://acme-my.sharepoint.com/personal/a/_layouts/15/onedrive.aspx?id=1
		https://acme.sharepoint.com/sites/a/Shared%20Documents/Forms/AllItems.aspx?id=1
		https://acme.sharepoint.com/sites/a/_layouts/15/Doc.aspx?sourcedoc=1
		https://acme.sharepoint.com/sites/a/_layouts/15/embed.aspx?UniqueId=1
		https://web.microsoftstream.com/video/1
		https://www.icloud.com/photos/#0abc
		https://www.icloud.com/sharedalbum/#B0abc
		https://www.icloud.com/attachment/?u=https%3A%2F%2Fcvws.icloud-content.com
		https://www.icloud.com.cn/iclouddrive/0abc
		https://photos.icloud.com/share/abc
		https://acme.wetransfer.com/downloads/abc/def
		https://wetransfer.com/downloads/abc/def/ghi?t_exp=1
		https://collect.wetransfer.com/board/abc
		https://wetransfer.com/previews/abc
		https://app.slack.com/client/T1/C1
		https://acme.slack.com/archives/C1/p123
		https://files.slack.com/files-tmb/T1-F1-abc/a_360.png
		https://acme.enterprise.slack.com/files/U1/F1/clip.mp4
		https://acme.ent.box.com/s/abc
		https://app.box.com/file/123?s=abc
		https://app.box.com/embed/s/abc
		https://acme.box.com/s/abc/file/1
		https://mega.nz/folder/abc#key
		https://mega.nz/#!abc!def
		https://transfer.it/t/abc
		https://e.pcloud.link/publink/show?code=abc
		https://u.pcloud.com/#page=publink&code=1
		https://drive.proton.me/urls/ABC#key
		https://yadi.sk/i/abc
		https://disk.yandex.ru/i/abc
		https://disk.yandex.com/d/abc
		https://disk.yandex.com.tr/i/abc
		https://yadi.sk/d/abc
		https://my.mail.ru/mail/a/video/_myvideo/1.html
		https://vk.com/video1_2
		https://vkvideo.ru/video-1_2
		https://vk.com/clip-1_2
		https://vk.com/doc1_2
		https://ok.ru/video/123
		https://www.mediafire.com/view/abc/a.png
		https://www.mediafire.com/folder/abc
		https://www.mediafire.com/?abc
		https://gofile.io/d/abc
		https://www.swisstransfer.com/d/abc
		https://transfernow.net/dl/abc
		https://www.transfernow.net/en/bld?utm=1
		https://www.filemail.com/d/abc
		https://fromsmash.com/abc
		https://send.tresorit.com/a#b
		https://web.tresorit.com/l/abc
		https://app.filen.io/#/d/abc
		https://www.sync.com/dl/abc
		https://ln5.sync.com/dl/abc/def
		https://cp.sync.com/dl/abc
		https://app.koofr.net/links/abc
		https://k00.fr/abc
		https://www.4shared.com/video/abc/clip.html
		https://pixeldrain.com/l/abc
		https://www.terabox.com/s/1abc
		https://1024terabox.com/s/1abc
		https://teraboxapp.com/s/1abc
		https://terabox.app/sharing/link?surl=abc
		https://workupload.com/file/abc
		https://www.sendspace.com/file/abc
		https://uploadnow.io/f/abc
		https://tmpfiles.org/123/a.mp4
		https://www.hightail.com/d/abc
		https://spaces.hightail.com/receive/abc
		https://workdrive.zoho.com/file/abc
		https://workdrive.zohopublic.eu/external/abc
		https://acme.egnyte.com/dl/abc
		https://acme.sharefile.com/d-s1abc
		https://acme.sharefile.com/share/view/s1
		https://zoom.us/rec/share/abc
		https://us02web.zoom.us/rec/play/abc
		https://us06web.zoom.us/clips/share/abc
		https://meet.google.com/abc-defg-hij
		https://pan.baidu.com/s/1abc
		https://www.alipan.com/s/abc
		https://www.123pan.com/s/abc
		https://115.com/s/abc
		https://pan.xunlei.com/s/abc
		https://cloud.189.cn/t/abc
		https://share.weiyun.com/abc
		https://docs.qq.com/doc/abc
		https://acme.feishu.cn/file/abc
		https://acme.feishu.cn/minutes/abc
		https://acme.larksuite.com/drive/folder/a
		https://app.frame.io/reviews/abc
		https://f.io/abc
		https://next.frame.io/share/abc
		https://www.canva.com/design/DA/abc/view
		https://www.canva.com/design/DA/abc/edit
		https://www.figma.com/file/abc
		https://www.figma.com/design/abc/x
		https://www.notion.so/abc
		https://acme.notion.site/Page-abc
		https://airtable.com/appX/tblY/viwZ
		https://airtable.com/shrX
		https://airtable.com/appX/shrX
		https://trello.com/c/abc
		https://app.clickup.com/t/abc
		https://app.asana.com/0/1/2
		https://acme.monday.com/protected_static/1/resources/2/a.png
		https://acme.atlassian.net/wiki/spaces/A/pages/1
		https://acme.atlassian.net/browse/A-1
		https://miro.com/app/board/abc
		https://acme.my.salesforce.com/sfc/p/1/a/2
		https://drive.internxt.com/sh/file/abc
		https://github.com/a/b/tree/main
		https://gist.github.com/a/abc
		https://gitlab.com/a/b/-/blob/main/clip.mp4
		https://bitbucket.org/a/b/src/main/clip.mp4
		https://huggingface.co/datasets/a/b/blob/main/clip.mp4
		https://www.kaggle.com/datasets/a/b
		https://www.youtube.com/shorts/abc
		https://m.youtube.com/watch?v=abc
		https://www.youtube.com/embed/abc
		https://www.youtube.com/live/abc
		https://music.youtube.com/watch?v=abc
		https://youtube.com/clip/abc
		https://studio.youtube.com/video/abc/edit
		https://vimeo.com/manage/videos/123
		https://vimeo.com/showcase/1/video/2
		https://www.loom.com/embed/abc
		https://fast.wistia.net/embed/iframe/abc
		https://acme.wistia.com/medias/abc
		https://streamable.com/abc
		https://www.dailymotion.com/video/abc
		https://www.twitch.tv/videos/1
		https://clips.twitch.tv/abc
		https://www.bilibili.com/video/BV1
		https://b23.tv/abc
		https://www.tiktok.com/t/ZT1/
		https://vt.tiktok.com/ZS1/
		https://m.tiktok.com/v/1.html
		https://v.douyin.com/abc/
		https://www.douyin.com/video/1
		https://xhslink.com/abc
		https://www.kuaishou.com/short-video/abc
		https://v.kuaishou.com/abc
		https://weibo.com/tv/show/1:2
		https://v.qq.com/x/cover/abc.html
		https://v.youku.com/v_show/id_abc.html
		https://www.iqiyi.com/v_abc.html
		https://www.ixigua.com/123
		https://mp.weixin.qq.com/s/abc
		https://www.instagram.com/p/abc/
		https://www.instagram.com/stories/a/1/
		https://www.facebook.com/watch/?v=1
		https://www.facebook.com/reel/1
		https://m.facebook.com/story.php?a=1
		https://fb.watch/abc/
		https://www.threads.net/@a/post/abc
		https://x.com/a/status/1
		https://x.com/a/status/1/video/1
		https://twitter.com/a/status/1/photo/1
		https://x.com/i/broadcasts/1
		https://t.co/abc
		https://www.linkedin.com/posts/a
		https://www.linkedin.com/feed/update/urn:li:activity:1/
		https://www.reddit.com/r/a/comments/b/c/
		https://redd.it/abc
		https://www.reddit.com/media?url=https%3A%2F%2Fi.redd.it%2Fabc.jpg
		https://www.pinterest.de/pin/1/
		https://pin.it/abc
		https://www.pinterest.co.uk/pin/1/
		https://www.snapchat.com/spotlight/abc
		https://t.snapchat.com/abc
		https://t.me/a/1
		https://t.me/c/1/2
		https://telegram.me/a/1
		https://web.telegram.org/k/#@a
		https://wa.me/1
		https://web.whatsapp.com/
		https://discord.com/channels/1/2/3
		https://imgur.com/a/abc
		https://imgur.com/gallery/abc
		https://giphy.com/clips/abc
		https://tenor.com/view/abc
		https://tenor.com/abc.gif
		https://gfycat.com/abc
		https://www.flickr.com/photos/a/1/
		https://flic.kr/p/abc
		https://500px.com/photo/1/a
		https://unsplash.com/de/fotos/abc
		https://www.pexels.com/photo/a-1/
		https://www.pexels.com/de-de/foto/a-1/
		https://www.pexels.com/video/a-1/
		https://pixabay.com/photos/a-1/
		https://pixabay.com/videos/a-1/
		https://pixabay.com/de/photos/a-1/
		https://www.shutterstock.com/image-photo/a-1
		https://www.shutterstock.com/video/clip-1-a
		https://stock.adobe.com/images/a/1
		https://www.istockphoto.com/photo/a-gm1
		https://www.gettyimages.com/detail/photo/a/1
		https://www.freepik.com/free-photo/a_1.htm
		https://www.storyblocks.com/video/stock/a
		https://elements.envato.com/a-1
		https://coverr.co/videos/a
		https://mixkit.co/free-stock-video/a/
		https://soundcloud.com/a/b
		https://on.soundcloud.com/abc
		https://open.spotify.com/episode/1
		https://spotify.link/abc
		https://podcasts.apple.com/us/podcast/a/id1?i=2
		https://music.apple.com/us/album/a/1
		https://voca.ro/abc
		https://vocaroo.com/abc
		https://a.bandcamp.com/track/b
		https://www.audible.com/pd/a
		https://archive.org/details/abc
		https://commons.wikimedia.org/wiki/File:A.jpg
		https://en.wikipedia.org/wiki/File:A.jpg
		https://postimg.cc/abc
		https://imgbb.com/abc
		https://prnt.sc/abc
		https://cl.ly/abc
		https://share.cleanshot.com/abc
		https://www.awesomescreenshot.com/video/1
		https://www.veed.io/view/abc
		https://app.heygen.com/share/abc
		https://app.synthesia.io/videos/abc
		https://share.synthesia.io/abc
		https://elevenlabs.io/app/share/abc
		https://suno.com/song/abc
		https://www.midjourney.com/jobs/abc
		https://chatgpt.com/c/abc
		https://www.behance.net/gallery/1/a
		https://dribbble.com/shots/1
		https://www.deviantart.com/a/art/b-1
		https://sketchfab.com/3d-models/a
		https://riverside.fm/shared/abc
		https://app.vidyard.com/watch/abc
		https://share.vidyard.com/watch/abc
		https://watch.screencastify.com/v/abc
		https://screenrec.com/share/abc
		https://screencast-o-matic.com/watch/abc
		https://somup.com/abc
		https://app.tella.tv/video/abc
		https://www.tella.tv/video/abc
		https://jmp.sh/abc
		https://jmp.sh/s/abc
		https://droplr.com/abc
		https://d.pr/v/abc
		https://www.evernote.com/shard/s1/sh/a
		https://s3.console.aws.amazon.com/s3/object/b?prefix=a.mp4
		https://eu-central-1.console.aws.amazon.com/s3/object/b?region=eu
		https://www.amazon.com/clouddrive/share/abc
		https://www.amazon.de/photos/share/abc
		https://portal.azure.com/#blade/a
		https://drive.weixin.qq.com/s?k=abc
		https://kdocs.cn/l/abc
		https://www.kdocs.cn/l/abc
		https://jianguoyun.com/p/abc
		https://www.jianguoyun.com/p/abc
		https://wx.mail.qq.com/ftn/download?func=3
		https://www.lanzou.com/abc
		https://wwi.lanzoui.com/abc
		https://mab.to/abc
		https://1fichier.com/?abc
		https://uptobox.com/abc
		https://www.zippyshare.com/v/a/file.html
		https://we.tl/t-abc?src=dnl
		https://wormhole.app/abc#key
		https://send.vis.ee/download/abc
		https://limewire.com/d/abc
		https://www.dropsend.com/a
		https://webdrive.gmx.net/abc
		https://magentacloud.de/s/abc
		https://hidrive.ionos.com/lnk/abc
		https://my.hidrive.com/lnk/abc
		https://my.hidrive.com/share/abc
		https://c.gmx.net/@1/abc
		https://www.jottacloud.com/s/abc
		https://drime.cloud/s/abc
		https://icedrive.net/s/abc
		https://icedrive.net/0/abc
		https://degoo.com/share/abc
		https://www.idrive.com/idrive/sh/sh?k=1
		https://naver.me/abc
	`;
	const missed = pages
		.trim()
		.split(/\s+/)
		.filter((url) => !sharePlaceOf(url));
	expect(missed).toEqual([]);
});

it('An address of a file at such a place is taken', () => {
	const files = `
		https://drive.google.com/uc?id=1&export=view
		https://docs.google.com/spreadsheets/d/1/export?format=csv
		https://docs.google.com/document/d/1/export?format=pdf
		https://docs.google.com/uc?export=download&id=1
		https://photos.fife.usercontent.google.com/pw/AP1=w100
		https://lh3.googleusercontent.com/pw/AP1=w100
		https://www.googleapis.com/drive/v3/files/1?alt=media&key=2
		https://content.googleapis.com/drive/v3/files/1?alt=media
		https://doc-0s-bk-docs.googleusercontent.com/docs/securesc/x
		https://b.storage.googleapis.com/a.mp4
		https://firebasestorage.googleapis.com/v0/b/x/o/a.mp4?alt=media&token=1
		https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=1&st=2&dl=1
		https://uc123.dl.dropboxusercontent.com/cd/0/get/x/file
		https://ucd.previews.dropboxusercontent.com/p/thumb/x/p.jpeg
		https://public.bn.files.1drv.com/y4m/a.mp4
		https://acme.sharepoint.com/_api/v2.0/drives/b!1/items/2/content?tempauth=v1.eyJ
		https://my.microsoftpersonalcontent.com/personal/1/_layouts/15/download.aspx?UniqueId=1
		https://cvws.icloud-content.com/B/abc/clip.mp4?o=1
		https://a.slack-edge.com/a.png
		https://public.boxcloud.com/d/1/x/download
		https://dl.boxcloud.com/d/1/x/download
		https://app.box.com/shared/static/abc.mp4
		https://api.box.com/2.0/files/1/content
		https://p-def1.pcloud.com/abc/clip.mp4
		https://sun9-1.userapi.com/a.jpg
		https://store1.gofile.io/download/web/abc/a.mp4
		https://cloud.example.com/index.php/s/AbC/download
		https://us02web.zoom.us/rec/download/abc?access_token=1
		https://trello.com/1/cards/1/attachments/2/download/a.png
		https://github.com/a/b/assets/1/abc
		https://gist.github.com/a/abc/raw/x/a.txt
		https://gitlab.com/a/b/-/raw/main/clip.mp4
		https://bitbucket.org/a/b/raw/main/clip.mp4
		https://huggingface.co/datasets/a/b/resolve/main/clip.mp4
		https://rr3---sn-4g5.googlevideo.com/videoplayback?expire=1
		https://i.ytimg.com/vi/abc/maxresdefault.jpg
		https://player.vimeo.com/progressive_redirect/playback/1/rendition/720p/file.mp4?loc=external
		https://vod-progressive.akamaized.net/exp=1/vimeo/a.mp4
		https://i.vimeocdn.com/video/1.jpg
		https://cdn.loom.com/sessions/transcoded/abc.mp4
		https://embed-ssl.wistia.com/deliveries/abc.bin
		https://upos-sz-mirror.bilivideo.com/a.mp4
		https://scontent.cdninstagram.com/v/a.mp4
		https://video.xx.fbcdn.net/v/a.mp4
		https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1
		https://video.twimg.com/ext_tw_video/1/pu/vid/a.mp4
		https://pbs.twimg.com/media/a?format=jpg&name=large
		https://dms.licdn.com/playlist/vid/a
		https://i.redd.it/abc.jpg
		https://preview.redd.it/abc.jpg?width=1
		https://i.pinimg.com/originals/a.jpg
		https://cdn4.telegram-cdn.org/file/abc.mp4
		https://mmg.whatsapp.net/v/t62
		https://media.discordapp.net/attachments/1/2/a.png
		https://i.imgur.com/abc.mp4
		https://media1.giphy.com/media/v1/a/giphy.mp4
		https://i.giphy.com/abc.gif
		https://media.tenor.com/abc/a.mp4
		https://live.staticflickr.com/1/a.jpg
		https://source.unsplash.com/random
		https://www.pexels.com/download/video/1/
		https://images.pexels.com/photos/1/a.jpeg
		https://cdn.pixabay.com/video/a.mp4
		https://pixabay.com/get/abc.jpg
		https://ia800.us.archive.org/1/items/a/b.mp4
		https://commons.wikimedia.org/wiki/Special:FilePath/A.jpg
		https://i.postimg.cc/abc/a.png
		https://i.ibb.co/abc/a.png
		https://i.gyazo.com/abc.png
		https://cdn1.suno.ai/abc.mp3
		https://cdn.coverr.co/videos/a/1080p.mp4
		https://clips-media-assets2.twitch.tv/abc.mp4
		https://example.com/sharing/clip.mp4
		https://cdn.midjourney.com/a/0_0.png
		https://oaidalleapiprodscus.blob.core.windows.net/private/a.png?se=1
		https://b.s3.amazonaws.com/a.mp4
		https://acme.blob.core.windows.net/c/a.mp4?sv=1
		https://acme.app.n8n.cloud/webhook/a
		https://api.typeform.com/forms/a/responses/b/fields/c/files/d.mp4
		https://drive.google.com.evil.com/file/d/1/view
	`;
	const refused = files
		.trim()
		.split(/\s+/)
		.filter((url) => sharePlaceOf(url));
	expect(refused).toEqual([]);
});

describe('A URL field takes the address of the file out of', () => {
	const THUMB = 'https://example.com/thumb.png';
	const PAGE = 'https://example.com/page';

	it.each<[string, unknown]>([
		[
			'airtable thumbs',
			[
				{
					id: 'att',
					width: 1,
					height: 1,
					url: URL_OF_FILE,
					filename: 'a.png',
					size: 1,
					type: 'image/png',
					thumbnails: {
						small: { url: THUMB, width: 1 },
						large: { url: THUMB },
						full: { url: THUMB },
					},
				},
			],
		],
		['nocodb signedPath', [{ path: 'download/a', url: URL_OF_FILE }]],
		[
			'nocodb rel path + signedUrl',
			[
				{
					url: 'download/a.png',
					path: 'x',
					signedUrl: URL_OF_FILE,
					thumbnails: { tiny: { signedUrl: THUMB } },
				},
			],
		],
		[
			'notion prop',
			{
				id: 'x',
				type: 'files',
				files: [{ name: 'a', type: 'file', file: { url: URL_OF_FILE, expiry_time: '' } }],
			},
		],
		[
			'notion page prop',
			{
				Files: { type: 'files', files: [{ name: 'a', type: 'file', file: { url: URL_OF_FILE } }] },
			},
		],
		['notion file_upload', { type: 'file_upload', name: 'a', file: { url: URL_OF_FILE } }],
		['notion icon', { type: 'external', external: { url: URL_OF_FILE } }],
		['notion cover', { cover: { type: 'external', external: { url: URL_OF_FILE } } }],
		[
			'drive',
			{
				kind: 'drive#file',
				id: '1',
				name: 'a.png',
				mimeType: 'image/png',
				webContentLink: URL_OF_FILE,
				webViewLink: 'https://drive.google.com/file/d/1/view',
				thumbnailLink: THUMB,
				iconLink: THUMB,
			},
		],
		['drive thumb', { id: '1', thumbnailLink: THUMB, webContentLink: URL_OF_FILE }],
		[
			'onedrive',
			{
				'@odata.context': 'https://graph.microsoft.com/v1.0/$metadata',
				'@microsoft.graph.downloadUrl': URL_OF_FILE,
				id: '1',
				webUrl: PAGE,
				name: 'a.png',
			},
		],
		['onedrive content', { '@content.downloadUrl': URL_OF_FILE, webUrl: PAGE }],
		['dropbox', { link: URL_OF_FILE, metadata: { name: 'a' } }],
		['dropbox temp', { metadata: { '.tag': 'file' }, link: URL_OF_FILE }],
		[
			'slack',
			{
				id: 'F',
				name: 'a.png',
				url_private: PAGE,
				url_private_download: URL_OF_FILE,
				permalink: PAGE,
				permalink_public: PAGE,
			},
		],
		['slack private only', { id: 'F', name: 'a.png', url_private: URL_OF_FILE, permalink: PAGE }],
		[
			'slack event files',
			{ files: [{ id: 'F', url_private: URL_OF_FILE, url_private_download: URL_OF_FILE }] },
		],
		['telegram', { ok: true, result: { file_path: URL_OF_FILE } }],
		[
			'discord',
			{ id: '1', filename: 'a.png', url: URL_OF_FILE, proxy_url: THUMB, content_type: 'image/png' },
		],
		[
			'discord msg',
			{ attachments: [{ id: '1', filename: 'a.png', url: URL_OF_FILE, proxy_url: THUMB }] },
		],
		['discord collection', { attachments: { '1': { url: URL_OF_FILE } } }],
		[
			'baserow',
			[{ url: URL_OF_FILE, thumbnails: { tiny: { url: THUMB } }, visible_name: 'a', name: 'b' }],
		],
		['supabase signedURL', { signedURL: URL_OF_FILE }],
		['supabase fullPath', { publicUrl: URL_OF_FILE }],
		[
			'strapi v4',
			{
				data: {
					id: 1,
					attributes: { name: 'a', url: URL_OF_FILE, formats: { thumbnail: { url: THUMB } } },
				},
			},
		],
		['strapi v4 list', { data: [{ id: 1, attributes: { url: URL_OF_FILE } }] }],
		[
			'strapi v5',
			{ id: 1, url: URL_OF_FILE, previewUrl: null, formats: { thumbnail: { url: THUMB } } },
		],
		[
			'wordpress',
			{
				id: 1,
				guid: { rendered: URL_OF_FILE },
				source_url: URL_OF_FILE,
				link: PAGE,
				media_details: {
					sizes: { full: { source_url: URL_OF_FILE }, thumbnail: { source_url: THUMB } },
				},
			},
		],
		['wordpress only', { source_url: URL_OF_FILE, link: PAGE }],
		['wordpress guid', { guid: { rendered: URL_OF_FILE }, link: PAGE }],
		['contentful', { fields: { file: { url: URL_OF_FILE, contentType: 'image/png' } }, sys: {} }],
		['contentful proto-less', { fields: { title: 'a', file: { url: '//example.com/a.png' } } }],
		['sanity', { asset: { _ref: 'x', url: URL_OF_FILE } }],
		['webflow', { fileId: 'x', url: URL_OF_FILE, alt: null }],
		['shopify image', { id: 1, src: URL_OF_FILE, product_id: 1 }],
		['shopify node', { node: { originalSrc: URL_OF_FILE } }],
		['shopify gql', { image: { url: URL_OF_FILE } }],
		['shopify video', { sources: [{ url: URL_OF_FILE }] }],
		['woocommerce', { images: [{ id: 1, src: URL_OF_FILE }] }],
		[
			'cloudinary',
			{ secure_url: URL_OF_FILE, url: 'http://example.com/a.png', playback_url: PAGE },
		],
		['cloudinary asset', { asset_id: 'x', secure_url: URL_OF_FILE }],
		['uploadcare', { original_file_url: URL_OF_FILE, uuid: 'x' }],
		['uploadcare cdn', { cdnUrl: URL_OF_FILE }],
		['filestack', { handle: 'x', url: URL_OF_FILE }],
		['imagekit', { fileId: 'x', url: URL_OF_FILE, thumbnailUrl: THUMB }],
		['bunny', { Url: URL_OF_FILE }],
		[
			'imgbb',
			{
				data: {
					id: 'x',
					url_viewer: PAGE,
					url: URL_OF_FILE,
					display_url: THUMB,
					thumb: { url: THUMB },
				},
				success: true,
			},
		],
		['imgbb2', { data: { image: { url: URL_OF_FILE }, thumb: { url: THUMB } } }],
		['imgur', { data: { id: 'x', link: URL_OF_FILE, type: 'image/png' }, success: true }],
		['openai', { created: 1, data: [{ url: URL_OF_FILE }] }],
		['dalle n8n', { url: URL_OF_FILE, revised_prompt: 'x' }],
		[
			'replicate',
			{ id: 'x', output: [URL_OF_FILE], urls: { get: PAGE, cancel: PAGE }, status: 'succeeded' },
		],
		['replicate str', { output: URL_OF_FILE, urls: { get: PAGE } }],
		[
			'fal images',
			{ images: [{ url: URL_OF_FILE, width: 1, content_type: 'image/png' }], seed: 1 },
		],
		['fal video', { video: { url: URL_OF_FILE } }],
		['fal audio', { audio: { url: URL_OF_FILE, content_type: 'audio/mpeg' } }],
		['fal audio_file', { audio_file: { url: URL_OF_FILE } }],
		['stability', { artifacts: [{ url: URL_OF_FILE }] }],
		['leonardo', { generations_by_pk: { generated_images: [{ url: URL_OF_FILE, id: 'x' }] } }],
		['runway', { id: 'x', status: 'SUCCEEDED', output: [URL_OF_FILE] }],
		['luma', { assets: { video: URL_OF_FILE, image: null }, id: 'x' }],
		[
			'kling',
			{ data: { task_result: { videos: [{ id: 'x', url: URL_OF_FILE, duration: '5' }] } } },
		],
		['minimax', { file: { file_id: 1, download_url: URL_OF_FILE, filename: 'a' } }],
		['minimax t2a', { data: { audio: URL_OF_FILE } }],
		['dashscope', { output: { results: [{ url: URL_OF_FILE }], task_id: 'x' } }],
		['dashscope video', { output: { video_url: URL_OF_FILE } }],
		['heygen', { data: { video_url: URL_OF_FILE, thumbnail_url: THUMB, gif_url: THUMB } }],
		['d-id', { result_url: URL_OF_FILE, source_url: THUMB }],
		['synthesia', { download: URL_OF_FILE, id: 'x' }],
		['creatomate', [{ id: 'x', url: URL_OF_FILE, snapshot_url: THUMB, status: 'succeeded' }]],
		['shotstack', { response: { url: URL_OF_FILE, thumbnail: THUMB } }],
		['json2video', { movie: { url: URL_OF_FILE } }],
		[
			'bannerbear',
			{ image_url: URL_OF_FILE, image_url_jpg: URL_OF_FILE, image_url_png: URL_OF_FILE },
		],
		['placid', { image_url: URL_OF_FILE }],
		['assemblyai', { upload_url: URL_OF_FILE }],
		['twilio', { MediaUrl0: URL_OF_FILE, NumMedia: '1' }],
		[
			'whatsapp media',
			{ url: URL_OF_FILE, mime_type: 'image/png', id: '1', messaging_product: 'whatsapp' },
		],
		['messenger', { type: 'image', payload: { url: URL_OF_FILE } }],
		['messenger atts', { attachments: [{ type: 'image', payload: { url: URL_OF_FILE } }] }],
		[
			'line',
			{
				contentProvider: {
					type: 'external',
					originalContentUrl: URL_OF_FILE,
					previewImageUrl: THUMB,
				},
			},
		],
		['viber', { media: URL_OF_FILE, type: 'picture' }],
		['intercom', { attachments: [{ type: 'upload', name: 'a', url: URL_OF_FILE }] }],
		[
			'zendesk',
			{
				content_url: URL_OF_FILE,
				file_name: 'a',
				mapped_content_url: URL_OF_FILE,
				url: 'https://acme.zendesk.com/api/v2/attachments/1.json',
			},
		],
		['jira', { self: PAGE, filename: 'a', content: URL_OF_FILE, thumbnail: THUMB }],
		['trello', { id: 'x', name: 'a', url: URL_OF_FILE, previews: [{ url: THUMB }] }],
		['asana', { gid: '1', download_url: URL_OF_FILE, view_url: PAGE, permanent_url: PAGE }],
		[
			'clickup',
			{
				id: 'x',
				url: URL_OF_FILE,
				url_w_query: URL_OF_FILE,
				url_w_host: URL_OF_FILE,
				thumbnail_small: THUMB,
			},
		],
		['monday', { public_url: URL_OF_FILE, url: 'https://acme.monday.com/protected_static/1' }],
		['hubspot', { id: '1', url: URL_OF_FILE, defaultHostingUrl: URL_OF_FILE }],
		['typeform', { type: 'file_url', file_url: URL_OF_FILE, field: { id: 'x' } }],
		['jotform pretty', { answer: [URL_OF_FILE] }],
		['tally', [{ id: 'x', name: 'a', url: URL_OF_FILE, mimeType: 'image/png', size: 1 }]],
		[
			'tally field',
			{
				key: 'q',
				label: 'File',
				type: 'FILE_UPLOAD',
				value: [{ id: 'x', name: 'a', url: URL_OF_FILE }],
			},
		],
		['fillout', [{ url: URL_OF_FILE, filename: 'a' }]],
		['formstack', { value: URL_OF_FILE }],
		['gravity', JSON.stringify([URL_OF_FILE])],
		['gravity esc', '["https:\\/\\/example.com\\/a.png"]'],
		['glide', { image: URL_OF_FILE }],
		[
			'coda',
			{
				'@context': 'http://schema.org/',
				'@type': 'ImageObject',
				name: 'a',
				url: URL_OF_FILE,
				status: 'live',
			},
		],
		['smartsuite', [{ handle: 'x', metadata: {}, url: URL_OF_FILE }]],
		['fibery', { 'fibery/secret': 'x', url: URL_OF_FILE }],
		['appsheet', { Url: URL_OF_FILE, LinkText: 'a' }],
		['sheets hyperlink', `=HYPERLINK("${URL_OF_FILE}";"a")`],
		['html a', `<a href="${URL_OF_FILE}">a</a>`],
		['html img', `<img src="${URL_OF_FILE}" />`],
		['slack mrkdwn', `<${URL_OF_FILE}|a.png>`],
		['quoted1', `'${URL_OF_FILE}'`],
		['backtick', '`' + URL_OF_FILE + '`'],
		['s3 upload', { Bucket: 'b', Key: 'a', ETag: 'x', Location: URL_OF_FILE }],
		['s3 n8n', { success: true, location: URL_OF_FILE }],
		['minio url', { url: URL_OF_FILE }],
		['azure', { name: 'a', url: URL_OF_FILE, properties: {} }],
		['gcs', { kind: 'storage#object', selfLink: PAGE, mediaLink: URL_OF_FILE, name: 'a' }],
		[
			'gcs only self',
			{ selfLink: 'https://www.googleapis.com/storage/v1/b/x/o/a', mediaLink: URL_OF_FILE },
		],
		['box', { shared_link: { url: 'https://app.box.com/s/1', download_url: URL_OF_FILE } }],
		['nextcloud', { ocs: { data: { url: URL_OF_FILE } } }],
		['directus', { data: { id: 'x', asset_url: URL_OF_FILE } }],
		['appwrite', { href: URL_OF_FILE }],
		['parse file', { __type: 'File', name: 'a', url: URL_OF_FILE }],
		['podio', { link: URL_OF_FILE, file_id: 1 }],
		['zoho', { download_Url: URL_OF_FILE }],
		['zoho2', { download_url: URL_OF_FILE }],
		['seatable', [{ name: 'a', size: 1, type: 'file', url: URL_OF_FILE }]],
		['rows', { fileUrl: URL_OF_FILE }],
		['bubble', '//example.com/a.png'],
		['bubble obj', { image: '//example.com/a.png' }],
		[
			'pexels photo',
			{
				id: 1,
				url: 'https://www.pexels.com/photo/1/',
				src: { original: URL_OF_FILE, large: THUMB },
			},
		],
		[
			'pixabay',
			{
				pageURL: 'https://pixabay.com/photos/x/',
				previewURL: THUMB,
				webformatURL: THUMB,
				largeImageURL: URL_OF_FILE,
			},
		],
		[
			'pixabay video',
			{ pageURL: 'https://pixabay.com/videos/x/', videos: { large: { url: URL_OF_FILE } } },
		],
		['giphy', { url: 'https://giphy.com/gifs/x', images: { original: { url: URL_OF_FILE } } }],
		[
			'rss enclosure',
			{ enclosure: { url: URL_OF_FILE, type: 'audio/mpeg' }, link: PAGE, guid: 'x' },
		],
		['rss media', { 'media:content': { $: { url: URL_OF_FILE } } }],
		['youtube dl', { url: URL_OF_FILE, webpage_url: 'https://www.youtube.com/watch?v=1' }],
		['oembed', { url: URL_OF_FILE, thumbnail_url: THUMB }],
		['apify', { imageUrl: URL_OF_FILE }],
		['apify kv', { images: [URL_OF_FILE] }],
		['firecrawl', { screenshot: URL_OF_FILE }],
		['sd', { output_url: URL_OF_FILE }],
		['elevenlabs', { audio_url: URL_OF_FILE }],
		['murf', { audioFile: URL_OF_FILE }],
		['playht', { output: { url: URL_OF_FILE } }],
		['resemble', { item: { audio_src: URL_OF_FILE } }],
		['lovo', { data: [{ urls: [URL_OF_FILE] }] }],
		['azure tts', { outputs: { result: URL_OF_FILE } }],
		['polly', { SynthesisTask: { OutputUri: URL_OF_FILE } }],
		['gcp', { outputUri: URL_OF_FILE }],
		['speechify', { audioUrl: URL_OF_FILE }],
		['videoUrl', { videoUrl: URL_OF_FILE, thumbnailUrl: THUMB }],
		['media_url', { media_url: URL_OF_FILE }],
		[
			'ig graph',
			{ media_type: 'IMAGE', media_url: URL_OF_FILE, permalink: PAGE, thumbnail_url: THUMB },
		],
		['fb', { source: URL_OF_FILE, picture: THUMB, permalink_url: PAGE }],
		['fb images', { images: [{ source: URL_OF_FILE, height: 1 }] }],
		['tiktok', { play_addr: { url_list: [URL_OF_FILE] } }],
		[
			'twitter',
			{
				media_url_https: URL_OF_FILE,
				media_url: 'http://example.com/a.png',
				url: 'https://t.co/x',
				expanded_url: 'https://x.com/a/status/1/photo/1',
			},
		],
		['linkedin', { downloadUrl: URL_OF_FILE }],
		['matrix', { info: {}, url: URL_OF_FILE }],
		['teams', { contentType: 'reference', contentUrl: URL_OF_FILE, name: 'a' }],
		[
			'teams dl',
			{
				contentType: 'application/vnd.microsoft.teams.file.download.info',
				content: { downloadUrl: URL_OF_FILE },
				contentUrl: PAGE,
			},
		],
		['mattermost', { link: URL_OF_FILE }],
		['rocket', { title_link: URL_OF_FILE }],
		['helpscout', { _links: { data: { href: URL_OF_FILE } } }],
		['hal', { _links: { download: { href: URL_OF_FILE }, self: { href: PAGE } } }],
		['links', { links: { download: URL_OF_FILE, self: PAGE } }],
		[
			'digital human',
			{
				fileId: 'x',
				url: URL_OF_FILE,
				key: 'k',
				fileName: 'a.png',
				mimeType: 'image/png',
				bytes: 1,
			},
		],
		['our item', { taskId: 'x', status: 'success', videoUrl: URL_OF_FILE, coverUrl: THUMB }],
		['url obj', { href: URL_OF_FILE, protocol: 'https:' }],
		['double json', JSON.stringify(JSON.stringify([{ url: URL_OF_FILE }]))],
		['one null', [null, { url: URL_OF_FILE }]],
		['one empty', ['', URL_OF_FILE]],
		['two-level', [{ data: [{ url: URL_OF_FILE }] }]],
		['spaces', `\n  ${URL_OF_FILE}  \n`],
		['zwsp', `\u200b${URL_OF_FILE}`],
		['bom', `\ufeff${URL_OF_FILE}`],
		['nbsp', `\u00a0${URL_OF_FILE}\u00a0`],
	])('%s', (_from, given) => {
		expect(read(given)).toEqual({ value: URL_OF_FILE });
	});

	it.each<[string, unknown]>([
		['links that come at the same rank', { image_url: URL_OF_FILE, audio_url: THUMB }],
		['two files', { images: [{ url: URL_OF_FILE }, { url: THUMB }] }],
		['nothing but a preview', { thumbnailLink: THUMB }],
		['nothing but the address of a status', { status_url: PAGE, cancel_url: PAGE }],
		['a web site', { name: 'Acme', website: 'https://example.com' }],
		['a sentence', `See ${URL_OF_FILE} for details`],
	])('but not out of %s', (_from, given) => {
		expect(read(given)).toHaveProperty('violation');
	});
});
