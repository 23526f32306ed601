import { describe, expect, it } from '@jest/globals';

import { webAddress } from '../../nodes/shared/fields/files';
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
	])('of %s', (_from, given) => {
		expect(read(given)).toEqual({ value: URL_OF_FILE });
	});

	it.each<[unknown]>([[{ id: 'att1' }], [[airtable, airtable]], [42], [{}]])(
		'and nothing else: %j',
		(given) => expect(read(given)).toHaveProperty('violation'),
	);
});

it.each<[string, string]>([
	['a data: URI', `data:image/png;base64,${'iVBORw0KGgo'.repeat(9)}=`],
	['a short data: URI', 'data:text/plain,hello'],
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
		'https://notdropbox.com/s/abc/clip.mp4',
	])('is not what leads to a file: %s', (url) => {
		expect(read(url)).toEqual({ value: url });
	});
});
