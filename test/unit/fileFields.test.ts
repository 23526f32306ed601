import { describe, expect, it } from '@jest/globals';

import { addFile, Draft, readFile, webAddress } from '../../nodes/shared/fields/fileFields';
import { readField } from '../../nodes/shared/fields/field';
import { saidAbout } from '../support/violations';
import { sharePlaceOf } from '../../nodes/shared/files/shareLinks';

/** What a field with the URL of a file makes of what an expression gives. */
const read = (given: unknown) => {
	const property = { displayName: 'File URL', name: 'url', type: 'string', default: '' } as const;
	return readField({ property, ...webAddress }, given, '={{ $json.file }}');
};

const FILE = 'https://example.com/a.png';
const THUMB = 'https://example.com/thumb.png';
const PAGE = 'https://example.com/page';

describe('A URL field takes attachments as tables hold them', () => {
	it.each(
		Object.entries<unknown>({
			'a picture of Markdown with a link': `[![a](https://x.y/t.png)](${FILE})`,
			'a film of HTML': `<video controls><source src="${FILE}" type="a/b"></video>`,
			'JSON, cut out of it': FILE.replaceAll('/', '\\/'),
			'a list with a comma at its end': `${FILE},`,
			'a page in which it stands': {
				link: FILE,
				image: { contextLink: PAGE, width: 8, height: 6 },
			},
			'a note behind it': `${FILE} (final)`,
			bold: `**${FILE}**`,
			'its title on a line before it': `My picture\n${FILE}`,
			'HTML without quotes': `<img src=${FILE}>`,
			'an article with one picture': `<p>Hello</p><figure><img src="${FILE}"></figure>`,
			'the end of a sentence': `${FILE}.`,
			'a link of Markdown with its address as words': `[${FILE}](${FILE})`,
			'a film in HTML with its picture': `<video poster="https://x.y/s.png" src="${FILE}"></video>`,
			'a template with two schemes': `https://${FILE}`,
			'a job with what it was given': {
				input: { image_url: 'https://x.y/i.png' },
				output: { image_url: FILE },
			},
			'a page at the place of its file': { url: PAGE, properties: { url: FILE } },
			slack: {
				id: 'F',
				name: 'a.png',
				url_private: PAGE,
				url_private_download: FILE,
				permalink: PAGE,
				permalink_public: PAGE,
			},
			'an address without a scheme': {
				fields: { title: 'a', file: { url: '//example.com/a.png' } },
			},
			cloudinary: { secure_url: FILE, url: 'http://example.com/a.png', playback_url: PAGE },
			imgbb: {
				data: { id: 'x', url_viewer: PAGE, url: FILE, display_url: THUMB, thumb: { url: THUMB } },
				success: true,
			},
			'its image': { data: { image: { url: FILE }, thumb: { url: THUMB } } },
			heygen: { data: { video_url: FILE, thumbnail_url: THUMB, gif_url: THUMB } },
			zendesk: {
				content_url: FILE,
				file_name: 'a',
				mapped_content_url: FILE,
				url: 'https://acme.zendesk.com/api/v2/attachments/1.json',
			},
			'a chat with its name': `<${FILE}|a.png>`,
			pixabay: {
				pageURL: 'https://pixabay.com/photos/x/',
				previewURL: THUMB,
				webformatURL: THUMB,
				largeImageURL: FILE,
			},
			twitter: {
				media_url_https: FILE,
				media_url: 'http://example.com/a.png',
				url: 'https://t.co/x',
				expanded_url: 'https://x.com/a/status/1/photo/1',
			},
			teams: {
				contentType: 'application/vnd.microsoft.teams.file.download.info',
				content: { downloadUrl: FILE },
				contentUrl: PAGE,
			},
			'links by what they are': { _links: { download: { href: FILE }, self: { href: PAGE } } },
			'a list with an empty entry': [null, { url: FILE }],
		}),
	)('of %s', (_from, given) => {
		expect(read(given)).toEqual({ value: FILE });
	});

	it.each(['👉 ', '1. ', '**URL:** ', 'a.mp4 | '])(
		'behind %j, also where nothing shows that it is a file',
		(before) => {
			const value = 'https://example.com/images/1b2c';
			expect(read(before + value)).toEqual({ value });
		},
	);

	it('of a list by IDs, where nothing but its name shows that it is a file', () => {
		const value = 'https://example.com/images/1b2c';
		expect(read({ err: null, images: { '1:2': value } })).toEqual({ value });
	});

	it('with brackets in it', () => {
		const value = 'https://example.com/clip_(1).mp4';
		expect(read(`(see ${value}).`)).toEqual({ value });
	});

	it('as a page writes it', () => {
		const value = `${FILE}?x=1&y=2`;
		const written = value.replaceAll('&', '&amp;');
		for (const given of [written, `<img src="${written}">`]) expect(read(given)).toEqual({ value });
	});

	it.each<unknown>([
		{ id: 'att1' },
		42,
		// At the same rank.
		{ image_url: FILE, audio_url: THUMB },
		{ status_url: PAGE, cancel_url: PAGE },
	])('and nothing else: %j', (given) => expect(read(given)).toHaveProperty('violation'));

	it.each<[string, unknown, RegExp]>([
		['several pictures of Markdown', `![](${FILE}) ![](${FILE})`, /has 2 URLs/],
		['several elements', `<img src="${FILE}"><img src="https://x.y/b.png">`, /has 2 URLs/],
		['several lines of HTML', `${FILE}<br>${FILE}`, /has 2 URLs/],
		['several in quotes', `"${FILE}","${FILE}"`, /has 2 URLs/],
		['bytes of Python', `b'${'iVBORw0KGgo'.repeat(20)}'`, /\(base64\)/],
		[
			'the results of the steps of a job',
			{ 12: { images: [{ url: FILE }] }, 34: { images: [{ url: `${FILE}2` }] } },
			/has 2 URLs/,
		],
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
		['the bytes of a file', { type: 'Buffer', data: [137, 80, 78, 71, 13] }, /\(base64\)/],
		['a color', { color: { r: 255, g: 240, b: 245, a: 255, x: 1 } }, /contains no URL of a file/],
		['a file of Windows', 'C:\\Users\\Anna\\clip.mp4', /path of a file on a computer/],
		['a file of macOS', '/Users/anna/Movies/clip.mp4', /choose 'From Input File'/],
		['a file that a browser shows', 'file:///home/anna/clip.mp4', /path of a file on a computer/],
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
	])('but names what is there instead: %s', (_what, given, said) => {
		expect(saidAbout(read(given))).toMatch(said);
	});

	it('and nothing is nothing', () => {
		expect(read([])).toEqual({ value: undefined });
	});
});

describe('Of a picture or film in several sizes, a URL field takes the largest', () => {
	const sides = (width: number, height: number) => ({ width, height });

	it.each<[string, unknown]>([
		['beside others', { images: { fixed: { url: THUMB }, original: { url: FILE } } }],
		['by lines', { '360p': { url: THUMB }, '1080p': { url: FILE } }],
		['by numbers', { 360: { url: THUMB }, 1080: { url: FILE } }],
		[
			'by its sides',
			{
				images: [
					{ ...sides(200, 100), source: THUMB },
					{ ...sides(801, 400), source: FILE },
				],
			},
		],
		[
			'and not the picture of a film',
			{
				image: THUMB,
				video_files: [
					{ quality: 'sd', ...sides(640, 360), link: `${THUMB}?sd` },
					{ quality: 'hd', ...sides(1920, 1080), link: FILE },
					{ quality: 'hd', ...sides(1280, 720), link: `${THUMB}?hd` },
				],
			},
		],
	])('%s', (_how, given) => {
		expect(read(given)).toEqual({ value: FILE });
	});

	it('but asks where they may be several pictures', () => {
		const images = [
			{ ...sides(1024, 1024), url: THUMB },
			{ ...sides(512, 768), url: FILE },
		];
		expect(saidAbout(read({ images }))).toMatch(/has 2 URLs/);
	});
});

describe('A file in the network of n8n, which the service cannot load', () => {
	const url = 'http://minio:9000/a.png';
	const read = (name: string) => (name === 'source' ? 'url' : url);
	/** The draft of a request with the file as its background. */
	const draftFor = (canServiceLoad?: (address: string) => boolean) => {
		const draft = new Draft();
		const spec = {
			label: 'Background',
			purpose: 'make_video_background',
			placeholder: '',
		} as const;
		const file = { ...spec, name: '', description: '', idPath: 'bg.id', urlPath: 'bg.url' };
		addFile(draft, file, { read, canServiceLoad } as never);
		return draft;
	};

	it('is uploaded', () => {
		const { body, files } = draftFor((address) => address !== url);
		expect(body).toEqual({});
		expect(files).toMatchObject([{ ref: { source: 'url', url }, path: 'bg.id', as: 'id' }]);
	});

	it('is sent as its address to a service that runs there, too', () => {
		for (const { body, files } of [draftFor(), draftFor(() => true)]) {
			expect(body).toEqual({ bg: { url } });
			expect(files).toEqual([]);
		}
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

	it('and not the page of a file of another type', () => {
		const episode = { title: 'One', link: 'https://example.com/one', enclosure: { url: song } };
		expect(chosenBy('lip_sync_video', episode).url).toBe(song);
	});

	it('and none of several that may be of its type', () => {
		for (const given of [[clip, `${clip}?2`, picture], { a_url: clip, b_url: 'https://x.y/b' }]) {
			expect(saidAbout(chosenBy('lip_sync_video', given) as never)).toMatch(/has \d URLs/);
		}
	});
});

it.each([
	['www.example.com/a.png', 'https://www.example.com/a.png'],
	['www.müller.de/a.png', 'https://www.xn--mller-kva.de/a.png'],
])('%s lacks its scheme', (given, address) => {
	expect(read(given)).toEqual({ value: address });
});

it('the path of a file is no address without its scheme', () => {
	expect(saidAbout(read('photos.old/a.png'))).toMatch(/starts with http/);
});

it('the mark of a sheet in a URL field is no wrong address, but no value', () => {
	expect(saidAbout(read('#N/A'))).toMatch(
		/^'File URL' is '#N\/A', which a sheet shows for a formula that has no result/,
	);
});

it.each<[string, string]>([
	['a data: URI in capitals', 'DATA:image/png;base64,iVBORw0KGgo='],
	['base64 in lines', 'iVBORw0K\nGgoAAAAN\nSUhEUgAA\nAAE='],
	['a data: URI in HTML', '<img src="data:image/png;base64,iVBORw0KGgo=">'],
])('%s in a URL field names the node that makes a file of it', (_what, given) => {
	const violation = saidAbout(read(given));
	expect(violation).toMatch(/^'File URL' is the content of a file as text \(base64\)\. /);
	expect(violation).toMatch(/Convert to File.*Move Base64 String to File.*From Input File/);
	expect(violation).not.toMatch(/iVBOR/);
});

describe('A page on which a file is shared', () => {
	it.each<[string, string, string | undefined]>([
		['https://docs.google.com/presentation/d/1AbC/edit#slide=1', 'Google Drive', 'Google Drive'],
		['https://1drv.ms/v/s!Abc', 'OneDrive', 'Microsoft OneDrive'],
		['https://onedrive.live.com/?id=1&cid=2', 'OneDrive', 'Microsoft OneDrive'],
		['https://acme-my.sharepoint.com/:v:/p/anna/Eabc?e=1', 'SharePoint', 'Microsoft SharePoint'],
		['https://we.tl/t-abc', 'WeTransfer', undefined],
		['https://wetransfer.com/downloads/abc/def', 'WeTransfer', undefined],
		['https://acme.slack.com/files/U1/F1/clip.mp4', 'Slack', 'Slack'],
		['https://files.slack.com/files-pri/T1-F1/download/clip.mp4', 'Slack', 'Slack'],
		['https://app.box.com/s/abc', 'Box', 'Box'],
		['https://slack-files.com/T1-F1-abc', 'Slack', 'Slack'],
		['https://vimeo.com/123456789/abc', 'Vimeo', undefined],
		['https://vm.tiktok.com/ZMabc/', 'TikTok', undefined],
		['https://www.notion.so/acme/Page-abc', 'Notion', undefined],
		['https://github.com/a/b/blob/main/clip.mp4', 'GitHub', undefined],
		['https://unsplash.com/photos/abc', 'Unsplash', undefined],
		['https://cloud.example.org/s/AbCdEf1234GhIjK', 'Nextcloud', 'Nextcloud'],
		['https://nas.example.org/sharing/AbCdEf12', 'Synology', undefined],
		['https://www.amazon.de/photos/share/AbC', 'Amazon Photos', undefined],
		[
			'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1&ext=2',
			'WhatsApp',
			'HTTP Request',
		],
		['https://mail.google.com/mail/u/0/#inbox/abc', 'Gmail', 'Gmail'],
		['https://github.com/a/b', 'GitHub', undefined],
		['https://www.google.com/url?q=https://example.com/a.png', 'Google', undefined],
		['https://www.freepik.com/premium-video/a_1', 'Freepik', undefined],
		['https://youtu.be/abc', 'YouTube', undefined],
		['https://WWW.Dropbox.com/s/abc/clip.mp4', 'Dropbox', 'Dropbox'],
	])('is refused by its address, with the node for it: %s', (url, name, node) => {
		expect(sharePlaceOf(url)).toMatchObject(node ? { name, node } : { name });
		const violation = saidAbout(read(url));
		expect(violation).toContain(`'File URL' is a share link of ${name}, which leads to a page`);
		expect(violation).toContain(node ? `n8n's ${node} node` : 'Download the file, and choose');
		expect(violation).toContain("'From Input File'");
	});

	it.each([
		'https://db.tt/abc',
		'https://www.capcut.com/t/Zs8abc/',
		'https://clipchamp.com/watch/abc',
		'https://descript.com/view/abc',
		'https://studio.d-id.com/share?id=1',
		'https://app.slack.com/client/T1/C1',
		'https://acme.slack.com/archives/C1/p123',
		'https://files.slack.com/files-tmb/T1-F1-abc/a_360.png',
		'https://acme.notion.site/Page-abc',
		'https://airtable.com/appX/tblY/viwZ',
		'https://airtable.com/shrX',
		'https://github.com/a/b/tree/main',
		'https://twitter.com/a/status/1/photo/1',
		'https://x.com/i/broadcasts/1',
		'https://t.co/abc',
		'https://redd.it/abc',
		'https://unsplash.com/de/fotos/abc',
		'https://www.pexels.com/photo/a-1/',
		'https://www.pexels.com/de-de/foto/a-1/',
		'https://www.pexels.com/video/a-1/',
		'https://pixabay.com/photos/a-1/',
		'https://pixabay.com/videos/a-1/',
		'https://commons.wikimedia.org/wiki/File:A.jpg',
		'https://en.wikipedia.org/wiki/File:A.jpg',
	])('is recognized, whichever way it is written: %s', (url) => {
		expect(sharePlaceOf(url)).toBeDefined();
	});

	it.each([
		'https://drive.google.com/uc?export=download&id=1AbC',
		'https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=1&raw=1',
		'https://files.slack.com/files-pri/T1-F1/clip.mp4?pub_secret=abc',
		'https://drive.google.com/thumbnail?id=1AbC&sz=w1000',
		'https://dl.dropbox.com/s/abc/clip.mp4',
		'https://www.dropbox.com/scl/fi/abc/clip.mp4?dl=1&rlkey=1',
		'https://api.onedrive.com/v1.0/shares/u!abc/root/content',
		'https://onedrive.live.com/download?cid=1&resid=2',
		'https://acme-my.sharepoint.com/:v:/p/anna/Eabc?e=1&download=1',
		'https://acme.sharepoint.com/sites/a/_layouts/15/download.aspx?UniqueId=1',
		'https://download.wetransfer.com/eu2/abc/clip.mp4?token=1',
		'https://file.notion.so/f/f/abc/clip.mp4?signature=1',
		'https://www.notion.so/image/https%3A%2F%2Fexample.com%2Fa.png',
		'https://file.notion.site/f/clip.mp4',
		'https://www.google.com/photosphere.jpg',
		'https://github.com/a/b/raw/main/clip.mp4',
		'https://github.com/a/b/blob/main/clip.mp4?raw=true',
		'https://i.imgur.com/abc.png',
		'https://unsplash.com/photos/abc/download?force=true',
		'https://cloud.example.org/s/AbCdEf1234GhIjK/download',
		'https://docs.google.com/spreadsheets/d/1/export?format=csv',
		'https://i.redd.it/abc.jpg',
		'https://preview.redd.it/abc.jpg?width=1',
		'https://images.pexels.com/photos/1/a.jpeg',
		'https://commons.wikimedia.org/wiki/Special:FilePath/A.jpg',
		'https://cdn.coverr.co/videos/a/1080p.mp4',
		'https://clips-media-assets2.twitch.tv/abc.mp4',
		'https://example.com/drive.google.com/file/d/1/view',
		'https://drive.google.com.evil.com/file/d/1/view',
		'https://notdropbox.com/s/abc/clip.mp4',
	])('is not what leads to a file: %s', (url) => {
		expect(read(url)).toEqual({ value: url });
	});
});
