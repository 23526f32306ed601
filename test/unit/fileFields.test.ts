import { describe, expect, it } from '@jest/globals';

import { webAddress } from '../../nodes/shared/fields/fileFields';
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
		['thumbnails beside', { url: URL_OF_FILE, thumbnails: { small: { url: 'https://x.y/s' } } }],
	])('of %s', (_from, given) => {
		expect(read(given)).toEqual({ value: URL_OF_FILE });
	});

	it.each<[unknown]>([[{ id: 'att1' }], [[airtable, airtable]], [42], [{}]])(
		'and nothing else: %j',
		(given) => expect(read(given)).toHaveProperty('violation'),
	);

	it.each<[string, unknown, RegExp]>([
		['several files', [airtable, airtable], /^'File URL' has 2 URLs, but takes one\. Choose one/],
		['several as JSON', JSON.stringify([airtable, notion]), /has 2 URLs/],
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
		['base64 of a model', [{ inlineData: { data: 'iVBORw0KGgo'.repeat(20) } }], /\(base64\)/],
	])('but names what is there instead: %s', (_what, given, said) => {
		expect(saidAbout(read(given))).toMatch(said);
	});

	it.each<[unknown]>([[[]], ['[]'], [null], ['']])('and nothing is nothing: %j', (given) => {
		expect(read(given)).toEqual({ value: undefined });
	});
});

it.each<[string, string]>([
	['a data: URI', `data:image/png;base64,${'iVBORw0KGgo'.repeat(9)}=`],
	['a short data: URI', 'data:text/plain,hello'],
	['a data: URI with a character set', 'data:text/plain;charset=utf-8;base64,SGVsbG8='],
	['a data: URI that is encoded', 'data:image/svg+xml,%3Csvg%20xmlns%3D'],
	['a data: URI in capitals', 'DATA:image/png;base64,iVBORw0KGgo='],
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
	])('is not what leads to a file: %s', (url) => {
		expect(read(url)).toEqual({ value: url });
	});
});
